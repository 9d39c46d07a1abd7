// SPDX-License-Identifier: Apache-2.0
// A session in which something goes wrong: what fails, what is given up, and what goes on.
#include <algorithm>
#include <chrono>
#include <latch>
#include <limits>
#include <string>
#include <thread>
#include <vector>

#include <QTest>

#include "session_testing.h"

using namespace duelo;

class TestSessionFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void skippedCellsSayWhy_S0_17();
    void failureEndsOneCellOnly_R_01();
    void forecastAboveFreeMemoryIsRefusedBefore_R_03();
    void unknownMemoryRefusesNothing_Y_25();
    void disagreeingOutputsGiveNoTime_R_30();
    void notFiniteOutputGivesNoTime();
    void stickyErrorAsksForANewProcess_R_04();
    void aBrokenDeviceFailsOnlyWhoBrokeIt_R_04();
    void fullDiskEndsTheRun_R_20();
    void cancelKeepsWhatWasMeasured_R_23();
    void resumedRunDoesOnlyTheRest_R_21();
    void nothingValidIsAFailure();
    void growingAllocatorDiscardsItsBlock();
    void whatOthersAllocateDiscardsNothing();
    void slowCallsAreBoundByTheTimeLimit_R_05();
    void hangingCallIsSeenFromOutside_R_05();
    void aHangingWriteIsNotWaitedFor_R_05();
    void warningsAreToldOnce_R_28();
};

void TestSessionFaults::skippedCellsSayWhy_S0_17() {
    ScriptedMaker maker;
    maker.scripts["c2"].refusedBy = Reason{"no_nvidia_driver"};
    FakeSink sink;
    Session session(oneCase(2), maker, sink, quick());
    session.start();
    session.wait();
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").status, Status::Skipped);
    QCOMPARE(sink.result("c2").reason->code, "no_nvidia_driver");
    QVERIFY(!session.allDone());
}

void TestSessionFaults::failureEndsOneCellOnly_R_01() {
    ScriptedMaker maker;
    maker.scripts["c2"].throwAt = 12;  // in the middle of the measuring
    maker.scripts["c3"].throwAt = 0;   // in the first call
    FakeSink sink;
    QCOMPARE(runAll(concatenated(oneCase(3), oneCase(1, 4)), maker, sink), Outcome::Completed);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").status, Status::Failed);
    QCOMPARE(sink.result("c2").reason->code, "fake_broken");
    QCOMPARE(sink.result("c3").status, Status::Failed);
    QCOMPARE(sink.result("c4").status, Status::Done);
}

void TestSessionFaults::forecastAboveFreeMemoryIsRefusedBefore_R_03() {
    ScriptedMaker maker;
    maker.scripts["c1"].forecast = {.bytes = 2000, .free_bytes = 1999};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Skipped);
    QCOMPARE(result.reason->code, "not_enough_memory");
    QCOMPARE(result.reason->args["needed_bytes"].get<int>(), 2000);
    QVERIFY(maker.log.empty());
}

/// Where the system does not tell what is free, that is not 0: it is tried.
void TestSessionFaults::unknownMemoryRefusesNothing_Y_25() {
    ScriptedMaker maker;
    maker.scripts["c1"].forecast = {.bytes = 2000, .free_bytes = std::nullopt};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Done);
}

void TestSessionFaults::disagreeingOutputsGiveNoTime_R_30() {
    ScriptedMaker maker;
    maker.scripts["c2"].values = {1.0F, 3.01F, 2.0F};  // one weight perturbed on one side
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").status, Status::Failed);
    QCOMPARE(sink.result("c2").reason->code, "outputs_disagree");
    QVERIFY(!sink.result("c2").summary);
}

void TestSessionFaults::notFiniteOutputGivesNoTime() {
    ScriptedMaker maker;
    maker.scripts["c1"].values = {1.0F, std::numeric_limits<float>::quiet_NaN(), 2.0F};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Failed);
    QCOMPARE(sink.result("c1").reason->code, "output_not_finite");
}

void TestSessionFaults::stickyErrorAsksForANewProcess_R_04() {
    ScriptedMaker maker;
    maker.scripts["c2"].throwAt = 15;
    maker.scripts["c2"].sticky = true;
    FakeSink sink;
    const auto cells = concatenated(oneCase(2), oneCase(1, 3, 512));
    QCOMPARE(runAll(cells, maker, sink), Outcome::NeedsRestart);
    QCOMPARE(sink.result("c2").status, Status::Failed);
    QCOMPARE(sink.result("c2").reason->code, "fake_sticky");
    // The cells that were not begun have no result: resume does them.
    for (const ResultRecord& result : sink.all<ResultRecord>()) QVERIFY(result.cell != "c3");
    QCOMPARE(sink.all<End>().front().status, "failed");
}

/// The other variants on that device would fail too, by no fault of their own: they have no result,
/// so the next process measures them. Those on other devices go on.
void TestSessionFaults::aBrokenDeviceFailsOnlyWhoBrokeIt_R_04() {
    ScriptedMaker maker;
    for (const char* cell : {"c2", "c3"}) {
        maker.scripts[cell].throwAt = 85;  // in the rounds
        maker.scripts[cell].sticky = true;
    }
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.n_min = 60;
    QCOMPARE(runAll(oneCase(3), maker, sink, options), Outcome::NeedsRestart);
    QCOMPARE(sink.all<ResultRecord>().size(), 2U);
    QCOMPARE(sink.result("c1").status, Status::Done);
    const bool second = sink.all<ResultRecord>().front().cell == "c2";
    const std::string broke = second ? "c2" : "c3", other = second ? "c3" : "c2";
    QCOMPARE(sink.result(broke).status, Status::Failed);

    maker.scripts.clear();
    options.finished = {"c1", broke};
    FakeSink again;
    QCOMPARE(runAll(oneCase(3), maker, again, options), Outcome::Completed);
    QCOMPARE(again.all<ResultRecord>().size(), 1U);
    QCOMPARE(again.result(other).status, Status::Done);
}

void TestSessionFaults::fullDiskEndsTheRun_R_20() {
    ScriptedMaker maker;
    FakeSink sink;
    sink.refuseFrom = 4;
    Session session(oneCase(1), maker, sink, quick());
    session.start();
    session.wait();
    QCOMPARE(session.outcome(), Outcome::SinkFailed);
    QCOMPARE(session.error().code, "disk_full");
}

void TestSessionFaults::cancelKeepsWhatWasMeasured_R_23() {
    ScriptedMaker maker;
    // Real time, so that the cancel meets the cell while it is being measured.
    maker.scripts["c1"].wall_ms = [](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 2.0;
    };
    FakeSink sink;
    Session session(concatenated(oneCase(1), oneCase(1, 2, 512)), maker, sink,
                    undisturbed(Preset::Strict));
    session.start();
    QTRY_VERIFY(!sink.all<Samples>().empty());
    session.requestStop();
    session.wait();
    QCOMPARE(session.outcome(), Outcome::Cancelled);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Cancelled);
    QVERIFY(result.summary->n > 0);
    QCOMPARE(sink.all<ResultRecord>().size(), 1U);
    QCOMPARE(sink.all<End>().front().status, "cancelled");
}

void TestSessionFaults::resumedRunDoesOnlyTheRest_R_21() {
    ScriptedMaker maker;
    FakeSink sink;
    SessionOptions options = quick();
    options.finished = {"c1", "c3"};
    runAll(concatenated(oneCase(2), oneCase(2, 3, 512)), maker, sink, options);
    QCOMPARE(sink.all<ResultRecord>().size(), 2U);
    QCOMPARE(sink.result("c2").status, Status::Done);
    QCOMPARE(sink.result("c4").status, Status::Done);
}

void TestSessionFaults::nothingValidIsAFailure() {
    ScriptedMaker maker;
    maker.scripts["c1"].state = [](int call) { return DeviceState{.allocations = call}; };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.t_max_ms = 200;  // of real time
    runAll(oneCase(1), maker, sink, options);
    QCOMPARE(sink.result("c1").status, Status::Failed);
    QCOMPARE(sink.result("c1").reason->code, "all_samples_allocator_grew");
}

void TestSessionFaults::growingAllocatorDiscardsItsBlock() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int) { return 25.0; };
    maker.scripts["c1"].state = [](int call) {
        return DeviceState{.allocations = call > 70 ? 5 : 4};
    };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.n_min = 60;
    runAll(oneCase(1), maker, sink, options);
    QVERIFY(sink.result("c1").discarded.at("allocator_grew") >= 1);
}

/// Two variants on one device: the count of its allocations is of both.
void TestSessionFaults::whatOthersAllocateDiscardsNothing() {
    ScriptedMaker maker;
    std::int64_t allocations = 0;
    const auto state = [&](int) { return DeviceState{.allocations = allocations}; };
    maker.scripts["c1"].state = maker.scripts["c2"].state = state;
    maker.scripts["c2"].wall_ms = [&](int) {
        ++allocations;
        return 10.0;
    };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.t_max_ms = 200;  // of real time, which c2 spends in vain
    runAll(oneCase(2), maker, sink, options);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QVERIFY(sink.result("c1").discarded.empty());
    QCOMPARE(sink.result("c2").reason->code, "all_samples_allocator_grew");
}

void TestSessionFaults::slowCallsAreBoundByTheTimeLimit_R_05() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));  // the limit is of real time
        return 100.0;
    };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.t_max_ms = 450;
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(result.summary->n >= 1 && result.summary->n <= 4);
    QCOMPARE(std::ranges::count(result.flags, "time_limit"), 1);
    QVERIFY(!result.extra["unmet"].empty());
}

void TestSessionFaults::hangingCallIsSeenFromOutside_R_05() {
    ScriptedMaker maker;
    maker.scripts["c1"].sleepAt = 3;
    maker.scripts["c1"].sleep = std::chrono::milliseconds(400);
    FakeSink sink;
    Session session(oneCase(1), maker, sink, quick());
    session.start();
    QTRY_VERIFY(session.runningCallMs() > 50);
    session.abandonRunningCell(Status::Failed, {"call_hangs"});
    QCOMPARE(sink.result("c1").status, Status::Failed);
    QCOMPARE(sink.result("c1").reason->code, "call_hangs");
    // What comes back after all finds the file closed, and whoever asks again finds it told.
    session.abandonRunningCell(Status::Cancelled, {"cancelled_by_user"});
    session.wait();
    QCOMPARE(sink.all<ResultRecord>().size(), 1U);
    QCOMPARE(sink.all<End>().size(), 1U);
    QCOMPARE(sink.all<End>().front().status, "failed");
    QVERIFY(std::holds_alternative<End>(sink.records().back()));
}

/// A write to a drive that has gone may hang as a call does: whoever leaves does not wait for it.
void TestSessionFaults::aHangingWriteIsNotWaitedFor_R_05() {
    ScriptedMaker maker;
    FakeSink sink;
    std::latch gone(1), back(1);
    sink.refuses = [&](const Record& record) {
        if (std::holds_alternative<Samples>(record) && !gone.try_wait()) {
            gone.count_down();
            back.wait();
        }
        return false;
    };
    Session session(oneCase(1), maker, sink, quick());
    session.start();
    gone.wait();
    session.abandonRunningCell(Status::Cancelled, {"cancelled_by_user"});
    QVERIFY(session.isRunning());  // and yet we are here
    back.count_down();
    session.wait();
    QCOMPARE(sink.all<End>().size(), 1U);
}

void TestSessionFaults::warningsAreToldOnce_R_28() {
    ScriptedMaker maker;
    FakeSink sink;
    SessionOptions options = quick();
    options.observe = [] { return MonitorRecord{.state = {.power_source = "battery"}}; };
    runAll(concatenated(oneCase(1), oneCase(1, 2, 512)), maker, sink, options);
    QCOMPARE(sink.all<Notice>().size(), 1U);
    QCOMPARE(sink.all<Notice>().front().reason.code, "on_battery");
    // The reading itself is kept, and two cases within a second have one.
    QCOMPARE(sink.all<MonitorRecord>().size(), 1U);
    QCOMPARE(sink.all<MonitorRecord>().front().state.power_source, "battery");
}

QTEST_APPLESS_MAIN(TestSessionFaults)
#include "tst_session_faults.moc"
