// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

#include "added_round.h"
#include "measure/forecast_duration.h"
#include "measure/split_work.h"
#include "stats/statistics.h"
#include "stats/verdict.h"

using namespace duelo;

namespace {

/// One variant while the rules follow it.
struct SimulatedLane {
    explicit SimulatedLane(const Protocol& protocol) : rule(protocol), log("c001") {}
    StopRule rule;
    SampleLog log;
    double spent_ms = 0;
};

/// The time that a variant took, and how the first variant ended.
struct Simulated {
    double ms = 0;
    RoundsTaken first;
};

/// Simulates the rules of a run for one of its variants, with the same objects as MeasureLoop's.
/// The medians of rounds scatter as CallTime says, half of it from call to call.
Simulated simulate(const Setting& setting, const CallTime& call, unsigned seed) {
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    const auto callMs = [&](double round) {
        return call.ms * std::max(0.2, 1 + call.scatter * (0.9 * round + normal(random)));
    };
    const Protocol& protocol = setting.protocol;
    const bool split = protocol.processes > 1;
    double before_ms = call.ms;  // cold
    WarmUpRule warm_up(setting.warm_up);
    while (warm_up.state() == WarmUpRule::State::Warming) {
        const double ms = callMs(0);
        before_ms += ms;
        warm_up.add(ms);
    }
    const Turn turn = planTurn(warm_up.callMs().value_or(call.ms), protocol, kWakeMs);
    std::vector<SimulatedLane> lanes(static_cast<std::size_t>(setting.variants),
                                     SimulatedLane(protocol));
    const auto isOpen = [](const SimulatedLane& lane) {
        return lane.rule.cause() == StopCause::None;
    };
    for (int round = 0; std::ranges::any_of(lanes, isOpen); ++round)
        for (SimulatedLane& lane : lanes) {
            if (!isOpen(lane)) continue;
            double turn_ms = split ? static_cast<double>(kSettle.count()) : 0.0;
            const double effect = normal(random);
            const double first_ms = turn_ms;
            if (turn.unmeasured && (split || lanes.size() > 1)) do {
                    turn_ms += callMs(effect);
                } while (turn_ms - first_ms < kWakeMs);
            std::vector<double> samples;
            for (std::size_t i = 0; i < turn.samples; ++i) samples.push_back(callMs(effect));
            for (const double ms : samples) turn_ms += ms;
            lane.spent_ms += turn_ms;
            bool settled = true;
            if (lanes.size() > 1 && round > 0) {
                const auto& other = &lane == &lanes[0] ? lanes[1] : lanes[0];
                const auto width = comparePaired(lane.log.roundMedians(), other.log.roundMedians())
                                       .relativeHalfWidth();
                settled = !isOpen(other) || (width && *width <= protocol.target_half_width);
            }
            test::addRound(lane.rule, lane.log, samples, turn_ms, settled, 1,
                           round % protocol.processes);
        }
    double rounds_ms = 0;
    for (const SimulatedLane& lane : lanes) rounds_ms += lane.spent_ms;
    const SimulatedLane& first = lanes.front();
    return {.ms = protocol.processes * before_ms + rounds_ms / static_cast<double>(lanes.size()),
            .first = {.rounds = static_cast<double>(first.log.roundMedians().size()),
                      .half_width = first.rule.estimate().relativeHalfWidth().value_or(0),
                      .precise = first.rule.cause() == StopCause::Precision}};
}

/// The mean of some runs.
double spentMs(const Setting& setting, const CallTime& call) {
    double spent_ms = 0;
    constexpr unsigned kRuns = 5;
    for (unsigned seed = 1; seed <= kRuns; ++seed)
        spent_ms += simulate(setting, call, seed).ms / kRuns;
    return spent_ms;
}

struct Row {
    const char* name;
    double call_ms;
};
constexpr Row kCalls[] = {{"1 ms", 1},     {"24 ms", 24}, {"110 ms", 110},
                          {"480 ms", 480}, {"2 s", 2000}, {"10 s", 10000}};

Setting settingOf(Preset preset, int variants = 1) {
    return {.protocol = protocolOf(preset), .warm_up = WarmUpLimits::cpu(), .variants = variants};
}

}  // namespace

class TestForecastDuration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expectsWhatTheRulesDo_data();
    void expectsWhatTheRulesDo();
    void whatWasTakenForetellsTheNext_data();
    void whatWasTakenForetellsTheNext();
    void whatIsKnownBetterIsTighter();
    void processesAreStartedAndWarmedEach();
    void overheadsCount();
    void energyTakesItsCalls();
    void rowsOfCallsTakeTheirCalls();
    void withoutACallTheLimitsStand();
    void coursesTakeTheirCalls();
    void coarseCallsFollowWorkAndRate();
    void uselessRatesGiveNothing();
};

void TestForecastDuration::expectsWhatTheRulesDo_data() {
    QTest::addColumn<int>("preset");
    QTest::addColumn<int>("variants");
    QTest::addColumn<double>("call_ms");
    QTest::addColumn<double>("scatter");
    for (const Protocol& protocol : presets)
        for (const int variants : {1, 2})
            for (const double scatter : {0.002, 0.008, 0.02})
                for (const Row& row : kCalls)
                    QTest::addRow("%s %d variants, %s, %g %%",
                                  std::string(word(protocol.preset)).c_str(), variants, row.name,
                                  100 * scatter)
                        << static_cast<int>(protocol.preset) << variants << row.call_ms << scatter;
}

/// Within a factor of 1.5, and the bounds hold what they should.
void TestForecastDuration::expectsWhatTheRulesDo() {
    QFETCH(int, preset);
    QFETCH(int, variants);
    QFETCH(double, call_ms);
    QFETCH(double, scatter);
    const Setting setting = settingOf(static_cast<Preset>(preset), variants);
    const CallTime call{.ms = call_ms, .prepare_ms = 0, .cold_ms = call_ms, .scatter = scatter};
    Duration forecast = forecastDuration(setting, call);
    if (setting.protocol.processes > 1) {
        const double start_ms = 900;  // of engines, which the simulation has not
        forecast.low_ms -= start_ms;
        forecast.expected_ms -= start_ms;
        forecast.high_ms -= start_ms;
    }
    const double actual_ms = spentMs(setting, call);
    const double factor = forecast.expected_ms / actual_ms;
    const QString told = QString("expected %1, took %2, factor %3 (%4 to %5)")
                             .arg(forecast.expected_ms)
                             .arg(actual_ms)
                             .arg(factor)
                             .arg(forecast.low_ms)
                             .arg(forecast.high_ms);
    QVERIFY2(factor > 1 / 1.5 && factor < 1.5, qPrintable(told));
    QVERIFY(forecast.low_ms <= forecast.expected_ms && forecast.expected_ms <= forecast.high_ms);
    if (qEnvironmentVariableIsSet("DUELO_TELL")) qInfo("%s", qPrintable(told));
}

void TestForecastDuration::whatWasTakenForetellsTheNext_data() {
    QTest::addColumn<int>("preset");
    QTest::addColumn<int>("variants");
    QTest::addColumn<double>("scatter");
    for (const Preset preset : {Preset::Quick, Preset::Standard})
        for (const int variants : {1, 2})
            for (const double scatter : {0.004, 0.015, 0.05, 0.15})
                QTest::addRow("%s %d variants, %g %%", std::string(word(preset)).c_str(), variants,
                              100 * scatter)
                    << static_cast<int>(preset) << variants << scatter;
}

/// The rounds of measured cells foretell the time of the next cells like them, whatever made them
/// scatter: the scatter itself is not told, and the calls of the next are 1.5 times as long.
void TestForecastDuration::whatWasTakenForetellsTheNext() {
    QFETCH(int, preset);
    QFETCH(int, variants);
    QFETCH(double, scatter);
    const Setting setting = settingOf(static_cast<Preset>(preset), variants);
    CallTime call{.ms = 16, .prepare_ms = 0, .cold_ms = 16, .scatter = scatter};
    std::vector<double> shown;
    for (unsigned seed = 11; seed <= 15; ++seed)
        shown.push_back(
            scatterShown(simulate(setting, call, seed).first, setting, call.ms).value());
    call.ms = call.cold_ms = 24;
    const double actual_ms = spentMs(setting, call);
    call.scatter = median(shown);
    const double factor = forecastDuration(setting, call).expected_ms / actual_ms;
    QVERIFY2(factor > 1 / 1.5 && factor < 1.5,
             qPrintable(QString("factor %1, scatter %2").arg(factor).arg(call.scatter)));
    QVERIFY(!scatterShown({.rounds = 20}, setting, 16));  // too few samples for an interval
}

void TestForecastDuration::whatIsKnownBetterIsTighter() {
    for (const Row& row : kCalls) {
        const Setting setting = settingOf(Preset::Standard);
        CallTime call{.ms = row.call_ms};
        const Duration exact = forecastDuration(setting, call);
        call.factor = 3;
        const Duration rough = forecastDuration(setting, call);
        QCOMPARE(rough.expected_ms, exact.expected_ms);
        QVERIFY2(rough.low_ms <= exact.low_ms, row.name);
        QVERIFY2(rough.high_ms >= exact.high_ms, row.name);
    }
}

void TestForecastDuration::processesAreStartedAndWarmedEach() {
    Setting one = settingOf(Preset::Quick), three = one;
    three.protocol.processes = 3;
    const CallTime call{.ms = 20, .prepare_ms = 100, .cold_ms = 50};
    const double before_ms = 100 + 50 + 500;
    QVERIFY(forecastDuration(three, call).expected_ms >=
            forecastDuration(one, call).expected_ms + 2 * before_ms);
}

void TestForecastDuration::overheadsCount() {
    const Setting setting = settingOf(Preset::Quick);
    const CallTime bare{.ms = 20, .prepare_ms = 0, .cold_ms = 20};
    CallTime dear = bare;
    dear.prepare_ms = 400;
    dear.cold_ms = 120;
    QCOMPARE(forecastDuration(setting, dear).expected_ms,
             forecastDuration(setting, bare).expected_ms + 400 + 100);
}

/// P-12: after the rounds calls go on while the device's counter is read, unless somebody is in a
/// hurry.
void TestForecastDuration::energyTakesItsCalls() {
    const CallTime call{.ms = 400};
    for (const Preset preset : {Preset::Quick, Preset::Standard}) {
        Setting setting = settingOf(preset);
        const double without_ms = forecastDuration(setting, call).expected_ms;
        setting.counts_energy = true;
        // 300 ms to settle are one call of 400 ms, the second that is counted three.
        QCOMPARE(forecastDuration(setting, call).expected_ms,
                 without_ms + (preset == Preset::Quick ? 0 : 4 * call.ms));
    }
}

/// Turns are made of rows; what comes before them is of single calls.
void TestForecastDuration::rowsOfCallsTakeTheirCalls() {
    const CallTime call{.ms = 20};
    Setting rows{.protocol = protocolOf(Preset::Quick), .warm_up = WarmUpLimits::gpu()};
    const double single_ms = forecastDuration(rows, call).expected_ms;
    rows.least_calls = 32;
    const double rows_ms = forecastDuration(rows, call).expected_ms;
    QVERIFY(rows_ms > 2 * single_ms);
    QVERIFY(rows_ms < forecastDuration({.protocol = rows.protocol, .warm_up = rows.warm_up},
                                       {.ms = 32 * call.ms})
                          .expected_ms);
}

void TestForecastDuration::withoutACallTheLimitsStand() {
    for (const Protocol& protocol : presets) {
        const Duration bounds = forecastWithoutCalls(settingOf(protocol.preset));
        QVERIFY(bounds.low_ms >= WarmUpLimits::cpu().time_min_ms + protocol.t_min_ms);
        QVERIFY(bounds.low_ms < bounds.expected_ms && bounds.expected_ms < bounds.high_ms);
        QVERIFY(bounds.high_ms >= WarmUpLimits::cpu().time_cap_ms + protocol.t_max_ms);
    }
}

void TestForecastDuration::coursesTakeTheirCalls() {
    const double never = std::numeric_limits<double>::infinity();
    const CallTime update{.ms = 30, .prepare_ms = 500, .factor = 1.2};
    const Duration whole = forecastCourse(1000, 1000, never, update);
    QCOMPARE(whole.expected_ms, 30'500.0);
    QCOMPARE(whole.low_ms, 30'500 / 1.2);
    QCOMPARE(whole.high_ms, 30'500 * 1.2);
    // One that may end early does so after an epoch at the soonest; one with a limit ends there.
    QCOMPARE(forecastCourse(1000, 100, never, update).low_ms, 3500 / 1.2);
    QCOMPARE(forecastCourse(1000, 100, never, update).expected_ms, 30'500.0);
    QCOMPARE(forecastCourse(1000, 1000, 6000, update).expected_ms, 6500.0);
}

void TestForecastDuration::coarseCallsFollowWorkAndRate() {
    const ComputeRate rate{.flop_per_ms = 1e8, .bytes_per_ms = 1e7, .threads = 4};
    const CallWork work{.flop = 4e9, .bytes = 1e8, .threads = 4};
    const CallTime call = coarseCallTime(work, rate).value();
    const double sum_ms = 40 + 10;  // arithmetic and traffic
    QVERIFY(call.ms / call.factor < sum_ms && sum_ms < call.ms * call.factor);
    CallWork twice = work;
    twice.flop *= 2;
    twice.bytes *= 2;
    QCOMPARE(coarseCallTime(twice, rate)->ms, 2 * call.ms);
    CallWork alone = work;
    alone.threads = 1;
    const double slower = coarseCallTime(alone, rate)->ms / call.ms;
    QVERIFY(slower > 2 && slower <= 4);
    CallWork emulated = work;
    emulated.emulated = true;
    QVERIFY(coarseCallTime(emulated, rate)->ms > 4 * call.ms);
}

void TestForecastDuration::uselessRatesGiveNothing() {
    const CallWork work{.flop = 1e9, .bytes = 1e8};
    const double bad[] = {0, -1, std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity()};
    for (const double value : bad) {
        QVERIFY(!coarseCallTime(work, {.flop_per_ms = value, .bytes_per_ms = 1}));
        QVERIFY(!coarseCallTime(work, {.flop_per_ms = 1, .bytes_per_ms = value}));
        QVERIFY(!coarseCallTime({.flop = value, .bytes = 1}, {1, 1}));
    }
}

QTEST_APPLESS_MAIN(TestForecastDuration)
#include "tst_forecast_duration.moc"
