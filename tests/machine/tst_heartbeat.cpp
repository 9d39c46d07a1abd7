// SPDX-License-Identifier: Apache-2.0
#include "machine/heartbeat.h"

#include <QtTest>

#include <thread>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#include <csignal>
#endif

using namespace duelo;
using namespace std::chrono_literals;

namespace {

#ifndef _WIN32
/// Stops this process for a time, as Ctrl-Z and `fg` do, from a process of its own.
void standStill(std::chrono::milliseconds time) {
    const pid_t self = getpid();
    const pid_t helper = fork();
    if (helper == 0) {
        kill(self, SIGSTOP);
        usleep(static_cast<useconds_t>(time.count() * 1000));
        kill(self, SIGCONT);
        _exit(0);
    }
    int status = 0;
    while (waitpid(helper, &status, 0) < 0 && errno == EINTR) {
    }
}
#endif

/// Tells that all of the time that passes was spent in the queue of a processor.
std::optional<std::int64_t> alwaysWaiting() {
    return nowNs();
}

}  // namespace

/// Y-12: a process that others keep from a processor is not one that somebody stopped.
class TestHeartbeat : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void awake() {
        const Heartbeat heartbeat(alwaysWaiting);
        const std::int64_t startNs = nowNs();
        std::this_thread::sleep_for(300ms);
        QVERIFY(heartbeat.standstillSince(startNs) == Standstill::None);
    }

    void stoppedOrStarved_data() {
        QTest::addColumn<int>("counts");
        QTest::addColumn<int>("expected");
        QTest::newRow("the queue's count stands still") << 0 << int(Standstill::Stopped);
        QTest::newRow("it waited in the queue") << 1 << int(Standstill::Starved);
        QTest::newRow("the system does not count") << 2 << int(Standstill::Starved);
    }
    void stoppedOrStarved() {
#ifdef _WIN32
        QSKIP("nothing stops a process there");
#else
        QFETCH(int, counts);
        QFETCH(int, expected);
        const Heartbeat heartbeat([counts]() -> std::optional<std::int64_t> {
            if (counts == 2) return std::nullopt;
            return counts == 1 ? alwaysWaiting() : std::int64_t{5};
        });
        std::this_thread::sleep_for(120ms);
        const std::int64_t startNs = nowNs();
        standStill(600ms);
        QCOMPARE(int(heartbeat.standstillSince(startNs)), expected);
        QVERIFY(heartbeat.standstillSince(nowNs()) == Standstill::None);
#endif
    }
};

QTEST_APPLESS_MAIN(TestHeartbeat)
#include "tst_heartbeat.moc"
