// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/frame/chip_group.h"

#include <algorithm>

#include <QHBoxLayout>
#include <QMenu>
#include <QSpinBox>
#include <QWidgetAction>

#include "ui/frame/flow_layout.h"

namespace duelo::ui {

namespace {
constexpr char kValue[] = "value";
}

ChipGroup::ChipGroup(const QString& name, Choice choice, QWidget* parent)
    : QWidget(parent), m_name(name), m_choice(choice), m_flow(new FlowLayout(this)) {
    setAccessibleName(name);
}

void ChipGroup::setOptions(const QVector<Option>& options) {
    const QStringList chosen = values();
    qDeleteAll(m_chips);
    m_chips.clear();
    for (const Option& option : options) addChip(option);
    if (!chosen.isEmpty()) setValues(chosen);
}

void ChipGroup::setTyped(int low, int high, const QString& unit) {
    m_low = low;
    m_high = high;
    m_unit = unit;
    if (m_plus) return;
    m_plus = new QToolButton(this);
    m_plus->setText("+");
    m_plus->setProperty("role", "chip");
    m_plus->setAccessibleName(tr("%1: add a value").arg(m_name));
    m_plus->setToolTip(tr("Add a value from %1 to %2").arg(low).arg(high));
    connect(m_plus, &QToolButton::clicked, this, &ChipGroup::askValue);
    m_flow->insertWidget(m_flow->count(), m_plus);
}

QToolButton* ChipGroup::addChip(const Option& option) {
    auto* chip = new QToolButton(this);
    chip->setText(option.label);
    chip->setCheckable(true);
    chip->setProperty("role", "chip");
    chip->setProperty(kValue, option.value);
    chip->setAccessibleName(m_name + ": " + option.label);
    chip->setToolTip(option.tip);
    chip->setEnabled(option.enabled);
    connect(chip, &QToolButton::clicked, this, [this, chip] { toggled(chip); });
    const qsizetype at = placeOf(option.value);
    m_flow->insertWidget(static_cast<int>(at), chip);
    chip->show();
    m_chips.insert(at, chip);
    return chip;
}

/// Numbers stand in their order, also one that was typed; words in the order they came.
qsizetype ChipGroup::placeOf(const QString& value) const {
    bool number = false;
    const int wanted = value.toInt(&number);
    if (!number) return m_chips.size();
    const auto larger = std::find_if(m_chips.begin(), m_chips.end(), [&](const QToolButton* chip) {
        return chip->property(kValue).toInt() > wanted;
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
    chip->setToolTip(tip);
}

void ChipGroup::setValues(const QStringList& chosen) {
    for (const QString& value : chosen)
        if (!chipOf(value)) addChip({value, value, {}, true});
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
        for (QToolButton* other : m_chips) other->setChecked(other == chip);
    } else if (values().isEmpty()) {
        chip->setChecked(true);
        return;
    }
    Q_EMIT edited();
}

/// A number field in a small menu under "+": Return adds, Escape leaves.
void ChipGroup::askValue() {
    QMenu menu(this);
    auto* box = new QSpinBox(&menu);
    box->setRange(m_low, m_high);
    box->setSuffix(m_unit.isEmpty() ? QString() : ' ' + m_unit);
    box->setAccessibleName(m_name);
    box->setKeyboardTracking(false);
    if (!m_chips.isEmpty()) box->setValue(m_chips.last()->property(kValue).toInt());
    auto* action = new QWidgetAction(&menu);
    auto* holder = new QWidget(&menu);
    auto* row = new QHBoxLayout(holder);
    auto* add = new QToolButton(holder);
    add->setText(tr("Add"));
    row->addWidget(box);
    row->addWidget(add);
    action->setDefaultWidget(holder);
    menu.addAction(action);
    const auto accept = [&] {
        const QString value = QString::number(box->value());
        setValues(m_choice == Choice::One ? QStringList{value} : values() << value);
        menu.close();
        Q_EMIT edited();
    };
    connect(add, &QToolButton::clicked, &menu, accept);
    connect(box, &QSpinBox::editingFinished, &menu, [&] {
        if (box->hasFocus()) accept();
    });
    QMetaObject::invokeMethod(
        box,
        [box] {
            box->setFocus();
            box->selectAll();
        },
        Qt::QueuedConnection);
    menu.exec(m_plus->mapToGlobal(QPoint(0, m_plus->height())));
}

}  // namespace duelo::ui
