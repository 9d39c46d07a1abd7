// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <QTest>

#include "record/not_kept.h"
#include "session_testing.h"

using namespace duelo;

class TestSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void measuresAllCellsAndSeals();
    void variantsAreInterleavedInRandomOrder_S0_M06();
    void coldPhaseIsApart_S0_M03();
    void loadingIsPreparingAndWhatWasReadForAll_S0_M03();
    void memoryIsOfItsOwnBlocks();
    void shortCallsWaitForNoAnswerOfTheDevice();
    void medianIsOfTheSamplesThatWereWritten();
    void casesOfTwoExperimentsAreApart();
    void theBaseIsTheReference_R_30();
    void resultsWithoutValuesAgreeByTheirDigest_R_30();
    void whatNobodyCanCompareIsMeasured();
    void ratesAreOfTheMedianCall();
    void partsAndIdentitiesAreToldAsTheyCome();
    void aFileThatWasNotKeptIsNotAllDone();
    void whatTheCallsFindOutIsTold();
    void whatNoCallHoldsIsMeasuredOnceAfterThem_P_03();
    void fastCallsAreTimedInBlocks();
    void callsInARowAreOneSample_E7();
    void strictGivesThePercentileThatItPromises();
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

/// The first cell reads, hashes and makes the data that all need. This counts as nobody's loading,
/// except the part that each cell would have to read.
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

/// A GPU answers in milliseconds, a kernel is done in microseconds.
void TestSession::shortCallsWaitForNoAnswerOfTheDevice() {
    ScriptedMaker maker;
    FakeScript& script = maker.scripts["c1"];
    std::map<std::string, int> count;
    script.wall_ms = [](int) { return 0.02; };
    script.state = [](int) { return DeviceState{}; };
    script.asked = [&count](const std::string& what) { ++count[what]; };
    FakeSink sink;
    QCOMPARE(runAll(oneCase(1), maker, sink), Outcome::Completed);
    QVERIFY(count["state"] > 0);
    QVERIFY2(20 * count["state"] < count["step"],
             qPrintable(QString("%1 in %2").arg(count["state"]).arg(count["step"])));
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

/// Y-08: what was measured stands, and the run has not done all that was asked of it.
void TestSession::aFileThatWasNotKeptIsNotAllDone() {
    for (const bool lost : {false, true}) {
        ScriptedMaker maker;
        const std::vector<float> values{1, 2};
        Reason reason{"weights_not_kept", {{"path", "x"}}, {}};
        if (lost) reason.args[kNotKept] = true;
        maker.scripts["c1"].output =
            Output{.fingerprint = fingerprintOf(values, {1, 2}, true), .notes = {reason}};
        FakeSink sink;
        Session session(oneCase(1), maker, sink, quick());
        session.start();
        session.wait();
        QCOMPARE(session.outcome(), Outcome::Completed);
        QCOMPARE(sink.result("c1").status, Status::Done);
        QCOMPARE(session.allDone(), !lost);
    }
}

/// A run tells what its calls find out and never passes it over: here, that a library computes in
/// another way than the variant says.
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
    runAll(oneCase(1), maker, sink, undisturbed(Preset::Strict));
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(result.summary->n >= 662);
    QCOMPARE(result.summary->median_ms, 40.0);
    QCOMPARE(result.summary->p90_ms, 40.0);
    QCOMPARE(result.summary->p99_ms, 80.0);
}

QTEST_APPLESS_MAIN(TestSession)
#include "tst_session.moc"
