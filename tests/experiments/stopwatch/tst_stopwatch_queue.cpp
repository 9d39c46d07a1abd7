// SPDX-License-Identifier: Apache-2.0
// P-02, S0-M04: a stopwatch that does not wait, on a PC without a GPU. A thread of the CPU stands
// for the GPU's queue, and says so.
#include <QtTest>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "base/text.h"
#include "experiments/stopwatch/cpu_queue.h"
#include "experiments/stopwatch/view.h"
#include "experiments/stopwatch/work.h"
#include "machine/clock.h"

using namespace duelo;

namespace {

constexpr double kCall_ms = 20;

/// Keeps count of what was done with a work that is gone.
struct Done {
    std::atomic<int> calls = 0;
    std::set<std::thread::id> threads;
    int calls_at_output = -1;
};

/// Work that takes its time, and comes to another result with each call.
class TimedCall final : public Work {
public:
    using InCall = std::function<void(int call)>;
    TimedCall(Done& done, std::optional<double> submit_ms, InCall in_call)
        : m_done(done), m_submit_ms(submit_ms), m_in_call(std::move(in_call)) {}

    Result<Prepared> prepare() override { return Prepared{}; }
    Timing step(int calls) override {
        const std::int64_t startNs = nowNs();
        for (int i = 0; i < calls; ++i) {
            const int call = ++m_done.calls;
            m_done.threads.insert(std::this_thread::get_id());
            if (m_in_call) m_in_call(call);
            std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(kCall_ms));
            m_result = call;
        }
        return {.wall_ms = msSince(startNs), .submit_ms = m_submit_ms};
    }
    Output output() override {
        m_done.calls_at_output = m_done.calls;
        return {.fingerprint = Fingerprint{.sha256 = std::to_string(m_result)},
                .notes = {{"pinned_to", {{"cpus", "1"}}, {}}}};
    }

private:
    Done& m_done;
    const std::optional<double> m_submit_ms;
    const InCall m_in_call;
    int m_result = 0;
};

/// Returns the output of the stopwatch that does not wait, after one call of the loop.
Output unwaited(Done& done, const StopwatchJob& job, const TimedCall::InCall& in_call = {},
                std::optional<double> submit_ms = {}, std::stop_token stop = {}) {
    StopwatchWork work(std::make_unique<TimedCall>(done, submit_ms, in_call), job);
    work.setControl({.stop = std::move(stop)});
    static_cast<void>(work.prepare().value());
    static_cast<void>(work.step(1));
    return work.output();
}

const StopwatchJob kOnCpu{.stopwatch = Stopwatch::NoSynchronise};
const StopwatchJob kOnGpu{.stopwatch = Stopwatch::NoSynchronise, .on_cpu = false};

double metricOf(const Output& output, std::string_view id) {
    const auto found = std::ranges::find(output.metrics, id, &Metric::id);
    return found == output.metrics.end() ? -1 : found->value;
}

bool saysWhoseQueue(const Output& output) {
    return std::ranges::find(output.notes, "stopwatch_cpu_queue", &Reason::code) !=
           output.notes.end();
}

}  // namespace

class TestStopwatchQueue final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// S0-M04: one that stops at once says too little, one that starts too early too much.
    void waitingMakesTheDifference() {
        Done done;
        const Output output = unwaited(done, kOnCpu);
        const auto readings = output.output.at("readings").get<std::vector<double>>();
        const double waited_ms = metricOf(output, "queue_waited_ms");
        const double pending_ms = metricOf(output, "queue_pending_ms");
        QVERIFY(waited_ms >= kCall_ms);
        QVERIFY2(pending_ms > 1.5 * kCall_ms, qPrintable(QString::number(pending_ms)));
        QVERIFY(readings.size() > 1);
        QCOMPARE(metricOf(output, "claimed_ms"), readings.front());
        // A busy PC may take the thread's processor from it just then, but not each time.
        QVERIFY(*std::ranges::min_element(readings) < 0.5 * kCall_ms);
        QVERIFY(*std::ranges::min_element(readings) >= 0);
    }

    void allIsDoneByOneOtherThread() {
        Done done;
        const Output output = unwaited(done, kOnCpu);
        const auto readings = output.output.at("readings").size();
        // The loop's call, one that wakes the thread, and three for each reading.
        QCOMPARE(done.calls.load(), static_cast<int>(2 + 3 * readings));
        QCOMPARE(done.threads.size(), std::size_t{2});
        QVERIFY(done.threads.contains(std::this_thread::get_id()));
    }

    /// The last result of the thread is compared with those of the others.
    void itsResultIsTheOneThatIsChecked() {
        Done done;
        const Output output = unwaited(done, kOnCpu);
        QCOMPARE(done.calls_at_output, done.calls.load());
        QCOMPARE(output.fingerprint->sha256, std::to_string(done.calls.load()));
        QCOMPARE(output.notes.size(), std::size_t{2});  // the work's own is kept
    }

    /// The queue is never taken for a GPU's, nor a GPU's for it.
    void itSaysWhoseQueueItIs() {
        Done cpu, gpu;
        QVERIFY(saysWhoseQueue(unwaited(cpu, kOnCpu)));
        const Output output = unwaited(gpu, kOnGpu, {}, 0.125);
        QCOMPARE(metricOf(output, "claimed_ms"), 0.125);
        QVERIFY(!saysWhoseQueue(output));
        QCOMPARE(metricOf(output, "queue_waited_ms"), -1.0);
        QCOMPARE(gpu.threads.size(), std::size_t{1});
        QVERIFY(!saysWhoseQueue(unwaited(cpu, {.stopwatch = Stopwatch::Few})));
        const Reading by_cpu{.claimed_ms = 1, .right_ms = 2, .cpu_queue = true};
        const Reading by_gpu{.claimed_ms = 1, .right_ms = 2};
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text = Text(language).of("stopwatch");
            const std::string sentence = text.reason({"stopwatch_cpu_queue"});
            QVERIFY(sentence.find("CPU") != std::string::npos);
            QVERIFY(claimText(by_cpu, text).ends_with(sentence));
            QVERIFY(claimText(by_gpu, text).find(sentence) == std::string::npos);
        }
    }

    void aGpuThatTellsNothingIsRefused() {
        Done done;
        try {
            static_cast<void>(unwaited(done, kOnGpu));
            QFAIL("nothing was read");
        } catch (const WorkFailed& failed) {
            QCOMPARE(failed.reason.code, std::string("stopwatch_not_told"));
        }
    }

    /// Whether the work hears it or not, and where another call waits in the queue behind it.
    void aCancelEndsIt_data() {
        QTest::addColumn<int>("at");
        QTest::addColumn<bool>("heard");
        QTest::addColumn<int>("most");
        // Calls 1 of the loop, 2 that wakes the thread, 3 waited for, 4 and 5 together.
        QTest::newRow("waking, heard") << 2 << true << 2;
        QTest::newRow("waited for, heard") << 3 << true << 3;
        QTest::newRow("one behind it, heard") << 4 << true << 4;
        QTest::newRow("waking, not heard") << 2 << false << 2;
        QTest::newRow("waited for, not heard") << 3 << false << 5;
        QTest::newRow("one behind it, not heard") << 4 << false << 5;
    }
    void aCancelEndsIt() {
        QFETCH(int, at);
        QFETCH(bool, heard);
        QFETCH(int, most);
        Done done;
        std::stop_source stop;
        const auto cancel = [&](int call) {
            if (call != at) return;
            stop.request_stop();
            if (heard) throw StepStopped{};
        };
        QVERIFY_THROWS_EXCEPTION(StepStopped, unwaited(done, kOnCpu, cancel, {}, stop.get_token()));
        QCOMPARE(done.calls.load(), most);
        QCOMPARE(done.calls_at_output, -1);
    }

    /// The failure of a call is that of the cell, and what waits behind it is not begun.
    void aFailureIsToldHere() {
        for (const int at : {2, 3, 4, 5}) {
            Done failed, thrown;
            try {
                static_cast<void>(unwaited(failed, kOnCpu, [at](int call) {
                    if (call == at) throw WorkFailed{Reason{"not_finite", {{"call", call}}, {}}};
                }));
                QFAIL("it did not fail");
            } catch (const WorkFailed& failure) {
                QCOMPARE(failure.reason, (Reason{"not_finite", {{"call", at}}, {}}));
            }
            QCOMPARE(failed.calls.load(), at);
            QVERIFY_THROWS_EXCEPTION(std::runtime_error, unwaited(thrown, kOnCpu, [at](int call) {
                                         if (call == at) throw std::runtime_error("broken");
                                     }));
            QCOMPARE(thrown.calls.load(), at);
        }
    }

    void aQueueKeepsItsOrder() {
        std::vector<int> order;
        CpuQueue queue;
        queue.wait();  // nothing to wait for
        for (int i = 0; i < 100; ++i) queue.give([&order, i] { order.push_back(i); });
        queue.wait();
        QCOMPARE(order.size(), std::size_t{100});
        QVERIFY(std::ranges::is_sorted(order));
        // After a failure it works on.
        queue.give([] { throw std::runtime_error("broken"); });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, queue.wait());
        queue.give([&order] { order.clear(); });
        queue.wait();
        QVERIFY(order.empty());
    }

    /// Nothing is begun behind a failure, however late it is given.
    void aFailureForgetsWhatComesLate() {
        std::atomic<bool> begun = false;
        bool second = false;
        CpuQueue queue;
        queue.give([&] {
            begun = true;
            throw std::runtime_error("broken");
        });
        while (!begun) std::this_thread::yield();
        std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(kCall_ms));
        queue.give([&] { second = true; });
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, queue.wait());
        QVERIFY(!second);
    }

    /// The end of a queue waits for the work that has begun, and for nothing else.
    void theEndWaitsForWhatIsBegun() {
        std::atomic<bool> begun = false, ended = false, second = false;
        {
            CpuQueue queue;
            queue.give([&] {
                begun = true;
                std::this_thread::sleep_for(std::chrono::duration<double, std::milli>(kCall_ms));
                ended = true;
            });
            while (!begun) std::this_thread::yield();
            queue.give([&] { second = true; });
        }
        QVERIFY(ended);
        QVERIFY(!second);
    }
};

QTEST_GUILESS_MAIN(TestStopwatchQueue)
#include "tst_stopwatch_queue.moc"
