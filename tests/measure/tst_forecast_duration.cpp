// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <functional>
#include <limits>
#include <vector>

#include "added_round.h"
#include "measure/forecast_duration.h"
#include "measure/split_work.h"

using namespace duelo;

namespace {

using CallTime = std::function<double(int call)>;

/// What the rules of a run make of calls that take this long: the same objects as MeasureLoop's.
double spentMs(const Protocol& protocol, const WarmUpLimits& limits, const CallTime& call_ms,
               bool unmeasured) {
    int call = 0;
    double spent_ms = call_ms(call++);
    double last_ms = spent_ms;
    WarmUpRule warm_up(limits);
    while (warm_up.state() == WarmUpRule::State::Warming) {
        last_ms = call_ms(call++);
        spent_ms += last_ms;
        warm_up.add(last_ms);
    }
    spent_ms *= protocol.processes;
    const bool split = protocol.processes > 1;
    const Turn turn = planTurn(warm_up.callMs().value_or(last_ms), protocol);
    StopRule rule(protocol);
    SampleLog log("c001");
    for (int round = 0; rule.cause() == StopCause::None; ++round) {
        double turn_ms = (unmeasured || split) && turn.unmeasured ? call_ms(call++) : 0.0;
        if (split) turn_ms += static_cast<double>(kSettle.count());
        std::vector<double> samples;
        for (std::size_t i = 0; i < turn.samples; ++i) samples.push_back(call_ms(call++));
        for (const double sample : samples) turn_ms += sample;
        spent_ms += turn_ms;
        test::addRound(rule, log, samples, turn_ms, true, 1, round % protocol.processes);
    }
    return spent_ms;
}

struct Row {
    const char* name;
    double call_ms;
};
constexpr Row kCalls[] = {{"0.05 ms", 0.05}, {"1 ms", 1},   {"24 ms", 24},   {"110 ms", 110},
                          {"480 ms", 480},   {"2 s", 2000}, {"10 s", 10000}, {"60 s", 60000}};

}  // namespace

class TestForecastDuration : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void boundsHoldForWhatTheRulesDo_data();
    void boundsHoldForWhatTheRulesDo();
    void widerKnowledgeNeverNarrows();
    void withoutACallTheLimitsStand();
    void callTimeFollowsWorkAndRate();
    void uselessRatesGiveNothing();
};

void TestForecastDuration::boundsHoldForWhatTheRulesDo_data() {
    QTest::addColumn<int>("preset");
    QTest::addColumn<double>("call_ms");
    QTest::addColumn<bool>("gpu");
    for (const Protocol& protocol : presets)
        for (const Row& row : kCalls)
            for (const bool gpu : {false, true})
                QTest::addRow("%s %s %s", std::string(word(protocol.preset)).c_str(), row.name,
                              gpu ? "cuda" : "cpu")
                    << static_cast<int>(protocol.preset) << row.call_ms << gpu;
}

void TestForecastDuration::boundsHoldForWhatTheRulesDo() {
    QFETCH(int, preset);
    QFETCH(double, call_ms);
    QFETCH(bool, gpu);
    const Protocol& protocol = presets[static_cast<std::size_t>(preset)];
    const WarmUpLimits limits = gpu ? WarmUpLimits::gpu() : WarmUpLimits::cpu();
    const Interval forecast = forecastDuration(protocol, limits, Interval{call_ms, call_ms});

    // A call that never varies, alone: the least, and not by much.
    const double steady = spentMs(
        protocol, limits, [&](int) { return call_ms; }, false);
    QVERIFY2(forecast.low <= steady * (1 + 1e-9), qPrintable(QString::number(forecast.low)));
    QVERIFY2(steady <= forecast.low * 1.1 + 3 * call_ms,
             qPrintable(QString("%1 against %2").arg(steady).arg(forecast.low)));
    // Calls that are never steady, beside another variant; the longest is the bound's.
    const CallTime restless = [&](int call) {
        return call_ms * (0.2 + 0.8 * (call * 7919 % 101) / 100.0);
    };
    QVERIFY(spentMs(protocol, limits, restless, true) <= forecast.high);
    QVERIFY(spentMs(
                protocol, limits, [&](int) { return call_ms; }, true) <= forecast.high);
}

void TestForecastDuration::widerKnowledgeNeverNarrows() {
    const Protocol& protocol = protocolOf(Preset::Standard);
    const WarmUpLimits limits = WarmUpLimits::cpu();
    const Interval wide = forecastDuration(protocol, limits, Interval{20, 12000});
    for (const Row& row : kCalls) {
        if (row.call_ms < 20 || row.call_ms > 12000) continue;
        const Interval narrow =
            forecastDuration(protocol, limits, Interval{row.call_ms, row.call_ms});
        // The grid between the bounds may miss the very bottom by a call or two.
        QVERIFY2(wide.low <= narrow.low * 1.05, row.name);
        QVERIFY2(wide.high >= narrow.high, row.name);
    }
}

void TestForecastDuration::withoutACallTheLimitsStand() {
    for (const Protocol& protocol : presets) {
        const Interval bounds = forecastDuration(protocol, WarmUpLimits::cpu(), std::nullopt);
        QVERIFY(bounds.low >= WarmUpLimits::cpu().time_min_ms + protocol.t_min_ms);
        QVERIFY(bounds.low < bounds.high);
        QVERIFY(bounds.high >= WarmUpLimits::cpu().time_cap_ms + protocol.t_max_ms);
    }
}

void TestForecastDuration::callTimeFollowsWorkAndRate() {
    const ComputeRate rate{.flop_per_ms = 1e8, .bytes_per_ms = 1e7, .threads = 4};
    const CallWork work{.flop = 4e9, .bytes = 1e8, .threads = 4};
    const Interval call = forecastCallMs(work, rate).value();
    QVERIFY(call.contains(40 + 10));  // arithmetic and traffic
    CallWork twice = work;
    twice.flop *= 2;
    twice.bytes *= 2;
    QCOMPARE(forecastCallMs(twice, rate)->low, 2 * call.low);
    CallWork alone = work;
    alone.threads = 1;
    QCOMPARE(forecastCallMs(alone, rate)->low, call.low);  // perhaps it does not scale at all
    QCOMPARE(forecastCallMs(alone, rate)->high, 4 * call.high);
    CallWork emulated = work;
    emulated.emulated = true;
    QVERIFY(forecastCallMs(emulated, rate)->high > call.high);
}

void TestForecastDuration::uselessRatesGiveNothing() {
    const CallWork work{.flop = 1e9, .bytes = 1e8};
    const double bad[] = {0, -1, std::numeric_limits<double>::quiet_NaN(),
                          std::numeric_limits<double>::infinity()};
    for (const double value : bad) {
        QVERIFY(!forecastCallMs(work, {.flop_per_ms = value, .bytes_per_ms = 1}));
        QVERIFY(!forecastCallMs(work, {.flop_per_ms = 1, .bytes_per_ms = value}));
        QVERIFY(!forecastCallMs({.flop = value, .bytes = 1}, {1, 1}));
    }
}

QTEST_APPLESS_MAIN(TestForecastDuration)
#include "tst_forecast_duration.moc"
