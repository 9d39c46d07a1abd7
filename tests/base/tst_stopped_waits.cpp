// SPDX-License-Identifier: Apache-2.0
// Threads that wait for something and are stopped, as those of the engine are. On Windows libstdc++
// can wait for ever in the destructor of a std::stop_callback unless CMakeLists.txt says otherwise.
#include <condition_variable>
#include <mutex>
#include <stop_token>
#include <thread>

#include <QtTest>

class TestStoppedWaits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachComesToItsEnd();
};

/// Many times, because a stop may come at any moment of the waiting.
void TestStoppedWaits::eachComesToItsEnd() {
    for (int i = 0; i < 3000; ++i) {
        std::condition_variable_any changed;
        std::mutex mutex;
        bool answer = true;
        {
            std::jthread waiter([&](const std::stop_token& stop) {
                std::unique_lock lock(mutex);
                answer = changed.wait(lock, stop, [] { return false; });
            });
            for (int turn = 0; turn < i % 50; ++turn) std::this_thread::yield();
        }
        QVERIFY(!answer);
    }
}

QTEST_APPLESS_MAIN(TestStoppedWaits)
#include "tst_stopped_waits.moc"
