// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <array>
#include <set>

#include "added_round.h"
#include "measure/child_work.h"
#include "measure/session.h"
#include "measure/split_work.h"
#include "scripted_work.h"
#include "stats/validity.h"

using namespace duelo;

namespace {

constexpr int kProcesses = 3;

/// The scripts of each cell's processes: process `i` runs the script of that number and is called
/// "p0", "p1"….
struct Processes {
    std::array<FakeScript, kProcesses> scripts{};
    std::vector<std::string> log{};  ///< whose call each was, in order
    int made = 0;

    std::unique_ptr<Work> make() {
        const auto process = static_cast<std::size_t>(made++ % kProcesses);
        return std::make_unique<ScriptedWork>(scripts[process], log, "p" + std::to_string(process));
    }
    SplitWork work() {
        std::vector<std::unique_ptr<Work>> all;
        for (int i = 0; i < kProcesses; ++i) all.push_back(make());
        return SplitWork(std::move(all), 1e-4, std::chrono::milliseconds(0));
    }
};

/// Loose, and over soon where it is not met: turns really take the time in which threads settle.
Protocol brief() {
    Protocol protocol = protocolOf(Preset::Quick);
    protocol.t_max_ms = 900;
    return protocol;
}

int always(const Cell&) {
    return kProcesses;
}

struct Measured {
    FakeSink sink;
    Outcome run(Processes& processes, std::vector<Cell> cells,
                const std::function<void(ScriptedMaker&)>& adjust = {}) {
        auto scripted = std::make_unique<ScriptedMaker>();
        if (adjust) adjust(*scripted);
        SplitMaker maker(std::move(scripted), always,
                         [&](const Cell&) { return processes.make(); });
        Session session(std::move(cells), maker, sink, {.protocol = brief()});
        session.start();
        session.wait();
        return session.outcome();
    }
};

}  // namespace

class TestSplitWork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyProcessIsWarmedAndTheLongestIsTold();
    void aHangingSourceCostsItsCell_R_05();
    void roundsGoFromOneToTheNext();
    void theFirstMeasuresWhatNoCallHolds();
    void theWorstStateIsTold();
    void samplesSayWhoTookThem();
    void everyTurnWakesItsProcess();
    void aFreshProcessIsTold_S0_M03();
    void theWorstIntervalCounts();
    void disagreeingProcessesGiveNoTime_R_30();
    void memoryIsForAllOfThem_R_03();
    void whatOnlyTheChildKnowsIsSkipped();
    void whoHasChildren();
    void aCellWithoutChildrenIsDoneHere();
    void evenRounds();
};

void TestSplitWork::everyProcessIsWarmedAndTheLongestIsTold() {
    Processes processes;
    processes.scripts[1].wall_ms = [](int) { return 12.0; };
    SplitWork work = processes.work();
    QVERIFY(work.prepare().has_value());
    const Timing timing = work.step(2);
    QCOMPARE(timing.wall_ms, 24.0);
    QCOMPARE(timing.process, 1);
    QCOMPARE(processes.log, (std::vector<std::string>{"p0", "p1", "p2"}));
}

void TestSplitWork::roundsGoFromOneToTheNext() {
    Processes processes;
    SplitWork work = processes.work();
    QVERIFY(work.prepare().has_value());
    for (int round = 0; round < 5; ++round) {
        QVERIFY(work.beginRound(round));
        QCOMPARE(work.step(1).process, round % kProcesses);
    }
    QCOMPARE(processes.log, (std::vector<std::string>{"p0", "p1", "p2", "p0", "p1"}));
}

void TestSplitWork::theFirstMeasuresWhatNoCallHolds() {
    Processes processes;
    for (auto& script : processes.scripts) script.apart = {{"h2d", 1, false}};
    SplitWork work = processes.work();
    QVERIFY(work.prepare().has_value());
    QCOMPARE(work.measureApart().size(), 1U);
    QCOMPARE(processes.log, (std::vector<std::string>{"p0 apart"}));
}

void TestSplitWork::theWorstStateIsTold() {
    Processes processes;
    for (int i = 0; i < kProcesses; ++i)
        processes.scripts[static_cast<std::size_t>(i)].state = [i](int call) {
            return DeviceState{.allocations = 10 * i + call,
                               .peak_bytes = 100 - i,
                               .throttled = i == 1 && call < 5,
                               .throttle = {i == 0 ? "a" : "b"}};
        };
    SplitWork work = processes.work();
    QVERIFY(work.prepare().has_value());
    const DeviceState before = work.deviceState().value();
    QCOMPARE(before.allocations, 0 + 10 + 20);
    work.beginBlock();
    static_cast<void>(work.step(1));
    const DeviceState state = work.deviceState().value();
    QCOMPARE(state.allocations, 1 + 1 + 1);
    QCOMPARE(state.peak_bytes.value(), 100);
    QVERIFY(state.throttled);
    QCOMPARE(state.throttle, (std::vector<std::string>{"a", "b"}));
    // In a round nobody else is asked, nor has it part in the block.
    QVERIFY(work.beginRound(1));
    work.beginBlock();
    QCOMPARE(work.deviceState()->allocations, 0);
    static_cast<void>(work.step(2));
    QCOMPARE(work.deviceState()->allocations, 2);
    // What held down the clock of another process, in its own round, is no fault of this one's.
    QVERIFY(work.deviceState()->throttled);
    QVERIFY(work.beginRound(2));
    QVERIFY(!work.deviceState()->throttled);
}

void TestSplitWork::samplesSayWhoTookThem() {
    Processes processes;
    Measured measured;
    QCOMPARE(measured.run(processes, oneCase(1)), Outcome::Completed);
    const ResultRecord result = measured.sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(!std::ranges::count(result.flags, flags::processes_differ));
    std::set<int> seen;
    for (const Samples& samples : measured.sink.all<Samples>())
        for (std::size_t i = 0; i < samples.round.size(); ++i) {
            const int process = samples.process.empty() ? 0 : samples.process[i];
            QCOMPARE(process, samples.round[i] % kProcesses);
            seen.insert(process);
        }
    QCOMPARE(seen, (std::set<int>{0, 1, 2}));
}

/// A lone variant needs no unmeasured call in one process, but in several.
void TestSplitWork::everyTurnWakesItsProcess() {
    Processes processes;
    Measured measured;
    QCOMPARE(measured.run(processes, oneCase(1)), Outcome::Completed);
    const ResultRecord result = measured.sink.result("c1");
    std::size_t samples = 0;
    int rounds = 0;
    for (const Samples& some : measured.sink.all<Samples>()) {
        samples += some.wall_ms.size();
        rounds = std::max(rounds, std::ranges::max(some.round) + 1);
    }
    const std::size_t before = kProcesses * static_cast<std::size_t>(1 + result.warm_up_calls);
    QCOMPARE(processes.log.size(), before + samples + static_cast<std::size_t>(rounds));
}

void TestSplitWork::aFreshProcessIsTold_S0_M03() {
    Processes processes;
    for (std::size_t i = 0; i < kProcesses; ++i)
        processes.scripts[i].prepared = {.load_ms = 50.0 + 10 * static_cast<double>(i),
                                         .own_process = true};
    Measured measured;
    QCOMPARE(measured.run(processes, oneCase(2)), Outcome::Completed);
    for (const Cold& cold : measured.sink.all<Cold>()) {
        QVERIFY(cold.process_first);
        QCOMPARE(cold.load_ms, 70.0);
    }
}

void TestSplitWork::theWorstIntervalCounts() {
    Processes processes;
    for (std::size_t i = 0; i < kProcesses; ++i)
        processes.scripts[i].wall_ms = [i](int call) {
            return (i == 2 ? 12.0 : 10.0) + 0.01 * (call * 7 % 11);
        };
    Measured measured;
    QCOMPARE(measured.run(processes, oneCase(1)), Outcome::Completed);
    const ResultRecord result = measured.sink.result("c1");
    QCOMPARE(result.status, Status::Done);
    QVERIFY(result.summary->ci95_ms->low < 10.1);
    QVERIFY(result.summary->ci95_ms->high >= 12.0);
    QCOMPARE(std::ranges::count(result.flags, flags::processes_differ), 1);
}

void TestSplitWork::disagreeingProcessesGiveNoTime_R_30() {
    Processes processes;
    processes.scripts[2].values = {1.0F, 3.0F, 2.5F};
    Measured measured;
    QCOMPARE(measured.run(processes, oneCase(1)), Outcome::Completed);
    const ResultRecord result = measured.sink.result("c1");
    QCOMPARE(result.status, Status::Failed);
    QCOMPARE(result.reason->code, std::string("processes_disagree"));
    QCOMPARE(result.reason->args["process"].get<int>(), 3);
    QCOMPARE(result.reason->message, std::string("outputs_disagree"));
    QVERIFY(!result.summary);
}

void TestSplitWork::memoryIsForAllOfThem_R_03() {
    Processes processes;
    Measured measured;
    const auto adjust = [](ScriptedMaker& maker) {
        maker.scripts["c1"].forecast = {.bytes = 1000, .free_bytes = 2999};
    };
    QCOMPARE(measured.run(processes, oneCase(1), adjust), Outcome::Completed);
    const ResultRecord result = measured.sink.result("c1");
    QCOMPARE(result.status, Status::Skipped);
    QCOMPARE(result.reason->code, std::string("not_enough_memory"));
    QCOMPARE(processes.made, 0);
}

/// A refusal of the process that was to do the work skips the cell, like one of this process.
void TestSplitWork::whatOnlyTheChildKnowsIsSkipped() {
    struct Refusing final : Work {
        Result<Prepared> prepare() override { throw WorkRefused{{"no_such_kernel"}}; }
        Timing step(int) override { return {}; }
        Output output() override { return {}; }
    };
    FakeSink sink;
    SplitMaker maker(std::make_unique<ScriptedMaker>(), always,
                     [](const Cell&) { return std::make_unique<Refusing>(); });
    Session session(oneCase(1), maker, sink, {.protocol = brief()});
    session.start();
    session.wait();
    QCOMPARE(sink.result("c1").status, Status::Skipped);
    QCOMPARE(sink.result("c1").reason->code, std::string("no_such_kernel"));
}

/// An edited kernel never runs in the process that keeps the record; a command is a process itself.
void TestSplitWork::whoHasChildren() {
    Spec spec{.id = "pool"};
    spec.axes = {{.id = "command", .kind = AxisKind::Command},
                 {.id = "source", .kind = AxisKind::Source, .role = AxisRole::Variant}};
    const Json named = referenceTo("a", Attachment("a"));
    const Cell plain{}, started{.work = {{"command", named}}};
    const Cell edited{.variant = {{"source", named}}};
    const Protocol once = protocolOf(Preset::Standard), strict = protocolOf(Preset::Strict);
    QCOMPARE(childrenOf(plain, spec, once), 0);
    QCOMPARE(childrenOf(edited, spec, once), 1);
    QCOMPARE(childrenOf(plain, spec, strict), strict.processes);
    QCOMPARE(childrenOf(edited, spec, strict), strict.processes);
    QCOMPARE(childrenOf(started, spec, once), 0);
    QCOMPARE(childrenOf(started, spec, strict), 0);
    spec.steps = [](const Params&) { return Steps{}; };
    QCOMPARE(childrenOf(plain, spec, strict), 0);
}

void TestSplitWork::aCellWithoutChildrenIsDoneHere() {
    Processes processes;
    auto scripted = std::make_unique<ScriptedMaker>();
    ScriptedMaker& here = *scripted;
    here.scripts["c1"].forecast = {.bytes = 1000, .free_bytes = 1000};
    here.scripts["c2"].forecast = {.bytes = 1000, .free_bytes = 1000};
    FakeSink sink;
    SplitMaker maker(
        std::move(scripted), [](const Cell& cell) { return cell.id == "c2" ? 1 : 0; },
        [&](const Cell&) { return processes.make(); });
    Session session(oneCase(2), maker, sink, {.protocol = brief()});
    session.start();
    session.wait();
    QCOMPARE(sink.result("c1").status, Status::Done);
    QCOMPARE(sink.result("c2").status, Status::Done);
    QCOMPARE(processes.made, 1);
    QVERIFY(!processes.log.empty() && !here.log.empty());
    QVERIFY(!std::ranges::count(here.log, std::string("c2")));
}

void TestSplitWork::evenRounds() {
    SampleLog log("c1");
    QCOMPARE(log.evenRounds(), 0U);
    const auto add = [&](int round, int process, DiscardCause cause = DiscardCause::None) {
        log.add(round, 0, 1, {.wall_ms = 1.0 + process, .process = process}, cause);
        log.closeRound(round, 1000);
    };
    add(0, 0);
    add(1, 1);
    add(2, 2, DiscardCause::Throttled);
    QCOMPARE(log.keptRoundMedians().size(), 2U);
    QCOMPARE(log.evenRounds(), 0U);  // the last has none that counts
    add(3, 0);
    add(4, 1);
    add(5, 2);
    QCOMPARE(log.evenRounds(), 3U);
    const auto each = log.ofEachProcess();
    QCOMPARE(each.size(), 3U);
    QCOMPARE(each[1].median, 2.0);
    QCOMPARE(log.from(0).process, (std::vector<int>{0, 1, 2, 0, 1, 2}));
}

/// The child says by its code why it has ended; the cell says it in words.
void TestSplitWork::aHangingSourceCostsItsCell_R_05() {
#ifdef _WIN32
    QSKIP("there is no sh");
#else
    const auto codeOf = [](int exit) {
        ChildWork child({"/bin/sh", {"-c", "read line; exit " + std::to_string(exit)}}, {}, {});
        try {
            static_cast<void>(child.prepare());
        } catch (const WorkFailed& why) {
            return why.reason.code;
        }
        return std::string();
    };
    QCOMPARE(codeOf(kSourceHangs), std::string("call_hung"));
    QCOMPARE(codeOf(1), std::string("child_died"));
#endif
}

QTEST_GUILESS_MAIN(TestSplitWork)
#include "tst_split_work.moc"
