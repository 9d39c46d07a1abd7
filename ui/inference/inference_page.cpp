// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/inference_page.h"

#include <algorithm>

#include <QCheckBox>
#include <QTableView>
#include <QVBoxLayout>

#include "core/reason_json.h"
#include "report/finding.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/frame/experiment_frame.h"
#include "ui/inference/inference_cards.h"
#include "ui/inference/inference_form.h"
#include "ui/inference/image_strip.h"
#include "ui/look/settings.h"
#include "ui/models/chart_makers.h"
#include "ui/models/results_model.h"

namespace duelo::ui {

namespace {
enum ChartTab { kLines, kDistribution, kCourse };
constexpr double kPresentationScale = 1.6;
}  // namespace

InferencePage::InferencePage(const RunModel& run, const Text& text, QWidget* parent)
    : QWidget(parent),
      m_run(run),
      m_text(text),
      m_frame(new ExperimentFrame(this)),
      m_form(new InferenceForm(text)),
      m_results(new ResultsModel(run, text, this)),
      m_cards(std::make_unique<InferenceCards>(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_frame);
    m_frame->setForm(m_form);
    makeCharts();
    m_frame->setTableModel(m_results);
    connect(&run, &RunModel::changed, this, &InferencePage::showRun);
    connect(&run, &RunModel::liveChanged, this, &InferencePage::showLive);
    connect(m_frame, &ExperimentFrame::chartChanged, this, &InferencePage::showCharts);
    connect(m_frame, &ExperimentFrame::selectionChanged, this, [this](int index) {
        m_table = static_cast<std::size_t>(index);
        m_rowChosen = m_logChosen = false;
        showRun();
    });
    connect(m_frame, &ExperimentFrame::rowChanged, this, [this](int row) {
        const QVariant at = m_results->index(row, 0).data(ResultsModel::RowRole);
        m_rowChosen = at.isValid();
        if (m_rowChosen) m_row = at.toULongLong();
        showCharts();
        showCards();
    });
    showRun();
    showButton();
}

InferencePage::~InferencePage() = default;

void InferencePage::makeCharts() {
    m_lines = new LinesChart;
    m_distribution = new DistributionChart;
    m_course = new CourseChart;
    m_frame->addChart(tr("Time and size"), m_lines);
    m_frame->addChart(tr("Distribution"), m_distribution);
    m_frame->addChart(tr("Course"), m_course);
    m_lines->setTitle(tr("Time of CPU and GPU over image size"));
    m_distribution->setTitle(tr("Distribution of the measurements"));
    m_course->setTitle(tr("Measurements in their order"));
    m_lines->setEmptyText(tr("The chart appears with the first measured size."));
    m_distribution->setEmptyText(tr("The measurements of the chosen row appear here."));
    m_course->setEmptyText(tr("The measurements of the chosen row appear here in their order."));
    for (Chart* chart : charts())
        chart->setNumberStyle(m_text.numbers());
    m_log = new QCheckBox(tr("Logarithmic scale"));
    m_log->setToolTip(tr("Each step multiplies the time; equal ratios are equal distances"));
    connect(m_log, &QCheckBox::clicked, this, [this] {
        m_logChosen = true;
        showCharts();
    });
    m_frame->addChartTool(m_log);
}

std::array<Chart*, 3> InferencePage::charts() const {
    return {m_lines, m_distribution, m_course};
}

const Chart* InferencePage::currentChart() const {
    return dynamic_cast<const Chart*>(m_frame->chart(m_frame->currentChart()));
}

QStringList InferencePage::tableTitles(const Comparison& comparison) const {
    QStringList titles;
    const Labels labels(comparison, m_text);
    for (const SizeTable& table : comparison.tables) {
        const Case& work = comparison.rows[table.rows.front()].work;
        const std::string input = work.input == kRandomInput ? labels.inputName(work)
                                                             : m_text("report.input_photographs");
        titles << qs(m_text(work.batch == 1 ? "report.table_title" : "report.table_title_batch",
                            {{"model_name", work.model},
                             {"input_name", input},
                             {"batch", work.batch}}));
        if (table.kind == SizeTable::Kind::SharedGpu) titles.last() = tr("%1 (another group)").arg(titles.last());
        if (table.kind == SizeTable::Kind::ReferenceGpu) titles.last() = tr("%1 (reference)").arg(titles.last());
    }
    return titles;
}

void InferencePage::showRun() {
    const Comparison* comparison = m_run.comparison();
    showOtherPcs();
    if (!comparison || comparison->tables.empty()) {
        m_table.reset();
        m_row.reset();
        m_frame->setFinding(tr("How much faster is the GPU?"),
                            tr("Choose what to measure on the left, or open a .duelo file."));
        m_frame->setSelections({}, -1);
        showCharts();
        showCards();
        return;
    }
    const Labels labels(*comparison, m_text);
    if (!m_table || *m_table >= comparison->tables.size()) m_table = 0;
    m_results->setTable(m_table);
    m_frame->setSelections(tableTitles(*comparison), static_cast<int>(*m_table));
    const Finding finding = findingOf(*comparison, *m_table, labels);
    m_frame->setFinding(qs(finding.headline), qs(finding.detail));
    const auto& rows = comparison->tables[*m_table].rows;
    const bool kept =
        m_rowChosen && m_row && std::find(rows.begin(), rows.end(), *m_row) != rows.end();
    if (!kept) {
        m_rowChosen = false;
        m_row = finding.row ? finding.row : std::optional(rows.front());
    }
    showCharts();
    showCards();
}

void InferencePage::showLive() {
    showCharts();
}

void InferencePage::showCharts() {
    const Comparison* comparison = m_run.comparison();
    const int tab = m_frame->currentChart();
    const bool lines = comparison && m_table && isOverSizes(*comparison, *m_table);
    m_log->setVisible(tab == kLines);
    if (!comparison || !m_table) {
        m_lines->setValue({});
        m_distribution->setValue({});
        m_course->setValue({});
        return;
    }
    const Labels labels(*comparison, m_text);
    if (!m_logChosen) m_log->setChecked(wantsLog(m_run, *m_table));
    // Only what is seen is drawn: painting is what disturbs a measurement.
    if (tab == kLines) {
        m_lines->setEmptyText(lines ? tr("The chart appears with the first measured size.")
                                    : tr("These rows are different images: see Distribution."));
        m_lines->setValue(lines ? linesOf(m_run, *m_table, labels, m_log->isChecked())
                                : LinesValue{});
    } else if (m_row && tab == kDistribution) {
        m_distribution->setValue(distributionOf(m_run, *m_row, labels));
    } else if (m_row && tab == kCourse) {
        m_course->setValue(courseOf(m_run, *m_row, labels));
    }
}

void InferencePage::showCards() {
    m_frame->cards().setCards(m_cards->make(m_run, m_table, m_row, m_text, m_pictures));
}

void InferencePage::showOtherPcs() {
    QVector<DeviceList::OtherPc> others;
    for (std::size_t i = 1; i < m_run.logs().size(); ++i) {
        const RecordLog& log = m_run.logs()[i];
        DeviceList::OtherPc other{qs(visibleText(baseName(log.path.generic_string()))), {},
                                  m_run.roleOf(i) == duelo::Role::Reference};
        if (const Comparison* comparison = m_run.comparison())
            for (const Source& source : comparison->sources)
                if (source.file == i)
                    other.detail = qs(visibleText(source.gpu)) + ' ' +
                                   qs(source.header.started.substr(0, 10));
        others << other;
    }
    m_form->devices().setOtherPcs(others);
}

void InferencePage::setThumbnail(const QString& input, const QImage& image, const QString& tip) {
    m_pictures.insert(input, image);
    m_form->images().setThumbnail(input, image, tip);
    showCards();
}

void InferencePage::setForecast(const Result<Json>& forecast) {
    m_possible = forecast.has_value();
    if (!forecast) {
        m_expectation = qs(m_text.reason(forecast.error()));
        m_form->setImpossible({});
        showButton();
        return;
    }
    const Json& told = *forecast;
    const int cells = told.value("cells", 0);
    m_expectation = tr("%n case(s)", nullptr, cells);
    if (const Json duration = told.value("duration_ms", Json::object()); !duration.empty())
        m_expectation += " · " + qs(formatDurationRange(duration.value("low", 0.0),
                                                        duration.value("high", 0.0)));
    if (const Json memory = told.value("memory", Json::object()); !memory.empty())
        m_expectation += " · " + qs(formatBytes(memory.value("bytes", 0.0), m_text.numbers()));
    QStringList sentences;
    int impossible = 0;
    for (const Json& entry : told.value("impossible", Json::array())) {
        impossible += entry.value("cells", 0);
        sentences << qs(m_text.reason(reasonFromFields(entry)));
    }
    m_possible = cells > impossible;
    m_form->setImpossible(sentences);
    showButton();
}

void InferencePage::setRunState(RunController::State state) {
    m_state = state;
    const bool running = state != RunController::State::Idle;
    for (Chart* chart : charts())
        chart->setLive(running);
    m_form->setEnabled(!running);
    showButton();
}

void InferencePage::setEngineReady(bool ready) {
    m_engineReady = ready;
    showButton();
}

void InferencePage::showButton() {
    using State = RunController::State;
    if (m_state == State::Idle)
        m_frame->setButton(tr("Measure  F5"), m_expectation, m_engineReady && m_possible, false);
    else
        m_frame->setButton(m_state == State::Cancelling ? tr("Cancelling…") : tr("Cancel  Esc"), {},
                           m_state != State::Cancelling, true);
}

void InferencePage::setPresenting(bool presenting) {
    m_frame->setPresenting(presenting);
    for (Chart* chart : charts())
        chart->setScale(presenting ? kPresentationScale : 1);
}

}  // namespace duelo::ui
