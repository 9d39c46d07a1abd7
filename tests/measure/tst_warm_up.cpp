// SPDX-License-Identifier: Apache-2.0
#include "measure/warm_up.h"

#include <QtTest>

#include <limits>

using namespace duelo;
using State = WarmUpRule::State;

namespace {

/// Calls made until the rule answers; `timeOf(i)` is the i-th call's time, from 0.
template <typename TimeOf>
std::size_t callsUntilDone(WarmUpRule& rule, TimeOf timeOf) {
    std::size_t i = 0;
    while (rule.add(timeOf(i)) == State::Warming) ++i;
    return rule.calls();
}

}  // namespace

class TestWarmUp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    // Windows of 5 calls; 20 ms each: 100 ms per window, 0.5 s after 25 calls.
    void steadyCallIsWarmAfterTheLeastTime() {
        WarmUpRule rule(WarmUpLimits::cpu());
        QCOMPARE(callsUntilDone(rule, [](std::size_t) { return 20.0; }), std::size_t{25});
        QVERIFY(rule.state() == State::Warm);
        QCOMPARE(*rule.callMs(), 20.0);
        QCOMPARE(rule.elapsedMs(), 500.0);
    }

    // GPU: 10 calls and 0.25 s; calls of 40 ms: two windows of 5, 0.4 s.
    void gpuNeedsTenCallsAndLessTime() {
        WarmUpRule rule(WarmUpLimits::gpu());
        QCOMPARE(callsUntilDone(rule, [](std::size_t) { return 40.0; }), std::size_t{10});
        QVERIFY(rule.state() == State::Warm);
    }

    // 1 ms: windows of 50 ms are 50 calls; fifty calls are no reason to give up.
    void shortCallsGetTheTimeNotTheCount() {
        WarmUpRule rule;
        QCOMPARE(callsUntilDone(rule, [](std::size_t) { return 1.0; }), std::size_t{500});
        QVERIFY(rule.state() == State::Warm);
    }

    void fallingTimesAreNotWarm() {
        WarmUpRule rule;
        // 5 % faster from window to window until the tenth, then steady.
        const auto timeOf = [](std::size_t i) {
            double ms = 40;
            for (std::size_t window = 0; window < std::min<std::size_t>(i / 5, 6); ++window)
                ms *= 0.95;
            return ms;
        };
        // Windows 6 (calls 31 to 35) and 7 (36 to 40) are the first two that agree.
        QCOMPARE(callsUntilDone(rule, timeOf), std::size_t{40});
        QVERIFY(rule.state() == State::Warm);
    }

    void neverSteadyIsCapped() {
        WarmUpRule rule;
        const auto timeOf = [](std::size_t i) { return (i / 5) % 2 == 0 ? 20.0 : 22.0; };
        QCOMPARE(callsUntilDone(rule, timeOf), std::size_t{50});
        QVERIFY(rule.state() == State::Capped);
        WarmUpRule slow;
        const auto slowTimeOf = [](std::size_t i) { return (i / 5) % 2 == 0 ? 300.0 : 330.0; };
        // 5 of 300, 5 of 330, 5 of 300 are 4650 ms; two more pass 5 s.
        QCOMPARE(callsUntilDone(slow, slowTimeOf), std::size_t{17});
        QVERIFY(slow.state() == State::Capped);
    }

    // A call of 5 s must not be warmed five times.
    void verySlowCallIsCappedAtThree() {
        WarmUpRule rule;
        QCOMPARE(callsUntilDone(rule, [](std::size_t) { return 5000.0; }), std::size_t{3});
        QVERIFY(rule.state() == State::Capped);
        QVERIFY(!rule.callMs());
    }

    void growingAllocatorIsNotWarm() {
        WarmUpRule rule(WarmUpLimits::gpu());
        std::int64_t count = 3;
        const auto allocations = [&count] { return count; };
        for (int i = 0; i < 12; ++i) {
            count += i < 11 ? 1 : 0;
            QVERIFY(rule.add(40, 0, allocations) == State::Warming);
        }
        // The window of calls 11 to 15 still saw one; that of 16 to 20 saw none.
        for (int i = 12; i < 19; ++i) QVERIFY(rule.add(40, 0, allocations) == State::Warming);
        QVERIFY(rule.add(40, 0, allocations) == State::Warm);
    }

    // A GPU takes longer to tell of itself than a short call takes: it is asked once in 50 ms.
    void shortCallsAskTheDeviceOnceAWindow() {
        WarmUpRule rule(WarmUpLimits::gpu());
        int asked = 0;
        std::size_t calls = 0;
        while (rule.add(0.01, 0, [&asked] { return std::int64_t{0 * ++asked}; }) == State::Warming)
            ++calls;
        QVERIFY2(calls > 10'000, qPrintable(QString::number(calls)));
        QVERIFY2(asked >= 2 && asked <= 5, qPrintable(QString::number(asked)));  // 250 ms
    }

    void answerStays() {
        WarmUpRule rule;
        callsUntilDone(rule, [](std::size_t) { return 5000.0; });
        QVERIFY(rule.add(1) == State::Capped);
        QCOMPARE(rule.calls(), std::size_t{3});
    }

    void clockThatStandsStillEnds() {
        WarmUpRule frozen;
        callsUntilDone(frozen, [](std::size_t) { return 0.0; });
        QVERIFY(frozen.state() == State::Capped);
    }
};

QTEST_APPLESS_MAIN(TestWarmUp)
#include "tst_warm_up.moc"
