// SPDX-License-Identifier: GPL-3.0-or-later
// The fields of the form and where they stand. What they mean for the plan is in
// experiment_form.cpp.
#include <algorithm>

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "ui/form/chip_group.h"
#include "ui/form/experiment_form.h"
#include "ui/form/folded.h"
#include "ui/form/tip.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kBetweenSections_px = 5;

QLabel* hiddenLabel(const char* role) {
    auto* label = new QLabel;
    label->setProperty("role", role);
    label->setWordWrap(true);
    label->hide();
    return label;
}

QLabel* heading(const QString& words) {
    auto* label = new QLabel(words);
    label->setProperty("role", "heading");
    return label;
}

/// A body below its title.
QWidget* titled(const QString& title, QWidget* body) {
    auto* box = new QWidget;
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, kBetweenSections_px);
    column->setSpacing(4);
    auto* label = new QLabel(title);
    label->setProperty("role", "section");
    label->setBuddy(stopsIn(*body).value(0));
    column->addWidget(label);
    column->addWidget(body);
    return box;
}

/// A small body beside its title; the bodies of several stand below each other.
QWidget* beside(const QString& title, QWidget* body) {
    auto* box = new QWidget;
    auto* line = new QHBoxLayout(box);
    line->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(title);
    label->setWordWrap(true);
    label->setBuddy(stopsIn(*body).value(0));
    line->addWidget(label, 1);
    line->addWidget(body, 1);
    return box;
}

/// A device axis without GPUs: there is nothing to choose from.
bool isOfCpuAlone(const Axis& axis) {
    return axis.kind == AxisKind::Device && !axis.gpus;
}

}  // namespace

void ExperimentForm::build(FieldMaker registered) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(14, 12, 14, 8);
    column->setSpacing(4);
    m_unseen = hiddenLabel("muted");
    m_unseen->setObjectName("unseen");
    column->addWidget(m_unseen);
    auto* folded = new QWidget;
    auto* rest = new QVBoxLayout(folded);
    rest->setContentsMargins(0, 0, 0, 0);
    addMode(*rest);
    for (const AxisRole role : {AxisRole::Case, AxisRole::Variant, AxisRole::Run}) {
        const auto isOf = [&](const Axis& axis) {
            return axis.role == role && axis.per.empty() && !isOfCpuAlone(axis);
        };
        const auto isSeen = [&](const Axis& axis) { return isOf(axis) && !axis.advanced; };
        if (role != AxisRole::Run && std::ranges::any_of(m_spec.axes, isSeen))
            column->addWidget(heading(role == AxisRole::Case ? tr("What") : tr("On what")));
        for (const Axis& axis : m_spec.axes)
            if (isOf(axis)) addLine(axis, registered, axis.advanced ? *rest : *column, *rest);
    }
    rest->addWidget(titled(tr("Parts of the plan"), parts()));
    m_settings = addFolded(*column, {}, folded);
    m_settings->setObjectName("settings");
    m_settings->setProperty("role", "fold");
    m_settings->setAccessibleName(tr("How it is measured"));
    m_settings->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    column->setAlignment(m_settings, {});
    column->addStretch();
    m_impossible = hiddenLabel("warning");
    m_impossible->setObjectName("impossible");
    column->addWidget(m_impossible);
    if (auto* devices = findChild<DeviceList*>()) {
        connect(devices, &DeviceList::otherPcWanted, this, &ExperimentForm::otherPcWanted);
        connect(devices, &DeviceList::referenceWanted, this, &ExperimentForm::referenceWanted);
        connect(devices, &DeviceList::otherTimesWanted, this, &ExperimentForm::otherTimesWanted);
        connect(devices, &DeviceList::otherPcRemoved, this, &ExperimentForm::otherPcRemoved);
    }
}

QWidget* ExperimentForm::parts() {
    m_partChips = new ChipGroup(tr("Part of the plan"), ChipGroup::Choice::One);
    connect(m_partChips, &ChipGroup::edited, this, [this] {
        m_part = m_partChips->values().value(0).toUInt();
        showPart();
    });
    auto* add = new QPushButton(tr("Add a part"));
    connect(add, &QPushButton::clicked, this, [this] {
        m_parts.push_back(m_parts[m_part]);
        m_part = m_parts.size() - 1;
        showPart();
        takeParts();
    });
    m_removePart = new QPushButton(tr("Remove this part"));
    connect(m_removePart, &QPushButton::clicked, this, [this] {
        m_parts.erase(m_parts.begin() + static_cast<std::ptrdiff_t>(m_part));
        m_part = 0;
        showPart();
        takeParts();
    });
    auto* body = new QWidget;
    auto* column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(2);
    column->addWidget(m_partChips);
    auto* links = new QHBoxLayout;
    for (QPushButton* link : {add, m_removePart}) {
        link->setProperty("role", "link");
        links->addWidget(link);
    }
    links->addStretch();
    column->addLayout(links);
    return body;
}

void ExperimentForm::addLine(const Axis& axis, FieldMaker registered, QVBoxLayout& column,
                             QVBoxLayout& rest) {
    const QString title = caption(axis);
    Field* field = makeField({axis, m_text, m_session, title}, registered);
    QWidget* box = field;
    // "On what" above the devices has said it.
    if (field->place() == Field::Place::Below && axis.kind != AxisKind::Device)
        box = titled(title, field);
    if (field->place() == Field::Place::Beside) box = beside(title, field);
    const std::string help = "axis_help." + axis.id;
    if (m_text.has(help)) setTip(*box, qs(m_text(help)));
    column.addWidget(box);
    if (QWidget* folded = field->foldedPart())
        rest.addWidget(titled(folded->accessibleName(), folded));
    m_lines.push_back({&axis, field, box});
    connect(field, &Field::needsAtLeast, this, &ExperimentForm::raise);
    connect(field, &Field::edited, this, [this, line = m_lines.back()] { take(line); });
}

/// Chips come and go, and each new one would be the last that Tab reaches.
/// In its window alone: there the others' stops are between which these stand.
void ExperimentForm::orderTabs() {
    if (!isVisible()) return;
    const QVector<QWidget*> stops = stopsIn(*this);
    for (qsizetype i = 1; i < stops.size(); ++i) setTabOrder(stops[i - 1], stops[i]);
}

void ExperimentForm::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    orderTabs();
}

/// Only work that is repeated can be repeated more or less often.
void ExperimentForm::addMode(QVBoxLayout& column) {
    if (m_spec.steps) return;
    m_mode = new ChipGroup(tr("Measurement mode"), ChipGroup::Choice::One);
    QVector<ChipGroup::Option> options;
    for (const std::string_view mode : wordsOf<Preset>) {
        const std::string code(mode);
        options.push_back(
            {qs(code), qs(m_text.word("preset", code)), qs(m_text.word("preset_help", code))});
    }
    m_mode->setOptions(options);
    connect(m_mode, &ChipGroup::edited, this, [this] {
        if (const auto mode = parseWord<Preset>(m_mode->values().value(0).toStdString()))
            m_plan.preset = *mode;
        showSettings();
        Q_EMIT planEdited();
    });
    column.addWidget(titled(m_mode->accessibleName(), m_mode));
}

}  // namespace duelo::ui
