// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/classroom/class_filters.h"

#include <algorithm>
#include <array>
#include <set>

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

#include "experiments/specs.h"
#include "ui/form/chip_group.h"
#include "ui/form/flow_layout.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr std::array kViews{"times",       "ratios", "predictions", "wrong",
                            "submissions", "seats",  "left_out"};
constexpr const char* kCleanOnly = "clean";
constexpr const char* kNames = "names";
constexpr int kBetween_px = 14;

/// Unchanged items stay, and what is chosen does where it is still there.
void setItems(QComboBox& list, const QStringList& items, int otherwise = 0) {
    QStringList shown;
    for (int i = 0; i < list.count(); ++i) shown << list.itemText(i);
    if (shown == items) return;
    const QString chosen = list.currentText();
    list.clear();
    list.addItems(items);
    const int at = list.findText(chosen);
    list.setCurrentIndex(at >= 0 ? at : otherwise);
}

}  // namespace

ClassFilters::ClassFilters(QWidget* parent)
    : QWidget(parent),
      m_views(new ChipGroup(tr("View"), ChipGroup::Choice::One, this)),
      m_flags(new ChipGroup(tr("Shown"), ChipGroup::Choice::Several, this)) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* chips = new QHBoxLayout;
    chips->addWidget(m_views, 3);
    chips->addWidget(m_flags, 1);
    column->addLayout(chips);
    auto* lists = new QWidget(this);
    m_lists = new FlowLayout(lists, kBetween_px);
    column->addWidget(lists);
    m_views->setObjectName("views");
    m_views->setOptions(
        {{kViews[0], tr("Times"), tr("Time of every PC over the cases, before the class's box")},
         {kViews[1], tr("Speed-up"), tr("Two variants of every PC, in the order of the seats")},
         {kViews[2], tr("Prediction"), tr("What was measured over what was predicted")},
         {kViews[3], tr("Mistakes"),
          tr("Predictions and claims that were measured otherwise, without names")},
         {kViews[4], tr("Submissions"), tr("What each student or team has handed in")},
         {kViews[5], tr("Seats"), tr("What each PC can do, by its probe file")},
         {kViews[6], tr("Set aside"), tr("Files that do not count, or not all of them, and why")}});
    m_views->setValues({kViews[0]});
    m_flags->setObjectName("flags");
    m_flags->setMayBeEmpty(true);
    m_flags->setOptions(
        {{kCleanOnly, tr("clean only"),
          tr("Leaves out what is doubtful or not closed. What the checksum of a closed "
             "file proves and what it does not is told at the foot of the cards.")},
         {kNames, tr("names"), tr("Shows students' names; never in a presentation")}});
    m_chart = addList("case", tr("Case"), tr("What was measured"));
    m_sides = addList("sides", tr("Comparison"), tr("Which variants are set against each other"));
    m_case = addList("size", tr("Of it"), tr("The case whose speed-up is shown"));
    m_option = addList("option", tr("PCs"), tr("With a GPU of their own (A) or without one (B)"));
    m_group = addList("group", tr("Group"), tr("The group of the label"));
    m_gpu = addList("gpu", tr("GPU"), tr("The model of the GPU"));
    setItems(*m_option, {tr("all"), tr("with a GPU (A)"), tr("without a GPU (B)")});
    connect(m_chart, &QComboBox::activated, this, [this] {
        m_chartChosen = true;
        showCases();
    });
    for (const ChipGroup* each : {m_views, m_flags})
        connect(each, &ChipGroup::edited, this, [this] {
            arrange();
            Q_EMIT edited();
        });
    arrange();
}

QComboBox* ClassFilters::addList(const char* name, const QString& caption, const QString& tip) {
    auto* both = new QWidget;
    auto* row = new QHBoxLayout(both);
    row->setContentsMargins(0, 0, 0, 0);
    auto* label = new QLabel(caption, both);
    auto* list = new QComboBox(both);
    list->setObjectName(name);
    list->setToolTip(tip);
    list->setAccessibleName(caption);
    list->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    label->setBuddy(list);
    row->addWidget(label);
    row->addWidget(list);
    m_lists->addWidget(both);
    connect(list, &QComboBox::activated, this, &ClassFilters::edited);
    return list;
}

void ClassFilters::show(const Classroom& classroom, const Text& text) {
    m_charts.clear();
    m_chartSides.clear();
    m_chartNames.clear();
    const auto charts = classroom.charts();
    for (const std::vector<std::size_t>& chart : charts) {
        const ChartNames names = chartNames(classroom, chart, findSpec, text);
        m_chartNames << qs(names.chart);
        auto& cases = m_charts.emplace_back();
        for (std::size_t i = 0; i < chart.size(); ++i)
            cases.push_back({chart[i], qs(names.cases[i])});
        const SeriesNames series = seriesNames(classroom, chart, findSpec, text);
        auto& sides = m_chartSides.emplace_back();
        for (const ClassSides& one : classroom.sides(chart))
            sides.push_back({one, qs(series.of(one))});
    }
    std::set<QString> groups, gpus;
    for (const ClassSeat& seat : classroom.seats()) {
        if (!seat.group.empty()) groups.insert(qs(seat.group));
        if (!seat.gpu.empty()) gpus.insert(qs(seat.gpu));
    }
    const auto withAll = [](const std::set<QString>& found) {
        QStringList items{tr("all")};
        for (const QString& each : found) items << each;
        return items;
    };
    setItems(*m_chart, m_chartNames);
    if (!m_chartChosen) m_chart->setCurrentIndex(0);
    setItems(*m_group, withAll(groups));
    setItems(*m_gpu, withAll(gpus));
    showCases();
    arrange();
}

void ClassFilters::showCases() {
    QStringList names, sides;
    const auto at = static_cast<std::size_t>(qMax(0, m_chart->currentIndex()));
    if (at < m_charts.size()) {
        for (const Case& each : m_charts[at]) names << each.name;
        for (const Sides& each : m_chartSides[at]) sides << each.name;
    }
    setItems(*m_sides, sides);
    setItems(*m_case, names, static_cast<int>(names.size() / 2));
}

/// A list with nothing to choose takes no room.
void ClassFilters::arrange() {
    const bool charts = !isList(view()) && view() != View::Wrong && m_chart->count() > 0;
    const auto offer = [](QComboBox* list, bool wanted, int least) {
        list->parentWidget()->setVisible(wanted && list->count() >= least);
    };
    offer(m_chart, charts, 1);
    offer(m_sides, charts && view() != View::Predictions, 2);
    offer(m_case, view() == View::Ratios, 2);
    offer(m_option, charts, 1);
    offer(m_group, charts, 2);
    offer(m_gpu, charts, 3);
    m_flags->setEnabled(kCleanOnly, charts, {});
}

ClassFilters::View ClassFilters::view() const {
    const auto at = std::ranges::find(kViews, m_views->values().value(0));
    return static_cast<View>(at == kViews.end() ? 0 : at - kViews.begin());
}

void ClassFilters::setView(View view) {
    m_views->setValues({kViews[static_cast<std::size_t>(view)]});
    arrange();
}

std::vector<std::size_t> ClassFilters::chart() const {
    std::vector<std::size_t> numbers;
    const auto at = static_cast<std::size_t>(qMax(0, m_chart->currentIndex()));
    if (at < m_charts.size())
        for (const Case& each : m_charts[at]) numbers.push_back(each.number);
    return numbers;
}

std::optional<ClassSides> ClassFilters::sides() const {
    const auto at = static_cast<std::size_t>(qMax(0, m_chart->currentIndex()));
    const auto side = static_cast<std::size_t>(qMax(0, m_sides->currentIndex()));
    if (at >= m_chartSides.size() || side >= m_chartSides[at].size()) return std::nullopt;
    return m_chartSides[at][side].sides;
}

std::size_t ClassFilters::number() const {
    const auto numbers = chart();
    const auto at = static_cast<std::size_t>(qMax(0, m_case->currentIndex()));
    return numbers[qMin(at, numbers.size() - 1)];
}

ClassFilter ClassFilters::filter() const {
    ClassFilter filter;
    if (m_group->currentIndex() > 0) filter.group = m_group->currentText().toStdString();
    if (m_gpu->currentIndex() > 0) filter.gpu = m_gpu->currentText().toStdString();
    if (m_option->currentIndex() > 0) filter.has_gpu = m_option->currentIndex() == 1;
    filter.clean_only = m_flags->values().contains(kCleanOnly);
    return filter;
}

bool ClassFilters::showsNames() const {
    return m_flags->values().contains(kNames);
}

Json ClassFilters::viewState() const {
    Json state{{"view", static_cast<int>(view())},
               {"chosen", m_chartChosen},
               {"flags", m_flags->values().join(' ').toStdString()},
               {"lists", Json::array()}};
    for (const QComboBox* list : lists()) state["lists"].push_back(list->currentIndex());
    return state;
}

void ClassFilters::setViewState(const Json& state) {
    m_flags->setValues(qs(state.value("flags", std::string())).split(' ', Qt::SkipEmptyParts));
    const Json chosen = state.value("lists", Json::array());
    m_chartChosen = state.value("chosen", false);
    std::size_t at = 0;
    for (QComboBox* list : lists()) {
        if (at < chosen.size()) list->setCurrentIndex(chosen[at++].get<int>());
        if (list == m_chart) showCases();
    }
    setView(static_cast<View>(state.value("view", 0)));
}

}  // namespace duelo::ui
