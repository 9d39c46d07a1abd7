// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <atomic>
#include <latch>
#include <optional>
#include <string>

#include "task_queue.h"

using namespace duelo;

class TestTaskQueue : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void urgentTasksComeFirstInTheirOrder();
    void drainWaitsForTheTaskAtWork();
    void endDropsWhatWaits();
};

void TestTaskQueue::urgentTasksComeFirstInTheirOrder() {
    TaskQueue queue;
    std::latch gate(1);
    std::string order;
    queue.post([&] { gate.wait(); });
    queue.post([&] { order += 'a'; });
    queue.post([&] { order += 'b'; });
    queue.post([&] { order += 'X'; }, true);
    queue.post([&] { order += 'Y'; }, true);
    gate.count_down();
    queue.drain();
    QCOMPARE(order, std::string("XYab"));
}

void TestTaskQueue::drainWaitsForTheTaskAtWork() {
    TaskQueue queue;
    queue.drain();  // nothing to wait for
    std::atomic<bool> done{false};
    queue.post([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        done = true;
    });
    queue.drain();
    QVERIFY(done);
}

void TestTaskQueue::endDropsWhatWaits() {
    std::latch begun(1);
    std::atomic<int> finished{0};
    std::optional<TaskQueue> queue(std::in_place);
    queue->post([&] {
        begun.count_down();
        std::this_thread::sleep_for(std::chrono::milliseconds(50));
        ++finished;
    });
    for (int i = 0; i < 10; ++i) queue->post([&] { ++finished; });
    begun.wait();
    queue.reset();
    QCOMPARE(finished.load(), 1);
}

QTEST_APPLESS_MAIN(TestTaskQueue)
#include "tst_task_queue.moc"
