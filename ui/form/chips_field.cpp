// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/chips_field.h"

#include <algorithm>

#include <QDir>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/form/folded.h"
#include "ui/form/number_words.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {
constexpr int kWidestLabel = 28;  ///< letters of a chip
constexpr int kWidestWork = 36;
constexpr int kMostLetters = 32;    ///< of all chips of a list that is never folded away
constexpr qsizetype kMostTold = 1;  ///< of its chosen values; of more it says how many
}  // namespace

ChipsField::ChipsField(const FieldContext& context)
    : m_axis(context.axis),
      m_text(context.text),
      m_chips(new ChipGroup(context.caption, context.axis.many ? ChipGroup::Choice::Several
                                                               : ChipGroup::Choice::One)) {
    m_chips->setMayBeEmpty(m_axis.optional);
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    m_fold = addFolded(*column, {}, m_chips);
    m_fold->setObjectName("fold");
    m_fold->setAccessibleName(context.caption);
    m_fold->setChecked(true);
    m_fold->hide();
    connect(m_chips, &ChipGroup::edited, this, &ChipsField::readChips);
}

QPushButton* ChipsField::addLink(const QString& caption, const QString& tip) {
    auto* link = new QPushButton(caption);
    link->setProperty("role", "link");
    link->setToolTip(tip);
    static_cast<QVBoxLayout*>(layout())->addWidget(link, 0, Qt::AlignLeft);
    return link;
}

void ChipsField::setOffers(const QVector<Offer>& offers) {
    m_offers = offers;
    showChips();
}

void ChipsField::setTyped(const QString& hint,
                          std::function<std::vector<Json>(const QString&)> read) {
    m_chips->setTyped(hint, [this, read = std::move(read)](const QString& typed) {
        QVector<ChipGroup::Option> options;
        for (const Json& value : read(typed)) options << optionOf(offerOf(value));
        return options;
    });
}

ChipsField::Offer ChipsField::offerOf(const Json& value) const {
    const QString label = valueLabel(m_text, m_axis, value);
    const bool file = m_axis.kind == AxisKind::Path && value.is_string() &&
                      !m_axis.names(value.get<std::string>());
    // Works differ in numbers that stand in the middle of their names.
    const int chars = m_axis.kind == AxisKind::Work ? kWidestWork : kWidestLabel;
    const QString shown =
        fontMetrics().elidedText(label, Qt::ElideMiddle, letters_px(fontMetrics(), chars));
    QString tip =
        file ? QDir::toNativeSeparators(qs(visibleText(value.get<std::string>()))) : QString();
    if (!file && shown != label) tip = label;
    return {value, shown, tip};
}

QString ChipsField::keyOf(const Json& value) {
    return value.is_string() ? qs(value.get<std::string>())
                             : qs(value.dump(-1, ' ', false, Json::error_handler_t::replace));
}

ChipGroup::Option ChipsField::optionOf(const Offer& offer) {
    const QString key = keyOf(offer.value);
    m_known.insert_or_assign(key, offer);
    return {key, offer.label, offer.tip, true};
}

void ChipsField::showChips() {
    m_known.clear();
    QVector<ChipGroup::Option> options;
    for (const Offer& offer : m_offers) options << optionOf(offer);
    QStringList chosen;
    for (const Json& value : m_values) {
        if (!m_axis.many && !chosen.isEmpty()) break;
        chosen << keyOf(value);
        if (!m_known.contains(chosen.last())) options << optionOf(offerOf(value));
    }
    m_chips->setOptions(options);
    m_chips->setValues(chosen);
    showApplicable();
    showFold();
}

void ChipsField::foldList() {
    qsizetype letters = 0;
    for (const Offer& offer : std::as_const(m_offers)) letters += offer.label.size();
    if (letters <= kMostLetters) return;
    m_fold->show();
    m_fold->setChecked(false);
    showFold();
}

void ChipsField::showFold() {
    QStringList chosen;
    for (const QString& key : m_chips->values()) chosen << m_known.at(key).label;
    m_fold->setText(chosen.size() > kMostTold
                        ? tr("%1 of %2").arg(chosen.size()).arg(m_known.size())
                        : withoutMnemonic(chosen.join(", ")));
    m_fold->setAccessibleDescription(m_fold->text());
}

/// Enables the chips that apply. A chosen chip stays enabled, so that it can be unchosen. Where
/// some chosen chips apply, the chosen ones that do not are hidden: they are not measured, and come
/// back as soon as they apply.
void ChipsField::showApplicable() {
    const QStringList chosen = m_chips->values();
    const bool someApply = std::ranges::any_of(
        chosen, [this](const QString& key) { return !m_inapplicable.contains(key.toStdString()); });
    for (const auto& [key, offer] : m_known) {
        const auto why = m_inapplicable.find(key.toStdString());
        const bool applies = why == m_inapplicable.end();
        m_chips->setEnabled(key, applies || chosen.contains(key),
                            applies ? offer.tip : why->second);
        m_chips->setShown(key, applies || !someApply || !chosen.contains(key));
    }
}

void ChipsField::readChips() {
    m_values.clear();
    for (const QString& key : m_chips->values()) m_values.push_back(m_known.at(key).value);
    showApplicable();
    showFold();
    Q_EMIT edited();
}

void ChipsField::choose(const Json& value) {
    if (!m_axis.many) m_values.clear();
    if (std::ranges::find(m_values, value) == m_values.end()) m_values.push_back(value);
    showChips();
    Q_EMIT edited();
}

void ChipsField::chooseOnly(const std::vector<Json>& values) {
    setValues(values);
    Q_EMIT edited();
}

void ChipsField::setValues(const std::vector<Json>& values) {
    m_values = values;
    showChips();
}

void ChipsField::setInapplicable(const std::map<std::string, QString>& why) {
    m_inapplicable = why;
    showApplicable();
}

}  // namespace duelo::ui
