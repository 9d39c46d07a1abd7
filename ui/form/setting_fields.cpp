// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/form/setting_fields.h"

#include <algorithm>
#include <limits>

#include <QCheckBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>

#include "ui/form/number_words.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

struct SettingTr {
    Q_DECLARE_TR_FUNCTIONS(duelo::ui::SettingFields)
};

/// Returns what 0 or nothing means, where that is more than it says.
QString noneText(const Axis& axis, const Text& text) {
    const std::string key = "axis_none." + axis.id;
    return text.has(key) ? qs(text(key)) : QString();
}

bool isNumber(const Axis& axis) {
    return axis.kind == AxisKind::Integer || axis.kind == AxisKind::Real;
}

}  // namespace

SpinField::SpinField(const FieldContext& context) : m_box(new QSpinBox) {
    const Axis& axis = context.axis;
    m_box->setRange(static_cast<int>(*axis.min), static_cast<int>(*axis.max));
    m_box->setKeyboardTracking(false);
    m_box->setAccessibleName(context.caption);
    if (m_box->minimum() == 0)
        m_box->setSpecialValueText(axis.zero_is_cores ? valueLabel(context.text, axis, 0)
                                                      : noneText(axis, context.text));
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_box);
    connect(m_box, &QSpinBox::valueChanged, this, [this](int value) {
        m_values = {value};
        Q_EMIT edited();
    });
}

bool SpinField::fits(const Axis& axis) {
    return axis.kind == AxisKind::Integer && !axis.optional && axis.min && axis.max &&
           *axis.min >= std::numeric_limits<int>::min() &&
           *axis.max <= std::numeric_limits<int>::max();
}

void SpinField::setValues(const std::vector<Json>& values) {
    m_values = values;
    const QSignalBlocker quiet(m_box);
    const double shown =
        !values.empty() && values.front().is_number() ? values.front().get<double>() : 0;
    m_box->setValue(static_cast<int>(std::clamp(shown, static_cast<double>(m_box->minimum()),
                                                static_cast<double>(m_box->maximum()))));
}

EditField::EditField(const FieldContext& context)
    : m_axis(context.axis),
      m_text(context.text),
      m_caption(context.caption),
      m_edit(new QLineEdit),
      m_problem(new QLabel) {
    m_edit->setAccessibleName(m_caption);
    const QString none = noneText(m_axis, m_text);
    if (m_axis.optional) m_edit->setPlaceholderText(none.isEmpty() ? SettingTr::tr("none") : none);
    m_problem->setObjectName("problem");
    m_problem->setWordWrap(true);
    m_problem->setProperty("role", "warning");
    m_problem->hide();
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* row = new QHBoxLayout;
    row->addWidget(m_edit);
    if (isNumber(m_axis))
        if (const QString suffix = NumberWords(m_axis, m_text.numbers()).suffix();
            !suffix.isEmpty())
            row->addWidget(new QLabel(suffix));
    column->addLayout(row);
    column->addWidget(m_problem);
    connect(m_edit, &QLineEdit::textEdited, this, &EditField::read);
}

void EditField::read(const QString& typed) {
    const NumberWords words(m_axis, m_text.numbers());
    if (typed.trimmed().isEmpty() && m_axis.optional) {
        m_values.clear();
        setInvalid({});
    } else if (!isNumber(m_axis)) {
        m_values = {typed.toStdString()};
    } else if (auto number = words.read(typed)) {
        m_values = {std::move(*number)};
        setInvalid({});
    } else {
        setInvalid(words.problem(m_caption));
    }
    Q_EMIT edited();
}

void EditField::setInvalid(const QString& sentence) {
    m_invalid = sentence;
    m_problem->setText(sentence);
    m_problem->setVisible(!sentence.isEmpty());
    m_edit->setAccessibleDescription(sentence);
}

void EditField::setValues(const std::vector<Json>& values) {
    m_values = values;
    setInvalid({});
    if (values.empty())
        m_edit->clear();
    else if (isNumber(m_axis))
        m_edit->setText(NumberWords(m_axis, m_text.numbers()).shown(values.front()));
    else
        m_edit->setText(values.front().is_string() ? qs(values.front().get<std::string>())
                                                   : valueLabel(m_text, m_axis, values.front()));
}

FlagField::FlagField(const FieldContext& context) : m_box(new QCheckBox(context.caption)) {
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_box);
    connect(m_box, &QCheckBox::clicked, this, [this](bool on) {
        m_values = {on};
        Q_EMIT edited();
    });
}

void FlagField::setValues(const std::vector<Json>& values) {
    m_values = values;
    m_box->setChecked(!values.empty() && values.front() == true);
}

WorkField::WorkField(const FieldContext& context) : m_text(context.text), m_label(new QLabel) {
    m_label->setWordWrap(true);
    m_label->setProperty("role", "muted");
    m_label->setAccessibleName(context.caption);
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->addWidget(m_label);
}

/// Shows a line for each work: its experiment and its values.
void WorkField::setValues(const std::vector<Json>& values) {
    m_values = values;
    QStringList lines;
    for (const Json& value : values) {
        if (!value.is_object()) continue;
        std::string words;
        for (const char* part : {"case", "variant"})
            if (const auto found = value.find(part); found != value.end() && found->is_object())
                for (const auto& [axis, of] : found->items())
                    words += (words.empty() ? "" : ", ") + m_text.value(axis, of);
        const auto experiment = value.find("experiment");
        if (experiment != value.end() && experiment->is_string())
            words = m_text.word("experiment", experiment->get<std::string>()) + ": " + words;
        lines << qs(visibleText(words));
    }
    m_label->setText(lines.isEmpty() ? SettingTr::tr("none") : lines.join('\n'));
}

}  // namespace duelo::ui
