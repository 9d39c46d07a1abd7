// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/chip_group.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QStyle>
#include <QWidgetAction>

#include "ui/form/flow_layout.h"
#include "ui/form/tip.h"
#include "ui/look/plain_texts.h"

namespace duelo::ui {

namespace {
constexpr char kValue[] = "value";
}

ChipGroup::ChipGroup(const QString& name, Choice choice, QWidget* parent)
    : QWidget(parent), m_name(name), m_choice(choice), m_flow(new FlowLayout(this)) {
    setAccessibleName(name);
}

void ChipGroup::setOptions(const QVector<Option>& options) {
    if (options == m_options) return;  // the focus stays where it is
    m_options = options;
    qDeleteAll(m_chips);
    m_chips.clear();
    for (const Option& option : options) addChip(option);
}

void ChipGroup::setTyped(const QString& hint, Read read) {
    m_hint = hint;
    m_read = std::move(read);
    if (m_plus) return;
    m_plus = new QToolButton(this);
    m_plus->setText("+");
    m_plus->setProperty("role", "chip");
    m_plus->setAccessibleName(tr("%1: add a value").arg(m_name));
    m_plus->setToolTip(hint.isEmpty() ? tr("Add a value") : tr("Add a value: %1").arg(hint));
    connect(m_plus, &QToolButton::clicked, this, &ChipGroup::askValue);
    m_flow->insertWidget(m_flow->count(), m_plus);
}

QToolButton* ChipGroup::addChip(const Option& option) {
    auto* chip = new QToolButton(this);
    chip->setText(withoutMnemonic(option.label));
    chip->setCheckable(true);
    chip->setProperty("role", "chip");
    chip->setProperty(kValue, option.value);
    chip->setAccessibleName(m_name + ": " + option.label);
    setTip(*chip, option.tip);
    chip->setAccessibleDescription(option.tip);
    chip->setEnabled(option.enabled);
    connect(chip, &QToolButton::clicked, this, [this, chip] { toggled(chip); });
    const qsizetype at = placeOf(option.value);
    m_flow->insertWidget(static_cast<int>(at), chip);
    chip->show();
    m_chips.insert(at, chip);
    return chip;
}

qsizetype ChipGroup::placeOf(const QString& value) const {
    bool number = false;
    const double wanted = value.toDouble(&number);
    if (!number || !m_read) return m_chips.size();
    const auto larger = std::find_if(m_chips.begin(), m_chips.end(), [&](const QToolButton* chip) {
        return chip->property(kValue).toDouble() > wanted;
    });
    return larger - m_chips.begin();
}

QToolButton* ChipGroup::chipOf(const QString& value) const {
    const auto found = std::find_if(m_chips.begin(), m_chips.end(), [&](const QToolButton* chip) {
        return chip->property(kValue).toString() == value;
    });
    return found == m_chips.end() ? nullptr : *found;
}

void ChipGroup::setEnabled(const QString& value, bool enabled, const QString& tip) {
    QToolButton* chip = chipOf(value);
    if (!chip) return;
    chip->setEnabled(enabled);
    setTip(*chip, tip);
    chip->setAccessibleDescription(tip);
}

void ChipGroup::setShown(const QString& value, bool shown) {
    if (QToolButton* chip = chipOf(value)) chip->setVisible(shown);
}

void ChipGroup::setValues(const QStringList& chosen) {
    for (QToolButton* chip : m_chips)
        chip->setChecked(chosen.contains(chip->property(kValue).toString()));
}

QStringList ChipGroup::values() const {
    QStringList out;
    for (const QToolButton* chip : m_chips)
        if (chip->isChecked()) out << chip->property(kValue).toString();
    return out;
}

void ChipGroup::toggled(QToolButton* chip) {
    if (m_choice == Choice::One) {
        const bool none = m_mayBeEmpty && !chip->isChecked();
        for (QToolButton* other : m_chips) other->setChecked(other == chip && !none);
    } else if (values().isEmpty() && !m_mayBeEmpty) {
        chip->setChecked(true);
        sayOneStays(*chip);
        return;
    }
    Q_EMIT edited();
}

/// A field in a small menu under "+": Return adds what can be meant, Escape leaves.
void ChipGroup::askValue() {
    QMenu menu(this);
    auto* holder = new QWidget(&menu);
    auto* edit = new QLineEdit(holder);
    edit->setAccessibleName(m_name);
    auto* add = new QToolButton(holder);
    add->setText(tr("Add"));
    add->setEnabled(false);
    auto* row = new QHBoxLayout(holder);
    row->addWidget(edit);
    auto* hint = new QLabel(m_hint, holder);
    hint->setProperty("role", "pill");
    hint->setVisible(!m_hint.isEmpty());
    edit->setAccessibleDescription(m_hint);
    row->addWidget(hint);
    row->addWidget(add);
    auto* action = new QWidgetAction(&menu);
    action->setDefaultWidget(holder);
    menu.addAction(action);
    QVector<Option> typed;
    connect(edit, &QLineEdit::textChanged, &menu, [&](const QString& text) {
        typed = m_read(text);
        add->setEnabled(!typed.isEmpty());
    });
    connect(add, &QToolButton::clicked, &menu, &QMenu::close);
    connect(edit, &QLineEdit::returnPressed, add, &QToolButton::click);
    // Return that adds nothing is answered by what could be meant, until something else is typed.
    const auto warn = [hint](bool wrong) {
        hint->setProperty("tone", wrong ? "warn" : "");
        hint->style()->unpolish(hint);
        hint->style()->polish(hint);
    };
    connect(edit, &QLineEdit::textChanged, hint, [warn] { warn(false); });
    connect(edit, &QLineEdit::returnPressed, hint, [&, warn] { warn(typed.isEmpty()); });
    bool wanted = false;
    connect(add, &QToolButton::clicked, &menu, [&] { wanted = true; });
    QMetaObject::invokeMethod(
        edit, [edit] { edit->setFocus(); }, Qt::QueuedConnection);
    menu.exec(m_plus->mapToGlobal(QPoint(0, m_plus->height())));
    if (wanted && !typed.isEmpty()) addTyped(typed);
}

void ChipGroup::addTyped(const QVector<Option>& options) {
    QStringList chosen = m_choice == Choice::One ? QStringList() : values();
    for (const Option& option : options) {
        if (!chipOf(option.value)) {
            addChip(option);
            m_options << option;
        }
        chosen << option.value;
    }
    setValues(chosen);
    Q_EMIT edited();
}

}  // namespace duelo::ui
