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
#include "machine/machine.h"
#include "noise.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/long_table.h"
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
    /// Adds a cell of `instances` side by side: `share_ms` is a call's share of a row, and
    /// `latency_ms` what one call took.
    ResultRecord& sideBySide(int instances, double share_ms, double latency_ms, int threads = 1,
                             const char* pinning = nullptr) {
        ResultRecord& result = measured(threads, share_ms);
        for (Record& record : m_log.records)
            if (auto* of = std::get_if<CellRecord>(&record); of && of->cell == result.cell) {
                of->variant.set("instances", instances);
                if (pinning) of->variant.set("pinning", pinning);
            }
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

/// The sheet of the machine that a file of hwloc describes.
CpuSheet sheetOf(const char* xml) {
    qputenv("HWLOC_XMLFILE", QByteArray(DUELO_SOURCE_DIR "/tests/machine/data/") + xml);
    CpuSheet cpu = readMachineSheet().cpu;
    qunsetenv("HWLOC_XMLFILE");
    cpu.usable_logical = cpu.logical;  // of that machine this process may use none
    cpu.default_threads = cpu.usable_cores = cpu.cores;
    cpu.quota.reset();
    return cpu;
}

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
    /// Y-20: each printed speed-up is the median of the ratios of the rounds, recomputed here from
    /// the samples, and each efficiency that by the number of threads.
    void printedFiguresAreRecomputed_Y_20() {
        const std::vector<int> threads{1, 2, 4, 8};
        Sweep sweep(kEightCores);
        const Comparison c = sweep.amdahl(threads, 0.1).amdahl(threads, 0.4, Mode::Fused).compare();
        const auto samplesOf = [&](const char* mode, int number) {
            for (const ReportCell& cell : c.rows.front().cells) {
                const Params& variant = c.columns[cell.column].variant;
                if (variant.text("mode") == mode && variant.integer("threads") == number)
                    return cell.samples;
            }
            qFatal("no such variant");
        };
        const DocTable table = tableOf(compose(c, {}), "scaling");
        const auto at = [&](const std::string& title) {
            const auto found = std::ranges::find(table.columns, title);
            if (found == table.columns.end()) qFatal("no column %s", title.c_str());
            return static_cast<std::size_t>(found - table.columns.begin());
        };
        const std::size_t speed_up = at(spanish()("scaling.column_speed_up")),
                          efficiency = at(spanish()("scaling.column_efficiency"));
        const auto is = [](const DocCell& cell, double value) {
            return cell.value && std::abs(*cell.value - value) <= 1e-9 * value &&
                   cell.text == formatFixed(value, cell.decimals, spanish().numbers());
        };
        for (const char* mode : {"eager", "fused"})
            for (const int number : threads) {
                if (number == 1) continue;
                const double ratio = ratioOfRounds(samplesOf(mode, 1), samplesOf(mode, number));
                QCOMPARE(std::ranges::count_if(table.rows,
                                               [&](const auto& line) {
                                                   return is(line[speed_up], ratio) &&
                                                          is(line[efficiency],
                                                             100 * ratio / number);
                                               }),
                         1);
            }
        QCOMPARE(table.rows.size(), 2 * threads.size());
    }

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

    /// The figures of a doubtful time are told, but no factor.
    void doubtfulLatencyHasNoFactor_S0_12() {
        Sweep sweep(kEightCores);
        sweep.sideBySide(1, 40, 40);
        sweep.sideBySide(4, 15, 60).flags = {std::string(flags::very_noisy)};
        const Comparison c = sweep.compare();
        const auto told = latencySentences(seriesOf(c).front(), Labels(c, english()), c);
        QCOMPARE(told.size(), 1U);
        QVERIFY2(holds(told.front(), "With 4 at a time, 66.7 are done"), told.front().c_str());
        QVERIFY2(!holds(told.front(), "times") && !holds(told.front(), "gains"),
                 told.front().c_str());
    }

    /// S0-12: what all do together, and how long each takes for it.
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
        QCOMPARE(chart.series[0].points[2].y, 0.06);
        QCOMPARE(chart.series[0].points[2].note, std::string("4 at a time"));
        QCOMPARE(chart.marks.size(), 3U);
        const auto report = reportText(c, ReportFormat::Markdown, {.language = Language::Spanish});
        QVERIFY(report && holds(*report, "Latencia y rendimiento"));
        QVERIFY(holds(*report, "De la más lenta (s)"));
    }

    /// P-06: what fills the cores are threads, not processes: of hwloc's hybrid with 2 fast cores
    /// and 4 slow ones, one process with two threads has the fast ones and three have all.
    void marksCountThreadsOfAll_S4_14() {
        const CpuSheet cpu = sheetOf("hybrid.xml");
        const CoreCounts cores = coreCounts(cpu);
        QCOMPARE(*cores.fast, 2);
        QCOMPARE(*cores.cores, 6);
        for (const int threads : {1, 2, 4}) {
            Sweep sweep(cpu);
            for (const int instances : {1, 2, 4, 8})
                sweep.sideBySide(instances, 40.0 / instances, 40, threads);
            const Comparison c = sweep.compare();
            const auto all = seriesOf(c);
            QCOMPARE(all.size(), 1U);
            QCOMPARE(all.front().each, threads);
            const auto charts = scalingCharts(all, Labels(c, english()), c);
            std::vector<std::pair<double, std::string>> marks;
            for (const auto& mark : linesOf(charts.at(0)).marks)
                marks.emplace_back(mark.x, mark.text);
            using Marks = std::vector<std::pair<double, std::string>>;
            QCOMPARE(marks,
                     (threads == 1   ? Marks{{2, "2 fast cores"}, {6, "6 cores"}}
                      : threads == 2 ? Marks{{1, "2 fast cores (1 × 2)"}, {3, "6 cores (3 × 2)"}}
                                     : Marks{{1, "6 cores (1 × 4)"}}));
            // Which rows of the table are beyond the cores.
            const DocTable table = tableOf(compose(c, {.language = Language::English}), "scaling");
            std::vector<bool> beyond;
            for (const auto& cells : table.rows)
                beyond.push_back(holds(cells.back().text, "more than the 6 cores"));
            QCOMPARE(beyond, (threads == 1   ? std::vector{false, false, false, true}
                              : threads == 2 ? std::vector{false, false, true, true}
                                             : std::vector{false, true, true, true}));
            const std::string en = told(c, english());
            QVERIFY2(holds(en, "beyond 6, two threads share a core"), en.c_str());
            QCOMPARE(holds(en, "Each has 2 threads: 3 at a time is what those cores hold."),
                     threads == 2);
            QCOMPARE(holds(en, "One alone already has more threads than those cores."),
                     threads == 4);
        }
    }

    /// Threads of several processes are as many times as many.
    void marksOfThreadsCountTheProcesses() {
        Sweep sweep(kEightCores);
        for (const int threads : {1, 2, 4, 8}) sweep.sideBySide(2, 40.0 / threads, 40, threads);
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all.front().axis, std::string("threads"));
        const auto charts = scalingCharts(all, Labels(c, spanish()), c);
        QCOMPARE(linesOf(charts.at(0)).marks.size(), 1U);
        QCOMPARE(linesOf(charts.at(0)).marks[0].x, 4.0);
        QCOMPARE(linesOf(charts.at(0)).marks[0].text, std::string("8 núcleos (4 × 2)"));
    }

    /// Where threads keep to their cores, they fill the first of two memories first; the system
    /// spreads other threads from the start.
    void pinnedThreadsFillOneMemoryFirst() {
        for (const bool pinned : {true, false}) {
            Sweep sweep(kServer);
            for (const int instances : {1, 2, 16, 32})
                sweep.sideBySide(instances, 40.0 / instances, 40, 1, pinned ? "cores" : "none");
            const Comparison c = sweep.compare();
            const auto charts = scalingCharts(seriesOf(c), Labels(c, english()), c);
            const auto& marks = linesOf(charts.at(0)).marks;
            QCOMPARE(marks.size(), pinned ? 1U : 0U);
            if (!pinned) continue;
            QCOMPARE(marks[0].x, 16.0);
            QCOMPARE(marks[0].text, std::string("one NUMA node"));
        }
    }

    /// S0-12: all cores shared out, as "All cores" beside several at a time makes it. They have the
    /// same cores, so there is neither an ideal nor a law.
    void allCoresSharedOutAreASeries_S0_12() {
        Sweep sweep(kEightCores);
        sweep.sideBySide(1, 12, 12, 8);
        sweep.sideBySide(2, 10, 20, 4);
        sweep.sideBySide(4, 8, 32, 2);
        sweep.sideBySide(8, 9, 72, 1);
        sweep.sideBySide(16, 9.5, 152, 1);
        const Comparison c = sweep.compare();
        const auto all = seriesOf(c);
        // And, of the last two, one of the usual kind without a base.
        const auto shared = std::ranges::find(all, true, &ScalingSeries::all_cores);
        QVERIFY(shared != all.end());
        QCOMPARE(std::ranges::count(all, true, &ScalingSeries::all_cores), 1);
        QCOMPARE(shared->axis, std::string("instances"));
        QVERIFY(!shared->variant.has("threads"));
        std::vector<int> workers;
        for (const ScalingStep& step : shared->steps) workers.push_back(step.workers);
        QCOMPARE(workers, (std::vector{1, 2, 4, 8, 16}));
        QVERIFY(std::abs(shared->steps[2].speed_up->ratio / 1.5 - 1) < 0.01);
        QCOMPARE(shared->amdahl.error().code, std::string("scaling_shares_cores"));
        const std::string es = told(c), en = told(c, english());
        QVERIFY2(holds(es, "Con 4 a la vez, que se reparten los núcleos, se hace 1,503 veces"),
                 es.c_str());
        QVERIFY2(holds(en, "4 at a time, which share the cores out, do 1.503 times as much"),
                 en.c_str());
        QVERIFY(!holds(en, "of the ideal") && holds(en, "No law is fitted here"));
        const auto charts = scalingCharts({*shared}, Labels(c, english()), c);
        QCOMPARE(charts.size(), 2U);  // no efficiency
        QCOMPARE(linesOf(charts[0]).series.size(), 1U);
        QCOMPARE(linesOf(charts[1]).series[0].points.size(), 5U);
        const DocTable table = tableOf(compose(c, {.language = Language::English}), "scaling");
        QVERIFY(std::ranges::any_of(table.rows, [](const auto& cells) {
            return holds(cells.back().text, "with 2 threads each");
        }));
        const Json json = Json::parse(writeJson(c, {}));
        for (const Json& series : json["scaling"])
            for (const Json& step : series["steps"])
                if (series["all_cores"] == true) QVERIFY(!step.contains("efficiency"));
    }

    /// A variant that is named by a number reads without a preposition before it.
    void aDoubtfulPairIsNamed() {
        Sweep sweep(kEightCores);
        sweep.sideBySide(1, 40, 40);
        sweep.sideBySide(2, 20.5, 41).flags = {std::string(flags::very_noisy)};
        const Comparison c = sweep.compare();
        for (const auto& [text, said] :
             {std::pair(&spanish(), "aún sin decidir, con 2 a la vez o con 1 a la vez (una es"),
              {&english(), "not decided yet, running 2 at a time or running 1 at a time (one"}}) {
            const Labels labels(c, *text);
            const Shown shown{.comparison = c, .labels = labels, .table = 0};
            const std::string headline = findingOf(shown).headline;
            QVERIFY2(holds(headline, said), headline.c_str());
        }
    }

    /// One number of threads for all is the usual series and no second one.
    void oneNumberOfThreadsIsNoSharing() {
        Sweep sweep(CpuSheet{.name = "one core", .cores = 1, .logical = 1});
        for (const int instances : {1, 2, 4}) sweep.sideBySide(instances, 40, 40 * instances);
        const auto all = seriesOf(sweep.compare());
        QCOMPARE(all.size(), 1U);
        QVERIFY(!all.front().all_cores);
    }

    /// S0-12: in the tables that are exported too, where there are several at a time.
    void latencyStandsInTheTables_S0_12() {
        for (const bool several : {true, false}) {
            Sweep sweep(kEightCores);
            sweep.sideBySide(1, 40, 40);
            if (several)
                sweep.sideBySide(2, 20.5, 41);
            else
                sweep.measured(2, 20.5);
            const Comparison c = sweep.compare();
            for (const Language language : {Language::Spanish, Language::English}) {
                const Text text(language);
                const Document document = compose(c, {.language = language});
                const DocTable cells = tableOf(document, "cells");
                const std::string title = columnTitle(text, "inference", "latency");
                const auto at = std::ranges::find(cells.columns, title);
                QCOMPARE(at != cells.columns.end(), several);
                const std::string html = writeHtml(document);
                if (!several) continue;
                const auto column = static_cast<std::size_t>(at - cells.columns.begin());
                QCOMPARE(*cells.rows[1][column].value, 41.0);
                QVERIFY(holds(html, title));
            }
            const LongTable table = longTable(c, english());
            const auto latency = std::ranges::find(table.columns, "latency");
            QVERIFY(latency != table.columns.end());
            const auto column = static_cast<std::size_t>(latency - table.columns.begin());
            QCOMPARE(std::get<double>(table.rows[0][column]), 40.0);
            QCOMPARE(std::holds_alternative<double>(table.rows[1][column]), several);
        }
    }

    /// Threads have no latency of their own: none is told, and no chart of it is drawn.
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
        // S4-M12: and somebody asks why 8 threads are better used than 4.
        QVERIFY2(holds(es, "La eficiencia sube del 34,5 % (4 hilos) al 68,6 % (8 hilos)"),
                 es.c_str());
        QVERIFY2(holds(en, "Repeat the first before you believe the second."), en.c_str());
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
        QVERIFY2(holds(es, "Con 8 hilos es 1,6342 veces más rápida"), es.c_str());
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

    /// Times that differ in another axis are a series of their own, in one chart with its own name.
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
        const auto causes = scalingCauses(seriesOf(c).front(), c, Labels(c, spanish()));
        QCOMPARE(causes.size(), 2U);
        QVERIFY(holds(causes[0], "«Preparar lotes» tarda 0,0190 s con uno y 0,0190 s con 8 hilos"));
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

    /// Times of microseconds have that unit: "< 0.0001" would show no difference.
    void shortTimesHaveTheirUnit() {
        Sweep sweep(kEightCores);
        for (const int threads : {1, 2, 4}) sweep.measured(threads, 0.02 / threads);
        const DocTable table = tableOf(compose(sweep.compare(), {}), "scaling");
        QCOMPARE(table.columns[1], spanish()("report.column_time", {{"unit", "µs"}}));
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
