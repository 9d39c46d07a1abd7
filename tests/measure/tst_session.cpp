// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>
#include <new>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <QTest>

#include "measure/session.h"
#include "scripted_work.h"

using namespace duelo;

namespace {

SessionOptions quick() {
    return {.protocol = protocolOf(Preset::Quick)};
}

Outcome runAll(std::vector<Cell> cells, ScriptedMaker& maker, FakeSink& sink,
               SessionOptions options = quick()) {
    Session session(std::move(cells), maker, sink, std::move(options));
    session.start();
    session.wait();
    return session.outcome();
}

std::vector<Cell> concatenated(std::vector<Cell> a, const std::vector<Cell>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

}  // namespace

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresAllCellsAndSeals();
    void variantsAreInterleavedInRandomOrder_S0_M06();
    void coldPhaseIsApart_S0_M03();
    void loadingIsPreparingAndWhatWasReadForAll_S0_M03();
    void memoryIsOfItsOwnBlocks();
    void medianIsOfTheSamplesThatWereWritten();
    void skippedCellsSayWhy_S0_17();
    void failureEndsOneCellOnly_R_01();
    void forecastAboveFreeMemoryIsRefusedBefore_R_03();
    void casesOfTwoExperimentsAreApart();
    void disagreeingOutputsGiveNoTime_R_30();
    void theBaseIsTheReference_R_30();
    void resultsWithoutValuesAgreeByTheirDigest_R_30();
    void whatNobodyCanCompareIsMeasured();
    void ratesAreOfTheMedianCall();
    void partsAndIdentitiesAreToldAsTheyCome();
    void whatTheCallsFindOutIsTold();
    void whatNoCallHoldsIsMeasuredOnceAfterThem_P_03();
    void notFiniteOutputGivesNoTime();
    void stickyErrorAsksForANewProcess_R_04();
    void aBrokenDeviceFailsOnlyWhoBrokeIt_R_04();
    void fullDiskEndsTheRun_R_20();
    void cancelKeepsWhatWasMeasured_R_23();
    void resumedRunDoesOnlyTheRest_R_21();
    void nothingValidIsAFailure();
    void growingAllocatorDiscardsItsBlock();
    void whatOthersAllocateDiscardsNothing();
    void fastCallsAreTimedInBlocks();
    void callsInARowAreOneSample_E7();
    void strictGivesThePercentileThatItPromises();
    void slowCallsAreBoundByTheTimeLimit_R_05();
    void hangingCallIsSeenFromOutside_R_05();
    void warningsAreToldOnce_R_28();
};

void TestSession::measuresAllCellsAndSeals() {
    ScriptedMaker maker;
    FakeSink sink;
    const auto cells = concatenated(oneCase(2), oneCase(2, 3, 512));
    QCOMPARE(runAll(cells, maker, sink), Outcome::Completed);
    for (const Cell& cell : cells) {
        const ResultRecord result = sink.result(cell.id);
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.summary->n >= 10);
        QCOMPARE(result.summary->median_ms, 10.0);
        QCOMPARE(result.quantities.at("parameters"), 42);
        QVERIFY(result.summary->ci95_ms->low <= 10.0 && result.summary->ci95_ms->high >= 10.0);
    }
    QCOMPARE(sink.all<End>().size(), 1U);
    QCOMPARE(sink.all<End>().front().status, "completed");
    QCOMPARE(maker.released, 2);
}

void TestSession::variantsAreInterleavedInRandomOrder_S0_M06() {
    ScriptedMaker maker;
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    // Sample by sample, both variants must be at work all along, and each must come first at times.
    int firstThenSecond = 0;
    int secondThenFirst = 0;
    for (std::size_t i = 1; i < maker.log.size(); ++i) {
        firstThenSecond += maker.log[i - 1] == "c1" && maker.log[i] == "c2";
        secondThenFirst += maker.log[i - 1] == "c2" && maker.log[i] == "c1";
    }
    QVERIFY2(firstThenSecond >= 3 && secondThenFirst >= 2, "not interleaved");
    // The same seed gives the same order: a run can be repeated.
    ScriptedMaker again;
    FakeSink other;
    runAll(oneCase(2), again, other);
    QCOMPARE(again.log, maker.log);
}

void TestSession::coldPhaseIsApart_S0_M03() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int call) { return call == 0 ? 500.0 : 10.0; };
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    const auto cold = sink.all<Cold>();
    QCOMPARE(cold.size(), 2U);
    QCOMPARE(cold[0].first_ms, 500.0);
    QVERIFY(cold[0].process_first);
    QVERIFY(!cold[1].process_first);
    QCOMPARE(sink.result("c1").summary->max_ms, 10.0);
}

/// Whoever comes first reads, hashes and makes what all need: that is nobody's loading, but for
/// what each would have to read.
void TestSession::loadingIsPreparingAndWhatWasReadForAll_S0_M03() {
    ScriptedMaker maker;
    std::vector<std::string> asked;
    for (const char* cell : {"c1", "c2"}) {
        FakeScript& script = maker.scripts[cell];
        script.prepared.load_ms = 70;
        const bool first = cell == std::string("c1");
        script.asked = [&asked, first](const std::string& what) {
            if (what == "fetch" && first) std::this_thread::sleep_for(std::chrono::seconds(1));
            asked.push_back(what);
        };
    }
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    const auto cold = sink.all<Cold>();
    QCOMPARE(cold.size(), 2U);
    for (const Cold& each : cold) QVERIFY(each.load_ms >= 70 && each.load_ms < 1000);
    QCOMPARE(asked.front(), std::string("fetch"));
    QCOMPARE(std::ranges::count(asked, "fetch"), 2);
}

/// Between the begin of a variant's block and the question what it took nothing of another happens.
void TestSession::memoryIsOfItsOwnBlocks() {
    ScriptedMaker maker;
    std::vector<std::pair<std::string, std::string>> asked;
    for (const char* cell : {"c1", "c2", "c3"}) {
        FakeScript& script = maker.scripts[cell];
        script.asked = [&asked, cell](const std::string& what) { asked.emplace_back(cell, what); };
        script.state = [](int) { return DeviceState{.peak_bytes = 500}; };
    }
    maker.scripts["c2"].state = [](int) { return DeviceState{}; };
    FakeSink sink;
    QCOMPARE(runAll(oneCase(3), maker, sink), Outcome::Completed);
    std::string began;
    int blocks = 0, prepared = 0;
    for (const auto& [cell, what] : asked) {
        if (what == "begin") {
            began = cell;
        } else if (what == "state") {
            QCOMPARE(began, cell);
            ++blocks;
        } else if (what == "prepare") {
            QCOMPARE(began, cell);
            ++prepared;
        } else if (cell != began) {
            began.clear();  // who is asked now would be told of others
        }
    }
    QCOMPARE(prepared, 3);
    QVERIFY(blocks > 3 * 3);
    QCOMPARE(sink.result("c1").peak_bytes.value(), 500);
    QVERIFY(!sink.result("c2").peak_bytes);
}

void TestSession::medianIsOfTheSamplesThatWereWritten() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int call) { return 10.0 + call % 3; };
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    std::vector<double> samples;
    for (const Samples& part : sink.all<Samples>()) {
        QCOMPARE(part.round.size(), part.wall_ms.size());
        QCOMPARE(part.t0_ms.size(), part.wall_ms.size());
        samples.insert(samples.end(), part.wall_ms.begin(), part.wall_ms.end());
    }
    const ResultRecord result = sink.result("c1");
    QCOMPARE(static_cast<std::int64_t>(samples.size()), result.summary->n);
    QCOMPARE(result.summary->median_ms, median(samples));
}

void TestSession::skippedCellsSayWhy_S0_17() {
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

void TestSession::failureEndsOneCellOnly_R_01() {
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

void TestSession::forecastAboveFreeMemoryIsRefusedBefore_R_03() {
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

/// The same parameters may mean other work elsewhere: what is not compared is not interleaved.
void TestSession::casesOfTwoExperimentsAreApart() {
    ScriptedMaker maker;
    maker.scripts["c2"].values = {9.0F};
    auto cells = oneCase(2);
    cells[1].experiment = "other";
    FakeSink sink;
    QCOMPARE(runAll(cells, maker, sink), Outcome::Completed);
    QCOMPARE(maker.released, 2);
    QCOMPARE(sink.result("c2").status, Status::Done);
    const auto told = sink.all<CellRecord>();
    QCOMPARE(told.size(), 2U);
    for (std::size_t i = 0; i < told.size(); ++i) {
        QCOMPARE(told[i].experiment, cells[i].experiment);
        QVERIFY(told[i].work == cells[i].work);
        QVERIFY(told[i].variant == cells[i].variant);
    }
}

void TestSession::disagreeingOutputsGiveNoTime_R_30() {
    ScriptedMaker maker;
    maker.scripts["c2"].values = {1.0F, 3.01F, 2.0F};  // one weight perturbed on one side
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").status, Status::Failed);
    QCOMPARE(sink.result("c2").reason->code, "outputs_disagree");
    QVERIFY(!sink.result("c2").summary);
}

/// Ratios are against the plan's base, so outputs are compared with its output, wherever it stands.
void TestSession::theBaseIsTheReference_R_30() {
    ScriptedMaker maker;
    maker.scripts["c1"].values = {1.0F, 3.0001F, 2.0F};
    maker.scripts["c3"].values = {1.0F, 3.01F, 2.0F};
    SessionOptions options = quick();
    options.base = {{"device", "cuda"}, {"mode", "eager"}};
    FakeSink sink;
    runAll(oneCase(3), maker, sink, options);
    QVERIFY(!sink.result("c2").max_error);
    const double error = sink.result("c1").max_error.value();
    QVERIFY2(error > 1e-5 && error < 1e-4, std::to_string(error).c_str());
    QCOMPARE(sink.result("c3").reason->code, "outputs_disagree");

    maker.scripts["c2"].values = {1.0F, 3.01F, 2.0F};
    FakeSink other;
    runAll(oneCase(3), maker, other, options);
    QCOMPARE(other.result("c1").reason->code, "outputs_disagree");
    QCOMPARE(other.result("c2").status, Status::Done);
    QCOMPARE(other.result("c3").status, Status::Done);
}

void TestSession::resultsWithoutValuesAgreeByTheirDigest_R_30() {
    ScriptedMaker maker;
    const Output sorted{.fingerprint = Fingerprint{.sha256 = "aa"}};
    maker.scripts["c1"].output = maker.scripts["c2"].output = sorted;
    maker.scripts["c3"].output = Output{.fingerprint = Fingerprint{.sha256 = "bb"}};
    FakeSink sink;
    runAll(oneCase(3), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").max_error.value(), 0.0);
    QCOMPARE(sink.result("c2").fingerprint->sha256, "aa");
    QCOMPARE(sink.result("c3").status, Status::Failed);
    QCOMPARE(sink.result("c3").reason->code, "outputs_not_equal");
}

/// A copy, a sleep: no result on any side. But one side without it is no equal work.
void TestSession::whatNobodyCanCompareIsMeasured() {
    ScriptedMaker maker;
    maker.scripts["c1"].output = maker.scripts["c2"].output = Output{.output = {{"said", "hi"}}};
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    for (const char* cell : {"c1", "c2"}) {
        const ResultRecord result = sink.result(cell);
        QCOMPARE(result.status, Status::Done);
        QVERIFY(!result.fingerprint && !result.max_error);
        QCOMPARE(result.output["said"].get<std::string>(), "hi");
    }
    maker.scripts["c1"].output.reset();
    FakeSink other;
    runAll(oneCase(2), maker, other);
    QCOMPARE(other.result("c1").status, Status::Done);
    QCOMPARE(other.result("c2").reason->code, "outputs_shape_differs");
}

/// 8 images in 10 ms are 800 in a second, also where a block times many calls, and their interval
/// is that of the time; what has no rate is told and nothing more.
void TestSession::ratesAreOfTheMedianCall() {
    ScriptedMaker maker;
    for (const char* cell : {"c1", "c2"})
        maker.scripts[cell].prepared.quantities = {{"images", 8, "throughput", "image/s"},
                                                   {"flop", 3'000'000'000}};
    maker.scripts["c2"].wall_ms = [](int) { return 0.0002; };
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.metrics.size(), 1U);
    QCOMPARE(result.metric("throughput")->value, 800.0);
    QCOMPARE(result.metric("throughput")->unit, "image/s");
    QCOMPARE(result.metric("throughput")->ci95->low, 8000 / result.summary->ci95_ms->high);
    QCOMPARE(result.metric("throughput")->ci95->high, 8000 / result.summary->ci95_ms->low);
    QCOMPARE(result.quantities,
             (std::map<std::string, std::int64_t>{{"images", 8}, {"flop", 3'000'000'000}}));
    QVERIFY(sink.result("c2").summary->calls_per_sample > 1);
    QVERIFY(std::abs(sink.result("c2").metric("throughput")->value / 40e6 - 1) < 1e-9);
}

/// S0-M03, P-03: what is done once stands first and is no part of the call.
void TestSession::partsAndIdentitiesAreToldAsTheyCome() {
    ScriptedMaker maker;
    FakeScript& script = maker.scripts["c1"];
    script.prepared.parts = {{"decode", 4, false}};
    script.prepared.identities = {
        {.id = "input", .sha256 = "aa", .notes = {{"image_16_bit", {{"path", "a.png"}}}}},
        {.id = "weights", .origin = std::string(kRandomOrigin)}};
    script.parts = {{"h2d", 1, false}, {"compute", 8}};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.parts.size(), 3U);
    QCOMPARE(result.parts[0].id, "decode");
    QCOMPARE(partMs(result.parts, "decode").value(), 4.0);
    QCOMPARE(partMs(result.parts, "h2d").value(), 1.0);
    QCOMPARE(partMs(result.parts, "compute").value(), 8.0);
    QVERIFY(!result.parts[0].inside && !result.parts[1].inside && result.parts[2].inside);
    QCOMPARE(withUnexplained(result.parts, result.summary->median_ms).back().ms, 2.0);
    QCOMPARE(result.identity("input")->sha256, "aa");
    QCOMPARE(result.identity("weights")->origin, kRandomOrigin);
    QCOMPARE(sink.all<Notice>().size(), 1U);
    QCOMPARE(sink.all<Notice>().front().reason.code, "image_16_bit");
}

/// As when a library computes in another way than the variant says: never silently.
void TestSession::whatTheCallsFindOutIsTold() {
    ScriptedMaker maker;
    const std::vector<float> values{1, 2};
    maker.scripts["c1"].output = Output{.fingerprint = fingerprintOf(values, {1, 2}, true),
                                        .notes = {{"gpu_fusion_refused", {{"count", 2}}, {}}}};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.all<Notice>().size(), 1U);
    QCOMPARE(sink.all<Notice>().front().cell, "c1");
    QCOMPARE(sink.all<Notice>().front().reason.code, "gpu_fusion_refused");
}

/// Between two samples it would be in the caches of the next one.
void TestSession::whatNoCallHoldsIsMeasuredOnceAfterThem_P_03() {
    ScriptedMaker maker;
    maker.scripts["c1"].parts = {{"compute", 8}};
    maker.scripts["c1"].apart = {{"h2d", 1, false}, {"d2h", 0.5, false}};
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    QCOMPARE(std::ranges::count(maker.log, "c1 apart"), 1);
    QCOMPARE(std::ranges::count(maker.log, "c2 apart"), 0);
    const auto apart = std::ranges::find(maker.log, "c1 apart");
    QVERIFY(std::find(apart, maker.log.end(), "c1") == maker.log.end());
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.parts.size(), 3U);
    QVERIFY(result.parts[0].inside && !result.parts[1].inside && !result.parts[2].inside);
    QCOMPARE(partMs(result.parts, "h2d").value(), 1.0);
    QCOMPARE(partMs(result.parts, "d2h").value(), 0.5);
    QCOMPARE(withUnexplained(result.parts, result.summary->median_ms).back().ms, 2.0);
}

void TestSession::notFiniteOutputGivesNoTime() {
    ScriptedMaker maker;
    maker.scripts["c1"].values = {1.0F, std::numeric_limits<float>::quiet_NaN(), 2.0F};
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    QCOMPARE(sink.result("c1").status, Status::Failed);
    QCOMPARE(sink.result("c1").reason->code, "output_not_finite");
}

void TestSession::stickyErrorAsksForANewProcess_R_04() {
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
void TestSession::aBrokenDeviceFailsOnlyWhoBrokeIt_R_04() {
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

void TestSession::fullDiskEndsTheRun_R_20() {
    ScriptedMaker maker;
    FakeSink sink;
    sink.refuseFrom = 4;
    Session session(oneCase(1), maker, sink, quick());
    session.start();
    session.wait();
    QCOMPARE(session.outcome(), Outcome::SinkFailed);
    QCOMPARE(session.error().code, "disk_full");
}

void TestSession::cancelKeepsWhatWasMeasured_R_23() {
    ScriptedMaker maker;
    // Real time, so that the cancel meets the cell while it is being measured.
    maker.scripts["c1"].wall_ms = [](int) {
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
        return 2.0;
    };
    FakeSink sink;
    Session session(concatenated(oneCase(1), oneCase(1, 2, 512)), maker, sink,
                    {.protocol = protocolOf(Preset::Strict)});
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

void TestSession::resumedRunDoesOnlyTheRest_R_21() {
    ScriptedMaker maker;
    FakeSink sink;
    SessionOptions options = quick();
    options.finished = {"c1", "c3"};
    runAll(concatenated(oneCase(2), oneCase(2, 3, 512)), maker, sink, options);
    QCOMPARE(sink.all<ResultRecord>().size(), 2U);
    QCOMPARE(sink.result("c2").status, Status::Done);
    QCOMPARE(sink.result("c4").status, Status::Done);
}

void TestSession::nothingValidIsAFailure() {
    ScriptedMaker maker;
    maker.scripts["c1"].state = [](int call) { return DeviceState{.allocations = call}; };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.t_max_ms = 200;  // of real time
    runAll(oneCase(1), maker, sink, options);
    QCOMPARE(sink.result("c1").status, Status::Failed);
    QCOMPARE(sink.result("c1").reason->code, "all_samples_discarded");
}

void TestSession::growingAllocatorDiscardsItsBlock() {
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
void TestSession::whatOthersAllocateDiscardsNothing() {
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
    QCOMPARE(sink.result("c2").reason->code, "all_samples_discarded");
}

void TestSession::fastCallsAreTimedInBlocks() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int) { return 0.0002; };  // 200 ns
    FakeSink sink;
    runAll(oneCase(1), maker, sink);
    const Summary summary = sink.result("c1").summary.value();
    QVERIFY(summary.calls_per_sample > 1);
    QCOMPARE(summary.calls_per_sample & (summary.calls_per_sample - 1), 0);
    QVERIFY(std::abs(summary.median_ms / 0.0002 - 1) < 1e-9);
    QVERIFY(!summary.p90_ms && !summary.p99_ms);  // calls of a block are averaged
    std::int64_t blocks = 0;
    for (const Samples& part : sink.all<Samples>()) {
        QCOMPARE(part.calls, std::vector<int>(part.wall_ms.size(), summary.calls_per_sample));
        blocks += static_cast<std::int64_t>(part.wall_ms.size());
    }
    QCOMPARE(blocks, summary.n);
    // As long as the protocol asks for is measured, however short one call is.
    QVERIFY(static_cast<double>(summary.n) * summary.calls_per_sample * 0.0002 >=
            0.999 * protocolOf(Preset::Quick).t_min_ms);
}

/// However long a call takes; the time is no call's own, and the result says so.
void TestSession::callsInARowAreOneSample_E7() {
    ScriptedMaker maker;
    maker.scripts["c1"].prepared.least_calls = 6;
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    const ResultRecord row = sink.result("c1"), alone = sink.result("c2");
    QCOMPARE(row.summary->calls_per_sample, 6);
    QCOMPARE(row.summary->median_ms, 10.0);
    QVERIFY(!row.summary->p90_ms);
    QCOMPARE(row.flags, std::vector<std::string>{"pipelined"});
    QCOMPARE(alone.summary->calls_per_sample, 1);
    QVERIFY(alone.flags.empty());
}

/// One call in fifty takes twice as long, which no median shows.
void TestSession::strictGivesThePercentileThatItPromises() {
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [](int call) { return call % 50 == 0 ? 80.0 : 40.0; };
    FakeSink sink;
    runAll(oneCase(1), maker, sink, {.protocol = protocolOf(Preset::Strict)});
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(result.summary->n >= 662);
    QCOMPARE(result.summary->median_ms, 40.0);
    QCOMPARE(result.summary->p90_ms, 40.0);
    QCOMPARE(result.summary->p99_ms, 80.0);
}

void TestSession::slowCallsAreBoundByTheTimeLimit_R_05() {
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

void TestSession::hangingCallIsSeenFromOutside_R_05() {
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

void TestSession::warningsAreToldOnce_R_28() {
    ScriptedMaker maker;
    FakeSink sink;
    SessionOptions options = quick();
    options.observe = [] { return std::vector<Reason>{{"on_battery", {{"percent", 50}}}}; };
    runAll(concatenated(oneCase(1), oneCase(1, 2, 512)), maker, sink, options);
    QCOMPARE(sink.all<Notice>().size(), 1U);
    QCOMPARE(sink.all<Notice>().front().reason.code, "on_battery");
}

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
