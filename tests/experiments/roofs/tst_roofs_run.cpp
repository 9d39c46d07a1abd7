// SPDX-License-Identifier: Apache-2.0
// P-05, G26: a run of the limits, and another experiment's results beside them.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/roofs/limits.h"
#include "experiments/roofs/maker.h"
#include "experiments/roofs/spec.h"
#include "experiments/roofs/view.h"
#include "experiments/transfer/maker.h"
#include "experiments/transfer/spec.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/tabs.h"
#include "report/view.h"
#include "report/writers.h"

using namespace duelo;
using duelo::testing::compared;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Measures what is typed, quickly, on a machine with that id.
RunEnd measured(const Spec& spec, const TypedWords& typed, const std::string& machine,
                const std::function<std::unique_ptr<Maker>()>& maker, const fs::path& file) {
    Plan plan = validated(planFromWords(spec, typed, kFacts).value(), spec, kFacts).value();
    plan.preset = Preset::Quick;
    const auto adjust = [&](RunSetup& setup) { setup.header.machine.id = machine; };
    return testing::RealRun::measure(
        {.plan = plan, .maker = maker, .t_max_ms = 300, .adjust = adjust}, spec, file);
}

const Row& rowOf(const Comparison& comparison, const char* experiment) {
    return *std::ranges::find(comparison.rows, experiment, &Row::experiment);
}

}  // namespace

class TestRoofsRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_roofs = m_run.file("roofs.duelo");
    const fs::path m_copies = m_run.file("copies.duelo");
    const fs::path m_others = m_run.file("others.duelo");

private Q_SLOTS:
    void initTestCase() {
        const auto roofs = [] {
            return std::make_unique<RoofsMaker>(std::make_unique<TransferMaker>());
        };
        const auto copies = [] { return std::make_unique<TransferMaker>(); };
        const TypedWords few_roofs{
            {"bytes", {"65536", "4194304"}}, {"precision", {"fp32"}}, {"threads", {"1"}}};
        QVERIFY(measured(roofsSpec(), few_roofs, "11111111", roofs, m_roofs) == RunEnd::AllDone);
        const TypedWords few{{"bytes", {"1048576"}}, {"threads", {"1"}}};
        QVERIFY(measured(transferSpec(), few, "11111111", copies, m_copies) == RunEnd::AllDone);
        QVERIFY(measured(transferSpec(), few, "22222222", copies, m_others) == RunEnd::AllDone);
    }

    void everyRoofHasItsFigure() {
        const Comparison c = compared({m_roofs});
        QCOMPARE(c.tables.size(), std::size_t{3});
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                QVERIFY(cell.timed());
                const auto kind = row.work.word<RoofKind>("kind");
                QCOMPARE(cell.result.metric("copy_rate") != nullptr, kind == RoofKind::Copy);
                QCOMPARE(cell.result.metric("fma_rate") != nullptr, kind == RoofKind::Fma);
            }
        QVERIFY(c.warnings.empty());
    }

    /// The highest of all threads; of the memory that of the largest copy.
    void roofsAreTheHighestOfTheMachine() {
        const Comparison c = compared({m_roofs});
        const MachineRoofs roofs = roofsOf(c, *c.rows.front().cells.begin());
        double flop = 0, memory = 0;
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                if (const Metric* rate = cell.result.metric("fma_rate"))
                    flop = std::max(flop, rate->value);
                const Metric* rate = cell.result.metric("copy_rate");
                if (!rate) continue;
                if (row.work.real("bytes") == 4194304) memory = std::max(memory, 2 * rate->value);
            }
        QCOMPARE(roofs.flopIn(Precision::Fp32)->per_s, flop);
        QVERIFY(!roofs.flopIn(Precision::Bf16));
        QCOMPARE(roofs.memory->per_s, memory);
        QCOMPARE(roofs.copy_bytes, 4194304.0);
        QVERIFY(roofs.flopIn(Precision::Fp32)->at_most_per_s >= flop);
    }

    void resultsOfTheSameMachineAreSetAgainstThem() {
        const Comparison c = compared({m_roofs, m_copies});
        const ReportCell& copy = *rowOf(c, "transfer").cells.begin();
        const ReachedRoofs reached = reachedRoofs(c, copy);
        QVERIFY(reached.memory && !reached.flop);
        const double per_s = 2 * copy.result.metric("copy_rate")->value;
        QVERIFY(std::abs(*reached.memory / (per_s / roofsOf(c, copy).memory->per_s) - 1) < 1e-9);
        const Comparison others = compared({m_roofs, m_others});
        QVERIFY(!reachedRoofs(others, *rowOf(others, "transfer").cells.begin()).known());
    }

    /// G26: more than what is possible is said.
    void whatIsAboveARoofIsSaid() {
        Comparison c = compared({m_roofs, m_copies});
        const auto above = [&] {
            std::size_t count = 0;
            for (const Reason& warning : warningsOfRoofs(c)) count += warning.code == "above_roof";
            return count;
        };
        auto& row = *std::ranges::find(c.rows, "transfer", &Row::experiment);
        ReportCell& cell = *row.cells.begin();
        cell.result.quantities["flop"] = 1;
        QCOMPARE(above(), std::size_t{0});
        cell.result.quantities["flop"] = std::int64_t{1} << 50;
        QCOMPARE(above(), std::size_t{1});
        // A copy as large as the roof's is bounded by it too, a smaller one by the caches.
        cell.result.quantities["bytes_copied"] = std::int64_t{1} << 50;
        QCOMPARE(above(), std::size_t{2});
        cell.result.quantities["bytes_copied"] = 4096;
        QCOMPARE(above(), std::size_t{1});
        const auto found = warningsOfRoofs(c);
        QVERIFY(std::ranges::any_of(found, [](const Reason& warning) {
            return warning.args.value("name", "").starts_with("copies.duelo") &&
                   warning.args.value("percent", 0.0) > 100;
        }));
    }

    /// P-05: under the roofs of its own number format, with what holds it up in words.
    void resultsStandUnderTheirRoofs() {
        Comparison c = compared({m_roofs, m_copies});
        const Labels labels(c, Text(Language::English));
        const auto charts = [&] { return rooflineCharts({.comparison = c, .labels = labels}); };
        QVERIFY(charts().empty());  // a copy does no arithmetic
        ReportCell& cell = *std::ranges::find(c.rows, "transfer", &Row::experiment)->cells.begin();
        const MachineRoofs roofs = roofsOf(c, cell);
        const double flop = roofs.flopIn(Precision::Fp32)->per_s, memory = roofs.memory->per_s;
        const double time_s = cell.result.summary->median_ms / 1e3;
        const auto found = [&](double flop_per_byte, double share) {
            // So many operations that it reaches this share of what is possible.
            const double per_s = share * std::min(flop, flop_per_byte * memory);
            cell.result.quantities["flop"] = std::llround(per_s * time_s);
            cell.result.quantities["bytes_moved"] = std::llround(per_s * time_s / flop_per_byte);
            return descriptionOf(charts().at(0));
        };
        const double ridge = flop / memory;
        const auto says = [&](double flop_per_byte, double share, const char* part) {
            const std::string said = found(flop_per_byte, share);
            if (said.find(part) == std::string::npos) qWarning("%s", said.c_str());
            return said.find(part) != std::string::npos;
        };
        QVERIFY(says(ridge / 8, 0.9, "90.0 % of the limit"));
        QVERIFY(says(ridge / 8, 0.9, "the memory holds it up"));
        QVERIFY(says(ridge * 8, 0.8, "the arithmetic holds it up"));
        QVERIFY(says(ridge * 8, 0.1, "something else"));
        QVERIFY(says(ridge / 8, 4, "the caches"));
        const auto lines = std::get<LinesValue>(charts().at(0));
        QCOMPARE(lines.series.size(), std::size_t{2});
        QVERIFY(lines.series[0].dashed && lines.series[0].points.size() == 3);
        QVERIFY(std::abs(lines.series[0].points[1].x / ridge - 1) < 1e-9);
        QVERIFY(std::abs(lines.series[0].points[1].y / (flop / 1e9) - 1) < 1e-9);
    }

    /// "% of this PC's limit" beside the time of another experiment, and of no limit itself.
    void theShareStandsBesideATime() {
        const Comparison c = compared({m_roofs, m_copies});
        const Row& copies = rowOf(c, "transfer");
        const Text text(Language::English);
        const auto beside = [&](const Row& row) {
            return textBeside(viewsOf(c), c, row, *row.cells.begin(), text);
        };
        const double share = *reachedRoofs(c, *copies.cells.begin()).memory;
        QCOMPARE(beside(copies).empty(), share > 1);
        if (share <= 1) QVERIFY(beside(copies).ends_with("of the limit"));
        QCOMPARE(beside(rowOf(c, "roofs")), std::string());
        const Comparison alone = compared({m_copies});
        QCOMPARE(textBeside(viewsOf(alone), alone, alone.rows.front(),
                            *alone.rows.front().cells.begin(), text),
                 std::string());
    }

    /// For programs and spreadsheets too; without limits there are no such columns.
    void theSharesAreColumnsOfTheData() {
        const auto csv = [](const Comparison& c) { return writeCsv(c, {}); };
        const Comparison c = compared({m_roofs, m_copies});
        QVERIFY(csv(c).find("limit_memory_share") != std::string::npos);
        QVERIFY(csv(compared({m_copies})).find("limit_") == std::string::npos);
    }

    void theCardStandsBesideTheOtherResult() {
        const Comparison c = compared({m_roofs, m_copies});
        const Labels labels(c, Text(Language::English));
        const auto row = static_cast<std::size_t>(&rowOf(c, "transfer") - c.rows.data());
        const Shown shown{.comparison = c, .labels = labels, .row = row};
        const auto cards = cardsOf(transferSpec(), shown);
        QCOMPARE(std::ranges::count(cards, "limit", &CardValue::id), 1);
        const auto own = static_cast<std::size_t>(&rowOf(c, "roofs") - c.rows.data());
        const auto ofRoofs = cardsOf(roofsSpec(), {.comparison = c, .labels = labels, .row = own});
        QCOMPARE(std::ranges::count(ofRoofs, "limit", &CardValue::id), 0);
        QCOMPARE(ofRoofs.front().id, std::string("roofs"));
        QCOMPARE(ofRoofs.front().lines.size(), std::size_t{5});
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared({m_roofs, m_copies});
        const auto markdown = [&](Language language) {
            return QString::fromStdString(writeMarkdown(compose(c, {.language = language})));
        };
        const QString es = markdown(Language::Spanish), en = markdown(Language::English);
        for (const char* part :
             {"Límites medidos", "GFLOP/s", "GB/s", "FLOP por byte", "De la memoria (%)"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part :
             {"Measured limits", "GFLOP/s", "GB/s", "FLOP per byte", "Of the memory (%)"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestRoofsRun)
#include "tst_roofs_run.moc"
