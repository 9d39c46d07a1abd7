// SPDX-License-Identifier: Apache-2.0
// Waiting for a condition: on Windows by its own means (base/condition.h), elsewhere by the
// standard library, with the same answers.
#include <chrono>
#include <mutex>
#include <stop_token>
#include <thread>

#include <QtTest>

#include "base/condition.h"

using namespace duelo;
using namespace std::chrono_literals;

class TestCondition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsSoNeedsNoNotice();
    void limitEndsTheWaiting();
    void stopEndsTheWaiting();
    void noticesAreNotLost();
};

void TestCondition::whatIsSoNeedsNoNotice() {
    Condition changed;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    changed.wait(lock, [] { return true; });
    QVERIFY(changed.wait_for(lock, 0ms, [] { return true; }));
    std::stop_source stopped;
    stopped.request_stop();
    QVERIFY(changed.wait(lock, stopped.get_token(), [] { return true; }));
    QVERIFY(lock.owns_lock());
}

void TestCondition::limitEndsTheWaiting() {
    Condition changed;
    std::mutex mutex;
    std::unique_lock lock(mutex);
    const auto begin = std::chrono::steady_clock::now();
    QVERIFY(!changed.wait_for(lock, 20ms, [] { return false; }));
    QVERIFY(std::chrono::steady_clock::now() - begin >= 20ms);
    QVERIFY(!changed.wait_for(lock, std::stop_token(), 1ms, [] { return false; }));
    changed.wait_for(lock, 1ms);
    QVERIFY(lock.owns_lock());
}

/// Many times, because a stop may come at any moment of the waiting. Waits with limits go before.
void TestCondition::stopEndsTheWaiting() {
    for (int i = 0; i < 300; ++i) {
        Condition changed;
        std::mutex mutex;
        bool answer = true;
        {
            std::jthread waiter([&](const std::stop_token& stop) {
                std::unique_lock lock(mutex);
                changed.wait_for(lock, 0ms, [] { return false; });
                answer = changed.wait(lock, stop, [] { return false; });
            });
            if (i % 3 == 0) std::this_thread::sleep_for(std::chrono::microseconds(i));
        }
        QVERIFY(!answer);
    }
}

void TestCondition::noticesAreNotLost() {
    constexpr int kRounds = 5000;
    Condition changed;
    std::mutex mutex;
    int ball = 0;
    const auto play = [&](int mine) {
        std::unique_lock lock(mutex);
        for (int i = 0; i < kRounds; ++i) {
            const auto is_mine = [&] { return ball % 2 == mine; };
            while (!changed.wait_for(lock, i % 7 == 0 ? 0ms : 1000ms, is_mine)) continue;
            ++ball;
            changed.notify_all();
        }
    };
    {
        const std::jthread one([&] { play(0); }), other([&] { play(1); });
    }
    QCOMPARE(ball, 2 * kRounds);
}

QTEST_APPLESS_MAIN(TestCondition)
#include "tst_condition.moc"
