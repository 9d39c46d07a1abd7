// SPDX-License-Identifier: Apache-2.0
// Y-18: a run whose window is gone is found and stopped from outside, and no other process ever is.
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <csignal>
#include <fstream>
#include <functional>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/json_text.h"
#include "base/places.h"
#include "machine/measuring_lock.h"
#include "machine/running_measurement.h"

using namespace duelo;

namespace {

const std::string kRun = "11111111-2222-4333-8444-555555555555";

/// Another process, which waits to be ended, after it has done this and said so.
class Other {
public:
    explicit Other(const std::function<void()>& first) {
        std::array<int, 2> ready{};
        if (::pipe(ready.data()) != 0) qFatal("no pipe");
        m_pid = ::fork();
        if (m_pid == 0) {
            std::signal(SIGTERM, SIG_DFL);  // Qt Test has a handler of its own
            first();
            static_cast<void>(::write(ready[1], "x", 1));
            for (;;) ::pause();
        }
        char told = 0;
        static_cast<void>(::read(ready[0], &told, 1));
        ::close(ready[0]);
        ::close(ready[1]);
    }
    ~Other() {
        if (m_pid > 0) ::kill(m_pid, SIGKILL);
        static_cast<void>(end());
    }
    Other(const Other&) = delete;
    Other& operator=(const Other&) = delete;

    [[nodiscard]] pid_t pid() const { return m_pid; }
    /// The signal that has ended it.
    int end() {
        int status = 0;
        if (m_pid > 0) ::waitpid(m_pid, &status, 0);
        m_pid = 0;
        return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    }

private:
    pid_t m_pid = 0;
};

}  // namespace

class TestRunningMeasurement : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        qputenv("DUELO_LOCK_FILE", m_folder->filePath("lock").toUtf8());
        std::ofstream(file()) << "{}";
        std::ofstream(other()) << "{}";
    }
    void cleanup() { qunsetenv("DUELO_LOCK_FILE"); }

    void itIsFoundAndStopped() {
        Other run([this] {
            static const auto lock = MeasuringLock::acquire({.program = "x", .run = kRun});
            ::open(file().c_str(), O_RDWR);
        });
        const auto found = RunningMeasurement::find(kRun, file());
        QVERIFY(found && found->isAlive());
        QVERIFY(!RunningMeasurement::find("another run", file()));
        QVERIFY(!RunningMeasurement::find("", file()));
        QVERIFY(!RunningMeasurement::find(kRun, other()));
        QVERIFY(!RunningMeasurement::find(kRun, file() + ".none"));
        QVERIFY(found->stop());
        QCOMPARE(run.end(), SIGTERM);
        QVERIFY(!found->isAlive());
        QVERIFY(!found->stop());
        QVERIFY(!RunningMeasurement::find(kRun, file()));
    }

    /// Anyone may write the file of the lock: a process that is named there and has not this file
    /// open is left alone, as is one of another user.
    void aForgedLockStopsNobody() {
        const Other innocent([] {});
        name(innocent.pid());
        QVERIFY(!RunningMeasurement::find(kRun, file()));
        for (const pid_t odd : {::getpid(), pid_t{1}, pid_t{0}, pid_t{-1}}) {
            name(odd);
            QVERIFY(!RunningMeasurement::find(kRun, file()));
        }
        if (::geteuid() != 0) return;
        QVERIFY(::chmod(m_folder->path().toUtf8(), 0777) == 0 &&
                ::chmod(file().c_str(), 0666) == 0);
        const Other others([this] {
            constexpr uid_t nobody = 65534;
            if (::setuid(nobody) != 0) ::_exit(1);
            ::open(file().c_str(), O_RDWR);
        });
        name(others.pid());
        QVERIFY(!RunningMeasurement::find(kRun, file()));
    }

    /// Another user may put what is waited for in the place of the lock's file.
    void aPipeInTheLocksPlaceIsNotWaitedFor() {
        QVERIFY(::mkfifo(m_folder->filePath("lock").toUtf8(), 0666) == 0);
        QVERIFY(!RunningMeasurement::find(kRun, file()));
    }

private:
    [[nodiscard]] std::string file() const { return m_folder->filePath("r.duelo").toStdString(); }
    [[nodiscard]] std::string other() const { return m_folder->filePath("s.duelo").toStdString(); }
    void name(pid_t pid) const {
        std::ofstream(m_folder->filePath("lock").toStdString())
            << jsonText({{"pid", pid}, {"program", "x"}, {"run", kRun}});
    }

    std::optional<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestRunningMeasurement)
#include "tst_running_measurement.moc"
