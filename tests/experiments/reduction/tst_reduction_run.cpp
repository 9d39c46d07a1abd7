// SPDX-License-Identifier: Apache-2.0
// A run of all ways to add up, from the words of the command line to the report.
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

#include "../real_run.h"
#include "experiments/reduction/maker.h"
#include "experiments/reduction/params.h"
#include "experiments/reduction/spec.h"
#include "experiments/reduction/view.h"
#include "plan/protocol.h"
#include "report/finding.h"
#include "stats/validity.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

class TestReductionRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("run.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    /// Nothing is doubtful, busy as this PC may be.
    Comparison compared() const {
        Comparison c = testing::compared({m_file});
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) cell.result.flags = {};
        return c;
    }
    static SumWay wayOf(const Comparison& c, const ReportCell& cell) {
        return c.columns[cell.column].variant.word<SumWay>(kSumAxis);
    }
    static void takeCache(Comparison& c, std::int64_t bytes) {
        for (Source& source : c.sources)
            source.header.machine.cpu.caches = {{.level = 3, .size_bytes = bytes, .count = 1}};
    }
    /// Lays measured copies beside a comparison, as files that lie beside it have them.
    static void takeRoof(Comparison& c, double copied_per_s) {
        Comparison roofs = c;
        takeCache(roofs, 1024);
        roofs.rows.resize(1);
        Row& row = roofs.rows.front();
        row.experiment = "roofs";
        row.work = {{"kind", "copy"}, {"bytes", 256 << 20}};
        for (ReportCell& cell : row.cells)
            cell.result.metrics = {{"copy_rate", "byte/s", copied_per_s, std::nullopt}};
        c.beside = std::make_shared<const Comparison>(std::move(roofs));
    }
    /// Sets what a way reaches, known to a percent.
    static void takeRate(Comparison& c, SumWay way, double numbers_per_s) {
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells)
                for (Metric& metric : cell.result.metrics)
                    if (wayOf(c, cell) == way && metric.id == "number_rate")
                        metric = {"number_rate", "number/s", numbers_per_s,
                                  Interval{0.99 * numbers_per_s, 1.01 * numbers_per_s}};
    }
    static void takeSum(Comparison& c, SumWay way, double sum, double error) {
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) {
                if (wayOf(c, cell) != way) continue;
                cell.result.output["sum"] = sum;
                for (Metric& metric : cell.result.metrics)
                    if (metric.id == "error") metric.value = error;
            }
    }
    /// All lines of the card of a way, of the most numbers.
    static QString cardOf(const Comparison& c, SumWay way) {
        const Labels labels(c, Text(Language::English).of("reduction"));
        const std::size_t table = c.tables.size() - 1, row = c.tables.at(table).rows.back();
        const auto cell = std::ranges::find_if(
            c.rows[row].cells, [&](const ReportCell& one) { return wayOf(c, one) == way; });
        if (cell == c.rows[row].cells.end()) return {};
        const auto cards = reductionView().cards({.comparison = c,
                                                  .labels = labels,
                                                  .table = table,
                                                  .row = row,
                                                  .column = cell->column});
        QString all;
        if (cards.empty()) return all;
        for (const std::string& line : cards.at(0).lines)
            all += QString::fromStdString(line) + "\n";
        return all;
    }

private Q_SLOTS:
    /// Measures the plan that `duelo-engine reduction --numbers 1000,100000 --threads 2` makes.
    void initTestCase() {
        Plan plan =
            planFromWords(reductionSpec(), {{"numbers", {"1000", "100000"}}, {"threads", {"2"}}},
                          testing::kTwoCores)
                .value();
        plan = validated(plan, reductionSpec(), testing::kTwoCores).value();
        plan.preset = Preset::Quick;
        m_end = m_run.measure({.plan = plan,
                               .maker = [] { return std::make_unique<ReductionMaker>(); },
                               .t_max_ms = 100,
                               .adjust = [](RunSetup& setup) { setup.header.machine.id = "m"; }},
                              reductionSpec(), m_file);
    }

    /// Each within its own bound of one exact sum, and so comparable.
    void allWaysAddTheSameNumbers() {
        QVERIFY(m_end == RunEnd::SomeNotDone);  // LibTorch's
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{2});
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), std::size_t{9});
            for (const ReportCell& cell : row.cells) {
                if (wayOf(c, cell) == SumWay::Library) {
                    QVERIFY(!cell.measured());  // without LibTorch
                    continue;
                }
                QVERIFY(cell.timed());
                QCOMPARE(cell.result.quantities.at("numbers"), row.work.integer("numbers"));
                QVERIFY(cell.result.metric("number_rate")->value > 0);
                QVERIFY(cell.result.metric("error")->value <=
                        cell.result.metric("error_bound")->value);
            }
            QCOMPARE(std::ranges::count_if(
                         row.ratios, [](const auto& ratio) { return ratio.estimate.has_value(); }),
                     std::ptrdiff_t{7});
        }
        QVERIFY(c.warnings.empty());
    }

    /// Two sums of other numbers, or one beyond its bound, have no ratio.
    void sumsThatDoNotAgreeHaveNoRatio() {
        const Comparison c = compared();
        const auto agree = reductionView().agree;
        ReportCell a = c.rows[0].cells[0], b = c.rows[0].cells[1];
        QVERIFY(agree(a, b).value());
        b.result.output["exact"] = b.result.output["exact"].get<double>() + 1;
        QCOMPARE(agree(a, b).error().code, std::string("ratio_outputs_disagree"));
        b = c.rows[0].cells[1];
        for (Metric& metric : b.result.metrics)
            if (metric.id == "error") metric.value = 0.5;
        QCOMPARE(agree(a, b).error().code, std::string("ratio_outputs_disagree"));
        b.result.metrics.clear();
        QVERIFY(!agree(a, b).value());  // nothing is known
    }

    /// The rates are set here: what a PC reaches is its own matter.
    void theCardExplainsWhatWasMeasured() {
        Comparison c = compared();
        takeCache(c, 1024);
        takeRate(c, SumWay::Loop, 1e9), takeRate(c, SumWay::Several, 4e9);
        takeRate(c, SumWay::Simd, 5e9), takeRate(c, SumWay::Tree, 4e9);
        takeRate(c, SumWay::Beside, 0.25e9), takeRate(c, SumWay::Padded, 0.251e9);
        takeRate(c, SumWay::Atomic, 2e9);
        const auto says = [&](SumWay way, const char* part) {
            const bool found = cardOf(c, way).contains(part);
            if (!found) qWarning("%s", qPrintable(cardOf(c, way)));
            return found;
        };
        QVERIFY(says(SumWay::Loop, "What the memory gives is not known"));
        takeRoof(c, 11e9);  // 22 GB/s read and written
        QVERIFY(says(SumWay::Loop, "1000 Mnumber/s, which move 4.00 GB/s"));
        QVERIFY(says(SumWay::Loop, "a number takes 1.0 ns, and with sums that do not wait"));
        QVERIFY(says(SumWay::Loop, "each other 0.25 ns"));
        QVERIFY(!cardOf(c, SumWay::Loop).contains("the memory is the limit"));
        QVERIFY(says(SumWay::Several, "4.0 times as fast as one loop"));
        QVERIFY(says(SumWay::Simd, "1.2 times as fast as several results"));
        QVERIFY(says(SumWay::Simd, "90.9 %"));
        QVERIFY(says(SumWay::Simd, "So the memory is the limit here"));
        // What differs by chance is not explained, and what surprises is said.
        QVERIFY(says(SumWay::Beside, "do not differ beyond doubt here"));
        QVERIFY(says(SumWay::Padded, "do not differ beyond doubt here"));
        QVERIFY(says(SumWay::Tree, "Here SIMD results takes less"));
        QVERIFY(says(SumWay::Atomic, "the other way round than usual"));
        takeRate(c, SumWay::Padded, 1e9), takeRate(c, SumWay::Tree, 10e9);
        takeRate(c, SumWay::Atomic, 0.1e9);
        QVERIFY(says(SumWay::Beside, "false sharing"));
        QVERIFY(says(SumWay::Padded, "4.0 times as fast"));
        QVERIFY(
            says(SumWay::Tree, "2.0 times as fast as SIMD results on one thread, with 2 threads"));
        QVERIFY(says(SumWay::Atomic, "A number takes 10 ns, in one loop 1.0 ns"));
        // Those of another number of threads are no neighbours.
        Comparison other = c;
        for (Column& column : other.columns)
            if (column.variant.word<SumWay>(kSumAxis) == SumWay::Atomic)
                column.variant = {{kSumAxis, word(SumWay::Padded)}, {"threads", 1}};
        takeRate(other, SumWay::Padded, 9e9);
        for (Row& row : other.rows)
            for (ReportCell& cell : row.cells)
                if (wayOf(c, cell) == SumWay::Padded) cell.result.metrics.clear();
        QVERIFY(cardOf(other, SumWay::Beside).contains("Why it takes so long shows against"));
        takeCache(c, 1 << 20);
        QVERIFY(says(SumWay::Loop, "fit into the largest cache"));
        for (ReportCell& cell : c.rows.back().cells)
            cell.result.flags = {std::string(flags::shared_processor)};
        QVERIFY(says(SumWay::Loop, "The measurement is doubtful"));
        QVERIFY(cardOf(c, SumWay::Library).isEmpty());
    }

    /// Only what this run found: which way lost least is no law.
    void theCardTellsTheErrorsOfThisRun() {
        Comparison c = compared();
        for (std::size_t i = 0; i < wordsOf<SumWay>.size(); ++i)
            takeSum(c, static_cast<SumWay>(i), 50'000, 2e-7);
        QVERIFY(!cardOf(c, SumWay::Simd).contains("lost least"));  // all alike
        takeSum(c, SumWay::Loop, 50'000, 1e-7);
        takeSum(c, SumWay::Simd, 50'000, 3e-7);
        const QString card = cardOf(c, SumWay::Tree);
        QVERIFY2(card.contains("one loop lost least") && card.contains("SIMD results most"),
                 qPrintable(card));
        takeSum(c, SumWay::Loop, 0x1p24, 0.4);
        QVERIFY(cardOf(c, SumWay::Loop).contains("stood still"));
        takeSum(c, SumWay::Loop, 0x1p24, 1e-6);  // by chance
        QVERIFY(!cardOf(c, SumWay::Loop).contains("stood still"));
        takeSum(c, SumWay::Padded, 0x1p25, 0.4);  // each of two threads
        QVERIFY(cardOf(c, SumWay::Padded).contains("stood still"));
    }

    /// Not the fastest, which chance could choose, but the right way against the loop.
    void theFindingSetsTheTreeAgainstTheLoop() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English).of("reduction"));
        const Finding finding = findingOf({.comparison = c, .labels = labels, .table = 0});
        const QString headline = QString::fromStdString(finding.headline),
                      detail = QString::fromStdString(finding.detail);
        QVERIFY2(headline.contains("numbers") && headline.contains("tree of parts") &&
                     headline.contains("one loop"),
                 qPrintable(headline));
        QVERIFY2(detail.contains("the relative error is") && !detail.contains("?"),
                 qPrintable(detail));
    }

    /// Measures `--operation scan,histogram --numbers 100003 --threads 2` beside it: of each
    /// what is true of it is said, and nothing of the others.
    void scansAndHistogramsAreTold() {
        const fs::path file = m_run.file("more.duelo");
        const Spec spec = reductionSpec();
        Plan plan = planFromWords(spec,
                                  {{kOperationAxis, {"scan", "histogram"}},
                                   {"numbers", {"100003"}},
                                   {"threads", {"2"}}},
                                  testing::kTwoCores)
                        .value();
        plan = validated(plan, spec, testing::kTwoCores).value();
        plan.preset = Preset::Quick;
        static_cast<void>(m_run.measure({.plan = plan,
                                         .maker = [] { return std::make_unique<ReductionMaker>(); },
                                         .t_max_ms = 50},
                                        spec, file));
        Comparison c = testing::compared({file});
        QCOMPARE(c.rows.size(), std::size_t{2});
        for (Row& row : c.rows) {
            const bool scan = row.work.text(kOperationAxis) == "scan";
            std::size_t timed = 0;
            for (ReportCell& cell : row.cells) {
                cell.result.flags = {};
                timed += cell.timed() ? 1 : 0;
                if (cell.timed() && !scan) QCOMPARE(cell.result.metric("error")->value, 0.0);
            }
            QCOMPARE(timed, std::size_t{scan ? 3U : 7U});
            QCOMPARE(std::ranges::count_if(
                         row.ratios, [](const auto& ratio) { return ratio.estimate.has_value(); }),
                     std::ptrdiff_t{scan ? 2 : 6});
        }
        takeCache(c, 1024);
        takeRate(c, SumWay::Loop, 1e9), takeRate(c, SumWay::Several, 3e9);
        takeRate(c, SumWay::Simd, 4e9), takeRate(c, SumWay::Tree, 6e9);
        // The tables stand in the order of the plan: scans, then histograms.
        QCOMPARE(c.tables.size(), std::size_t{2});
        QVERIFY(cardOf(c, SumWay::Simd).isEmpty());  // of the last table, which has none
        const QString counted = cardOf(c, SumWay::Tree);
        QVERIFY2(counted.contains("which move 6.00 GB/s") && counted.contains("counts are exact") &&
                     counted.contains("2.0 times as fast as several results on one thread"),
                 qPrintable(counted));
        QVERIFY(cardOf(c, SumWay::Loop).contains("six of ten bytes are 0"));
        std::swap(c.tables.at(0), c.tables.at(1));
        const QString scanned = cardOf(c, SumWay::Tree);
        QVERIFY2(scanned.contains("which move 48.0 GB/s") && scanned.contains("pieces of 16 384") &&
                     scanned.contains("largest relative error"),
                 qPrintable(scanned));
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part : {"Scan: tiempos", "Histograma: tiempos", "Cada uno es", "treeScan"})
            QVERIFY2(es.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Scan: times", "Histogram: times", "A scan writes a sum for each",
                                 "A histogram counts bytes", "severalHistogram"})
            QVERIFY2(en.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + en)));
        for (const QString& text : {es, en}) QVERIFY(!text.contains("reduction."));
        QVERIFY(!en.contains("64 sums in any case"));  // that is of sums alone
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part : {"Suma, scan e histograma", "un bucle", "árbol de partes",
                                 "Mnumber/s", "Cota del error", "este motor no tiene LibTorch"})
            QVERIFY2(es.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Sum, scan and histogram", "one loop", "tree of parts",
                                 "Mnumber/s", "Bound of the error", "severalSum", "treeSum"})
            QVERIFY2(en.contains(part, Qt::CaseInsensitive), qPrintable(part + ("\n" + en)));
        for (const QString& text : {es, en}) QVERIFY(!text.contains("reduction."));
    }
};

QTEST_GUILESS_MAIN(TestReductionRun)
#include "tst_reduction_run.moc"
