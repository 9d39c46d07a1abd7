// SPDX-License-Identifier: Apache-2.0
#include "machine/clock.h"

#include <QtTest>

#include <string>
#include <thread>

#include "machine/thread_waits.h"

#ifdef __linux__
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#endif

using namespace duelo;

namespace {

std::int64_t fakeTime = 0;

/// 40 ns per read, shown in steps of 15.6 ms: Python's time.time() on older Windows (S0-M02).
std::int64_t coarse() {
    fakeTime += 40;
    return fakeTime / 15'600'000 * 15'600'000;
}
std::int64_t fine() {
    return fakeTime += 25;
}
std::int64_t frozen() {
    return 42;
}
/// Set back once, far into the run.
std::int64_t setBack() {
    fakeTime += 25;
    return fakeTime > 10'000'000 ? fakeTime - 5'000'000 : fakeTime;
}

std::vector<std::string> codes(const ClockSheet& sheet) {
    std::vector<std::string> list;
    for (const Reason& reason : clockProblems(sheet)) list.push_back(reason.code);
    return list;
}

}  // namespace

class TestClock : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { fakeTime = 0; }

    // R-29: resolution < 1 us, monotonic over 10^6 reads. This machine's clock must pass.
    void ownClockPasses() {
        const ClockSheet sheet = inspectClock();
        QVERIFY(*sheet.monotonic);
        QCOMPARE(*sheet.reads, std::int64_t{1'000'000});
        QVERIFY(*sheet.resolution_ns > 0);
        QVERIFY(*sheet.read_ns > 0);
        QVERIFY(clockProblems(sheet).empty());
    }

    void goodClockIsDescribed() {
        const ClockSheet sheet = inspectClock(fine, 1000);
        QVERIFY((sheet == ClockSheet{.clock = "steady",
                                     .read_ns = 25,
                                     .empty_block_ns = 25,
                                     .resolution_ns = 25,
                                     .monotonic = true,
                                     .reads = 1000}));
    }

    void coarseClockIsRefused() {  // S0-M02
        const ClockSheet sheet = inspectClock(coarse);
        QCOMPARE(*sheet.resolution_ns, 15.6e6);
        QVERIFY(codes(sheet) == std::vector<std::string>{"clock_coarse"});
    }

    void frozenClockIsRefusedAndEnds() {
        const ClockSheet sheet = inspectClock(frozen, 0);
        QCOMPARE(*sheet.resolution_ns, 0.0);
        QCOMPARE(*sheet.reads, std::int64_t{2});
        QVERIFY(codes(sheet) == std::vector<std::string>{"clock_coarse"});
    }

    void clockSetBackIsRefused() {
        const ClockSheet sheet = inspectClock(setBack);
        QVERIFY(codes(sheet) == std::vector<std::string>{"clock_backwards"});
    }

    void sheetAsJson() {  // S4-15
        const Json json = toJson(inspectClock(fine, 1000));
        QCOMPARE(json.dump(),
                 std::string(R"({"clock":"steady","read_ns":25.0,"empty_block_ns":25.0,)"
                             R"("resolution_ns":25.0,"monotonic":true,"reads":1000})"));
    }

    // R-08: a gap between the clock that stops in sleep and the one that does not.
    void sleepIsSeen_data() {
        QTest::addColumn<qint64>("awake_ms");
        QTest::addColumn<qint64>("total_ms");
        QTest::addColumn<bool>("slept");
        QTest::newRow("no time") << qint64{0} << qint64{0} << false;
        QTest::newRow("a second, ticks of 16 ms") << qint64{1000} << qint64{1016} << false;
        QTest::newRow("an hour, 0.05 % apart") << qint64{3600000} << qint64{3601800} << false;
        QTest::newRow("slept ten seconds") << qint64{2000} << qint64{12000} << true;
        QTest::newRow("slept a minute in an hour") << qint64{3600000} << qint64{3660000} << true;
        QTest::newRow("set back is no sleep") << qint64{2000} << qint64{-50000} << false;
    }
    void sleepIsSeen() {
        QFETCH(qint64, awake_ms);
        QFETCH(qint64, total_ms);
        const SleepStamp begin{.awake_ns = 77, .total_ns = 12345};
        const SleepStamp end{.awake_ns = 77 + awake_ms * 1'000'000,
                             .total_ns = 12345 + total_ms * 1'000'000};
        QTEST(sleptBetween(begin, end), "slept");
    }

    void ownStampsAgreeWhileAwake() {
        const SleepStamp begin = readSleepStamp();
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        const SleepStamp end = readSleepStamp();
        QVERIFY(end.awake_ns > begin.awake_ns);
        QVERIFY(!sleptBetween(begin, end));
    }

    /// Two threads on one processor: each waits about as long as the other works, and so do the
    /// processes that this one has started (Y-12).
    void whatAnotherThreadTakesIsWaited() {
#ifdef __linux__
        const auto before = waitedNs();
        if (!before) QSKIP("this kernel does not count it");
        cpu_set_t former, one;
        QCOMPARE(sched_getaffinity(0, sizeof former, &former), 0);
        CPU_ZERO(&one);
        for (int cpu = 0; cpu < CPU_SETSIZE && CPU_COUNT(&one) == 0; ++cpu)
            if (CPU_ISSET(cpu, &former)) CPU_SET(cpu, &one);
        QCOMPARE(sched_setaffinity(0, sizeof one, &one), 0);
        const auto work = [] {
            for (const std::int64_t startNs = nowNs(); msSince(startNs) < 200;) {
            }
        };
        const pid_t child = fork();  // it is where this one is
        if (child == 0)
            for (;;) work();
        const ThreadWaits earlier = threadWaits_ms();
        std::thread other(work);
        work();
        other.join();
        const ThreadWaits later = threadWaits_ms();
        kill(child, SIGKILL);
        waitpid(child, nullptr, 0);
        const std::int64_t waited_ns = waitedNs().value() - *before;
        QCOMPARE(sched_setaffinity(0, sizeof former, &former), 0);
        QVERIFY2(waited_ns > 20'000'000, std::to_string(waited_ns).c_str());
        for (const pid_t thread : {getpid(), child}) {
            const double waited_ms = later.at(thread) - earlier.at(thread);
            QVERIFY2(waited_ms > 20, std::to_string(waited_ms).c_str());
        }
#else
        QVERIFY(!waitedNs());
        QVERIFY(threadWaits_ms().empty());
#endif
    }
};

QTEST_APPLESS_MAIN(TestClock)
#include "tst_clock.moc"
