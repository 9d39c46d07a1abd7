// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/inference/inference_page.h"

#include <algorithm>

#include <QCheckBox>
#include <QTableView>

#include "experiments/finding.h"
#include "ui/charts/course_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/frame/experiment_frame.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/inference_cards.h"
#include "ui/inference/inference_form.h"
#include "ui/look/settings.h"
#include "ui/models/chart_makers.h"
#include "ui/models/results_model.h"

namespace duelo::ui {

namespace {
enum ChartTab { kLines, kDistribution, kCourse };
}  // namespace

InferencePage::InferencePage(const RunModel& run, const Text& text, QWidget* parent)
    : ExperimentPage(run, text, parent),
      m_form(new InferenceForm(text)),
      m_results(new ResultsModel(run, text, this)),
      m_cards(std::make_unique<InferenceCards>(this)) {
    m_results->setExperiments({"inference"});
    frame().setForm(m_form);
    makeCharts();
    frame().setTableModel(m_results);
    connect(&run, &RunModel::changed, this, &InferencePage::showRun);
    connect(&run, &RunModel::liveChanged, this, &InferencePage::showLive);
    connect(&frame(), &ExperimentFrame::chartChanged, this, &InferencePage::showCharts);
    connect(&frame(), &ExperimentFrame::selectionChanged, this, [this](int index) {
        m_table = static_cast<std::size_t>(index);
        m_rowChosen = m_logChosen = false;
        showRun();
    });
    connect(&frame(), &ExperimentFrame::rowChanged, this, [this](int row) {
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
    frame().addChart(tr("Time and size"), m_lines);
    frame().addChart(tr("Distribution"), m_distribution);
    frame().addChart(tr("Course"), m_course);
    m_lines->setTitle(tr("Time of CPU and GPU over image size"));
    m_distribution->setTitle(tr("Distribution of the measurements"));
    m_course->setTitle(tr("Measurements in their order"));
    m_lines->setEmptyText(tr("The chart appears with the first measured size."));
    m_distribution->setEmptyText(tr("The measurements of the chosen row appear here."));
    m_course->setEmptyText(tr("The measurements of the chosen row appear here in their order."));
    for (Chart* chart : charts()) chart->setNumberStyle(text().numbers());
    m_log = new QCheckBox(tr("Logarithmic scale"));
    m_log->setToolTip(tr("Each step multiplies the time; equal ratios are equal distances"));
    connect(m_log, &QCheckBox::clicked, this, [this] {
        m_logChosen = true;
        showCharts();
    });
    frame().addChartTool(m_log);
}

QVector<Chart*> InferencePage::charts() const {
    return {m_lines, m_distribution, m_course};
}

const Plan& InferencePage::plan() const {
    return m_form->plan();
}

void InferencePage::setPlan(const Plan& plan) {
    m_form->setPlan(plan);
}

bool InferencePage::shows(const std::string& experiment) const {
    return experiment == "inference";
}

/// The form begins with what the engine proposes, unless it shows a plan already.
void InferencePage::setProbe(const ProbeSheet& sheet) {
    m_form->setProbe(sheet);
    if (!valuesIn(m_form->plan().cases.front(), "model").empty()) return;
    const auto plan = planFromJson(sheet.default_plan);
    if (plan && takes(*plan)) m_form->setPlan(*plan);
}

QString InferencePage::runCaption() const {
    return tr("Measure  F5");
}

QWidget& InferencePage::formWidget() const {
    return *m_form;
}

void InferencePage::setImpossible(const QStringList& sentences) {
    m_form->setImpossible(sentences);
}

QStringList InferencePage::tableTitles(const Comparison& comparison) const {
    QStringList titles;
    const Labels labels(comparison, text());
    for (const SizeTable& table : comparison.tables) {
        const Params& work = comparison.rows[table.rows.front()].work;
        const std::string input = inputOf(work) == kRandomInput
                                      ? labels.inputName(work)
                                      : text()("report.input_photographs");
        const std::int64_t batch = work.integer("batch", 1);
        titles << qs(
            text()(batch == 1 ? "report.table_title" : "report.table_title_batch",
                   {{"model_name", modelName(work)}, {"input_name", input}, {"batch", batch}}));
        if (table.kind == SizeTable::Kind::SharedGpu)
            titles.last() = tr("%1 (another group)").arg(titles.last());
        if (table.kind == SizeTable::Kind::ReferenceGpu)
            titles.last() = tr("%1 (reference)").arg(titles.last());
    }
    return titles;
}

void InferencePage::showRun() {
    const Comparison* comparison = this->comparison();
    showOtherPcs(m_form->devices());
    if (!comparison || comparison->tables.empty()) {
        m_table.reset();
        m_row.reset();
        frame().setFinding(tr("How much faster is the GPU?"),
                           tr("Choose what to measure on the left, or open a .duelo file."));
        frame().setSelections({}, -1);
        showCharts();
        showCards();
        return;
    }
    const Labels labels(*comparison, text());
    if (!m_table || *m_table >= comparison->tables.size()) m_table = 0;
    m_results->setTable(m_table);
    frame().setSelections(tableTitles(*comparison), static_cast<int>(*m_table));
    const Finding finding = findingOf(*comparison, *m_table, labels);
    frame().setFinding(qs(finding.headline), qs(finding.detail));
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
    const Comparison* comparison = this->comparison();
    const int tab = frame().currentChart();
    const bool lines = comparison && m_table && isOverSizes(*comparison, *m_table);
    m_log->setVisible(tab == kLines);
    if (!comparison || !m_table) {
        m_lines->setValue({});
        m_distribution->setValue({});
        m_course->setValue({});
        return;
    }
    const Labels labels(*comparison, text());
    if (!m_logChosen) m_log->setChecked(wantsLog(run(), *m_table));
    // Only what is seen is drawn: painting is what disturbs a measurement.
    if (tab == kLines) {
        m_lines->setEmptyText(lines ? tr("The chart appears with the first measured size.")
                                    : tr("These rows are different images: see Distribution."));
        m_lines->setValue(lines ? linesOf(run(), *m_table, labels, m_log->isChecked())
                                : LinesValue{});
    } else if (m_row && tab == kDistribution) {
        m_distribution->setValue(distributionOf(run(), *m_row, labels));
    } else if (m_row && tab == kCourse) {
        m_course->setValue(courseOf(run(), *m_row, labels));
    }
}

void InferencePage::showCards() {
    frame().cards().setCards(m_cards->make(run(), m_table, m_row, text(), m_pictures));
}

void InferencePage::setThumbnail(const QString& input, const QImage& image, const QString& tip) {
    m_pictures.insert(input, image);
    m_form->images().setThumbnail(input, image, tip);
    showCards();
}

}  // namespace duelo::ui
