// SPDX-License-Identifier: GPL-3.0-or-later
// Translates between the fields and the plan. Their layout is in experiment_form_layout.cpp.
#include "ui/form/experiment_form.h"

#include <algorithm>
#include <utility>

#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "report/labels.h"
#include "ui/form/chip_group.h"
#include "ui/form/number_words.h"
#include "ui/look/letters.h"
#include "ui/look/plain_texts.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kPartLetters = 20, kSettingsLetters = 30;

QString labelsOf(const Text& text, const Axis& axis, const std::vector<Json>& values) {
    QStringList labels;
    for (const Json& value : values) labels << valueLabel(text, axis, value);
    return labels.join(", ");
}

/// An axis that is usually absent has no entry where it has no value.
void put(Block& block, const Axis& axis, const std::vector<Json>& values) {
    if (values.empty() && axis.usual.is_null())
        block.erase(axis.id);
    else
        block[axis.id] = values;
}

void say(QLabel& label, const QStringList& sentences, const QString& between) {
    label.setText(sentences.join(between));
    label.setVisible(!sentences.isEmpty());
}

}  // namespace

ExperimentForm::ExperimentForm(const Spec& spec, Session& session, const Text& text,
                               FieldMaker registered, QWidget* parent)
    : QWidget(parent),
      m_spec(spec),
      m_session(session),
      m_text(text.of(spec.id)),
      m_owner(ownerAxis(spec)) {
    build(registered);
    setPlan(usualPlan(spec, Facts{}));
}

void ExperimentForm::setProbe(const ProbeSheet& sheet) {
    for (const Line& line : m_lines) line.field->setProbe(sheet);
    orderTabs();
}

void ExperimentForm::setPlan(const Plan& plan) {
    m_plan = completed(plan, m_spec);
    m_parts = partsOf(m_plan.cases, m_spec);
    m_part = 0;
    showPart();
}

void ExperimentForm::showPart() {
    showParts();
    for (const Line& line : m_lines) {
        line.field->setValues(shownValues(*line.axis));
        if (line.axis == m_owner) line.field->setOwned(m_parts[m_part].owned);
    }
    if (m_mode) m_mode->setValues({qs(std::string(word(m_plan.preset)))});
    showLines();
    showUnseen();
}

/// A part is called by the first of what tells it from the others.
void ExperimentForm::showParts() {
    QVector<ChipGroup::Option> options;
    for (std::size_t i = 0; i < m_parts.size(); ++i) {
        QString name;
        QStringList tip;
        for (const Axis& axis : m_spec.axes) {
            if (axis.role != AxisRole::Case || !axis.many) continue;
            const std::vector<Json>& values = valuesIn(m_parts[i].block, axis.id);
            const QString labels = labelsOf(m_text, axis, values);
            tip << caption(axis) + ": " + labels;
            const bool same = std::ranges::all_of(m_parts, [&](const PlanPart& part) {
                return valuesIn(part.block, axis.id) == values;
            });
            if (name.isEmpty() && !same) name = ": " + labels;
        }
        name =
            fontMetrics().elidedText(name, Qt::ElideRight, letters_px(fontMetrics(), kPartLetters));
        options.push_back({QString::number(i), QString::number(i + 1) + name, tip.join('\n')});
    }
    m_partChips->setOptions(options);
    m_partChips->setValues({QString::number(m_part)});
    m_partChips->setVisible(m_parts.size() > 1);
    m_removePart->setVisible(m_parts.size() > 1);
}

void ExperimentForm::showLines() {
    for (const Line& line : m_lines) {
        line.box->setVisible(applies(*line.axis));
        if (!line.axis->value_when.empty()) line.field->setInapplicable(inapplicable(*line.axis));
    }
    showSettings();
    orderTabs();
}

/// "Quick · 2 CPU threads · FP32": the mode, and what folds away of how it is measured.
void ExperimentForm::showSettings() {
    QStringList said;
    if (m_mode) {
        QString mode = qs(m_text.word("preset", word(m_plan.preset)));
        mode[0] = mode[0].toUpper();
        said << mode;
    }
    if (m_parts.size() > 1) said << tr("%n part(s)", nullptr, static_cast<int>(m_parts.size()));
    for (const auto& [axis, field, box] : m_lines) {
        if (const QString words = field->foldedWords(); !words.isEmpty() && applies(*axis))
            said << words;
        const std::vector<Json> values = shownValues(*axis);
        if (!axis->advanced || axis->role != AxisRole::Variant || !applies(*axis) || values.empty())
            continue;
        const bool counts = values.front().is_number() && values.front() != 0;
        if (counts || axis->kind == AxisKind::Word || axis->zero_is_cores)
            said << labelsOf(m_text, *axis, values) +
                        (counts ? ' ' + behindNumber(caption(*axis)) : QString());
    }
    const QString all = said.join(" · ");
    m_settings->setText(withoutMnemonic(fontMetrics().elidedText(
        all, Qt::ElideRight, letters_px(fontMetrics(), kSettingsLetters))));
    m_settings->setAccessibleDescription(all);
}

/// A plan from a file may hold what the form has no field for; it is run as well.
void ExperimentForm::showUnseen() {
    QStringList lines;
    if (const auto more = static_cast<int>(m_plan.variants.size()) - 1; more > 0)
        lines << tr(
            "The form shows the first block of variants. %n more block(s) are kept and "
            "run as they are.",
            nullptr, more);
    const bool owned =
        std::ranges::any_of(m_parts, [](const PlanPart& part) { return !part.owned.empty(); });
    const Field* owner = m_owner ? field(m_owner->id) : nullptr;
    for (const Axis& axis : m_spec.axes)
        if (owned && owner && !owner->editsOwned() && !axis.per.empty())
            lines << tr("%1: kept as the plan has it.").arg(caption(axis));
    say(*m_unseen, lines, " ");
}

std::vector<Json> ExperimentForm::shownValues(const Axis& axis) const {
    if (axis.role == AxisRole::Run)
        return m_plan.run.has(axis.id) ? std::vector<Json>{m_plan.run.at(axis.id)}
                                       : std::vector<Json>{};
    return valuesIn(axis.role == AxisRole::Case ? m_parts[m_part].block : m_plan.variants.front(),
                    axis.id);
}

bool ExperimentForm::applies(const Axis& axis) const {
    return std::ranges::all_of(axis.when, [this](const When& when) { return canHold(when); });
}

bool ExperimentForm::canHave(const Axis& axis, const Json& value) const {
    const auto asked =
        value.is_string() ? axis.value_when.find(value.get<std::string>()) : axis.value_when.end();
    return asked == axis.value_when.end() ||
           std::ranges::all_of(asked->second, [this](const When& when) { return canHold(when); });
}

/// Whether it holds for one of the values that are shown and apply: a direction over the bus that
/// only a GPU has is none without one.
bool ExperimentForm::canHold(const When& when) const {
    const Axis* axis = m_spec.find(when.axis);
    if (!axis || !applies(*axis)) return when.holds({});
    const std::vector<Json> values = shownValues(*axis);
    if (values.empty()) return when.holds({});
    return std::ranges::any_of(values, [&](const Json& value) {
        return when.holds(Params{{when.axis, value}}) && canHave(*axis, value);
    });
}

std::map<std::string, QString> ExperimentForm::inapplicable(const Axis& axis) const {
    std::map<std::string, QString> why;
    for (const auto& [value, conditions] : axis.value_when)
        for (const When& when : conditions)
            if (!canHold(when)) why.emplace(value, whyNot(when));
    return why;
}

QString ExperimentForm::whyNot(const When& when) const {
    const Axis* axis = m_spec.find(when.axis);
    if (!axis) return {};
    if (when.not_by)
        return tr("Not with %1: %2")
            .arg(caption(*axis), qs(m_text.word(kDeviceAxis, word(*when.not_by))));
    if (when.device)
        return tr("Only with %1: %2")
            .arg(caption(*axis),
                 qs(m_text.word(kDeviceAxis, word(when.device == DeviceKind::Cpu ? Device::Cpu
                                                                                 : Device::Cuda))));
    const std::vector<Json>& values = when.in.empty() ? when.not_in : when.in;
    return (when.in.empty() ? tr("Not with %1: %2") : tr("Only with %1: %2"))
        .arg(caption(*axis), labelsOf(m_text, *axis, values));
}

QString ExperimentForm::caption(const Axis& axis) const {
    return qs(axisCaption(m_text, m_spec.id, axis.id));
}

void ExperimentForm::take(const Line& line) {
    const Axis& axis = *line.axis;
    const std::vector<Json> values = line.field->values();
    for (const auto& [name, attachment] : line.field->attachments())
        m_plan.attachments.insert_or_assign(name, attachment);
    if (line.axis == m_owner) {
        takeOwner(m_parts, m_part, axis, values, line.field->owned());
        line.field->setOwned(m_parts[m_part].owned);
    } else if (axis.many) {
        put(axis.role == AxisRole::Case ? m_parts[m_part].block : m_plan.variants.front(), axis,
            values);
    } else {
        setEverywhere(axis, values);
    }
    takeParts();
}

/// For the field whose edited() follows: both are one step, also of what can be undone.
void ExperimentForm::raise(const std::string& axis, std::int64_t least) {
    const auto line = std::ranges::find_if(m_lines, [&](const Line& known) {
        return known.axis->id == axis && known.axis->role == AxisRole::Case;
    });
    if (line == m_lines.end()) return;
    const std::vector<Json> values = line->field->values();
    if (std::ranges::any_of(values, [&](const Json& value) {
            return value.is_number_integer() && value.get<std::int64_t>() >= least;
        }))
        return;
    put(m_parts[m_part].block, *line->axis, {least});
    line->field->setValues({least});
}

void ExperimentForm::setEverywhere(const Axis& axis, const std::vector<Json>& values) {
    if (axis.role == AxisRole::Run) {
        if (values.empty())
            m_plan.run.erase(axis.id);
        else
            m_plan.run.set(axis.id, values.front());
    } else if (axis.role == AxisRole::Variant) {
        for (Block& block : m_plan.variants) put(block, axis, values);
    } else {
        for (PlanPart& part : m_parts) put(part.block, axis, values);
    }
}

void ExperimentForm::takeParts() {
    m_plan.cases = casesOf(m_parts, m_spec);
    m_plan =
        completed(std::move(m_plan), m_spec);  // without what was attached and is named no more
    showParts();
    showLines();
    showUnseen();
    Q_EMIT planEdited();
}

void ExperimentForm::setValue(const std::string& axis, const Json& value) {
    const auto line =
        std::ranges::find_if(m_lines, [&](const Line& known) { return known.axis->id == axis; });
    if (line == m_lines.end()) return;
    const std::vector<Json> values =
        value.is_array() ? value.get<std::vector<Json>>() : std::vector<Json>{value};
    setEverywhere(*line->axis, values);
    line->field->setValues(values);
    takeParts();
}

QString ExperimentForm::invalid() const {
    for (const Line& line : m_lines)
        if (const QString why = line.field->invalid(); !why.isEmpty() && applies(*line.axis))
            return why;
    return {};
}

void ExperimentForm::setImpossible(const QStringList& sentences) {
    say(*m_impossible, sentences, "\n");
}

void ExperimentForm::takeFiles(QStringList& paths) {
    for (const Line& line : m_lines)
        if (!paths.isEmpty() && applies(*line.axis)) line.field->takeFiles(paths);
}

void ExperimentForm::foldLists() {
    for (const Line& line : m_lines) line.field->foldList();
}

Field* ExperimentForm::field(std::string_view axis) const {
    for (const Line& line : m_lines)
        if (line.axis->id == axis) return line.field;
    return nullptr;
}

std::vector<Json> ExperimentForm::withOneMore(const Axis& axis) const {
    if (axis.role != AxisRole::Variant || axis.kind != AxisKind::Word || !axis.many ||
        !field(axis.id) || !applies(axis))
        return {};
    std::vector<Json> values = shownValues(axis);
    const auto other = std::ranges::find_if(axis.words, [&](const std::string& word) {
        return std::ranges::find(values, Json(word)) == values.end() && canHave(axis, word);
    });
    if (other == axis.words.end()) return {};
    values.emplace_back(*other);
    return values;
}

void ExperimentForm::turnTo(std::string_view axis) const {
    const Field* found = field(axis);
    if (QWidget* stop = found ? stopsIn(*found).value(0) : nullptr) stop->setFocus();
}

Json ExperimentForm::viewState() const {
    return {{"part", m_part}, {"settings", m_settings->isChecked()}};
}

void ExperimentForm::setViewState(const Json& state) {
    m_settings->setChecked(state.value("settings", false));
    const std::size_t part = state.value("part", std::size_t{0});
    if (part >= m_parts.size()) return;
    m_part = part;
    showPart();
}

void ExperimentForm::setOtherPcs(const QVector<DeviceList::OtherPc>& others) {
    if (auto* devices = findChild<DeviceList*>()) devices->setOtherPcs(others);
}

}  // namespace duelo::ui
