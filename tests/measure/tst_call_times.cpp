// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <chrono>
#include <cmath>
#include <string>
#include <thread>

#include "measure/call_times.h"
#include "measure/stop_rule.h"
#include "scripted_work.h"

using namespace duelo;

namespace {

/// A cell of this size, and what its calls take by the arithmetic: three times too little.
struct Planned {
    int size_px = 224;
    double coarse_ms = 10;
    const char* mode = "eager";
    const char* model = "fake";
};

Cell cellOf(const Planned& planned) {
    return {.id = std::string(planned.model) + planned.mode + std::to_string(planned.size_px),
            .experiment = "fake",
            .work = {{"model", planned.model}, {"size_px", planned.size_px}},
            .variant = {{"device", "cpu"}, {"mode", planned.mode}, {"threads", 2}}};
}

PlannedCell plannedCell(const Planned& planned) {
    return {.cell = cellOf(planned),
            .setting = {.protocol = protocolOf(Preset::Standard), .variants = 1},
            .coarse = CallTime{.ms = planned.coarse_ms, .factor = 3}};
}

/// Nothing was shown here before.
ScatterMemory nothing({}, "");

/// A work whose calls are told to take so long.
std::optional<CallTime> probed(ScriptedMaker& maker, const Cell& cell,
                               const CallControl& control = {}, const ProbeLimits& limits = {}) {
    const auto work = maker.create(cell);
    return probe(**work, control, limits);
}

}  // namespace

class TestCallTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aProbeTellsWhatCallsTake();
    void aProbeIsBounded();
    void whatFailsIsNotKnown();
    void whatWasTimedIsKnown();
    void theNearestStandsInForTheOthers();
    void noiseIsOfTheMachine();
    void slowNoiseOfShortCallsIsSeen();
    void whatIsSharedIsFetchedOnce();
    void otherDevicesTellNothing();
    void theDearestIsProbedFirst();
    void probesEndWhereTheyTellNoMore();
    void aSweepMayEndByItself_S0_13();
    void coursesAreTheirCalls();
    void whatInterruptsACourseCounts();
    void slowCoursesAreWarmedToo();
    void besideOthersRoundsScatterMore();
    void formerSessionsCount();
    void expectationsAreByCell();
    void percentilesTakeTheirTimeOnce_P_12();
};

void TestCallTimes::aProbeTellsWhatCallsTake() {
    ScriptedMaker maker;
    // Cold, then not yet warm, then 40 ms and a little.
    const Cell cell = cellOf({});
    maker.scripts[cell.id].wall_ms = [](int call) {
        return call == 0 ? 90.0 : call < 3 ? 55.0 : 40.0 + 0.2 * (call % 3);
    };
    const auto timed = probed(maker, cell);
    QVERIFY(timed.has_value());
    QCOMPARE(timed->cold_ms, 90.0);
    QVERIFY(timed->ms >= 40 && timed->ms <= 41);
    QVERIFY(timed->prepare_ms >= 0);
}

void TestCallTimes::aProbeIsBounded() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    maker.scripts[cell.id].wall_ms = [](int) { return 5000.0; };
    QVERIFY(probed(maker, cell).has_value());
    QCOMPARE(maker.log.size(), 2U);  // a cold and a warm one
    maker.log.clear();
    // Short ones in blocks, so that it is not the asking that takes the time.
    maker.scripts[cell.id].wall_ms = [](int) { return 0.01; };
    QCOMPARE(probed(maker, cell)->ms, 0.01);
    QVERIFY(maker.log.size() < 1000);
    maker.scripts[cell.id].wall_ms = [](int) { return 0.0; };  // a clock that stands still
    std::stop_source stop;
    const std::jthread inTime([&] { stop.request_stop(); });
    static_cast<void>(probed(maker, cell, {.stop = stop.get_token()}));
}

void TestCallTimes::whatFailsIsNotKnown() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    maker.scripts[cell.id].throwAt = 1;
    QVERIFY(!probed(maker, cell));
    maker.scripts[cell.id] = {.unprepared = Reason{"fake_reason"}};
    QVERIFY(!probed(maker, cell));
    std::stop_source stop;
    stop.request_stop();
    maker.scripts[cell.id] = {};
    QVERIFY(!probed(maker, cell, {.stop = stop.get_token()}));
}

void TestCallTimes::whatWasTimedIsKnown() {
    CallTimes times;
    const Cell cell = cellOf({});
    QVERIFY(!times.of(cell, 10));
    times.add(cell, 10, {.ms = 33, .prepare_ms = 120, .cold_ms = 80, .scatter = 0.01});
    const CallTime known = times.of(cell, 10).value();
    QCOMPARE(known.ms, 33.0);
    QCOMPARE(known.prepare_ms, 120.0);
    QCOMPARE(known.scatter, 0.01);
    QVERIFY(known.factor < 1.3);
    // Later calls count; those of a run may not know the arithmetic.
    times.add(cell, 0, {.ms = 35});
    QCOMPARE(times.of(cell, 10)->ms, 35.0);
    QCOMPARE(times.of(cellOf({.size_px = 448}), 20)->ms, 70.0);
}

void TestCallTimes::theNearestStandsInForTheOthers() {
    CallTimes times;
    times.add(cellOf({.size_px = 224}), 10, {.ms = 30});
    times.add(cellOf({.size_px = 224, .mode = "fused"}), 10, {.ms = 15});
    const auto knownOf = [&](const Planned& planned) {
        return times.of(cellOf(planned), planned.coarse_ms).value();
    };
    // Twice the side is four times the work, of the same mode.
    const CallTime larger = knownOf({.size_px = 448, .coarse_ms = 40});
    QCOMPARE(larger.ms, 120.0);
    QCOMPARE(knownOf({.size_px = 448, .coarse_ms = 40, .mode = "fused"}).ms, 60.0);
    // The farther away, the less is sure; never less than by the arithmetic alone.
    const double exact = knownOf({}).factor;
    const double other = knownOf({.coarse_ms = 10, .model = "another"}).factor;
    QVERIFY(exact < larger.factor && larger.factor < other && other <= 3.2);
    // Without the arithmetic a size cannot be told from another.
    QVERIFY(!times.of(cellOf({.size_px = 448}), 0));
    QVERIFY(times.of(cellOf({.size_px = 224}), 0));
}

/// Where other programs run, a quick cell takes several times as long: what calls scatter has no
/// upper bound, and few of them may tell that it is much, never that it is little.
void TestCallTimes::noiseIsOfTheMachine() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    const auto scatterOf = [&](double call_ms, double noise) {
        maker.scripts[cell.id].wall_ms = [=](int call) {
            return call_ms * (1 + noise * (call % 4));
        };
        return probed(maker, cell)->scatter;
    };
    QVERIFY(scatterOf(2, 0) < CallTime().scatter);
    QVERIFY(scatterOf(45, 0.2) > 0.05);
    QVERIFY(scatterOf(75, 0.2) > 0.05);
    QCOMPARE(scatterOf(75, 0), CallTime().scatter);  // of five
    QCOMPARE(scatterOfRounds(10, 10, 10), scatterOf(2, 0));

    CallTimes times;
    times.add(cellOf({.size_px = 64}), 2, {.ms = 5, .scatter = 0.1});
    times.add(cellOf({.size_px = 128}), 4, {.ms = 10, .scatter = 0.2});
    times.add(cellOf({.size_px = 512}), 90, {.ms = 200});
    QCOMPARE(times.of(cellOf({.size_px = 512}), 90)->scatter, 0.1);
    QCOMPARE(times.of(cellOf({.size_px = 128}), 4)->scatter, 0.2);
    const Setting setting{.protocol = protocolOf(Preset::Quick), .warm_up = WarmUpLimits::cpu()};
    const double quiet_ms = forecastDuration(setting, {.ms = 2.5}).expected_ms;
    const double noisy_ms = forecastDuration(setting, {.ms = 2.5, .scatter = 0.15}).expected_ms;
    QVERIFY(noisy_ms > 2.5 * quiet_ms);
}

/// Others work for tenths of a second and then not: the short calls of one moment all agree, and
/// the rounds of a run do not. What alternates from call to call is in none of the rounds.
void TestCallTimes::slowNoiseOfShortCallsIsSeen() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    const auto scatterOf = [&](int calls_alike) {
        maker.scripts[cell.id].wall_ms = [=](int call) {
            return call / calls_alike % 2 == 0 ? 2.0 : 2.4;
        };
        return probed(maker, cell)->scatter;
    };
    QVERIFY2(scatterOf(30) > 0.05, qPrintable(QString::number(scatterOf(30))));
    QVERIFY2(scatterOf(1) < 0.01, qPrintable(QString::number(scatterOf(1))));
}

/// Weights and input are made once for all variants of a case, so they count once, but in strict,
/// whose processes make them each.
void TestCallTimes::whatIsSharedIsFetchedOnce() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    maker.scripts[cell.id].asked = [](const std::string& what) {
        if (what == "fetch") std::this_thread::sleep_for(std::chrono::milliseconds(30));
    };
    const CallTime timed = probed(maker, cell).value();
    QVERIFY(timed.fetch_ms >= 30);
    QVERIFY(timed.prepare_ms < timed.fetch_ms);

    CallTimes times;
    PlannedCell first = plannedCell({}), second = plannedCell({.mode = "fused"});
    for (const PlannedCell& one : {first, second})
        times.add(one.cell, 10, {.ms = 30, .prepare_ms = 10, .fetch_ms = 5000, .cold_ms = 30});
    const auto expected_ms = [&] {
        return PlanDuration({first, second}, times, nothing).whole().expected_ms;
    };
    const double twice_ms = expected_ms();
    second.fetched = true;
    QCOMPARE(expected_ms(), twice_ms - 5000);
    // What a run of this session tells of the calls says nothing of what it fetched.
    times.add(first.cell, 10, {.ms = 30, .prepare_ms = 10, .cold_ms = 30});
    QCOMPARE(expected_ms(), twice_ms - 5000);
    for (PlannedCell* one : {&first, &second}) one->setting.protocol = protocolOf(Preset::Strict);
    const double once_ms = expected_ms();
    second.fetched = false;
    QCOMPARE(expected_ms(), once_ms);
}

void TestCallTimes::otherDevicesTellNothing() {
    CallTimes times;
    times.add(cellOf({}), 10, {.ms = 30});
    Cell gpu = cellOf({});
    gpu.variant.set("device", "cuda");
    QVERIFY(!times.of(gpu, 10));
    Cell foreign = cellOf({});
    foreign.experiment = "another";
    QVERIFY(!times.of(foreign, 10));
}

void TestCallTimes::theDearestIsProbedFirst() {
    CallTimes times;
    const PlanDuration plan({plannedCell({.size_px = 64, .coarse_ms = 2}),
                             plannedCell({.size_px = 512, .coarse_ms = 100}),
                             plannedCell({.size_px = 1024, .coarse_ms = 900})},
                            times, nothing);
    // The largest would take too long, and is told by the one before it.
    const PlannedCell* first = plan.worthProbing(1000, {});
    QVERIFY(first != nullptr);
    QCOMPARE(first->cell.work.integer("size_px"), 512);
    const Duration before = plan.whole();
    times.add(first->cell, 100, {.ms = 310});
    const Duration after = plan.whole();
    QVERIFY(after.high_ms / after.low_ms < before.high_ms / before.low_ms);
    QVERIFY(plan.worthProbing(1000, {}) != first);
}

void TestCallTimes::probesEndWhereTheyTellNoMore() {
    CallTimes times;
    const std::vector<Planned> all{
        {.size_px = 64, .coarse_ms = 2}, {.size_px = 224}, {.size_px = 224, .mode = "fused"}};
    std::vector<PlannedCell> cells;
    for (const Planned& planned : all) cells.push_back(plannedCell(planned));
    const PlanDuration plan(cells, times, nothing);
    std::set<std::string> tried;
    int probes = 0;
    while (const PlannedCell* next = plan.worthProbing(1000, tried)) {
        QVERIFY(++probes <= 3);
        tried.insert(probeKey(next->cell));
        // The second cannot be done after all.
        if (probes != 2)
            times.add(next->cell, PlanDuration::coarseMs(*next), {.ms = 3 * next->coarse->ms});
    }
    QVERIFY(probes > 0);
    // Nor is a source ever run before somebody wants it to.
    PlannedCell own = plannedCell({.size_px = 512, .coarse_ms = 100});
    own.cell.attachments.emplace("own.cpp", Attachment("int main() {}"));
    QVERIFY(PlanDuration({own}, times, nothing).worthProbing(1000, {}) == nullptr);
}

/// Two without a gain come before an end, and calls that were timed say whether there is one.
void TestCallTimes::aSweepMayEndByItself_S0_13() {
    const SweepEnd ends{
        .axis = "size_px", .metric = "rate", .asked = "best", .peaked = "peaked", .full = "full"};
    const std::vector<int> sizes{64, 128, 256, 512};
    std::vector<PlannedCell> cells;
    for (const int size_px : sizes) cells.push_back(plannedCell({.size_px = size_px}));
    const auto whole = [&](const CallTimes& times, std::optional<SweepEnd> end) {
        return PlanDuration(cells, times, nothing, std::move(end)).whole();
    };
    const CallTimes unknown;
    const Duration all = whole(unknown, {}), sweep = whole(unknown, ends);
    QCOMPARE(sweep.high_ms, all.high_ms);
    QCOMPARE(sweep.expected_ms, all.expected_ms);
    QCOMPARE(sweep.low_ms, 0.75 * all.low_ms);
    CallTimes flat, rising;
    for (PlannedCell& cell : cells) {
        const double size_px = cell.cell.work.real("size_px");
        cell.coarse->ms = size_px / 100;  // each size is timed by itself
        flat.add(cell.cell, PlanDuration::coarseMs(cell), {.ms = size_px / 10});
        rising.add(cell.cell, PlanDuration::coarseMs(cell), {.ms = 20});
    }
    QVERIFY(whole(flat, ends).expected_ms < 0.9 * whole(flat, {}).expected_ms);
    QCOMPARE(whole(flat, ends).high_ms, whole(flat, {}).high_ms);
    QCOMPARE(whole(rising, ends).expected_ms, whole(rising, {}).expected_ms);
}

void TestCallTimes::coursesAreTheirCalls() {
    CallTimes times;
    PlannedCell training = plannedCell({.coarse_ms = 1});
    training.course = CourseForecast{.calls = 500, .least_calls = 500};
    const PlanDuration plan({training}, times, nothing);
    const double coarse_ms = plan.whole().expected_ms;
    QVERIFY(coarse_ms >= 500 && coarse_ms < 1000);
    // "0-1 s" for a training of 33.
    times.add(training.cell, 1, {.ms = 66, .prepare_ms = 200});
    QCOMPARE(plan.whole().expected_ms, 33'200.0);
    QVERIFY(plan.whole().high_ms < 1.5 * 33'200);
    training.course->calls = 0;  // not counted
    QCOMPARE(PlanDuration({training}, times, nothing).whole().high_ms, 0.0);
}

/// A tenth of the calls takes ten times as long: so does the whole, which no median shows.
void TestCallTimes::whatInterruptsACourseCounts() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    maker.scripts[cell.id].wall_ms = [](int call) { return call % 10 == 9 ? 10.0 : 1.0; };
    QCOMPARE(probed(maker, cell)->ms, 1.0);
    maker.log.clear();
    const double mean_ms = probed(maker, cell, {}, {.sums = true})->ms;
    QVERIFY(mean_ms > 1.7 && mean_ms < 2.1);
    QVERIFY(maker.log.size() > 100);  // 300 ms of them
}

/// The first warm call of a large network allocates what all later ones find.
void TestCallTimes::slowCoursesAreWarmedToo() {
    ScriptedMaker maker;
    const Cell cell = cellOf({});
    maker.scripts[cell.id].wall_ms = [](int call) { return call < 2 ? 900.0 : 330.0; };
    QCOMPARE(probed(maker, cell, {}, {.sums = true})->ms, 330.0);
}

/// Two of a case are expected to take more than each alone, and no more once this machine has
/// shown how far they scatter. The calls are too long for the rounds that a 99th percentile takes.
void TestCallTimes::besideOthersRoundsScatterMore() {
    PlannedCell cell = plannedCell({.coarse_ms = 60});
    cell.setting.variants = 2;
    CallTimes times;
    times.add(cell.cell, 60, {.ms = 60, .scatter = 0.006});
    const auto expected = [&](ScatterMemory& shown) {
        return PlanDuration({cell}, times, shown).whole().expected_ms;
    };
    const double direct_ms = forecastDuration(cell.setting, *times.of(cell.cell, 60)).expected_ms;
    QVERIFY(expected(nothing) > 1.2 * direct_ms);
    ScatterMemory shown({}, "");
    shown.add({.experiment = "fake", .compared = true, .call_ms = 60}, 0.006);
    QCOMPARE(expected(shown), direct_ms);
}

/// Steady calls of a second do not undo what rounds of a whole cell have scattered before.
void TestCallTimes::formerSessionsCount() {
    const PlannedCell cell = plannedCell({.coarse_ms = 60});
    const ScatterKind kind{.experiment = "fake", .call_ms = 60};
    ScatterMemory steady({}, ""), restless({}, "");
    steady.add(kind, 0.002);
    restless.add(kind, 0.03);
    CallTimes times;
    const auto expected = [&](ScatterMemory& shown) {
        return PlanDuration({cell}, times, shown).whole().expected_ms;
    };
    QVERIFY(expected(steady) < expected(nothing));
    QVERIFY(expected(restless) > 2 * expected(nothing));
    times.add(cell.cell, 60, {.ms = 60, .scatter = 0.012});
    QCOMPARE(expected(steady), expected(nothing));
    QVERIFY(expected(restless) > 2 * expected(nothing));
}

void TestCallTimes::expectationsAreByCell() {
    CallTimes times;
    const PlanDuration plan({plannedCell({.size_px = 64, .coarse_ms = 2}),
                             plannedCell({.size_px = 512, .coarse_ms = 100})},
                            times, nothing);
    const auto expected = plan.expectedMs();
    QCOMPARE(expected.size(), 2U);
    double sum_ms = 0;
    for (const auto& [id, ms] : expected) sum_ms += ms;
    QVERIFY(std::abs(sum_ms - plan.whole().expected_ms) < 1e-6);
    QVERIFY(expected.at("fakeeager512") > expected.at("fakeeager64"));
}

/// The time that a standard run takes beyond its cells is bounded, however many these are, and the
/// sum over them holds it too.
void TestCallTimes::percentilesTakeTheirTimeOnce_P_12() {
    CallTimes times;
    std::vector<PlannedCell> cells;
    double without_ms = 0;
    for (int i = 0; i < 6; ++i) {
        cells.push_back(plannedCell({.size_px = 64 + i}));
        const PlannedCell& cell = cells.back();
        times.add(cell.cell, 10, {.ms = 14, .scatter = 0.002});
        without_ms += forecastDuration(cell.setting, *times.of(cell.cell, 10)).expected_ms;
    }
    const PlanDuration plan(cells, times, nothing);
    const double more_ms = plan.whole().expected_ms - without_ms;
    QVERIFY2(more_ms > 0.5 * kTailsMs && more_ms <= kTailsMs, qPrintable(QString::number(more_ms)));
    double sum_ms = 0;
    for (const auto& [id, ms] : plan.expectedMs()) sum_ms += ms;
    QVERIFY(std::abs(sum_ms - plan.whole().expected_ms) < 1e-6);
}

QTEST_APPLESS_MAIN(TestCallTimes)
#include "tst_call_times.moc"
