// SPDX-License-Identifier: Apache-2.0
// Y-12: a call that others keep from the processors is not one that hangs.
#include <QtTest>

#include "measure/call_patience.h"

using namespace duelo;

namespace {

constexpr double kLimit_ms = 10'000, kBetween_ms = 50, kNever_ms = 1e6;

/// Asks as whoever watches a run does. `waits`: of each thread, what part of its time it waits.
double overAfter(const std::map<std::int64_t, double>& waits, double until_ms = kNever_ms) {
    double now_ms = 0;
    CallPatience patience([&] {
        ThreadWaits told;
        for (const auto& [thread, share] : waits) told[thread] = 777 + share * now_ms;
        return told;
    });
    while (now_ms < until_ms && !patience.isOver([&] { return now_ms; }, kLimit_ms))
        now_ms += kBetween_ms;
    return now_ms;
}

}  // namespace

class TestCallPatience : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// The limit is of the time in which the call could have gone on.
    void whatIsWaitedDoesNotCount_data() {
        QTest::addColumn<double>("share");
        for (const double share : {0.1, 0.5, 0.9, 0.99})
            QTest::addRow("%g of its time", share) << share;
    }
    void whatIsWaitedDoesNotCount() {
        QFETCH(double, share);
        const double over_ms = overAfter({{1, 0.0}, {2, share}});
        QVERIFY2(over_ms > 0.85 * kLimit_ms / (1 - share), qPrintable(QString::number(over_ms)));
        QVERIFY2(over_ms < 1.01 * kLimit_ms / (1 - share) + 1000,
                 qPrintable(QString::number(over_ms)));
    }
    /// One that sleeps waits in no queue, and neither does one whose system does not count.
    void whoWaitsForNoProcessorHangs() {
        QCOMPARE(overAfter({{1, 0.0}, {2, 0.0}}), kLimit_ms + kBetween_ms);
        QCOMPARE(overAfter({}), kLimit_ms + kBetween_ms);
    }
    void whoNeverGetsOneIsWaitedFor() { QCOMPARE(overAfter({{1, 1.0}}), kNever_ms); }
    /// A watcher does not know how long a call has waited before its first look. A watcher that
    /// looks late was kept from a processor too: it adds its delay to the limit, and no more.
    void whoAsksLateIsPatient() {
        for (const double late_ms : {1500.0, 9900.0, 30'000.0}) {
            CallPatience patience([] { return ThreadWaits{{1, 0.0}}; });
            double now_ms = late_ms;
            while (!patience.isOver([&] { return now_ms; }, kLimit_ms)) now_ms += kBetween_ms;
            QVERIFY(now_ms > late_ms + 0.8 * kLimit_ms && now_ms < late_ms + kLimit_ms);
        }
    }
    /// Looking takes long for who gets no processor: what passes meanwhile does not count.
    void aLookThatTakesLongIsNotOfTheCall() {
        double now_ms = 1000;
        CallPatience patience([&] {
            now_ms += 20'000;
            return ThreadWaits{{1, now_ms}};
        });
        for (int i = 0; i < 20; ++i) QVERIFY(!patience.isOver([&] { return now_ms; }, kLimit_ms));
    }
    /// A thread of a program that the call has started counts from its beginning.
    void threadsThatBeginLater() {
        double now_ms = 0;
        CallPatience patience([&] {
            return now_ms < 5000 ? ThreadWaits{{1, 0.0}}
                                 : ThreadWaits{{1, 0.0}, {9, now_ms - 5000}};
        });
        while (!patience.isOver([&] { return now_ms; }, kLimit_ms) && now_ms < kNever_ms)
            now_ms += kBetween_ms;
        QCOMPARE(now_ms, kNever_ms);
    }
    /// Calls that come back, and those that say that they are well, begin anew, and short ones are
    /// not looked at.
    void eachCallHasItsOwn() {
        int looks = 0;
        CallPatience patience([&] {
            ++looks;
            return ThreadWaits{{1, 0.0}};
        });
        for (int call = 0; call < 100; ++call)
            for (double now_ms = 0; now_ms < 900; now_ms += kBetween_ms)
                QVERIFY(!patience.isOver([&] { return now_ms; }, kLimit_ms));
        QCOMPARE(looks, 0);
        for (int call = 0; call < 3; ++call)
            for (double now_ms = 0; now_ms < kLimit_ms; now_ms += kBetween_ms)
                QVERIFY(!patience.isOver([&] { return now_ms; }, kLimit_ms));
        QCOMPARE(looks, 3);
        QVERIFY(patience.isOver([] { return kLimit_ms + 1; }, kLimit_ms));
    }
};

QTEST_APPLESS_MAIN(TestCallPatience)
#include "tst_call_patience.moc"
