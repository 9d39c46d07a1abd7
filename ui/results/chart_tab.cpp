// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/chart_tab.h"

#include <algorithm>
#include <utility>

#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

#include "report/layout.h"
#include "report/tabs.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/grids_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/charts/tiles_chart.h"
#include "ui/look/scroll_area.h"
#include "ui/look/settings.h"

namespace duelo::ui {

namespace {

constexpr int kLeastChoiceChars = 12;
constexpr int kSamplesPause_ms = 1000;

/// Unchanged items stay, and which of them is chosen; else the first is.
void setItems(QComboBox& box, const QStringList& items) {
    QStringList shown;
    for (int i = 0; i < box.count(); ++i) shown << box.itemText(i);
    if (shown == items) return;
    box.clear();
    box.addItems(items);
}

/// Null for kinds that are no chart with a life of its own: an experiment has a tab for them.
Chart* makeChart(const ChartValue& value) {
    if (std::holds_alternative<LinesValue>(value)) return new LinesChart;
    if (std::holds_alternative<DistributionValue>(value)) return new DistributionChart;
    if (std::holds_alternative<CourseValue>(value)) return new CourseChart;
    if (std::holds_alternative<ScatterValue>(value)) return new ScatterChart;
    if (std::holds_alternative<GridsValue>(value)) return new GridsChart;
    if (std::holds_alternative<TilesValue>(value)) return new TilesChart;
    if (std::holds_alternative<BarsValue>(value)) return new BarsChart(BarsChart::Height::OfPlace);
    return nullptr;
}

void setValue(Chart& chart, const ChartValue& value) {
    if (const auto* lines = std::get_if<LinesValue>(&value))
        static_cast<LinesChart&>(chart).setValue(*lines);
    else if (const auto* samples = std::get_if<DistributionValue>(&value))
        static_cast<DistributionChart&>(chart).setValue(*samples);
    else if (const auto* course = std::get_if<CourseValue>(&value))
        static_cast<CourseChart&>(chart).setValue(*course);
    else if (const auto* bars = std::get_if<BarsValue>(&value))
        static_cast<BarsChart&>(chart).setValue(*bars);
    else if (const auto* scatter = std::get_if<ScatterValue>(&value))
        static_cast<ScatterChart&>(chart).setValue(*scatter);
    else if (const auto* grids = std::get_if<GridsValue>(&value))
        static_cast<GridsChart&>(chart).setValue(*grids);
    else if (const auto* tiles = std::get_if<TilesValue>(&value))
        static_cast<TilesChart&>(chart).setValue(*tiles);
}

}  // namespace

ChartTabView::ChartTabView(ChartTab tab, const Text& text, const Spec* run, QWidget* parent)
    : ResultTab(parent),
      m_tab(std::move(tab)),
      m_text(text),
      m_run(run),
      m_which(new QComboBox),
      m_log(new QCheckBox(tr("Logarithmic scale"))),
      m_stack(new QStackedWidget),
      m_kinds(std::variant_size_v<ChartValue>) {
    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    auto* tools = new QHBoxLayout;
    tools->addWidget(m_which);
    tools->addStretch();
    tools->addWidget(m_log);
    column->addLayout(tools);
    column->addWidget(m_stack, 1);
    m_which->setObjectName("which");
    m_which->setAccessibleName(tr("Which chart is shown"));
    m_which->setToolTip(m_which->accessibleName());
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_which->setMinimumContentsLength(kLeastChoiceChars);
    m_which->hide();
    connect(m_which, &QComboBox::activated, this, [this](int index) {
        m_wanted = index;
        showChosen();
    });
    m_log->setToolTip(tr("Each step multiplies the time; equal ratios are equal distances"));
    m_log->hide();
    connect(m_log, &QCheckBox::clicked, this, [this](bool log) {
        m_logChosen = log;
        Q_EMIT showWanted();
    });
    if (m_run) {
        m_start = new QPushButton(qs(m_text.word("page_run", m_run->id)));
        m_start->setObjectName("otherRun");
        m_start->setToolTip(qs(m_text.word("page_hint", m_run->id)));
        connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT otherRunWanted(*m_run); });
        column->addWidget(m_start, 0, Qt::AlignLeft);
    }
    m_values.emplace_back();
    showChosen();
}

QString ChartTabView::title() const {
    return qs(m_text.word("tab", m_tab.id));
}

ResultTab::Group ChartTabView::group() const {
    // What a document keeps to another section is a result all the same, where it is this
    // experiment's own.
    const bool beside = m_tab.window_only && m_tab.experiment.empty();
    if (m_tab.make == chartsBeside || beside || m_tab.id == "scaling" || m_tab.id == "worth")
        return Group::Scaling;
    return isOfSamples() || m_run || !m_tab.bound.empty() ? Group::Detail : Group::Result;
}

bool ChartTabView::isOfSamples() const {
    return m_tab.id == "distribution" || m_tab.id == "course";
}

/// They come by the thousand, and drawing them disturbs the next ones.
int ChartTabView::livePause_ms() const {
    return isOfSamples() ? kSamplesPause_ms : 0;
}

bool ChartTabView::has(const Shown& shown) const {
    return group() != Group::Scaling ||
           !std::ranges::all_of(chartsOf(m_tab, shown),
                                [](const ChartValue& chart) { return duelo::isEmpty(chart); });
}

void ChartTabView::show(const Shown* shown) {
    if (!shown && m_run) return;
    m_values.clear();
    if (!shown || !m_live) m_logShown.reset();
    if (shown) {
        Shown wanted = *shown;
        wanted.log_y = m_logChosen ? m_logChosen : m_logShown;
        m_values = chartsOf(m_tab, wanted);
    }
    if (m_values.empty()) m_values.emplace_back();
    QStringList titles;
    for (const ChartValue& value : m_values) titles << qs(titleOf(value));
    setItems(*m_which, titles);
    if (shown) m_which->setCurrentIndex(qMin(m_wanted, m_which->count() - 1));
    showTools();
    const auto* lines = std::get_if<LinesValue>(&m_values.front());
    if (lines) m_log->setChecked(lines->log_y);
    if (lines && !duelo::isEmpty(*lines)) m_logShown = lines->log_y;
    showChosen();
}

void ChartTabView::showTools() {
    const auto* lines = std::get_if<LinesValue>(&m_values.front());
    m_which->setVisible(!m_slide && m_values.size() > 1);
    m_log->setVisible(!m_slide && m_tab.can_be_log && lines && !duelo::isEmpty(*lines));
    if (m_start) m_start->setVisible(!m_slide);
}

/// The chart that was chosen before the slide is so again after it.
void ChartTabView::setSlide(bool slide, bool /*buttons*/) {
    if (slide == m_slide) return;
    m_slide = slide;
    if (slide) {
        m_wantedBefore = m_wanted;
    } else if (m_wanted != m_wantedBefore) {
        m_wanted = m_wantedBefore;
        m_which->setCurrentIndex(qMin(m_wanted, m_which->count() - 1));
        showChosen();
    }
    showTools();
}

bool ChartTabView::step(int by) {
    const int at = m_which->currentIndex() + by;
    if (at < 0 || at >= m_which->count()) return false;
    m_which->setCurrentIndex(m_wanted = at);
    showChosen();
    return true;
}

void ChartTabView::showChosen() {
    const auto chosen = static_cast<std::size_t>(qMax(0, m_which->currentIndex()));
    const ChartValue& value = m_values[qMin(chosen, m_values.size() - 1)];
    Chart* chart = widgetFor(value);
    if (!chart) return;
    chart->setTitle(titleOf(value).empty() ? title() : qs(titleOf(value)));
    setValue(*chart, value);
    m_shown = chart;
    for (int i = 0; i < m_stack->count(); ++i)
        if (QWidget* place = m_stack->widget(i); place == chart || place->isAncestorOf(chart))
            m_stack->setCurrentWidget(place);
}

Chart* ChartTabView::widgetFor(const ChartValue& value) {
    Chart*& chart = m_kinds[value.index()];
    if (chart) return chart;
    chart = makeChart(value);
    if (!chart) return nullptr;
    chart->setEmptyText(qs(m_text.word("tab_empty", m_tab.id)));
    chart->setNumberStyle(m_text.numbers());
    chart->setLive(m_live);
    connect(chart, &Chart::cellChosen, this, &ChartTabView::cellWanted);
    if (std::holds_alternative<GridsValue>(value) || std::holds_alternative<TilesValue>(value)) {
        // As high as its cells, pictures and words need.
        auto* area = new QScrollArea;
        makePlain(*area);
        area->setWidget(chart);
        m_stack->addWidget(area);
    } else {
        m_stack->addWidget(chart);
    }
    return chart;
}

ChartValue ChartTabView::chartValue() const {
    return m_shown ? m_shown->chartValue() : ChartValue();
}

void ChartTabView::setLive(bool live) {
    m_live = live;
    for (Chart* chart : m_kinds)
        if (chart) chart->setLive(live);
}

Json ChartTabView::viewState() const {
    Json state{{"chart", m_wanted}};
    if (m_logChosen) state["log"] = *m_logChosen;
    return state;
}

void ChartTabView::setViewState(const Json& state) {
    m_wanted = state.value("chart", 0);
    if (const auto log = state.find("log"); log != state.end()) m_logChosen = log->get<bool>();
}

}  // namespace duelo::ui
