// SPDX-License-Identifier: Apache-2.0
// S0-12: instances side by side, played by channels that answer as child engines do.
#include <QtTest>

#include <deque>
#include <latch>

#include "base/json_text.h"
#include "machine/clock.h"
#include "measure/child_json.h"
#include "measure/session.h"
#include "measure/side_by_side.h"
#include "measure/split_work.h"
#include "scripted_work.h"
#include "session_testing.h"

using namespace duelo;

namespace {

/// The script of one child.
struct FakeChild {
    double call_ms = 10;
    std::int64_t began_ns = 1000;  ///< of its first call; each block begins where the last ended
    std::int64_t peak_bytes = 100;
    double own_cpus = 1, others_cpus = 1;
    std::int64_t allocations = 0;
    double waited_ms = 0;
    std::vector<Reason> notes{};
    Fingerprint fingerprint = fingerprintOf(std::vector<float>{1, 2, 3}, {3}, true);
    int dies_at_step = -1;
    bool hangs = false;
    std::latch* ends_with = nullptr;  ///< its end takes until that of all others has begun
    int steps = 0, calls = 0;
    Json cell{};  ///< that it was asked to prepare
    std::vector<std::string>* log = nullptr;
};

class FakeChannel final : public LineChannel {
public:
    explicit FakeChannel(FakeChild& child) : m_child(child) {}
    ~FakeChannel() override {
        if (m_child.ends_with) m_child.ends_with->arrive_and_wait();
    }

    bool write(std::string_view line) override {
        m_asked.push_back(*parseJson(line));
        if (m_child.log) m_child.log->push_back("ask " + m_asked.back().value("do", ""));
        return true;
    }
    HeardLine read(const std::stop_token& stop) override {
        while (m_child.hangs && !stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (stop.stop_requested()) return {.what = HeardLine::What::Stopped};
        const Json request = std::move(m_asked.front());
        m_asked.pop_front();
        const std::string what = request.value("do", "");
        if (m_child.log) m_child.log->push_back("hear " + what);
        if (what == "step" && m_child.steps++ == m_child.dies_at_step)
            return {.what = HeardLine::What::End};
        return {.what = HeardLine::What::Line, .text = jsonText(answer(what, request))};
    }
    void leave() override {
        if (m_child.log) m_child.log->push_back("leave");
    }
    ChildExit end() override { return {.code = -9, .errors = "killed"}; }

private:
    Json answer(const std::string& what, const Json& request) {
        if (what == "prepare") {
            m_child.cell = request.at("cell");
            Prepared prepared{.quantities = {{"images", 2, "throughput", "image/s"}},
                              .notes = m_child.notes,
                              .load_ms = m_child.call_ms};
            return {{"prepared", toJson(prepared)}};
        }
        if (what == "step") {
            const int calls = request.at("calls").get<int>();
            m_child.calls += calls;
            Timing timing{.wall_ms = calls * m_child.call_ms,
                          .waited_ms = m_child.waited_ms,
                          .began_ns = m_child.began_ns};
            m_child.began_ns += static_cast<std::int64_t>(timing.wall_ms * kNsPerMs);
            return {{"timing", toJson(timing)}};
        }
        if (what == "output")
            return {{"output", toJson(Output{.fingerprint = m_child.fingerprint})}};
        if (what == "block") return {{"block", nullptr}};
        DeviceState state{.allocations = m_child.allocations,
                          .peak_bytes = m_child.peak_bytes,
                          .others_cpus = m_child.others_cpus,
                          .own_cpus = m_child.own_cpus};
        return {{"state", toJson(state)}};
    }

    FakeChild& m_child;
    std::deque<Json> m_asked;
};

Cell cellOf(int instances, int threads = 1) {
    return {.id = "c001",
            .experiment = "toy",
            .work = {{"n", 1}},
            .variant = {{"device", "cpu"}, {"instances", instances}, {"threads", threads}}};
}

std::unique_ptr<SideBySide> sideBySide(std::deque<FakeChild>& children, int cores = 0,
                                       int threads = 1) {
    const Cell cell = cellOf(static_cast<int>(children.size()), threads);
    std::vector<std::unique_ptr<ChildWork>> works;
    for (std::size_t i = 0; i < children.size(); ++i)
        works.push_back(std::make_unique<ChildWork>(
            [child = &children[i]]() -> Result<std::unique_ptr<LineChannel>> {
                return std::make_unique<FakeChannel>(*child);
            },
            cellOfInstance(cell, static_cast<int>(i)), Params()));
    return std::make_unique<SideBySide>(std::move(works), threads, cores, 1e-4);
}

/// Returns the reason with which step() fails; empty: it does not.
std::string failureOf(Work& work) {
    try {
        static_cast<void>(work.step(1));
    } catch (const WorkFailed& failed) {
        return jsonText(Json{{"code", failed.reason.code}, {"args", failed.reason.args}});
    }
    return {};
}

}  // namespace

class TestSideBySide : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachHasItsOwnCores_S0_12();
    void allBeginBeforeAnyIsWaitedFor_S0_12();
    void aRowIsFromTheFirstStartToTheLastEnd();
    void moreThreadsThanCoresAreSaid();
    void waitingForAnotherInstanceIsNoDisturbance();
    void memoryAndLoadAreOfAll_R_03();
    void oneThatDiesIsNamed_R_04();
    void aStopLeavesAtOnce_R_23();
    void allEndSideBySide_R_23();
    void whoDisagreesGivesNoTime_R_30();
    void notesOfOneAloneAreKept();
    void whoHasInstancesHasChildren();
    void theirMemoryIsForecast_R_03();
    void samplesAreRows_S0_12();
};

void TestSideBySide::eachHasItsOwnCores_S0_12() {
    std::deque<FakeChild> children(3);
    const auto work = sideBySide(children, 8, 2);
    QVERIFY(work->prepare().has_value());
    for (int i = 0; i < 3; ++i) {
        const Json& variant = children[static_cast<std::size_t>(i)].cell.at("variant");
        QVERIFY(!variant.contains("instances"));
        QCOMPARE(variant.value("first_core", 0), 2 * i);
        QCOMPARE(variant.value("threads", 0), 2);
    }
}

void TestSideBySide::allBeginBeforeAnyIsWaitedFor_S0_12() {
    std::deque<FakeChild> children(3);
    std::vector<std::string> log;
    for (FakeChild& child : children) child.log = &log;
    const auto work = sideBySide(children);
    QVERIFY(work->prepare().has_value());
    const std::vector<std::string> prepared{"ask prepare",  "ask prepare",  "ask prepare",
                                            "hear prepare", "hear prepare", "hear prepare"};
    QCOMPARE(log, prepared);
    log.clear();
    static_cast<void>(work->step(1));
    const std::vector<std::string> stepped{"ask step",  "ask step",  "ask step",
                                           "hear step", "hear step", "hear step"};
    QCOMPARE(log, stepped);
}

void TestSideBySide::aRowIsFromTheFirstStartToTheLastEnd() {
    std::deque<FakeChild> children(2);
    children[0] = {.call_ms = 10, .began_ns = 5'000'000};
    children[1] = {.call_ms = 30, .began_ns = 7'000'000};
    const auto work = sideBySide(children);
    QCOMPARE(work->prepare()->load_ms, 30.0);
    const Timing row = work->step(8);
    QCOMPARE(children[0].calls, 4);
    QCOMPARE(row.wall_ms, 4 * 30.0 + 2.0);
    QCOMPARE(*row.latency_ms, 20.0);
    QCOMPARE(*row.slowest_ms, 30.0);
    // Fewer calls than instances are one of each.
    static_cast<void>(work->step(1));
    QCOMPARE(children[1].calls, 5);
}

void TestSideBySide::moreThreadsThanCoresAreSaid() {
    for (const auto& [cores, threads, told] :
         {std::tuple(4, 2, false), {4, 3, true}, {0, 99, false}}) {
        std::deque<FakeChild> children(2);
        const auto prepared = sideBySide(children, cores, threads)->prepare();
        QCOMPARE(prepared->at_once, 2);
        QCOMPARE(prepared->notes.size(), std::size_t{told});
        if (!told) continue;
        QCOMPARE(prepared->notes.front().code, std::string("instances_share_cores"));
        QCOMPARE(prepared->notes.front().args,
                 (Json{{"instances", 2}, {"threads", 3}, {"cores", 4}}));
    }
}

void TestSideBySide::waitingForAnotherInstanceIsNoDisturbance() {
    for (const auto& [cores, waited_ms] : {std::pair(4, 3.0), {1, 0.0}}) {
        std::deque<FakeChild> children(2);
        children[1].waited_ms = 3;
        const auto work = sideBySide(children, cores);
        QVERIFY(work->prepare().has_value());
        QCOMPARE(*work->step(2).waited_ms, waited_ms);
    }
}

/// To a child its neighbours are strangers: 2 and 1 busy processors of their own and 4 in all leave
/// one for others.
void TestSideBySide::memoryAndLoadAreOfAll_R_03() {
    std::deque<FakeChild> children(2);
    children[0] = {.peak_bytes = 100, .own_cpus = 2, .others_cpus = 2, .allocations = 1};
    children[1] = {.peak_bytes = 300, .own_cpus = 1, .others_cpus = 3, .allocations = 2};
    const auto work = sideBySide(children);
    QVERIFY(work->prepare().has_value());
    const auto state = work->deviceState();
    QCOMPARE(*state->peak_bytes, std::int64_t{400});
    QCOMPARE(*state->others_cpus, 1.0);
    QCOMPARE(*state->own_cpus, 3.0);
    QCOMPARE(state->allocations, std::int64_t{3});
}

void TestSideBySide::oneThatDiesIsNamed_R_04() {
    std::deque<FakeChild> children(3);
    children[1].dies_at_step = 1;
    const auto work = sideBySide(children);
    QVERIFY(work->prepare().has_value());
    QCOMPARE(failureOf(*work), std::string());
    QCOMPARE(failureOf(*work), std::string(R"({"code":"instance_died","args":{"instance":2,)"
                                           R"("instances":3,"code":-9}})"));
}

void TestSideBySide::aStopLeavesAtOnce_R_23() {
    std::deque<FakeChild> children(2);
    const auto work = sideBySide(children);
    std::stop_source stop;
    work->setControl({.stop = stop.get_token()});
    QVERIFY(work->prepare().has_value());
    for (FakeChild& child : children) child.hangs = true;
    const std::jthread stopper([&] { stop.request_stop(); });
    QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(2)));
}

/// Twelve of them, each of which ends no sooner than all others have begun to: one after the other
/// they would never. All are told before the first is waited for.
void TestSideBySide::allEndSideBySide_R_23() {
    constexpr int kEach = 4, kTurns = 3;
    std::latch ending(kEach * kTurns);
    std::vector<std::string> log;
    std::deque<FakeChild> children(static_cast<std::size_t>(kEach * kTurns));
    std::vector<std::unique_ptr<Work>> turns;
    for (int turn = 0; turn < kTurns; ++turn) {
        std::vector<std::unique_ptr<ChildWork>> works;
        for (int i = 0; i < kEach; ++i) {
            FakeChild& child = children[static_cast<std::size_t>(turn * kEach + i)];
            works.push_back(std::make_unique<ChildWork>(
                [&child]() -> Result<std::unique_ptr<LineChannel>> {
                    return std::make_unique<FakeChannel>(child);
                },
                cellOfInstance(cellOf(kEach), i), Params()));
        }
        turns.push_back(std::make_unique<SideBySide>(std::move(works), 1, 0, 1e-4));
    }
    auto all = std::make_unique<SplitWork>(std::move(turns), 1e-4, std::chrono::milliseconds(0));
    QVERIFY(all->prepare().has_value());
    for (FakeChild& child : children) {
        child.log = &log;
        child.ends_with = &ending;
    }
    all->leave();
    QCOMPARE(log, std::vector<std::string>(children.size(), "leave"));
    for (FakeChild& child : children) child.log = nullptr;
    all.reset();
    QVERIFY(ending.try_wait());
}

void TestSideBySide::whoDisagreesGivesNoTime_R_30() {
    std::deque<FakeChild> children(2);
    const auto work = sideBySide(children);
    QVERIFY(work->prepare().has_value());
    QVERIFY(work->output().fingerprint.has_value());
    children[1].fingerprint = fingerprintOf(std::vector<float>{1, 2, 4}, {3}, true);
    try {
        static_cast<void>(work->output());
        QFAIL("no disagreement");
    } catch (const WorkFailed& failed) {
        QCOMPARE(failed.reason.code, std::string("processes_disagree"));
        QCOMPARE(failed.reason.args.at("process"), Json(2));
    }
}

void TestSideBySide::notesOfOneAloneAreKept() {
    std::deque<FakeChild> children(2);
    for (FakeChild& child : children) child.notes = {{"random_weights"}};
    children[1].notes.push_back({"pinned_to", {{"cpus", "1"}}, {}});
    const auto prepared = sideBySide(children)->prepare();
    QCOMPARE(prepared->notes.size(), std::size_t{2});
    QCOMPARE(prepared->notes.back().code, std::string("pinned_to"));
}

void TestSideBySide::whoHasInstancesHasChildren() {
    const Spec spec{.id = "toy"};
    Cell alone = cellOf(2);
    alone.variant.erase("instances");
    QCOMPARE(childrenOf(alone, spec, protocolOf(Preset::Standard)), 0);
    QCOMPARE(childrenOf(cellOf(1), spec, protocolOf(Preset::Standard)), 1);
    QCOMPARE(childrenOf(cellOf(2), spec, protocolOf(Preset::Strict)),
             protocolOf(Preset::Strict).processes);
}

/// Each instance needs the memory of its work and of a process; more than there is, is refused by
/// name.
void TestSideBySide::theirMemoryIsForecast_R_03() {
    const auto forecastOf = [](int instances, std::int64_t free_bytes) {
        auto inner = std::make_unique<ScriptedMaker>();
        inner->scripts["c001"].forecast = {.bytes = 1 << 20, .free_bytes = free_bytes};
        SplitMaker maker(
            std::move(inner), [](const Cell&) { return 1; },
            [](const Cell&) { return std::unique_ptr<Work>(); });
        return maker.forecast(cellOf(instances));
    };
    constexpr std::int64_t kMuch = std::int64_t{1} << 50;
    const auto one = forecastOf(1, kMuch), ten = forecastOf(10, kMuch);
    QVERIFY(one->bytes > 1 << 20);
    QVERIFY(ten->bytes > 9 * one->bytes);
    QCOMPARE(ten->at_once, 10);
    const auto refused = forecastOf(200, 1 << 22);
    QCOMPARE(refused.error().code, std::string("instances_need_memory"));
    QCOMPARE(refused.error().args.at("instances"), Json(200));
}

/// The time of a call is its share of a row; how long one took is told beside it.
void TestSideBySide::samplesAreRows_S0_12() {
    std::deque<FakeChild> children(4);
    for (FakeChild& child : children) child = {.call_ms = 8, .began_ns = 1'000'000};
    auto inner = std::make_unique<ScriptedMaker>();
    inner->scripts["c001"].forecast = {.bytes = 1, .free_bytes = std::int64_t{1} << 50};
    SplitMaker maker(
        std::move(inner), [](const Cell&) { return 1; },
        [&](const Cell&) { return sideBySide(children); });
    FakeSink sink;
    Session session({cellOf(4)}, maker, sink, quick());
    session.start();
    session.wait();
    Samples samples;
    for (const Samples& line : sink.all<Samples>()) samples.append(line);
    QVERIFY(!samples.wall_ms.empty());
    QCOMPARE(samples.latency_ms.size(), samples.wall_ms.size());
    // Three calls of 8 ms are the least that lasts 20, and four processes do that many.
    for (const int calls : samples.calls) QCOMPARE(calls, 12);
    for (const double wall_ms : samples.wall_ms) QVERIFY(std::abs(wall_ms - 2.0) < 1e-9);
    for (const double latency_ms : samples.latency_ms) QVERIFY(std::abs(latency_ms - 8.0) < 1e-9);
    const ResultRecord result = sink.result("c001");
    QCOMPARE(result.status, Status::Done);
    QCOMPARE(result.summary->median_ms, 2.0);
    QCOMPARE(result.metric("latency")->value, 8.0);
    QCOMPARE(result.metric("slowest_latency")->value, 8.0);
    QCOMPARE(result.metric("throughput")->value, 1000.0);
    QVERIFY(std::ranges::find(result.flags, "pipelined") != result.flags.end());
}

QTEST_APPLESS_MAIN(TestSideBySide)
#include "tst_side_by_side.moc"
