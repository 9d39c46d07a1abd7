// SPDX-License-Identifier: Apache-2.0
// A run of small copies, from the words of the command line to the report.
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "../real_run.h"
#include "experiments/transfer/maker.h"
#include "experiments/transfer/spec.h"
#include "experiments/transfer/view.h"
#include "plan/protocol.h"
#include "report/document.h"
#include "report/export.h"
#include "report/tabs.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Returns the plan that `duelo-engine transfer --bytes 4096,65536,1048576 --device cpu,cuda
/// --memory pinned --copy memcpy,loop --threads 1` makes. Waking a second thread takes long where
/// others compute.
Plan typedPlan() {
    const auto typed = planFromWords(transferSpec(),
                                     {{"bytes", {"4096", "65536", "1048576"}},
                                      {"device", {"cpu", "cuda"}},
                                      {"direction", {"within_host", "to_device"}},
                                      {"memory", {"pinned"}},
                                      {"beside", {"nothing"}},
                                      {"copy", {"memcpy", "loop"}},
                                      {"threads", {"1"}}},
                                     kFacts);
    Plan plan = validated(*typed, transferSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

bool onCpu(const Comparison& comparison, std::size_t column) {
    return deviceOf(comparison.columns[column].variant) == Device::Cpu;
}

}  // namespace

class TestTransferRun final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("transfer.duelo");
    RunEnd m_end = RunEnd::Cancelled;

    Comparison compared() const { return testing::compared({m_file}); }

private Q_SLOTS:
    void initTestCase() {
        m_end = m_run.measure(
            {.plan = typedPlan(),
             .maker = [] { return std::make_unique<TransferMaker>(); },
             .t_max_ms = 500,
             .adjust =
                 [](RunSetup& setup) {
                     // Such that each size lies in another one.
                     setup.header.machine.cpu = {
                         .name = "Test",
                         .cores = 2,
                         .caches = {
                             {.level = 1, .kind = "data", .size_bytes = 32 << 10, .count = 2},
                             {.level = 2, .kind = "unified", .size_bytes = 256 << 10, .count = 1}}};
                 }},
            transferSpec(), m_file);
    }

    void everyCellHasARateOrAReason() {
        QVERIFY(m_end == RunEnd::SomeNotDone);
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{3});
        QCOMPARE(c.tables.size(), std::size_t{1});
        for (const Row& row : c.rows) {
            QCOMPARE(row.cells.size(), std::size_t{3});
            for (const ReportCell& cell : row.cells) {
                QCOMPARE(cell.measured(), onCpu(c, cell.column));
                if (!cell.measured()) {
                    QCOMPARE(cell.reason->code, std::string("transfer_needs_torch"));
                    continue;
                }
                const double rate = cell.result.metric("copy_rate")->value;
                const double expected =
                    row.work.real("bytes") / cell.result.summary->median_ms * 1e3;
                QVERIFY(std::abs(rate / expected - 1) < 1e-9);
            }
            for (const ColumnRatio& ratio : row.ratios)
                QVERIFY(!ratio.reason || ratio.reason->code != "ratio_outputs_disagree");
        }
        QVERIFY(c.warnings.empty());
    }

    void sizesAreInOrderAndHaveALine() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        for (const std::size_t column : shown.columns()) {
            const auto copies = copiesOf(shown, column);
            QCOMPARE(copies.size(), onCpu(c, column) ? std::size_t{3} : std::size_t{0});
            if (copies.empty()) continue;
            QCOMPARE(copies.front().bytes, 4096.0);
            QCOMPARE(copies.back().bytes, 1048576.0);
            QVERIFY(std::abs(copies[0].gigabytesPerS() * copies[0].ms * 1e6 / 4096 - 1) < 1e-9);
            const auto fit = fitOf(copies);
            QVERIFY(fit && fit->bytes_per_ms > 0 && fit->latency_ms >= 0);
        }
    }

    /// The preliminary time of a copy that is being measured is drawn apart, and no line is laid
    /// through it.
    void whatIsMeasuredNowIsPreliminary() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        Shown shown{.comparison = c, .labels = labels, .table = 0};
        shown.preliminary = [](const ReportCell& cell) {
            return cell.measured() ? std::nullopt : std::optional(MedianEstimate{.median = 1});
        };
        for (const std::size_t column : shown.columns()) {
            if (onCpu(c, column)) continue;
            const auto copies = copiesOf(shown, column);
            QCOMPARE(copies.size(), std::size_t{3});
            for (const TimedCopy& copy : copies) QVERIFY(!copy.final && copy.ms == 1);
            QVERIFY(!fitOf(copies));
        }
    }

    /// Y-14: a rate that is doubtful is told as that.
    void aDoubtfulStepSaysSo() {
        Comparison c = compared();
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells)
                if (cell.timed()) cell.result.flags = {"shared_processor"};
        const Labels labels(c, Text(Language::English));
        int steps = 0;
        for (const DocSection& section : compose(c, {.language = Language::English}).sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* list = std::get_if<DocList>(&block))
                    for (const std::string& item : list->items)
                        if (item.find("with both its blocks") != std::string::npos) {
                            ++steps;
                            QVERIFY2(
                                item.ends_with(
                                    "(" + labels.text().word("flag", "shared_processor") + ")."),
                                item.c_str());
                        }
        QVERIFY(steps > 0);
        for (const ChartValue& chart :
             transferRateCharts({.comparison = c, .labels = labels, .table = 0, .row = 0}))
            QVERIFY(descriptionOf(chart).find(".;") == std::string::npos);
    }

    void cachesAreStepsOfTheirSizes() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        for (const std::size_t column : shown.columns()) {
            const auto steps = cacheStepsOf(shown, column);
            QCOMPARE(steps.size(), onCpu(c, column) ? std::size_t{3} : std::size_t{0});
            if (steps.empty()) continue;
            QCOMPARE(steps[0].level, 1);
            QCOMPARE(steps[0].copy.bytes, 4096.0);
            QCOMPARE(steps[0].cache_bytes, 32768.0);  // of the two, that of the one thread
            QCOMPARE(steps[1].level, 2);
            QCOMPARE(steps[1].copy.bytes, 65536.0);
            QCOMPARE(steps[1].cache_bytes, 262144.0);
            QCOMPARE(steps[2].level, 0);
            QCOMPARE(steps[2].copy.bytes, 1048576.0);
        }
    }

    void cardsExplainTheChosenVariant() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::English));
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        const auto cards = cardsOf(transferSpec(), shown);
        QCOMPARE(transferCards(shown).size(), std::size_t{2});
        QCOMPARE(cards[0].id, std::string("transfer_fit"));
        QVERIFY(cards[0].lines[0].find("t = ") != std::string::npos);
        QCOMPARE(cards[1].id, std::string("transfer_steps"));
        QCOMPARE(cards[1].lines.size(), std::size_t{4});
        // Cards that every experiment has stand between.
        const auto saysMemory = [](const CardValue& card) {
            return std::ranges::any_of(card.lines, [](const std::string& line) {
                return line.find("18.4 MiB") != line.npos;
            });
        };
        QVERIFY(std::ranges::any_of(cards, saysMemory));
    }

    /// E7: what two streams hide is told beside what each takes by itself.
    void aCopyBesideComputingSaysWhatIsHidden() {
        Comparison c = compared();
        const auto textOf = [&] { return markdownOf(c, Language::English); };
        QVERIFY(!textOf().contains("Copies beside computing"));
        ReportCell& cell = *c.rows.front().cells.begin();
        QVERIFY(!overlapOf(cell));
        cell.result.parts = {{"both", 6}, {"copy_alone", 4, false}, {"compute_alone", 5, false}};
        QCOMPARE(overlapOf(cell)->hidden(), 0.75);  // 4 and 5 one after the other would be 9
        QVERIFY(textOf().contains("Copies beside computing"));
        const Labels labels(c, Text(Language::English));
        const auto cards = transferCards(
            {.comparison = c, .labels = labels, .table = 0, .row = 0, .column = cell.column});
        const auto card = std::ranges::find(cards, "transfer_overlap", &CardValue::id);
        QVERIFY(card != cards.end());
        QVERIFY2(card->lines[0].find("75 %") != std::string::npos, card->lines[0].c_str());
        const auto notes =
            transferView().notes(c.rows.front().work, cell, Labels(c, Text(Language::Spanish)));
        QVERIFY(notes.size() == 1 && notes[0].starts_with("Oculto"));
    }

    void ratesAndResiduesAreDrawn() {
        const Comparison c = compared();
        const Labels labels(c, Text(Language::Spanish));
        const Shown shown{.comparison = c, .labels = labels, .table = 0};
        const auto rates = std::get<LinesValue>(transferRateCharts(shown).at(0));
        QVERIFY(rates.log_x && rates.log_y && !isEmpty(rates));
        // Two measured; and a law beside each whose times it tells, which this PC's caches decide.
        std::size_t laws = 0;
        for (const std::size_t column : shown.columns()) {
            const auto law = fitOf(copiesOf(shown, column));
            laws += law && isLaw(*law);
        }
        QCOMPARE(rates.series.size(), 2 + laws);
        QCOMPARE(rates.hasDashed(), laws > 0);
        for (const auto& series : rates.series) QCOMPARE(series.points.size(), std::size_t{3});
        const auto times = std::get<LinesValue>(chartsOf(transferView().charts[1], shown).at(0));
        QVERIFY(times.log_x && !isEmpty(times));
        const auto residues = std::get<LinesValue>(transferResidueCharts(shown).at(0));
        QCOMPARE(residues.series.size(), std::size_t{2});
        const auto fit = fitOf(copiesOf(shown, shown.columns().front()));
        double most = 0;
        for (const auto& point : residues.series[0].points)
            most = std::max(most, std::abs(point.y));
        QVERIFY(std::abs(most - 100 * fit->residue) < 1e-9);
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part : {"Copias entre memorias", "Arranque t₀ (µs)", "memcpy", "RAM → RAM",
                                 "no tiene LibTorch", "64 KiB", "escrituras no temporales"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part : {"Copies between memories", "Start t₀ (µs)", "RAM → RAM",
                                 "has no LibTorch", "64 KiB", "non-temporal stores"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
    }
};

QTEST_GUILESS_MAIN(TestTransferRun)
#include "tst_transfer_run.moc"
