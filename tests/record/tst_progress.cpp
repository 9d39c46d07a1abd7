// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <utility>
#include <vector>

#include "record/file_plans.h"
#include "record/progress.h"
#include "record_examples.h"

using namespace duelo;

namespace {

Header headerOf(int cells, Preset preset = Preset::Quick) {
    Header header = examples::header(cells);
    header.protocol = sheetOf(protocolOf(preset));
    return header;
}

/// Work of an experiment whose cases say how many epochs they have, and whether all come.
const Spec* find(std::string_view id) {
    static const Spec training{
        .id = "training",
        .events = {{"data", {"classes"}}, {"epoch", {"epoch", "wall_ms"}, "epoch"}},
        .steps = [](const Params& work) {
            return Steps{static_cast<int>(work.integer("epochs")), work.has("until_accuracy")};
        }};
    return id == training.id ? &training : nullptr;
}

CellRecord trainingCell(const std::string& cell, const Params& work) {
    return {.cell = cell, .experiment = "training", .work = work};
}

ResultRecord result(const std::string& cell, Status status = Status::Done) {
    ResultRecord r;
    r.cell = cell;
    r.status = status;
    return r;
}

void add(Progress& progress, const Record& record, double elapsed_ms) {
    progress.add(record, elapsed_ms);
}

}  // namespace

class TestProgress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnownBeforeTheHeader() {
        const ProgressState state = Progress(find).at(100);
        QCOMPARE(state.cells_total, 0);
        QCOMPARE(state.elapsed_ms, 100.0);
        QVERIFY(!state.remaining_ms);
    }

    void thePresetBoundsAFreshRun() {
        for (const Preset preset : {Preset::Quick, Preset::Standard, Preset::Strict}) {
            Progress progress(find);
            add(progress, headerOf(4, preset), 0);
            const Protocol& protocol = protocolOf(preset);
            QCOMPARE(progress.at(0).remaining_ms->low, 4 * protocol.t_min_ms);
            QCOMPARE(progress.at(0).remaining_ms->high, 4 * protocol.t_max_ms);
        }
    }

    void aPlanThatThisVersionCannotReadIsTakenAsStandard() {
        Progress progress(find);
        add(progress, Header{.plan = {{"what", 1}}, .cells = 1}, 0);
        QCOMPARE(progress.at(0).remaining_ms->high, protocolOf(Preset::Standard).t_max_ms);
    }

    /// The header was edited; tests/corpus/tst_fuzz_records.cpp has found this.
    void boundsThatAreNoneAreTakenAsStandard() {
        const Protocol& usual = protocolOf(Preset::Standard);
        for (const auto& [least, most] : std::vector<std::pair<double, double>>{
                 {10000, -1}, {-1, 5000}, {2, 1}, {std::nan(""), 1}, {1, std::nan("")}}) {
            Header header = headerOf(2);
            header.protocol.t_min_ms = least;
            header.protocol.t_max_ms = most;
            Progress progress(find);
            add(progress, header, 0);
            QCOMPARE(progress.at(0).remaining_ms->low, 2 * usual.t_min_ms);
            QCOMPARE(progress.at(0).remaining_ms->high, 2 * usual.t_max_ms);
        }
    }

    void cellAndStageAreFollowed() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        QCOMPARE(progress.at(0).cell, std::string());
        add(progress, examples::cell("c001"), 1);
        add(progress, Stage{.cell = "c001", .stage = "warm_up"}, 2);
        QCOMPARE(progress.at(2).cell, std::string("c001"));
        QCOMPARE(progress.at(2).stage, std::string("warm_up"));
        add(progress, Notice{.cell = "c002", .reason = {.code = "high_load"}}, 3);
        QCOMPARE(progress.at(3).cell, std::string("c001"));
        add(progress, examples::samples("c002"), 4);
        QCOMPARE(progress.at(4).cell, std::string("c002"));
        QCOMPARE(progress.at(4).stage, std::string("measure"));
        add(progress, result("c002"), 5);
        QCOMPARE(progress.at(5).cell, std::string());
        QCOMPARE(progress.at(5).stage, std::string());
        QCOMPARE(progress.at(5).cells_done, 1);
        QCOMPARE(progress.at(5).cells_total, 2);
    }

    void repeatedCellsAreOpenAgain() {
        Progress progress(find);
        progress.setFinished({"c001", "c002", "c003"});
        Header again = headerOf(3);
        again.repeats = {"c002"};
        add(progress, again, 0);
        QCOMPARE(progress.at(0).cells_done, 2);
        add(progress, examples::cell("c002"), 1);
        add(progress, result("c002"), 2);
        QCOMPARE(progress.at(2).cells_done, 3);
        QCOMPARE(progress.at(2).remaining_ms->high, 0.0);
    }

    void equalCellsArePredictedExactly() {
        Progress progress(find);
        add(progress, headerOf(10), 0);
        double now = 0;
        for (const char* cell : {"c001", "c002", "c003", "c004"}) {
            add(progress, examples::cell(cell), now);
            now += 1000;
            add(progress, result(cell), now);
        }
        QCOMPARE(progress.at(now).remaining_ms->low, 6000.0);
        QCOMPARE(progress.at(now).remaining_ms->high, 6000.0);
        // In the middle of a cell, before its next record.
        QCOMPARE(progress.at(now + 400).remaining_ms->low, 5600.0);
        QCOMPARE(progress.at(now + 400).elapsed_ms, now + 400);
        // A cell that takes longer than all before never makes the rest negative.
        QCOMPARE(progress.at(now + 60000).remaining_ms->low, 0.0);
        QCOMPARE(progress.at(now + 60000).remaining_ms->high, 0.0);
    }

    /// The progress of a file with several plans is that of the plan at work, whatever of the
    /// others is done.
    void theCellsOfAnotherPlanAreNoneOfThisOne() {
        Progress progress(find);
        progress.setFinished({"c001", "c002", "p3-c001"});
        add(progress, headerOf(2), 0);
        QCOMPARE(progress.at(0).cells_done, 2);
        add(progress, examples::end(), 10);
        Header second = headerOf(4);
        second.extra[kCellPrefix] = cellPrefix(3);
        add(progress, second, 20);
        QCOMPARE(progress.at(20).cells_done, 1);
        QCOMPARE(progress.at(20).share, 0.25);
        add(progress, result("p3-c002"), 30);
        QCOMPARE(progress.at(30).cells_done, 2);
    }

    /// Two variants of a case share the time; neither has all of it.
    void interleavedCellsShareTheTime() {
        Progress progress(find);
        add(progress, headerOf(8), 0);
        double now = 0;
        for (int pair = 0; pair < 3; ++pair) {
            const std::string a = "a" + std::to_string(pair), b = "b" + std::to_string(pair);
            for (int round = 0; round < 5; ++round) {
                add(progress, examples::samples(a), now += 100);
                add(progress, examples::samples(b), now += 100);
            }
            add(progress, result(a), now);
            add(progress, result(b), now);
        }
        QCOMPARE(now, 3000.0);
        QCOMPARE(progress.at(now).remaining_ms->low, 1000.0);  // 2 cells of 500 ms
        QCOMPARE(progress.at(now).remaining_ms->high, 1000.0);
    }

    /// The header's expectations tell small cells from large ones; the cells that are done tell by
    /// how much all of them are off.
    void expectationsAreCorrectedByWhatIsMeasured() {
        Progress progress(find);
        Header header = headerOf(5);
        header.expected_ms = {
            {"c001", 1000}, {"c002", 1000}, {"c003", 2000}, {"c004", 8000}, {"c005", 4000}};
        add(progress, header, 0);
        QCOMPARE(progress.at(0).remaining_ms->low, 16'000.0 / 2);
        QCOMPARE(progress.at(0).remaining_ms->high, 16'000.0 * 2);
        double now = 0;
        const auto measure = [&](const char* cell, double ms) {
            add(progress, examples::cell(cell), now);
            now += ms;
            add(progress, result(cell), now);
        };
        // This machine takes three times as long as was thought.
        measure("c001", 3000);
        Interval left = *progress.at(now).remaining_ms;
        QVERIFY(left.contains(3 * 15'000));
        QVERIFY2(left.high < 1.5 * 3 * 15'000, qPrintable(QString::number(left.high)));
        measure("c002", 2900);
        measure("c003", 6300);
        left = *progress.at(now).remaining_ms;
        QVERIFY(left.contains(3 * 12'000));
        QVERIFY2(left.high < 1.2 * left.low, qPrintable(QString::number(left.high / left.low)));
        // The cell at work is that much nearer to its end.
        add(progress, examples::cell("c004"), now);
        const double later = progress.at(now + 6000).remaining_ms->high;
        QVERIFY(later < left.high - 5000 && later > left.high - 8000);
        add(progress, End{.status = "completed"}, now + 6000);
        QCOMPARE(progress.at(now + 6000).remaining_ms->high, 0.0);
    }

    /// Beside other programs every cell runs into its limit: one that is overdue is not about to
    /// end, and those after it will be late as well.
    void anOverdueCellTellsOfThoseAfterIt() {
        Progress progress(find);
        Header header = headerOf(3);  // quick: 5 s of turns at most
        header.expected_ms = {{"c001", 1000}, {"c002", 1000}, {"c003", 1000}};
        add(progress, header, 0);
        add(progress, examples::cell("c001"), 0);
        add(progress, examples::samples("c001"), 4000);
        const Interval left = *progress.at(4000).remaining_ms;
        QVERIFY(left.contains(2 * 4000) && left.low >= 4000);
        QVERIFY(left.high >= 2 * 4000 + 1000);  // and until its own limit
        // Nor does it say that nothing is left while the last one is at it.
        add(progress, result("c001"), 5000);
        add(progress, result("c002"), 10'000);
        add(progress, examples::cell("c003"), 10'000);
        for (const double spent_ms : {5500.0, 9000.0})
            QVERIFY(progress.at(10'000 + spent_ms).remaining_ms->high >= 0.1 * spent_ms);
    }

    /// Variants that take turns end together; the bar does not stand still until then.
    void cellsThatTakeTurnsShowTheirPart() {
        Progress progress(find);
        Header header = headerOf(3);
        header.expected_ms = {{"c001", 1000}, {"c002", 1000}, {"c003", 8000}};
        add(progress, header, 0);
        double now = 0;
        for (int round = 0; round < 5; ++round)
            for (const char* cell : {"c001", "c002"})
                add(progress, examples::samples(cell), now += 100);
        QCOMPARE(progress.at(now).share, 0.1);
        QCOMPARE(progress.at(now + 200).share, 0.12);  // of the one at work
        add(progress, examples::samples("c001"), now += 60'000);
        QVERIFY(progress.at(now).share < 0.2);  // of that time nobody knows how much is left
        add(progress, result("c001"), now);
        add(progress, result("c002"), now);
        QCOMPARE(progress.at(now).share, 0.2);
    }

    void aSkippedCellCorrectsNothing() {
        Progress progress(find);
        Header header = headerOf(3);
        header.expected_ms = {{"c001", 1000}, {"c002", 1000}};
        add(progress, header, 0);
        add(progress, examples::cell("c003"), 0);
        add(progress, result("c003", Status::Skipped), 5);
        add(progress, examples::cell("c001"), 5);
        add(progress, result("c001", Status::Skipped), 10);
        QVERIFY(progress.at(10).remaining_ms->contains(990));
    }

    void growingCellsWidenTheRangeUpwards() {
        Progress progress(find);
        add(progress, headerOf(6), 0);
        double now = 0;
        for (const double cost : {100.0, 400.0, 1600.0}) {
            const std::string cell = std::to_string(cost);
            now += cost;
            add(progress, examples::samples(cell), now);
            add(progress, result(cell), now);
        }
        const Interval range = *progress.at(now).remaining_ms;
        QVERIFY(range.low >= 0);
        QVERIFY(range.high >= 3 * 1600);
        QVERIFY(range.low < 3 * 700 && 3 * 700 < range.high);  // the mean is inside
    }

    void aRepeatedResultCountsOnce() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        add(progress, result("c001", Status::Failed), 10);
        add(progress, result("c001"), 20);
        QCOMPARE(progress.at(20).cells_done, 1);
    }

    void aResumedRunStartsWhereItStopped_R_21() {
        Progress progress(find);
        progress.setFinished({"c001", "c002", "c003"});
        add(progress, headerOf(5), 0);
        QCOMPARE(progress.at(0).cells_done, 3);
        // What they cost was not seen here, so the protocol bounds the other two.
        QCOMPARE(progress.at(0).remaining_ms->high, 2 * protocolOf(Preset::Quick).t_max_ms);
    }

    /// The rest is predicted by epochs: 2 cells of 10, 500 ms each, 4 of them done.
    void epochsPredictTheRest() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        add(progress, trainingCell("c001", {{"epochs", 10}}), 0);
        QVERIFY(!progress.at(0).remaining_ms);
        QCOMPARE(progress.at(0).share, 0.0);
        for (int epoch = 1; epoch <= 4; ++epoch)
            add(progress, examples::epoch("c001", epoch), 500.0 * epoch);
        const ProgressState state = progress.at(2000);
        QCOMPARE(state.share, 0.2);
        QCOMPARE(state.steps_done, 4);
        QCOMPARE(state.steps_total, 10);
        QCOMPARE(state.step, std::string("epoch"));
        QCOMPARE(state.remaining_ms->low, 0.7 * 8000);
        QCOMPARE(state.remaining_ms->high, 1.5 * 8000);
        add(progress, result("c001"), 5000);
        QCOMPARE(progress.at(5000).share, 0.5);
        QVERIFY(progress.at(5000).step.empty());  // between two cells
        QCOMPARE(progress.at(5000).remaining_ms->high, 1.5 * 5000);
    }

    /// Until the first epoch is over, what was expected; then what it took.
    void theExpectationStandsInForTheFirstEpoch() {
        for (const bool early : {false, true}) {
            Progress progress(find);
            Header header = headerOf(1);
            header.expected_ms = {{"c001", 20'000}};
            add(progress, header, 0);
            Params work{{"epochs", 10}};
            if (early) work.set("until_accuracy", 0.9);
            add(progress, trainingCell("c001", work), 0);
            const Interval begun = progress.at(4000).remaining_ms.value();
            QCOMPARE(begun.low, early ? 0.0 : 8000.0);
            QCOMPARE(begun.high, 32'000.0);
            // It took longer than expected, and who knows how much.
            QVERIFY(!progress.at(25'000).remaining_ms);
            add(progress, EventRecord{.cell = "c001", .kind = "epoch", .fields = {{"epoch", 1}}},
                30'000);
            QCOMPARE(progress.at(30'000).remaining_ms->high, 1.5 * 9 * 30'000);
        }
    }

    /// Nothing was expected: the batches of the first epoch tell, loading apart. Of 2 cells of 10.
    void theFirstBatchesTellWhereNothingWasExpected() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        add(progress, trainingCell("c001", {{"epochs", 10}}), 0);
        add(progress, Stage{.cell = "c001", .stage = "prepare"}, 0);
        add(progress, Stage{.cell = "c001", .stage = "prepare", .share = 0.5}, 3000);
        QVERIFY(!progress.at(3000).remaining_ms);
        add(progress, Stage{.cell = "c001", .stage = "cold"}, 6000);
        QVERIFY(!progress.at(6000).remaining_ms);
        add(progress, Stage{.cell = "c001", .stage = "cold", .share = 0.25}, 6100);
        QCOMPARE(progress.at(6100).remaining_ms->low, 0.7 * (20 * 400 - 100));
        QCOMPARE(progress.at(6200).remaining_ms->high, 1.5 * (20 * 400 - 200));
        add(progress, examples::epoch("c001", 1), 6500);
        QVERIFY(progress.at(6500).remaining_ms->low > 0.7 * 19 * 6000);  // what was spent, as ever
    }

    void aTrainingThatMayEndEarlyPromisesNoTime() {
        Progress progress(find);
        add(progress, headerOf(1), 0);
        add(progress, trainingCell("c001", {{"epochs", 10}, {"until_accuracy", 0.9}}), 0);
        add(progress, examples::epoch("c001", 1), 1000);
        QCOMPARE(progress.at(1000).remaining_ms->low, 0.0);
        QCOMPARE(progress.at(1000).remaining_ms->high, 1.5 * 9000);
    }

    /// Only the column that the Spec names counts, and only where it is a number.
    void otherEventsAreNoSteps() {
        Progress progress(find);
        add(progress, headerOf(1), 0);
        add(progress, trainingCell("c001", {{"epochs", 10}}), 0);
        add(progress, examples::data("c001"), 10);
        add(progress, examples::puzzled("c001"), 20);
        add(progress, EventRecord{.cell = "c001", .kind = "rang", .fields = {{"epoch", 5}}}, 30);
        for (const Json& wrong : {Json("5"), Json(5.5), Json(), Json::array({5})})
            add(progress,
                EventRecord{.cell = "c001", .kind = "epoch", .fields = {{"epoch", wrong}}}, 40);
        add(progress, EventRecord{.cell = "c001", .kind = "epoch"}, 50);
        QCOMPARE(progress.at(50).share, 0.0);
        QVERIFY(!progress.at(50).remaining_ms);
        QCOMPARE(progress.at(50).cell, std::string("c001"));
        add(progress, examples::epoch("c001", 5), 1000);
        QCOMPARE(progress.at(1000).share, 0.5);
    }

    /// Each case has its own number: 500 ms an epoch, 10 of the first case and 4 of the second.
    void casesOfOneRunHaveTheirOwnEpochs() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        add(progress, trainingCell("c001", {{"epochs", 10}}), 0);
        add(progress, examples::epoch("c001", 10), 5000);
        add(progress, result("c001"), 5000);
        add(progress, trainingCell("c002", {{"epochs", 4}}), 5000);
        add(progress, examples::epoch("c002", 2), 6000);
        QCOMPARE(progress.at(6000).share, 0.75);
        QCOMPARE(progress.at(6000).remaining_ms->low, 0.7 * 1000);
        QCOMPARE(progress.at(6000).remaining_ms->high, 1.5 * 1000);
    }

    /// A record of a newer Duelo: its cells are taken to be repeated, as most are.
    void workOfAnUnknownExperimentIsRepeated() {
        Progress progress(find);
        add(progress, headerOf(2), 0);
        add(progress, CellRecord{.cell = "c001", .experiment = "juggling"}, 0);
        QCOMPARE(progress.at(0).remaining_ms->high, 2 * protocolOf(Preset::Quick).t_max_ms);
    }

    void nothingRemainsAtTheEnd() {
        Progress progress(find);
        add(progress, headerOf(5), 0);
        add(progress, examples::cell("c001"), 10);
        add(progress, End{.status = "cancelled"}, 20);
        QCOMPARE(progress.at(30).remaining_ms->high, 0.0);
        QCOMPARE(progress.at(30).cell, std::string());
        QCOMPARE(progress.at(30).cells_done, 0);
    }
};

QTEST_APPLESS_MAIN(TestProgress)
#include "tst_progress.moc"
