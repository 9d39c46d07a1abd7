// SPDX-License-Identifier: Apache-2.0
#include <QTest>
#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

#include "fake_course.h"
#include "measure/call_watch.h"
#include "measure/session.h"
#include "record/progress.h"
#include "session_testing.h"
#include "stats/validity.h"

using namespace duelo;

namespace {

/// Two variants of one training, and after them a case of its own.
std::vector<Cell> threeCells() {
    std::vector<Cell> cells = oneCase(2);
    cells.push_back(oneCase(1, 3, 512).front());
    return cells;
}

Outcome runAll(CourseMaker& maker, FakeSink& sink) {
    Session session(threeCells(), maker, sink, quick());
    session.start();
    session.wait();
    return session.outcome();
}

template <typename T>
std::vector<T> ofCell(const FakeSink& sink, const std::string& cell) {
    std::vector<T> found = sink.all<T>();
    std::erase_if(found, [&](const T& record) { return record.cell != cell; });
    return found;
}

std::vector<EventRecord> eventsOf(const FakeSink& sink, const std::string& cell, const char* kind) {
    auto found = ofCell<EventRecord>(sink, cell);
    std::erase_if(found, [&](const EventRecord& event) { return event.kind != kind; });
    return found;
}

bool tellsShare(const Record& record) {
    const auto* stage = std::get_if<Stage>(&record);
    return stage != nullptr && stage->share;
}

std::vector<Stage> sharesIn(const FakeSink& sink) {
    auto stages = sink.all<Stage>();
    std::erase_if(stages, [](const Stage& stage) { return !stage.share; });
    return stages;
}

/// Whether this thread is inside an epoch, whose clock runs.
thread_local bool t_timed = false;

/// Counts what the thread that is being timed had to write.
class TimedSink final : public RecordSink {
public:
    explicit TimedSink(FakeSink& kept) : m_kept(kept) {}
    Result<void> write(const Record& record) override {
        if (t_timed) ++whileTimed;
        return m_kept.write(record);
    }
    std::atomic<int> whileTimed{0};

private:
    FakeSink& m_kept;
};

/// An epoch that tells its progress until `enough`, or far too long.
template <typename Enough>
void tellUntil(const CallControl& control, const Enough& enough, std::atomic<std::size_t>& calls) {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
    while (!enough() && std::chrono::steady_clock::now() < end) {
        for (int i = 0; i < 1000; ++i, ++calls) control.progress(i / 1000.0);
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
}

}  // namespace

/// Work that is the way to an end (Course): epochs are samples, and the end comes once.
class TestCourse : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void epochsAreSamplesAndTheFirstIsCold_S0_M03() {
        CourseMaker maker;
        FakeSink sink;
        QCOMPARE(runAll(maker, sink), Outcome::Completed);
        for (const char* cell : {"c1", "c2", "c3"}) {
            QCOMPARE(maker.calls.steps[cell], 5);
            QCOMPARE(maker.calls.outputs[cell], 1);
            QCOMPARE(maker.calls.suspended[cell], 0);
            QCOMPARE(ofCell<Cold>(sink, cell).front().first_ms, 900.0);
            const ResultRecord result = sink.result(cell);
            QCOMPARE(result.status, Status::Done);
            QCOMPARE(result.summary->n, std::int64_t{4});
            QCOMPARE(result.summary->max_ms, 100.0);
            QCOMPARE(result.warm_up_calls, 0);
            QCOMPARE(result.output["epochs"].get<int>(), 5);
            QVERIFY(!result.fingerprint);
            std::vector<double> samples;
            for (const Samples& part : ofCell<Samples>(sink, cell))
                samples.insert(samples.end(), part.wall_ms.begin(), part.wall_ms.end());
            QCOMPARE(samples, std::vector<double>(4, 100.0));
        }
    }

    /// 100 images in 100 ms, whatever the batch of the case.
    void throughputIsOfTheImagesOfAnEpoch() {
        CourseMaker maker;
        FakeSink sink;
        runAll(maker, sink);
        const ResultRecord result = sink.result("c1");
        QCOMPARE(result.metric("throughput")->value, 1000.0);
        QCOMPARE(result.metric("throughput")->unit, std::string("image/s"));
        QCOMPARE(result.quantities.at("images"), std::int64_t{100});
    }

    /// The metrics of a training's end stand beside the rate of its steps.
    void metricsOfItsEndAreKept() {
        CourseMaker maker;
        FakeSink sink;
        runAll(maker, sink);
        const ResultRecord result = sink.result("c1");
        QCOMPARE(result.metrics.size(), std::size_t{2});
        const Metric* accuracy = result.metric("test_accuracy");
        QVERIFY(accuracy && accuracy->value == 0.5 && accuracy->unit.empty());
        QVERIFY(*accuracy->ci95 == (Interval{0.25, 0.75}));
    }

    /// S2-M06: data, compute, evaluation and the rest make up the epoch.
    void partsMakeUpTheEpoch() {
        CourseMaker maker;
        FakeSink sink;
        runAll(maker, sink);
        const ResultRecord result = sink.result("c1");
        const Parts parts = withUnexplained(result.parts, result.summary->median_ms);
        QCOMPARE(partMs(parts, "compute").value(), 75.0);
        QCOMPARE(partMs(parts, "data").value(), 12.5);
        QCOMPARE(partMs(parts, "evaluation").value(), 6.25);
        QCOMPARE(partMs(parts, "unexplained").value(), 6.25);
    }

    void newsCarryTheirCell() {
        CourseMaker maker;
        FakeSink sink;
        runAll(maker, sink);
        QCOMPARE(sink.all<EventRecord>().size(), std::size_t{3 + 15});
        for (const char* cell : {"c1", "c2", "c3"}) {
            QCOMPARE(eventsOf(sink, cell, "data").size(), std::size_t{1});
            const auto epochs = eventsOf(sink, cell, "epoch");
            QCOMPARE(epochs.size(), std::size_t{5});
            for (std::size_t i = 0; i < 5; ++i)
                QCOMPARE(epochs[i].fields["epoch"].get<int>(), static_cast<int>(i) + 1);
        }
    }

    /// Both variants are in the same rounds, so their epochs pair up.
    void variantsShareTheirRounds() {
        CourseMaker maker;
        FakeSink sink;
        runAll(maker, sink);
        std::vector<int> rounds[2];
        for (const int i : {0, 1})
            for (const Samples& part : ofCell<Samples>(sink, i == 0 ? "c1" : "c2"))
                rounds[i].insert(rounds[i].end(), part.round.begin(), part.round.end());
        QCOMPARE(rounds[0], (std::vector<int>{0, 1, 2, 3}));
        QCOMPARE(rounds[1], rounds[0]);
    }

    void oneThatEndsEarlierLeavesTheOthersRunning() {
        CourseMaker maker;
        maker.scripts["c1"].epochs = 3;
        FakeSink sink;
        QCOMPARE(runAll(maker, sink), Outcome::Completed);
        QCOMPARE(sink.result("c1").summary->n, std::int64_t{2});
        QCOMPARE(sink.result("c2").summary->n, std::int64_t{4});
    }

    void aSingleEpochIsDoneWithoutATime() {
        CourseMaker maker;
        maker.scripts["c3"].epochs = 1;
        FakeSink sink;
        runAll(maker, sink);
        const ResultRecord result = sink.result("c3");
        QCOMPARE(result.status, Status::Done);
        QVERIFY(!result.summary);
        QCOMPARE(result.output["epochs"].get<int>(), 1);
        QCOMPARE(result.metrics.size(), std::size_t{1});  // no time, no rate
    }

    /// A checkpoint of the last epoch: nothing is left but the test.
    void oneThatIsOverGoesStraightToItsEnd() {
        CourseMaker maker;
        maker.scripts["c3"].doneBefore = 5;
        FakeSink sink;
        QCOMPARE(runAll(maker, sink), Outcome::Completed);
        QCOMPARE(maker.calls.steps["c3"], 0);
        QCOMPARE(maker.calls.outputs["c3"], 1);
        QVERIFY(ofCell<Cold>(sink, "c3").empty());
        QCOMPARE(sink.result("c3").status, Status::Done);
    }

    void failedWorkSaysWhyAndLaterCellsRun_R_01() {
        CourseMaker maker;
        maker.scripts["c1"].failAt = 3;
        FakeSink sink;
        QCOMPARE(runAll(maker, sink), Outcome::Completed);
        const ResultRecord result = sink.result("c1");
        QCOMPARE(result.status, Status::Failed);
        QCOMPARE(result.reason->code, std::string("loss_not_finite"));
        QCOMPARE(result.reason->args["epoch"].get<int>(), 3);
        QCOMPARE(sink.result("c2").status, Status::Done);
        QCOMPARE(sink.result("c3").status, Status::Done);
    }

    void stopKeepsWhatIsNeededToGoOn_R_23_data() {
        QTest::addColumn<int>("epoch");
        QTest::newRow("in the cold epoch") << 1;
        QTest::newRow("later") << 3;
    }
    void stopKeepsWhatIsNeededToGoOn_R_23() {
        QFETCH(int, epoch);
        CourseMaker maker;
        maker.scripts["c1"].askAt = epoch;
        maker.scripts["c1"].notKept = Reason{"disk_full", {{"path", "x"}}};
        FakeSink sink;
        Session session(threeCells(), maker, sink, quick());
        session.start();
        QTRY_COMPARE(session.runningCallMs() > 0 && eventsOf(sink, "c1", "epoch").size() + 1 ==
                                                        static_cast<std::size_t>(epoch),
                     true);
        session.requestStop();
        session.wait();
        QCOMPARE(session.outcome(), Outcome::Cancelled);
        QCOMPARE(sink.result("c1").status, Status::Cancelled);
        QCOMPARE(maker.calls.suspended["c1"], 1);
        QCOMPARE(maker.calls.outputs["c1"], 0);
        // Told before it is written, which may take longer than somebody waits for a cancel.
        QCOMPARE(ofCell<Stage>(sink, "c1").back().stage, std::string(kKeepStage));
        const auto notices = ofCell<Notice>(sink, "c1");
        QCOMPARE(notices.size(), std::size_t{1});
        QCOMPARE(notices.front().reason.code, std::string("disk_full"));
        QVERIFY(ofCell<ResultRecord>(sink, "c3").empty());
    }

    void allocatorThatGrowsAtTheStartIsWarmUp_data() {
        QTest::addColumn<int>("epoch");
        QTest::addColumn<bool>("doubtful");
        QTest::newRow("in the second epoch") << 2 << false;
        QTest::newRow("between others") << 4 << true;
    }
    /// One of six epochs after the first is more than a tenth of them.
    void allocatorThatGrowsAtTheStartIsWarmUp() {
        QFETCH(int, epoch);
        QFETCH(bool, doubtful);
        CourseMaker maker;
        for (const char* cell : {"c1", "c2", "c3"})
            maker.scripts[cell] = {.epochs = 7, .growsAt = epoch};
        FakeSink sink;
        QCOMPARE(runAll(maker, sink), Outcome::Completed);
        const ResultRecord result = sink.result("c1");
        QCOMPARE(result.summary->n, std::int64_t{5});
        QCOMPARE(result.discarded.at("allocator_grew"), 1);
        const auto flagged = std::ranges::count(result.flags, std::string(flags::discarded));
        QCOMPARE(flagged, doubtful ? 1 : 0);
    }

    /// Thousands of calls of progress() are a few lines, and the thread whose epoch is timed writes
    /// none of them, nor anything else.
    void sharesAreToldByWhomNobodyTimes_R_31() {
        CourseMaker maker;
        FakeSink kept;
        TimedSink sink(kept);
        std::atomic<std::size_t> calls = 0;
        for (const char* cell : {"c1", "c3"}) maker.scripts[cell].epochs = 2;
        maker.scripts["c3"].inEpoch = [&](const CallControl& control) {
            const std::size_t before = sharesIn(kept).size();
            t_timed = true;
            tellUntil(
                control, [&] { return sharesIn(kept).size() > before + 1; }, calls);
            t_timed = false;
        };
        maker.scripts["c1"].inEpoch = [](const CallControl& control) {
            t_timed = true;
            control.progress(0.5);
            t_timed = false;
        };
        Session session(threeCells(), maker, sink, quick());
        session.start();
        session.wait();
        QCOMPARE(session.outcome(), Outcome::Completed);
        QCOMPARE(sink.whileTimed.load(), 0);
        const auto stages = ofCell<Stage>(kept, "c3");
        const auto isShare = [](const Stage& stage) { return stage.share.has_value(); };
        const auto shares = static_cast<std::size_t>(std::ranges::count_if(stages, isShare));
        QVERIFY2(shares >= 4, qPrintable(QString::number(shares)));
        QVERIFY2(100 * shares < calls, qPrintable(QString::number(shares)));
        for (std::size_t i = 1; i < stages.size(); ++i)
            if (isShare(stages[i])) QCOMPARE(stages[i].stage, stages[i - 1].stage);
    }

    /// A disk that is full while an epoch goes on, even for a moment, ends the run with that as its
    /// reason; the cell has not failed, and a resumed run does it.
    void aFullDiskInsideAnEpochEndsTheRun_R_20() {
        CourseMaker maker;
        FakeSink sink;
        std::atomic<bool> full = false;
        std::atomic<std::size_t> calls = 0;
        sink.refuses = [&](const Record& record) {
            return tellsShare(record) && !full.exchange(true);
        };
        maker.scripts["c1"].inEpoch = [&](const CallControl& control) {
            tellUntil(
                control, [&] { return control.stop.stop_requested(); }, calls);
            if (control.stop.stop_requested()) throw StepStopped{};
        };
        Session session(threeCells(), maker, sink, quick());
        session.start();
        session.wait();
        QVERIFY(full);
        QCOMPARE(session.outcome(), Outcome::SinkFailed);
        QCOMPARE(session.error().code, std::string("disk_full"));
        QVERIFY(!session.allDone());
        QVERIFY(sink.all<ResultRecord>().empty());
        QVERIFY(sink.all<End>().empty());
        QCOMPARE(maker.calls.steps["c3"], 0);

        maker.scripts["c1"].inEpoch = {};
        FakeSink again;
        QCOMPARE(runAll(maker, again), Outcome::Completed);
        QCOMPARE(again.result("c1").status, Status::Done);
    }

    /// a long call that asks whether to stop does not hang.
    void aBeatStartsTheWatchAnew() {
        CallWatch watch;
        watch.enter("c1");
        QTest::qWait(60);
        const double before_ms = watch.sinceMs();
        watch.beat();
        const double after_ms = watch.sinceMs();
        QVERIFY(before_ms >= 50);
        QVERIFY(after_ms < before_ms);
        QCOMPARE(watch.cell(), std::string("c1"));
        watch.leave();
        QCOMPARE(watch.sinceMs(), 0.0);
    }

    /// An epoch cannot be repeated for a counter, so it is counted itself.
    void energyIsThatOfTheEpochs_P_12() {
        int epochs = 0;
        CourseMaker maker;
        maker.scripts["c1"].inEpoch = [&](const CallControl&) {
            std::this_thread::sleep_for(std::chrono::milliseconds(250));
            ++epochs;
        };
        FakeSink sink;
        SessionOptions options = quick();
        options.energy = [&](const Device&) { return std::optional(1000 + 40.0 * epochs); };
        Session session(oneCase(1), maker, sink, std::move(options));
        session.start();
        session.wait();
        const auto energy = sink.result("c1").energy;
        QVERIFY(energy.has_value());
        QCOMPARE(energy->calls, std::int64_t{4});  // the first is the cold one, apart
        QCOMPARE(energy->perCallJ(), 40.0);
    }
};

QTEST_APPLESS_MAIN(TestCourse)
#include "tst_course.moc"
