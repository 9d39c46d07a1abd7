// SPDX-License-Identifier: Apache-2.0
// P-02, S0-43: the same work by wrong stopwatches and a right one, on a CPU alone; S3-03: several
// clocks beside each other.
#include <QtTest>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../real_run.h"
#include "experiments/pi/maker.h"
#include "experiments/stopwatch/maker.h"
#include "experiments/stopwatch/spec.h"
#include "experiments/stopwatch/view.h"
#include "machine/clock.h"
#include "plan/protocol.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/tabs.h"

using namespace duelo;
using duelo::testing::markdownOf;
namespace fs = std::filesystem;

namespace {

const Facts& kFacts = testing::kTwoCores;

/// Work that pays for its first call and for its preparation: 40 and 20 ms, beside 2 ms for every
/// other call.
class SlowStart final : public Work {
public:
    Result<Prepared> prepare() override {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        return Prepared{.quantities = {{"points", 7, "sample_rate", "sample/s"}}};
    }
    Timing step(int calls) override {
        const std::int64_t startNs = nowNs();
        for (int i = 0; i < calls; ++i)
            std::this_thread::sleep_for(std::chrono::milliseconds(m_first ? 40 : 2)),
                m_first = false;
        return {.wall_ms = msSince(startNs)};
    }
    Output output() override { return {.fingerprint = Fingerprint{.sha256 = "0123456789abcdef"}}; }

private:
    bool m_first = true;
};

class SlowMaker final : public PiMaker {
public:
    Result<std::unique_ptr<Work>> create(const Cell&) override {
        return std::make_unique<SlowStart>();
    }
};

std::unique_ptr<Maker> makeInner(std::string_view experiment, const MakerSetup&) {
    if (experiment != "pi") return nullptr;
    return std::make_unique<SlowMaker>();
}

MakerSetup setupHere() {
    return {.facts = kFacts, .child = [](const Cell&) -> std::unique_ptr<Work> {
                return std::make_unique<SlowStart>();
            }};
}

Plan plannedHere() {
    Plan plan = validated(usualPlan(stopwatchSpec(), kFacts), stopwatchSpec(), kFacts).value();
    plan.preset = Preset::Quick;
    return plan;
}

}  // namespace

class TestStopwatch final : public QObject {
    Q_OBJECT

    testing::RealRun m_run;
    const fs::path m_file = m_run.file("stopwatch.duelo");

    Comparison compared() const { return testing::compared({m_file}); }
    /// The row of the work that was done here.
    static const Row& rowOfPi(const Comparison& c) {
        return *std::ranges::find_if(
            c.rows, [](const Row& row) { return row.work.at("work")["experiment"] == "pi"; });
    }
    static Reading claimOf(const Comparison& c, Stopwatch watch) {
        const auto claims = claimsOf(c, rowOfPi(c));
        const auto found = std::ranges::find(claims, watch, &Reading::stopwatch);
        return found == claims.end() ? Reading{} : *found;
    }

private Q_SLOTS:
    void initTestCase() {
        const RunEnd end = m_run.measure(
            {.plan = plannedHere(),
             .maker = [] { return std::make_unique<StopwatchMaker>(setupHere(), makeInner); },
             .t_max_ms = 500},
            stopwatchSpec(), m_file);
        QVERIFY(end == RunEnd::SomeNotDone);
    }

    void aCoarseClockHasTwoAnswers() {
        QCOMPARE(coarseMs(1, 15), 0.0);
        QCOMPARE(coarseMs(15, 16), kCoarseTick_ms);
        QCOMPARE(coarseMs(0, 33), 2 * kCoarseTick_ms);
    }

    void whatCannotBeDoneHasItsReason() {
        const Comparison c = compared();
        QCOMPARE(c.rows.size(), std::size_t{2});
        for (const Row& row : c.rows)
            for (const ReportCell& cell : row.cells) {
                QCOMPARE(cell.timed(), &row == &rowOfPi(c));
                if (cell.timed()) continue;
                QCOMPARE(cell.reason->code, std::string("stopwatch_no_maker"));
            }
        StopwatchMaker alone({.facts = kFacts}, makeInner);
        Cell cell{.experiment = "stopwatch",
                  .work = {{"work", rowOfPi(c).work.at("work")}},
                  .variant = {{"stopwatch", "handout"}}};
        QCOMPARE(alone.check(cell).error().code, std::string("stopwatch_needs_child"));
    }

    /// S0-M01 to S0-M05 on a PC without a GPU: each wrong stopwatch is wrong in its own way, and
    /// the loop tells the same time of all of them.
    void eachIsWrongInItsOwnWay() {
        const Comparison c = compared();
        const double right_ms = claimOf(c, Stopwatch::Right).claimed_ms;
        const double handout_ms = claimOf(c, Stopwatch::Handout).claimed_ms;
        const double few_ms = claimOf(c, Stopwatch::Few).claimed_ms;
        QVERIFY2(handout_ms > 3 * right_ms, qPrintable(QString::number(right_ms)));
        QVERIFY(few_ms > 1.5 * right_ms && few_ms < handout_ms);
        QVERIFY(claimOf(c, Stopwatch::CopiesInside).claimed_ms > 1.2 * handout_ms);
        const Reading coarse = claimOf(c, Stopwatch::CoarseClock);
        QCOMPARE(coarse.readings.size(), std::size_t{8});
        for (const double reading : coarse.readings)
            QCOMPARE(reading, kCoarseTick_ms * std::round(reading / kCoarseTick_ms));
        QVERIFY2(coarse.error() > 0.3, qPrintable(QString::number(coarse.claimed_ms)));
        const Reading unwaited = claimOf(c, Stopwatch::NoSynchronise);
        QVERIFY(unwaited.cpu_queue && !coarse.cpu_queue);
        QVERIFY(*std::ranges::min_element(unwaited.readings) < 0.5 * right_ms);
        for (const ReportCell& cell : rowOfPi(c).cells)
            if (cell.timed()) QVERIFY(cell.result.summary->median_ms < 0.5 * handout_ms);
    }

    /// Rates that the work's own experiment counts are not told here.
    void ratesStayWithTheirExperiment() {
        const Comparison c = compared();
        for (const ReportCell& cell : rowOfPi(c).cells) QVERIFY(!cell.result.metric("sample_rate"));
    }

    /// S3-03: sleeping is time on the wall and none of the processor.
    void clocksThatDisagreeAreFlagged() {
        const Comparison c = compared();
        const auto clocks = clocksOf(c, rowOfPi(c));
        QVERIFY(clocks.size() >= 2);
        QVERIFY(!clocks[0].differs && clocks[0].clock == "wall");
#ifndef Q_OS_WIN
        const auto cpu = std::ranges::find(clocks, "cpu", &ClockReading::clock);
        QVERIFY(cpu != clocks.end() && cpu->differs && cpu->ms < clocks[0].ms);
#endif
        // Side by side, each with what it tells.
        const Text text(Language::English);
        const Labels labels(c, text);
        const auto row = static_cast<std::size_t>(&rowOfPi(c) - c.rows.data());
        const auto charts =
            tabsOf(stopwatchSpec())[0].make({.comparison = c, .labels = labels, .row = row});
        QCOMPARE(charts.size(), std::size_t{2});
        const auto bars = std::get<BarsValue>(charts[1]).bars;
        QCOMPARE(bars.size(), clocks.size());
        for (std::size_t i = 0; i < bars.size(); ++i) {
            QCOMPARE(bars[i].text.ends_with("disagrees"), clocks[i].differs);
            QCOMPARE(bars[i].style, clocks[i].differs ? 1 : 0);
        }
    }

    /// S3-03: two clocks of the same thing, and a processor's clock that may tell another time.
    void clocksThatContradictAreWarnedOf() {
        Comparison c = compared();
        const auto warned = [&] {
            std::size_t count = 0;
            for (const Reason& reason : stopwatchView().warnings(c))
                count += reason.code == "clocks_disagree";
            return count;
        };
        QCOMPARE(warned(), std::size_t{0});
        for (Row& row : c.rows)
            for (ReportCell& cell : row.cells) {
                const Metric* wall = cell.result.metric("clock_wall_ms");
                if (!wall) continue;
                const double wall_ms = wall->value;
                cell.result.metrics.push_back({"clock_device_ms", "ms", 0.5 * wall_ms});
                QCOMPARE(warned(), std::size_t{0});  // a GPU that waited is no contradiction
                cell.result.metrics.back().value = 1.5 * wall_ms;
                QCOMPARE(warned(), std::size_t{1});
            }
        QVERIFY(Text(Language::Spanish).has("reason.clocks_disagree"));
    }

    /// P-02: the question names all defects and whose they are not; the answer is elsewhere.
    void theQuestionComesBeforeTheAnswer() {
        const Comparison c = compared();
        const Text text(Language::English);
        const Labels labels(c, text);
        const auto row = static_cast<std::size_t>(&rowOfPi(c) - c.rows.data());
        const Shown shown{.comparison = c, .labels = labels, .row = row};
        const auto cards = cardsOf(stopwatchSpec(), shown);
        const CardValue& question = cards.front();
        QCOMPARE(question.id, std::string("stopwatch_question"));
        const auto saysBoth = [&](const std::string& line) {
            return line.find(text("stopwatch.handout")) != std::string::npos &&
                   line.find(text("stopwatch_defect.handout")) != std::string::npos;
        };
        QVERIFY(std::ranges::none_of(question.lines, saysBoth));
        QCOMPARE(std::ranges::count(question.lines, "– " + text("stopwatch_defect.handout")), 1);
        const auto tabs = tabsOf(stopwatchSpec());
        const auto bars = [&](std::size_t tab) {
            return std::get<BarsValue>(tabs[tab].make(shown).at(0));
        };
        QCOMPARE(bars(0).bars.size(), std::size_t{6});
        // Whose queue was read stands beside the question, and what a stopwatch says that waits.
        const auto queue = std::ranges::find(cards, "stopwatch_queue", &CardValue::id);
        QVERIFY(queue != cards.end());
        QCOMPARE(queue->lines.front(), text.of("stopwatch").reason({"stopwatch_cpu_queue"}));
        QVERIFY(std::ranges::none_of(bars(0).bars, saysBoth, &BarsValue::Bar::name));
        const auto answers = claimBars(claimsOf(c, rowOfPi(c)), text, true).bars;
        QCOMPARE(std::ranges::count_if(answers, saysBoth, &BarsValue::Bar::name), 1);
        const auto wrong = wrongStopwatches(text);
        QCOMPARE(wrong.size(), std::size_t{5});
        QCOMPARE(std::ranges::count(wrong, Stopwatch::Right), 0);
        QVERIFY(findingOf(shown).headline.find("it is") != std::string::npos);
    }

    /// By a time that is doubtful itself no stopwatch is judged, and no factor is told.
    void aDoubtfulTimeJudgesNone() {
        Comparison c = compared();
        const Text text(Language::English);
        const auto row = static_cast<std::size_t>(&rowOfPi(c) - c.rows.data());
        for (const bool doubtful : {false, true}) {
            for (ReportCell& cell : c.rows[row].cells) {
                cell.result.flags.clear();
                if (doubtful) cell.result.flags.emplace_back("very_noisy");
            }
            const Labels labels(c, text);
            const Finding finding = findingOf({.comparison = c, .labels = labels, .row = row});
            QCOMPARE(finding.headline == text("stopwatch.headline_doubtful"), doubtful);
            QCOMPARE(finding.detail.find("very noisy") != std::string::npos, doubtful);
            for (const Reading& claim : claimsOf(c, c.rows[row])) {
                const QString line = QString::fromStdString(claimText(claim, text));
                QCOMPARE(line.contains("that time is doubtful (very noisy)"), doubtful);
                QCOMPARE(line.contains("; it is "), !doubtful);
            }
            const QString report = markdownOf(c, Language::English);
            QCOMPARE(report.contains("times what it is"), !doubtful);
            QCOMPARE(report.contains("no stopwatch can be judged"), doubtful);
        }
    }

    void theReportSaysItInBothLanguages() {
        const Comparison c = compared();
        const QString es = markdownOf(c, Language::Spanish), en = markdownOf(c, Language::English);
        for (const char* part :
             {"El mismo trabajo con varios cronómetros", "el del guion", "una sola vez y en frío",
              "Una cola, sin esperar y esperando", "que es un hilo de la CPU de este PC",
              "Varios relojes, las mismas llamadas"})
            QVERIFY2(es.contains(part), qPrintable(part + ("\n" + es)));
        for (const char* part :
             {"The same work by several stopwatches", "the handout", "once and cold",
              "A queue, without waiting and waiting", "which is a thread of this PC's CPU",
              "Several clocks, the same calls"})
            QVERIFY2(en.contains(part), qPrintable(part + ("\n" + en)));
        // Of all stopwatches, and beside what the queue tells; a clock that told nothing makes no
        // column.
        QCOMPARE(en.count("| Says (ms) |"), 2);
        QVERIFY(en.contains("| Wall clock (ms) |") && !en.contains("| GPU events (ms) |"));
        // The loop times all of them alike: nothing is faster than anything.
        QVERIFY2(!en.contains("INCONCLUSIVE") && !en.contains("Relative speed"), qPrintable(en));
    }
};

QTEST_GUILESS_MAIN(TestStopwatch)
#include "tst_stopwatch.moc"
