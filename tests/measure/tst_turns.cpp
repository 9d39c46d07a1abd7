// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#endif

#include "measure/session.h"
#include "scripted_work.h"
#include "session_testing.h"
#include "stats/validity.h"

using namespace duelo;

namespace {

using namespace std::chrono_literals;

/// All samples of a cell; all lists are there.
Samples samplesOf(const FakeSink& sink, const std::string& cell) {
    Samples all;
    for (Samples part : sink.all<Samples>()) {
        if (part.cell != cell) continue;
        part.discard.resize(part.wall_ms.size());
        all.append(part);
        all.discard.resize(all.wall_ms.size());
    }
    return all;
}

DeviceState hot(bool throttled) {
    DeviceState state{.throttled = throttled};
    if (throttled) state.throttle = {"throttle_hw_thermal"};
    return state;
}

/// Returns the options of a test that stands still.
SessionOptions watched() {
    SessionOptions options = quick();
    options.still_ns = Heartbeat::usual_still_ns;
    return options;
}

#ifndef _WIN32
/// Stops this process for a time, as Ctrl-Z and `fg` do, from a process of its own.
void standStill(std::chrono::milliseconds time) {
    const pid_t self = getpid();
    const pid_t helper = fork();
    if (helper == 0) {
        kill(self, SIGSTOP);
        usleep(static_cast<useconds_t>(time.count() * 1000));
        kill(self, SIGCONT);
        _exit(0);
    }
    int status = 0;
    while (waitpid(helper, &status, 0) < 0 && errno == EINTR) {
    }
}

/// Stops this process in the first sample: its call is the first one after the session has said
/// that it measures. The number of a call would not do, as how many there are in the time of a run
/// depends on this machine.
void stopInTheRounds(FakeScript& script, const FakeSink& sink) {
    script.wall_ms = [&sink, stopped = false](int) mutable {
        const std::int64_t startNs = nowNs();
        const auto stages = sink.all<Stage>();
        if (!stopped && !stages.empty() && stages.back().stage == "measure") {
            stopped = true;
            standStill(700ms);
        }
        return 10 + msSince(startNs);
    };
}
#endif

}  // namespace

/// Tests of the steps before the samples of a turn, and of which samples count (DMP-1 steps 6 and
/// 7).
class TestTurns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void energyIsCountedAfterTheSamples_P_12();
    void energyOfLongCallsIsThatOfTheSamples_P_12();
    void energyOfAStoppedProcessIsNotTold_R_08_data();
    void energyOfAStoppedProcessIsNotTold_R_08();
    void aStarvedProcessHasNotSlept_Y_12();
    void whatIsAlwaysPreemptedCounts_Y_12();
    void throttledSamplesAreDiscardedAndCounted_R_27();
    void aThrottledDeviceRestsWhateverOthersDo_R_27();
    void whatNoPauseHelpsIsMeasuredAsItIs_R_27();
    void aGpuIsSpunUpAfterAnotherDevice();
    void shortCallsAreWokenForAWhile();
    void aStandardRunTellsPercentilesWhileItHasTime_P_12();
    void onlyWhatWasTakenInEarnestIsPreempted();
    void aSteadyLoadOfOthersIsSaid_R_28();
    void aStoppedProcessHasSlept_R_08();
    void aPauseIsNoColdTime_R_08_data();
    void aPauseIsNoColdTime_R_08();
    void aLongCallHasNotSlept_R_08();
};

void TestTurns::throttledSamplesAreDiscardedAndCounted_R_27() {
    ScriptedMaker maker;
    // A fake NVML feed: throttled now and then.
    maker.scripts["c1"].state = [](int call) { return hot(call > 40 && call / 5 % 3 == 0); };
    maker.scripts["c1"].wall_ms = [](int) { return 25.0; };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.n_min = 60;
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QVERIFY(result.discarded.at("throttled") > 0);
    // Discarded samples stay in the record, marked, and out of the figures.
    const Samples samples = samplesOf(sink, "c1");
    const auto marked =
        std::ranges::count(samples.discard, static_cast<int>(DiscardCause::Throttled));
    QCOMPARE(static_cast<int>(marked), result.discarded.at("throttled"));
    QCOMPARE(static_cast<std::int64_t>(samples.wall_ms.size()), result.summary->n + marked);
    QVERIFY(std::ranges::count(result.flags, "throttle_hw_thermal") == 1);
}

/// The turns of a CPU, which is never throttled, end no pause of the GPU and are not slowed by it.
void TestTurns::aThrottledDeviceRestsWhateverOthersDo_R_27() {
    ScriptedMaker maker;
    maker.scripts["c1"].state = [](int) { return hot(false); };
    maker.scripts["c2"].state = [](int call) { return hot(call < 85); };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.n_min = 60;
    runAll(oneCase(2), maker, sink, options);
    const Samples samples = samplesOf(sink, "c2");
    double pause_ms = 50;
    int pauses = 0;
    for (std::size_t i = 1; i < samples.round.size(); ++i) {
        if (samples.round[i] == samples.round[i - 1]) continue;
        if (samples.discard[i - 1] != static_cast<int>(DiscardCause::Throttled)) continue;
        const double rest_ms = samples.t0_ms[i] - samples.t0_ms[i - 1];
        QVERIFY2(rest_ms >= pause_ms, qPrintable(QString::number(rest_ms)));
        pause_ms = std::min(2 * pause_ms, 500.0);
        ++pauses;
    }
    QVERIFY2(pauses >= 3, qPrintable(QString::number(pauses)));
    QVERIFY(!sink.result("c1").discarded.contains("throttled"));
}

/// A notebook at its power limit has no other speed: its figures are told, with the flag.
void TestTurns::whatNoPauseHelpsIsMeasuredAsItIs_R_27() {
    ScriptedMaker maker;
    maker.scripts["c1"].state = [](int) { return hot(true); };
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol.rounds_min = 1;
    options.protocol.t_min_ms = 0;
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QCOMPARE(result.discarded.at("throttled"), 5 * 5);  // turns before and after 50 to 400 ms
    QVERIFY(std::ranges::count(result.flags, "throttle_hw_thermal") == 1);
}

/// Three cases of 14 ms have their 662 calls within the time of a run, the fourth does not; one of
/// 60 ms alone would take more.
void TestTurns::aStandardRunTellsPercentilesWhileItHasTime_P_12() {
    ScriptedMaker maker;
    std::vector<Cell> cells;
    for (int i = 1; i <= 5; ++i) {
        cells = concatenated(std::move(cells), oneCase(1, i, 32 * i));
        const double ms = i == 1 ? 60 : 14;
        maker.scripts["c" + std::to_string(i)].wall_ms = [ms](int) { return ms; };
    }
    FakeSink sink;
    SessionOptions options = quick();
    options.protocol = protocolOf(Preset::Standard);
    runAll(cells, maker, sink, options);
    std::vector<bool> told;
    for (int i = 1; i <= 5; ++i) {
        const ResultRecord result = sink.result("c" + std::to_string(i));
        QVERIFY(result.summary && result.flags.empty());
        told.push_back(result.summary->p99_ms.has_value());
    }
    QCOMPARE(told, (std::vector<bool>{false, true, true, true, false}));
}

void TestTurns::aGpuIsSpunUpAfterAnotherDevice() {
    ScriptedMaker maker;
    FakeSink sink;
    runAll(oneCase(2), maker, sink);
    struct Stretch {
        std::string cell;
        int calls = 0;
    };
    std::vector<Stretch> stretches;
    for (const std::string& cell : maker.log) {
        if (stretches.empty() || stretches.back().cell != cell) stretches.push_back({cell, 0});
        ++stretches.back().calls;
    }
    // Two cold calls, two warm-ups, then the rounds: calls of 10 ms, 5 samples in a turn.
    QVERIFY(stretches.size() > 8);
    // The last one may be alone.
    for (std::size_t i = 4; i + 1 < stretches.size(); ++i) {
        const auto& [cell, calls] = stretches[i];
        const int first = cell == "c2" ? 10 + 5 : 1 + 5;
        QVERIFY2(calls == first || calls == first + 1 + 5, qPrintable(QString::number(calls)));
    }
    // Alone it stays awake.
    ScriptedMaker lone;
    FakeSink other;
    runAll({oneCase(2).back()}, lone, other);
    QCOMPARE(lone.log.size(), static_cast<std::size_t>(1 + other.result("c2").warm_up_calls) +
                                  samplesOf(other, "c2").wall_ms.size());
}

/// One call of half a millisecond does not wake what five other variants have put to sleep.
void TestTurns::shortCallsAreWokenForAWhile() {
    ScriptedMaker maker;
    std::vector<Cell> cells = oneCase(1);
    cells.push_back(cells.front());
    cells.back().id = "c2";
    cells.back().variant.set("threads", 1);
    for (const Cell& cell : cells) maker.scripts[cell.id].wall_ms = [](int) { return 0.5; };
    FakeSink sink;
    runAll(cells, maker, sink);
    for (const Cell& cell : cells) {
        const Samples samples = samplesOf(sink, cell.id);
        const auto calls = std::ranges::count(maker.log, cell.id);
        const auto woken = calls - 1 - sink.result(cell.id).warm_up_calls -
                           static_cast<std::ptrdiff_t>(samples.wall_ms.size());
        // Ten in a turn; fewer where this machine stood still meanwhile, or the other was done.
        const int rounds = std::ranges::max(samples.round) + 1;
        QVERIFY2(woken > 2 * rounds && woken <= 10 * rounds,
                 qPrintable(QString("%1 in %2").arg(woken).arg(rounds)));
    }
}

/// Half a second with an interruption of 1 ms is right to 0.2 %, and strict asks for 0.5 %.
void TestTurns::onlyWhatWasTakenInEarnestIsPreempted() {
    ScriptedMaker maker;
    const auto waited_ms = [](int call) { return call % 10 == 0 ? 4.0 : 1.0; };
    maker.scripts["c1"].waited_ms = waited_ms;
    maker.scripts["c1"].wall_ms = [waited_ms](int call) { return 500 + waited_ms(call); };
    SessionOptions strict = undisturbed(Preset::Strict);
    FakeSink sink;
    runAll(oneCase(1), maker, sink, strict);
    const ResultRecord result = sink.result("c1");
    const Samples samples = samplesOf(sink, "c1");
    const auto disturbed = std::ranges::count(samples.wall_ms, 504.0);
    QVERIFY(disturbed > 0);
    QCOMPARE(result.discarded, (std::map<std::string, int>{{"preempted", int(disturbed)}}));
    QCOMPARE(result.summary->max_ms, 501.0);
    FakeSink loose;
    runAll(oneCase(1), maker, loose);
    QVERIFY(loose.result("c1").discarded.empty());
}

/// Times under a load that stays the same agree with each other, and are too long all the same.
void TestTurns::aSteadyLoadOfOthersIsSaid_R_28() {
    const auto flagged = [](double others_cpus, int threads, int cores) {
        ScriptedMaker maker;
        maker.scripts["c1"].state = [=](int) { return DeviceState{.others_cpus = others_cpus}; };
        FakeSink sink;
        SessionOptions options = quick();
        options.cores = cores;
        auto cells = oneCase(1);
        cells.front().variant.set("threads", threads);
        runAll(std::move(cells), maker, sink, options);
        const auto& raised = sink.result("c1").flags;
        return std::ranges::count(raised, flags::shared_processor) == 1;
    };
    QVERIFY(flagged(1, 2, 2));
    QVERIFY(!flagged(0.1, 2, 2));
    QVERIFY(!flagged(1, 2, 4));  // there was room beside it
}

/// Short calls: others follow the samples, where the preset lets them and the counter moves.
void TestTurns::energyIsCountedAfterTheSamples_P_12() {
    const auto energyOf = [](const auto& joules, Preset preset) {
        ScriptedMaker maker;
        int calls = 0;
        maker.scripts["c1"].wall_ms = [&](int) {
            ++calls;
            return 10.0;
        };
        FakeSink sink;
        SessionOptions options = quick();
        options.protocol.preset = preset;
        options.energy = [&](const Device&) { return joules(calls); };
        runAll(oneCase(1), maker, sink, options);
        return sink.result("c1").energy;
    };
    const auto moving = [](int call) { return std::optional(100 + 0.5 * call); };
    const auto energy = energyOf(moving, Preset::Standard);
    QVERIFY(energy && energy->calls > 0 && energy->span_ms >= 1000);
    QCOMPARE(energy->perCallJ(), 0.5);
    QCOMPARE(energy->source, std::string("rapl"));
    QVERIFY(!energyOf(moving, Preset::Quick));
    QVERIFY(!energyOf([](int) { return std::optional(7.0); }, Preset::Standard));
    QVERIFY(!energyOf([](int) { return std::optional<double>(); }, Preset::Standard));
    // It began anew meanwhile.
    QVERIFY(!energyOf([](int call) { return std::optional(1e9 - call); }, Preset::Standard));
}

/// Long calls are counted themselves, in every preset: none follows them.
void TestTurns::energyOfLongCallsIsThatOfTheSamples_P_12() {
    ScriptedMaker maker;
    int calls = 0;
    maker.scripts["c1"].wall_ms = [&](int) {
        std::this_thread::sleep_for(120ms);  // told as longer: the test has no minute
        ++calls;
        return 1100.0;
    };
    FakeSink sink;
    SessionOptions options = quick();
    options.energy = [&](const Device&) { return std::optional(3.0 * calls); };
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QVERIFY(result.energy.has_value());
    QCOMPARE(result.energy->perCallJ(), 3.0);
    QCOMPARE(result.energy->calls, result.summary->n);
}

/// A card or a processor goes on using energy while nothing is computed.
void TestTurns::energyOfAStoppedProcessIsNotTold_R_08_data() {
    QTest::addColumn<bool>("starved");
    QTest::newRow("stopped") << false;
    QTest::newRow("without a processor (Y-12)") << true;
}
void TestTurns::energyOfAStoppedProcessIsNotTold_R_08() {
#ifdef _WIN32
    QSKIP("nothing stops a process there");
#else
    QFETCH(bool, starved);
    int read = 0, calls = 0;
    bool stopped = false;
    ScriptedMaker maker;
    maker.scripts["c1"].wall_ms = [&](int) {
        ++calls;
        // The counter is read once to see whether there is one, and again when the power has
        // settled.
        if (read == 2 && !std::exchange(stopped, true)) standStill(700ms);
        return 10.0;
    };
    FakeSink sink;
    SessionOptions options = watched();
    options.protocol.preset = Preset::Standard;
    if (starved) options.heart_waited = [] { return std::optional(nowNs()); };
    options.energy = [&](const Device&) {
        ++read;
        return std::optional(100 + 0.5 * calls);
    };
    runAll(oneCase(1), maker, sink, options);
    QVERIFY(stopped);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(!result.discarded.contains("slept"));
    QCOMPARE(result.energy.has_value(), starved);
    QCOMPARE(std::ranges::count(result.flags, flags::shared_processor) == 1, starved);
    const auto notices = sink.all<Notice>();
    QCOMPARE(std::ranges::count_if(
                 notices, [](const Notice& one) { return one.reason.code == "energy_slept"; }),
             starved ? 0 : 1);
#endif
}

void TestTurns::aStoppedProcessHasSlept_R_08() {
#ifdef _WIN32
    QSKIP("nothing stops a process there");
#else
    ScriptedMaker maker;
    FakeSink sink;
    stopInTheRounds(maker.scripts["c1"], sink);
    SessionOptions options = watched();
    options.protocol.t_max_ms = 600;
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QCOMPARE(result.discarded, (std::map<std::string, int>{{"slept", 1}}));
    QVERIFY(result.summary->max_ms < 100);
    QVERIFY(std::ranges::count(result.flags, "slept") == 1);
    // Nor is the pause time that the variant has spent.
    QVERIFY(std::ranges::count(result.flags, "time_limit") == 0);
    QVERIFY(result.summary->n >= 10);
#endif
}

/// Y-12: the same standstill, of which the system says that it was spent in the queue of a
/// processor. The call took that long here and now: it counts, flagged.
void TestTurns::aStarvedProcessHasNotSlept_Y_12() {
#ifdef _WIN32
    QSKIP("nothing stops a process there");
#else
    ScriptedMaker maker;
    FakeSink sink;
    stopInTheRounds(maker.scripts["c1"], sink);
    SessionOptions options = watched();
    options.heart_waited = [] { return std::optional(nowNs()); };
    runAll(oneCase(1), maker, sink, options);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(!result.discarded.contains("slept"));
    QVERIFY(result.summary->max_ms > 500);
    QVERIFY(std::ranges::count(result.flags, "slept") == 0);
    QVERIFY(std::ranges::count(result.flags, flags::shared_processor) == 1);
#endif
}

/// Y-12: strict leaves out what waited for a processor, but not where nothing else is to be had:
/// a row is empty only when nothing was measured.
void TestTurns::whatIsAlwaysPreemptedCounts_Y_12() {
    ScriptedMaker maker;
    maker.scripts["c1"].waited_ms = [](int) { return 100.0; };
    maker.scripts["c1"].wall_ms = [](int) { return 500.0; };
    SessionOptions strict = undisturbed(Preset::Strict);
    strict.protocol.t_max_ms = 10'000;
    FakeSink sink;
    runAll(oneCase(1), maker, sink, strict);
    const ResultRecord result = sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(result.discarded.empty());
    QCOMPARE(result.summary->median_ms, 500.0);
    QVERIFY(std::ranges::count(result.flags, flags::shared_processor) == 1);
}

/// Loading and the first call are not repeated: with a pause inside there is no time to tell.
void TestTurns::aPauseIsNoColdTime_R_08_data() {
    QTest::addColumn<bool>("stops");
    QTest::addColumn<QString>("in");
    QTest::newRow("awake") << false << "";
    QTest::newRow("loading") << true << "prepare";
    QTest::newRow("first call") << true << "step";
}
void TestTurns::aPauseIsNoColdTime_R_08() {
#ifdef _WIN32
    QSKIP("nothing stops a process there");
#else
    QFETCH(bool, stops);
    QFETCH(QString, in);
    ScriptedMaker maker;
    bool stood = !stops;
    maker.scripts["c1"].asked = [&](const std::string& what) {
        if (stood || what != in.toStdString()) return;
        standStill(700ms);
        stood = true;
    };
    FakeSink sink;
    runAll(oneCase(2), maker, sink, watched());
    std::vector<std::string> cold, told;
    for (const Cold& one : sink.all<Cold>()) cold.push_back(one.cell);
    for (const Notice& notice : sink.all<Notice>())
        if (notice.reason.code == "cold_slept") told.push_back(notice.cell);
    using Cells = std::vector<std::string>;
    QCOMPARE(told, stops ? Cells{"c1"} : Cells());
    QCOMPARE(cold, stops ? Cells{"c2"} : Cells({"c1", "c2"}));
    // What is repeated was measured awake.
    QCOMPARE(sink.result("c1").status, Status::Done);
    QVERIFY(std::ranges::count(sink.result("c1").flags, "slept") == 0);
#endif
}

void TestTurns::aLongCallHasNotSlept_R_08() {
    ScriptedMaker maker;
    maker.scripts["c1"].sleepAt = 60;
    maker.scripts["c1"].sleep = 400ms;
    FakeSink sink;
    runAll(oneCase(1), maker, sink, watched());
    QVERIFY(sink.result("c1").discarded.empty());
    QVERIFY(std::ranges::count(sink.result("c1").flags, "slept") == 0);
}

QTEST_APPLESS_MAIN(TestTurns)
#include "tst_turns.moc"
