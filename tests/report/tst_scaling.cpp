// SPDX-License-Identifier: Apache-2.0
// P-06, S4-05..S4-08, S4-21..S4-23, S4-28, S0-12: what more threads bring, from the files of larger
// machines to cards, charts and reports.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comparison_testing.h"
#include "document_testing.h"
#include "experiments/inference/params.h"
#include "noise.h"
#include "report/export.h"
#include "report/scaling.h"
#include "report/scaling_latency.h"
#include "report/tabs.h"
#include "report/writers.h"
#include "stats/validity.h"

using namespace duelo;
using namespace duelo::examples;
using duelo::test::compared;

namespace {

const Text& spanish() {
    static const Text text(Language::Spanish);
    return text;
}
const Text& english() {
    static const Text text(Language::English);
    return text;
}

/// The file of a PC that did the same work with several numbers of threads.
class Sweep {
public:
    explicit Sweep(CpuSheet cpu, const char* file = "sweep.duelo") {
        m_log.path = file;
        m_log.integrity = Integrity::Sealed;
        Header header;
        header.machine = {.id = "0123abcd", .cpu = std::move(cpu)};
        m_log.records.emplace_back(std::move(header));
    }

    /// Measured in rounds, with an interval.
    ResultRecord& measured(int threads, double ms, Mode mode = Mode::Eager, int batch = 1) {
        const std::string id = cell(threads, mode, batch);
        Samples samples;
        samples.cell = id;
        for (int round = 0; round < 14; ++round)
            for (int i = 0; i < 3; ++i) {
                samples.round.push_back(round);
                samples.t0_ms.push_back(1000.0 * round + 100 * i);
                samples.wall_ms.push_back(std::round(ms * m_noise.next() * 1e6) / 1e6);
            }
        m_log.records.emplace_back(samples);
        const auto sorted = sortedCopy(samples.wall_ms);
        ResultRecord result;
        result.cell = id;
        result.quantities = {{"images", batch}};
        result.summary = Summary{.n = static_cast<std::int64_t>(sorted.size()),
                                 .median_ms = median(sorted),
                                 .ci95_ms = medianInterval(sorted),
                                 .mean_ms = mean(sorted),
                                 .min_ms = sorted.front(),
                                 .p25_ms = quantileOfSorted(sorted, 0.25),
                                 .p75_ms = quantileOfSorted(sorted, 0.75),
                                 .max_ms = sorted.back()};
        return keep(std::move(result));
    }
    /// A single number, as somebody typed it from a table.
    ResultRecord& typed(int threads, double ms) {
        ResultRecord result;
        result.cell = cell(threads, Mode::Eager);
        result.summary = Summary{.n = 1,
                                 .median_ms = ms,
                                 .mean_ms = ms,
                                 .min_ms = ms,
                                 .p25_ms = ms,
                                 .p75_ms = ms,
                                 .max_ms = ms};
        return keep(std::move(result));
    }
    /// So many side by side with one thread each: a call's share of a row, and what one took.
    ResultRecord& sideBySide(int instances, double share_ms, double latency_ms) {
        ResultRecord& result = measured(1, share_ms);
        for (Record& record : m_log.records)
            if (auto* of = std::get_if<CellRecord>(&record); of && of->cell == result.cell)
                of->variant.set("instances", instances);
        result.metrics = {rateOf("throughput", "image/s", 1, *result.summary),
                          {"latency", "ms", latency_ms, Interval{0.9 * latency_ms, latency_ms}},
                          {"slowest_latency", "ms", 1.1 * latency_ms}};
        if (instances > 1) result.flags = {std::string(flags::pipelined)};
        return result;
    }
    Sweep& amdahl(const std::vector<int>& threads, double serial, Mode mode = Mode::Eager) {
        for (const int p : threads) measured(p, 100 / amdahlSpeedUp(serial, p), mode);
        return *this;
    }

    Comparison compare() const { return compared({m_log}); }
    const RecordLog& log() const { return m_log; }

private:
    std::string cell(int threads, Mode mode, int batch = 1) {
        std::string id = "c" + std::to_string(++m_cells);
        m_log.records.emplace_back(
            CellRecord{.cell = id,
                       .experiment = "inference",
                       .work = InferenceCase{.model = "resnet18", .size_px = 224, .batch = batch},
                       .variant = Variant{.threads = threads, .mode = mode}});
        return id;
    }
    ResultRecord& keep(ResultRecord result) {
        m_log.records.emplace_back(std::move(result));
        return std::get<ResultRecord>(m_log.records.back());
    }

    RecordLog m_log;
    Noise m_noise{35};
    int m_cells = 0;
};

/// Sheets of other machines, as their files have them.
const CpuSheet kEightCores{.name = "AMD Ryzen 7", .cores = 8, .logical = 16, .numa_nodes = 1};
const CpuSheet kHybrid{.name = "Intel Core i7",
                       .cores = 12,
                       .logical = 20,
                       .kinds = {{.kind = "performance", .cores = 8, .logical = 16},
                                 {.kind = "efficiency", .cores = 4, .logical = 4}}};
const CpuSheet kServer{.name = "Xeon", .packages = 2, .cores = 32, .logical = 32, .numa_nodes = 2};

std::vector<ScalingSeries> seriesOf(const Comparison& comparison, const Text& text = spanish()) {
    return scalingOf(Labels(comparison, text), comparison);
}

std::string told(const Comparison& comparison, const Text& text = spanish()) {
    const Labels labels(comparison, text);
    std::string all;
    for (const ScalingSeries& series : scalingOf(labels, comparison))
        for (const std::string& sentence : scalingSentences(series, labels)) all += sentence + '\n';
    return all;
}

bool holds(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

const LinesValue& linesOf(const ChartValue& chart) {
    return std::get<LinesValue>(chart);
}

}  // namespace

class TestScaling final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 5 % serial on eight cores: found within its band, with the SMT point left out of the law.
    void aKnownShareIsFound() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2, 4, 8}, 0.05).measured(16, 100 / amdahlSpeedUp(0.05, 8));
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        QCOMPARE(all.size(), 1U);
        const ScalingSeries& series = all.front();
        QCOMPARE(series.steps.size(), 5U);
        QVERIFY(!series.steps[0].speed_up && !series.steps[0].why);
        for (std::size_t i = 1; i < 4; ++i) {
            const SpeedUp& of = *series.steps[i].speed_up;
            QVERIFY(std::abs(of.ratio / amdahlSpeedUp(0.05, of.workers) - 1) < 0.01);
            QVERIFY(of.ci95 && of.ci95->contains(of.ratio));
        }
        QVERIFY(series.amdahl);
        QCOMPARE(series.amdahl->points, 4U);
        QVERIFY(series.amdahl->ci95.contains(0.05));
        QVERIFY(!series.slowed && !series.above);
        const std::string es = told(c), en = told(c, english());
        QVERIFY2(holds(es, "Ley de Amdahl, ajustada a 4 puntos"), es.c_str());
        QVERIFY2(holds(es, "El PC tiene 8 núcleos que se presentan como 16 (SMT)"), es.c_str());
        QVERIFY2(holds(en, "Amdahl's law, fitted to 4 points"), en.c_str());
        QVERIFY2(holds(en, "The PC has 8 cores that show as 16 (SMT)"), en.c_str());
    }

    /// S0-12: what all bring together, and what each waits for it.
    void latencyAgainstThroughput_S0_12() {
        Sweep sweep(kEightCores);
        sweep.sideBySide(1, 40, 40);
        sweep.sideBySide(2, 20.5, 41);
        sweep.sideBySide(4, 15, 60);
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all.front().axis, std::string("instances"));
        // Four do 66.7 in a second where one does 25: the speed-up is that of the rate.
        QVERIFY(std::abs(all.front().steps[2].speed_up->ratio / (40.0 / 15) - 1) < 0.01);
        const auto served = servedSteps(all.front(), c);
        QCOMPARE(served.size(), 3U);
        QCOMPARE(served[2].latency->value, 60.0);
        for (const auto& [text, rate, wait] :
             {std::tuple(&spanish(), "Con 4 a la vez se hacen 66,8 por segundo",
                         "crece 2,68 veces y la espera de cada respuesta 1,50 veces"),
              {&english(), "With 4 at a time, 66.8 are done in a second",
               "grows 2.68 times and the wait for each answer 1.50 times"}}) {
            const auto told = latencySentences(all.front(), Labels(c, *text), c);
            QCOMPARE(told.size(), 1U);
            QVERIFY2(holds(told.front(), rate), told.front().c_str());
            QVERIFY2(holds(told.front(), wait), told.front().c_str());
        }
        const Labels labels(c, english());
        const auto charts = scalingCharts(all, labels, c);
        QCOMPARE(charts.size(), 3U);
        const LinesValue& chart = linesOf(charts[2]);
        QCOMPARE(chart.series.size(), 1U);
        QCOMPARE(chart.series[0].points.size(), 3U);
        QVERIFY(std::ranges::is_sorted(chart.series[0].points, {}, &LinesValue::Point::x));
        QCOMPARE(chart.series[0].points[2].x, 66.8);
        QCOMPARE(chart.series[0].points[2].y, 60.0);
        QCOMPARE(chart.series[0].points[2].note, std::string("4 at a time"));
        QCOMPARE(chart.marks.size(), 3U);
        const auto report = reportText(c, ReportFormat::Markdown, {.language = Language::Spanish});
        QVERIFY(report && holds(*report, "Latencia y rendimiento"));
        QVERIFY(holds(*report, "De la más lenta (ms)"));
    }

    /// Of threads nobody tells a latency, and no chart of it is drawn.
    void threadsHaveNoLatencyOfTheirOwn() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2, 4, 8}, 0.05);
        const Comparison c = sweep.compare();
        QVERIFY(servedSteps(seriesOf(c).front(), c).empty());
        QCOMPARE(scalingCharts(seriesOf(c), Labels(c, english()), c).size(), 2U);
    }

    /// S4-05: the project's sweep, as printed; its single numbers have no intervals.
    void theRecordedSweepIsNotAmdahl() {
        Sweep sweep(kEightCores);
        const std::pair<int, double> times[] = {
            {1, 27881}, {2, 27621}, {4, 20212}, {8, 5078}, {16, 9772}};
        for (const auto& [threads, ms] : times) sweep.typed(threads, ms);
        const Comparison c = sweep.compare();
        const std::string es = told(c), en = told(c, english());
        QVERIFY2(holds(es, "Esto no es Amdahl: hay contención. Con 16 tarda 1,92 veces"),
                 es.c_str());
        QVERIFY2(holds(en, "This is not Amdahl: there is contention. With 16"), en.c_str());
        QVERIFY(!seriesOf(c).front().amdahl);
    }

    /// S4-07 has no number of processes that is faster than one.
    void noneFasterThanOneIsSaid() {
        Sweep sweep(kServer);
        const std::pair<int, double> times[] = {
            {1, 49090}, {2, 52700}, {4, 79400}, {8, 97230}, {16, 212200}};
        for (const auto& [threads, ms] : times) sweep.measured(threads, ms);
        const std::string es = told(sweep.compare());
        QVERIFY2(holds(es, "Ningún número es más rápido que uno solo"), es.c_str());
        QVERIFY2(holds(es, "hay contención. Con 16 tarda 4,3"), es.c_str());
        QVERIFY2(holds(es, "2 sitios (nodos NUMA)"), es.c_str());
        // A share above all of it is named for what it is, and no figure in the table.
        QVERIFY2(holds(es, "no es parte en serie de nada"), es.c_str());
        const auto report =
            reportText(sweep.compare(), ReportFormat::Markdown, {.language = Language::Spanish});
        QVERIFY(report && holds(*report, "100: contención"));
    }

    /// S2-35: two numbers show no share, and the page says how to get one.
    void twoNumbersAreRefused() {
        Sweep sweep(kEightCores);
        sweep.measured(1, 860.4);
        sweep.measured(8, 526.7);
        const Comparison c = sweep.compare();
        QCOMPARE(seriesOf(c).front().amdahl.error().code, std::string("scaling_few_points"));
        const std::string es = told(c);
        QVERIFY2(holds(es, "De 2 puntos no se calcula una parte en serie"), es.c_str());
        QVERIFY2(holds(es, "Con 8 hilos es 1,63 veces más rápida"), es.c_str());
    }

    /// The law is that of equal cores: slower ones that join are marked, not fitted.
    void slowerCoresAreNoMatterOfTheLaw() {
        Sweep sweep(kHybrid);
        sweep.amdahl({1, 2, 4, 8}, 0.02);
        sweep.measured(12, 100 / amdahlSpeedUp(0.02, 9));
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        QVERIFY(all.front().cores.isHybrid());
        QVERIFY(all.front().amdahl && all.front().amdahl->ci95.contains(0.02));
        QCOMPARE(all.front().amdahl->points, 4U);
        QVERIFY(holds(told(c), "8 núcleos rápidos y 4 más lentos"));
        const Labels labels(c, spanish());
        const auto charts = scalingCharts(all, labels, c);
        QCOMPARE(linesOf(charts.at(0)).marks.size(), 1U);
        QCOMPARE(linesOf(charts.at(0)).marks[0].x, 8.0);
        QCOMPARE(linesOf(charts.at(0)).marks[0].text, std::string("8 núcleos rápidos"));
    }

    void withoutOneThreadThereIsNoSpeedUp() {
        Sweep sweep(kEightCores);
        sweep.amdahl({2, 4, 8}, 0.05);
        const Comparison c = sweep.compare();
        const ScalingSeries series = seriesOf(c).front();
        QVERIFY(series.speedUps().empty());
        for (const ScalingStep& step : series.steps)
            QCOMPARE(step.why->code, std::string("scaling_base_missing"));
        const Labels labels(c, spanish());
        QVERIFY(scalingCharts(seriesOf(c), labels, c).empty());
        QVERIFY(holds(told(c), "Mida de nuevo con el 1 entre los números"));
    }

    /// No factor is told of a doubtful time, and no law rests on it.
    void aDoubtfulTimeGivesNoFactor() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2}, 0.05).measured(4, 30).flags = {std::string(flags::very_noisy)};
        sweep.amdahl({8}, 0.05);
        const ScalingSeries series = seriesOf(sweep.compare()).front();
        QVERIFY(!series.steps[2].speed_up);
        QCOMPARE(series.steps[2].why->code, std::string("ratio_doubtful"));
        QCOMPARE(series.amdahl.error().args["points"].get<int>(), 3);
    }

    /// What differs otherwise is a series of its own, in one chart with its own name.
    void otherAxesMakeOtherSeries() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2, 4, 8}, 0.05).amdahl({1, 2, 4}, 0.4, Mode::Fused);
        const Comparison c = sweep.compare();
        const Labels labels(c, spanish());
        const auto all = scalingOf(labels, c);
        QCOMPARE(all.size(), 2U);
        const auto charts = scalingCharts(all, labels, c);
        QCOMPARE(charts.size(), 2U);
        const LinesValue& speed = linesOf(charts[0]);
        QCOMPARE(speed.series.size(), 4U);  // one fitted, and the ideal
        QVERIFY(speed.series[0].name != speed.series[2].name);
        QCOMPARE(speed.lineName(speed.series[1]), speed.series[0].name + ", ley de Amdahl");
        QVERIFY(speed.series[1].dashed && !speed.series[2].dashed);
        const LinesValue::Series& ideal = speed.series.back();
        QCOMPARE(ideal.name, std::string("ideal"));
        for (const auto& point : ideal.points) QCOMPARE(point.x, point.y);
        for (const auto& point : linesOf(charts[1]).series.back().points) QCOMPARE(point.y, 100.0);
        QVERIFY(holds(titleOf(charts[0]), "Aceleración"));
        QVERIFY(holds(descriptionOf(charts[0]), "ideal"));
    }

    /// Batches that grow with the threads, each measured with one thread too.
    void workThatGrowsWithTheThreads() {
        Sweep sweep(kEightCores);
        for (const int batch : {1, 2, 4, 8})
            for (const int threads : {1, 2, 4, 8}) {
                const double ms = 100.0 * batch / gustafsonSpeedUp(0.1, threads);
                sweep.measured(threads, ms, Mode::Eager, batch);
            }
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        QCOMPARE(all.size(), 4U);
        const auto weak = weakScalingOf(all, c);
        QCOMPARE(weak.size(), 1U);
        QCOMPARE(weak.front().scaled.size(), 3U);
        QVERIFY(weak.front().gustafson && weak.front().gustafson->ci95.contains(0.1));
        const Labels labels(c, spanish());
        QVERIFY(holds(weakScalingSentences(labels, c).at(0), "Según la ley de Gustafson"));
        // Without the larger batches there is none of it.
        QVERIFY(weakScalingOf({all.front()}, c).empty());
    }

    /// S4-28: causes are offered from what was measured of the parts of a call.
    void causesComeFromTheParts() {
        Sweep sweep(kEightCores);
        sweep.measured(1, 100).parts = {{"compute", 80}, {"data", 19}};
        sweep.measured(8, 36).parts = {{"compute", 10}, {"data", 19}, {"team_start", 6}};
        const Comparison c = sweep.compare();
        const auto causes = scalingCauses(seriesOf(c).front(), c, spanish());
        QCOMPARE(causes.size(), 2U);
        QVERIFY(holds(causes[0], "«Preparar lotes» tarda 19,0 ms con uno y 19,0 ms con 8 hilos"));
        QVERIFY(holds(causes[1], "que con uno no existe"));
    }

    /// A file with one number of threads, or of a GPU, has none of it.
    void whereNothingVariesThereIsNothing() {
        const Comparison c = compared({gpuPc()});
        QVERIFY(seriesOf(c).empty());
        QVERIFY(scalingSection(c, {}).blocks.empty());
        const Labels labels(c, spanish());
        QVERIFY(!scalingCard({.comparison = c, .labels = labels, .table = 0}));
        QVERIFY(scalingCharts(Shown{.comparison = c, .labels = labels, .table = 0}).empty());
        QVERIFY(!holds(writeJson(c, {}), "\"karp_flatt\""));
    }

    void aCardOfTheChosenVariant() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2, 4, 8}, 0.05).amdahl({1, 2}, 0.4, Mode::Fused);
        const Comparison c = sweep.compare();
        const Labels labels(c, spanish());
        const auto all = scalingOf(labels, c);
        const Spec& spec = *findSpec("inference");
        for (const ScalingSeries& series : all) {
            const Shown shown{.comparison = c,
                              .labels = labels,
                              .table = 0,
                              .row = 0,
                              .column = series.steps[1].column};
            const auto cards = cardsOf(spec, shown);
            const auto card = std::ranges::find(cards, "scaling", &CardValue::id);
            QVERIFY(card != cards.end());
            QCOMPARE(card->title, std::string("Escalabilidad: Hilos"));
            QCOMPARE(card->lines.front(), scalingSentences(series, labels).front());
        }
    }

    /// S4-06, S4-22, S4-23: table and charts stand in every document, in both languages.
    void itStandsInEveryReport() {
        Sweep sweep(kEightCores);
        sweep.amdahl({1, 2, 4, 8, 16}, 0.05);
        const Comparison c = sweep.compare();
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            const Document document = compose(c, {.language = language});
            const DocTable table = tableOf(document, "scaling");
            QCOMPARE(table.rows.size(), 5U);
            QCOMPARE(table.columns.size(), 7U);  // of one case in one variant
            QCOMPARE(table.columns.front(), text("column.threads"));
            QCOMPARE(table.columns[1], text("report.column_time", {{"unit", "s"}}));
            QCOMPARE(table.rows[0].back().text, text("report.is_base"));
            QVERIFY(holds(table.rows[4].back().text, "SMT"));
            QVERIFY(std::abs(*table.rows[3][2].value - amdahlSpeedUp(0.05, 8)) < 0.05);
            QVERIFY(std::abs(*table.rows[3][5].value - 5) < 0.5);
            int charts = 0;
            for (const ChartValue& chart : blocks<ChartValue>(document))
                charts += holds(titleOf(chart), text("scaling.speed_up")) ||
                          holds(titleOf(chart), text("scaling.efficiency"));
            QCOMPARE(charts, 2);
            for (const std::string& written : {writeHtml(document), writeMarkdown(document)}) {
                QVERIFY(holds(written, text("scaling.heading")));
                QVERIFY(holds(written, text("scaling.column_efficiency")));
            }
        }
        const Json json = Json::parse(writeJson(c, {}));
        QCOMPARE(json["scaling"].size(), 1U);
        QCOMPARE(json["scaling"][0]["axis"].get<std::string>(), std::string("threads"));
        QCOMPARE(json["scaling"][0]["steps"].size(), 5U);
        QVERIFY(json["scaling"][0]["amdahl"]["ci95"][0].get<double>() <= 0.05);
    }

    /// What takes microseconds is told in them: "< 0.0001" shows no difference.
    void shortTimesHaveTheirUnit() {
        Sweep sweep(kEightCores);
        for (const int threads : {1, 2, 4}) sweep.measured(threads, 0.02 / threads);
        const DocTable table = tableOf(compose(sweep.compare(), {}), "scaling");
        QCOMPARE(table.columns[1], spanish()("report.column_time", {{"unit", "µs"}}));
        for (const auto& cells : table.rows) QVERIFY(!holds(cells[1].text, "<"));
        QVERIFY(std::abs(*table.rows[2][1].value - 5) < 0.1);
    }

    /// By the axis's own declaration, on every page that has one.
    void everyPageWithThreadsHasTheTab() {
        for (const Spec& spec : specs()) {
            const bool threads = spec.compares && spec.find("threads") && spec.page.empty();
            const auto tabs = tabsOf(spec);
            const bool has = std::ranges::find(tabs, "scaling", &ChartTab::id) != tabs.end();
            QVERIFY2(has == threads, spec.id.c_str());
        }
        QVERIFY(!countsWorkers(*findSpec("roofs"), *findSpec("roofs")->find("threads")));
        QVERIFY(!countsWorkers(*findSpec("inference"), *findSpec("inference")->find("batch")));
    }

    /// S0-12: 1, 2, 4, ... and every count of cores; four of the fastest, where there are so many.
    void theNumbersToMeasureWith_data() {
        QTest::addColumn<CpuSheet>("cpu");
        QTest::addColumn<std::vector<int>>("numbers");
        using Numbers = std::vector<int>;
        QTest::newRow("8 with SMT") << kEightCores << Numbers{1, 2, 4, 8, 16};
        QTest::newRow("hybrid") << kHybrid << Numbers{1, 2, 4, 8, 12, 16, 20};
        QTest::newRow("server") << kServer << Numbers{1, 2, 4, 8, 16, 32};
        QTest::newRow("4") << CpuSheet{.cores = 4, .logical = 8} << Numbers{1, 2, 3, 4, 8};
        QTest::newRow("6") << CpuSheet{.cores = 6, .logical = 12} << Numbers{1, 2, 4, 6, 8, 12};
        QTest::newRow("2") << CpuSheet{.cores = 2, .logical = 2} << Numbers{1, 2};
        QTest::newRow("1") << CpuSheet{.cores = 1, .logical = 1} << Numbers{1};
        QTest::newRow("2 of 16") << CpuSheet{.usable_logical = 2, .cores = 16, .logical = 32}
                                 << Numbers{1, 2};
        QTest::newRow("unknown") << CpuSheet{} << Numbers{1, 2};
    }
    void theNumbersToMeasureWith() {
        QFETCH(CpuSheet, cpu);
        QFETCH(std::vector<int>, numbers);
        QCOMPARE(workerNumbers(coreCounts(cpu)), numbers);
    }

    /// Another group's file has its own machine and its own series.
    void filesAreNotMixed() {
        Sweep own(kEightCores), other(kServer, "other.duelo");
        own.amdahl({1, 2}, 0.05);
        other.amdahl({1, 4, 8, 16}, 0.3);
        const Comparison c = compared({own.log(), other.log()});
        const auto all = seriesOf(c);
        QCOMPARE(all.size(), 2U);
        QCOMPARE(*all[0].cores.cores, 8);
        QCOMPARE(*all[1].cores.cores, 32);
        QVERIFY(all[1].amdahl && all[1].amdahl->ci95.contains(0.3));
        QVERIFY(holds(tableOf(compose(c, {}), "scaling").rows.back()[0].text +
                          tableOf(compose(c, {}), "scaling").rows.back()[1].text,
                      "other.duelo"));
    }
};

QTEST_APPLESS_MAIN(TestScaling)
#include "tst_scaling.moc"
