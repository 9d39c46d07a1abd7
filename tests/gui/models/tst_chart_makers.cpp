// SPDX-License-Identifier: GPL-3.0-or-later
#include "models_testing.h"
#include "ui/models/chart_makers.h"

using namespace duelo;
using namespace duelo::testing;
using namespace duelo::ui;

namespace {

const Text& spanish() {
    static const Text text(Language::Spanish);
    return text;
}

const ChartSeries& seriesOf(const LinesValue& value, int style) {
    for (const ChartSeries& series : value.series)
        if (series.style == style) return series;
    qFatal("no series of style %d", style);
}

}  // namespace

class TestChartMakers : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesAreTimesOverSizes();
    void linesCarryTheMeasuredRatio();
    void logarithmicWhereTimesAreFarApart();
    void photographsAreNoLine();
    void runningCellIsPreliminary();
    void linesOfOptionB();
    void distributionHasTheKeptSamples();
    void courseMarksWhatDoesNotCount();
    void breakdownSumsToTheWhole();
    void nothingComesOfNothing();

private:
    Files m_files;
};

/// S0-20, by value: 3 sizes, medians in seconds with their intervals, CPU and GPU in their colours.
void TestChartMakers::linesAreTimesOverSizes() {
    RunModel run;
    QVERIFY(run.open(m_files.write(gpuLog(), "lines.duelo")));
    const Comparison& c = *run.comparison();
    const LinesValue value = linesOf(run, 0, Labels(c, spanish()), true);
    QCOMPARE(value.series.size(), 3U);
    QVERIFY(value.log_y && !value.log_x);
    const std::pair<int, std::size_t> styled[] = {{0, columnOf(c, Device::Cpu)},
                                                  {1, columnOf(c, Device::Cuda)},
                                                  {2, columnOf(c, Device::Cpu, Mode::Fused)}};
    for (const auto& [style, column] : styled) {
        const ChartSeries& series = seriesOf(value, style);
        QCOMPARE(series.points.size(), 3U);
        for (std::size_t i = 0; i < 3; ++i) {
            const Row& row = c.rows[i];
            const Summary& s = *row.cells[column].result.summary;
            QCOMPARE(series.points[i].x, double(row.work.integer("size_px")));
            QCOMPARE(series.points[i].y, s.median_ms / 1e3);
            QCOMPARE(series.points[i].interval->low, s.ci95_ms->low / 1e3);
            QCOMPARE(series.points[i].interval->high, s.ci95_ms->high / 1e3);
            QVERIFY(series.points[i].final);
        }
    }
    QCOMPARE(seriesOf(value, 0).name, QString("CPU (Intel(R) Core(TM) i5-12400)"));
    QCOMPARE(seriesOf(value, 1).name, QString("GPU (NVIDIA GeForce RTX 3060)"));
    // The text for who does not see it says the same.
    for (const ChartSeries& series : value.series) QVERIFY(value.description.contains(series.name));
    QVERIFY(value.description.contains("1024"));
}

/// Best against best: 96 ms fused on the CPU against 30 ms on the GPU.
void TestChartMakers::linesCarryTheMeasuredRatio() {
    RunModel run;
    QVERIFY(run.open(m_files.write(gpuLog(), "marks.duelo")));
    const Comparison& c = *run.comparison();
    const LinesValue value = linesOf(run, 0, Labels(c, spanish()), false);
    QCOMPARE(value.ratios.size(), 3U);
    const LinesValue::RatioMark& mark = value.ratios[1];
    const ColumnRatio& best = *c.tables[0].pairs[1].best;
    QCOMPARE(mark.x, 512.0);
    QCOMPARE(mark.y_low, c.rows[1].cells[best.column].result.summary->median_ms / 1e3);
    QCOMPARE(mark.y_high, c.rows[1].cells[best.base].result.summary->median_ms / 1e3);
    QCOMPARE(mark.text, "× " + qs(formatSignificant(best.estimate->ratio, 3, {','})));
    QVERIFY(std::abs(best.estimate->ratio - 3.2) < 0.05);
}

void TestChartMakers::logarithmicWhereTimesAreFarApart() {
    RunModel run;
    QVERIFY(run.open(m_files.write(gpuLog(), "log.duelo")));
    QVERIFY(wantsLog(run, 0));   // 12.5 ms to 520 ms
    QVERIFY(!wantsLog(run, 1));  // one time alone
    QVERIFY(wantsLog(run, 2));   // 0.04 ms to 20 ms
}

void TestChartMakers::photographsAreNoLine() {
    const Comparison c = gpuPc();
    QVERIFY(isOverSizes(c, 0));
    QVERIFY(isOverSizes(c, 1));
    QVERIFY(!isOverSizes(c, 2));
}

void TestChartMakers::runningCellIsPreliminary() {
    RunModel run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, doneIn("c001", 20));
    add(run, twoCellLine(2));
    add(run,
        Samples{.cell = "c002", .round = {0, 0, 0, 1, 1, 1}, .wall_ms = {88, 90, 92, 89, 91, 95}});
    QTRY_VERIFY(run.comparison() && run.comparison()->rows[0].cells[0].measured());
    const LinesValue value = linesOf(run, 0, Labels(*run.comparison(), spanish()), false);
    QCOMPARE(value.series.size(), 1U);
    const auto& points = value.series[0].points;
    QCOMPARE(points.size(), 2U);
    QCOMPARE(points[0].y, 0.020);
    QVERIFY(points[0].final);
    QCOMPARE(points[1].y, 0.0905);
    QVERIFY(!points[1].final);
    QCOMPARE(points[1].interval->high, 0.095);
    run.endRun();  // cancelled: what was preliminary is no result
    QCOMPARE(linesOf(run, 0, Labels(*run.comparison(), spanish()), false).series[0].points.size(),
             1U);
}

/// S0-32: the other group's GPU stands in the GPU's place, named after its machine, in every chart.
void TestChartMakers::linesOfOptionB() {
    RunModel run;
    QVERIFY(run.open(m_files.write(examples::cpuPc(), "casa.duelo")));
    QVERIFY(
        run.addBeside(m_files.write(examples::otherPc(), "grupo_7.duelo"), duelo::Role::Shared));
    const Comparison& c = *run.comparison();
    const Labels labels(c, spanish());
    const LinesValue value = linesOf(run, 1, labels, false);
    QCOMPARE(seriesOf(value, 1).name, QString("GPU (NVIDIA GeForce RTX 4070)"));
    QCOMPARE(seriesOf(value, 1).points.size(), 3U);
    QVERIFY(value.ratios[1].text.startsWith("× 40") || value.ratios[1].text.startsWith("× 39"));
    const DistributionValue samples = distributionOf(run, 1, labels);
    QCOMPARE(samples.series.size(), 2U);
    QCOMPARE(samples.series[1].style, 1);
    QVERIFY(samples.series[1].name.contains("grupo_7.duelo"));
}

void TestChartMakers::distributionHasTheKeptSamples() {
    RunModel run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Samples{.cell = "c001",
                     .round = {0, 0, 0},
                     .t0_ms = {0, 50, 100},
                     .wall_ms = {20, 400, 24},
                     .discard = {0, 3, 0}});
    ResultRecord done = doneIn("c001", 22);
    done.summary->ci95_ms = Interval{20, 24};
    add(run, done);
    run.endRun();
    const Labels labels(*run.comparison(), spanish());
    const DistributionValue value = distributionOf(run, 0, labels);
    QCOMPARE(value.series.size(), 1U);
    QCOMPARE(value.series[0].values_ms, (std::vector<double>{20, 24}));
    QCOMPARE(value.series[0].median_ms, 22.0);
    QCOMPARE(*value.series[0].ci95_ms, (Interval{20, 24}));
    QVERIFY(value.description.contains("2 medidas entre 20,0 ms y 24,0 ms, mediana 22,0 ms"));
}

void TestChartMakers::courseMarksWhatDoesNotCount() {
    RunModel run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Samples{.cell = "c001", .round = {0}, .t0_ms = {1000}, .wall_ms = {20}});
    add(run, Samples{.cell = "c001",
                     .round = {1, 1},
                     .t0_ms = {1500, 3000},
                     .wall_ms = {400, 24},
                     .discard = {3, 0}});
    run.endRun();  // without a result: what was measured is there to see all the same
    const CourseValue value = courseOf(run, 0, Labels(*run.comparison(), spanish()));
    QCOMPARE(value.series.size(), 1U);
    QCOMPARE(value.series[0].t_s, (std::vector<double>{1, 1.5, 3}));
    QCOMPARE(value.series[0].wall_ms, (std::vector<double>{20, 400, 24}));
    QCOMPARE(value.series[0].discarded, std::vector<std::size_t>{1});
    QVERIFY(value.description.contains("3 medidas"));
}

/// P-03, by value: 12.5 %, 75 %, 6.25 % and 6.25 % of a call of 30 ms.
void TestChartMakers::breakdownSumsToTheWhole() {
    const Comparison c = gpuPc();
    const std::size_t gpu = columnOf(c, Device::Cuda);
    ReportCell cell = c.rows[1].cells[gpu];
    cell.result.summary->median_ms = 30;
    cell.result.parts = {
        {"h2d", 0.125 * 30}, {"compute", 0.75 * 30}, {"d2h", 0.0625 * 30}, {"sort", 0}};
    const BreakdownValue value = breakdownOf(cell, spanish());
    const std::pair<const char*, double> expected[] = {{"h2d", 0.125 * 30},
                                                       {"compute", 0.75 * 30},
                                                       {"d2h", 0.0625 * 30},
                                                       {"unexplained", 0.0625 * 30}};
    QCOMPARE(value.segments.size(), std::size(expected));
    for (std::size_t i = 0; i < value.segments.size(); ++i) {
        QCOMPARE(value.segments[i].id, std::string(expected[i].first));
        QCOMPARE(value.segments[i].ms, expected[i].second);
        QVERIFY(value.segments[i].inside);
    }
    QVERIFY(value.segments[1].text.startsWith("75"));
    // What was measured apart leaves the call's own time alone, and an unknown part has its id.
    cell.result.parts = {{"h2d", 15, false}, {"sort", 27}};
    const BreakdownValue apart = breakdownOf(cell, spanish());
    QCOMPARE(apart.segments.size(), 3U);
    QVERIFY(!apart.segments[0].inside && apart.segments[1].inside);
    QCOMPARE(apart.segments[1].name, QString("sort"));
    QCOMPARE(apart.segments[2].id, std::string("unexplained"));
    QCOMPARE(apart.segments[2].ms, 3.0);
    // A photograph is opened and resized first.
    const BreakdownValue photo = breakdownOf(c.rows[4].cells[gpu], spanish());
    QCOMPARE(photo.segments[0].id, std::string("decode"));
    QCOMPARE(photo.segments[1].id, std::string("resize"));
    QCOMPARE(photo.segments[0].ms, 4.5);
    QVERIFY(breakdownOf(c.rows[1].cells[columnOf(c, Device::Cpu)], spanish()).segments.empty());
    QVERIFY(breakdownOf(c.rows[3].cells[gpu], spanish()).segments.empty());  // out of memory
}

/// A file stripped of its samples, a cell without a figure: empty charts, not wrong ones.
void TestChartMakers::nothingComesOfNothing() {
    RecordLog log = gpuLog();
    std::erase_if(log.records,
                  [](const Record& record) { return std::holds_alternative<Samples>(record); });
    RunModel run;
    QVERIFY(run.open(m_files.write(log, "stripped.duelo")));
    const Labels labels(*run.comparison(), spanish());
    QVERIFY(distributionOf(run, 1, labels).series.empty());
    QVERIFY(courseOf(run, 1, labels).series.empty());
    QCOMPARE(linesOf(run, 0, labels, false).series.size(), 3U);
    QCOMPARE(linesOf(run, 1, labels, false).series.size(), 1U);  // the GPU's batch 64 did not fit
}

QTEST_MAIN(TestChartMakers)
#include "tst_chart_makers.moc"
