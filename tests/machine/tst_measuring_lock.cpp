// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <optional>

#ifndef _WIN32
#include <pwd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "base/json_text.h"
#include "base/local_time.h"
#include "base/places.h"
#include "machine/measuring_lock.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

LockHolder someone() {
    return {.program = "duelo-engine 0.1.0",
            .run = "7f1b3c9e-0d5a-4b7e-9f63-2a8c1d4e5f60",
            .started = "2026-05-04T09:12:33Z"};
}

#ifndef _WIN32
/// A process that takes the lock, says so, and keeps it until it is killed.
class Rival {
public:
    Rival() {
        int ready[2];
        if (::pipe(ready) != 0) return;
        m_pid = ::fork();
        if (m_pid == 0) {
            const auto lock = MeasuringLock::acquire(someone());
            const char answer = lock ? 'y' : 'n';
            if (::write(ready[1], &answer, 1) == 1 && lock) ::pause();
            ::_exit(0);
        }
        char answer = 0;
        m_holds = ::read(ready[0], &answer, 1) == 1 && answer == 'y';
        ::close(ready[0]);
        ::close(ready[1]);
    }
    Rival(const Rival&) = delete;
    Rival& operator=(const Rival&) = delete;
    ~Rival() { kill(); }
    void kill() {
        if (m_pid <= 0) return;
        ::kill(m_pid, SIGKILL);
        ::waitpid(m_pid, nullptr, 0);
        m_pid = 0;
    }
    bool holds() const { return m_holds; }
    pid_t pid() const { return m_pid; }

private:
    pid_t m_pid = 0;
    bool m_holds = false;
};
#endif

}  // namespace

class TestMeasuringLock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        m_file = fromUtf8(m_folder->filePath("Ñandú.lock").toStdString());
        qputenv("DUELO_LOCK_FILE", m_folder->filePath("Ñandú.lock").toUtf8());
    }
    void cleanup() { qunsetenv("DUELO_LOCK_FILE"); }

    void itIsHeldAndGivenBack() {
        {
            const auto lock = MeasuringLock::acquire(someone());
            QVERIFY2(lock, lock ? "" : lock.error().message.c_str());
            QVERIFY(lock->path() == m_file);
            // Within a process, too: two sessions would measure each other as well.
            const auto second = MeasuringLock::acquire(someone());
            QVERIFY(!second);
            QCOMPARE(second.error().code, std::string("another_measurement"));
            QCOMPARE(second.error().args["pid"].get<std::int64_t>(),
                     static_cast<std::int64_t>(QCoreApplication::applicationPid()));
        }
        QVERIFY(MeasuringLock::acquire(someone()));
    }

    void movingKeepsIt() {
        auto lock = MeasuringLock::acquire(someone());
        QVERIFY(lock);
        {
            const MeasuringLock moved = std::move(*lock);
            QVERIFY(!MeasuringLock::acquire(someone()));
        }
        QVERIFY(MeasuringLock::acquire(someone()));
    }

    void anUnusablePlaceIsSaid_data() {
        QTest::addColumn<int>("kind");
        QTest::newRow("folder") << 0;
        QTest::newRow("symbolic link") << 1;
        QTest::newRow("hard link") << 2;
        QTest::newRow("missing folder") << 3;
        QTest::newRow("named pipe") << 4;
    }
    void anUnusablePlaceIsSaid() {
#ifdef _WIN32
        QSKIP("makes POSIX files");
#else
        QFETCH(int, kind);
        const fs::path other = m_file.parent_path() / "victim.txt";
        std::ofstream(other) << "precious";
        if (kind == 0) fs::create_directory(m_file);
        if (kind == 1) fs::create_symlink(other, m_file);
        if (kind == 2) fs::create_hard_link(other, m_file);
        if (kind == 3) qputenv("DUELO_LOCK_FILE", m_folder->filePath("no/x").toUtf8());
        if (kind == 4) QCOMPARE(::mkfifo(m_file.c_str(), 0600), 0);
        const auto lock = MeasuringLock::acquire(someone());
        QVERIFY(!lock);
        QCOMPARE(lock.error().code, std::string("lock_unavailable"));
        QVERIFY(lock.error().args.contains("path"));
        QVERIFY(!lock.error().message.empty());
        std::string text;
        std::ifstream(other) >> text;
        QCOMPARE(text, std::string("precious"));
#endif
    }

#ifndef _WIN32
    void twoEnginesAtOnce_R_22() {
        const Rival rival;
        QVERIFY(rival.holds());
        const auto lock = MeasuringLock::acquire(someone());
        QVERIFY(!lock);
        QCOMPARE(lock.error().code, std::string("another_measurement"));
        const Json& args = lock.error().args;
        QCOMPARE(args["pid"].get<std::int64_t>(), static_cast<std::int64_t>(rival.pid()));
        QCOMPARE(args["program"].get<std::string>(), someone().program);
        const passwd* user = ::getpwuid(::getuid());
        QCOMPARE(args["user"].get<std::string>(),
                 user ? std::string(user->pw_name) : std::to_string(::getuid()));
        QCOMPARE(args["run"].get<std::string>(), someone().run);
        QCOMPARE(args["started"].get<std::string>(), localTime(someone().started));
    }

    void aKilledHolderLeavesNoLock_R_22() {
        for (int i = 0; i < 5; ++i) {
            Rival rival;
            QVERIFY(rival.holds());
            QVERIFY(!MeasuringLock::acquire(someone()));
            rival.kill();
            QVERIFY(fs::exists(m_file));
            const auto lock = MeasuringLock::acquire(someone());
            QVERIFY2(lock, lock ? "" : lock.error().code.c_str());
        }
    }

    void everyUserMayLockWhateverTheUmask() {
        const mode_t before = ::umask(0077);
        const auto lock = MeasuringLock::acquire(someone());
        ::umask(before);
        QVERIFY(lock);
        QCOMPARE(static_cast<int>(fs::status(m_file).permissions()), 0666);
    }

    void aReadOnlyLockFileLocks() {
        std::ofstream(m_file).close();
        fs::permissions(m_file, fs::perms::owner_read);
        if (::geteuid() == 0) {
            // Root may write anyway: what another user meets is seen by becoming one.
            fs::permissions(m_file, fs::perms::all & ~fs::perms(0333));
            fs::permissions(m_file.parent_path(), fs::perms(0755));
            const pid_t child = ::fork();
            if (child == 0) {
                if (::setuid(65534) != 0) ::_exit(2);
                ::_exit(MeasuringLock::acquire(someone()) ? 0 : 1);
            }
            int status = 0;
            ::waitpid(child, &status, 0);
            QVERIFY(WIFEXITED(status));
            QCOMPARE(WEXITSTATUS(status), 0);
            return;
        }
        QVERIFY(MeasuringLock::acquire(someone()));
    }

    void whatOthersWroteIsNotTrusted() {
        const auto lock = MeasuringLock::acquire(someone());
        QVERIFY(lock);
        const auto shownFor = [&](const std::string& content) {
            std::ofstream(m_file, std::ios::trunc | std::ios::binary) << content;
            return MeasuringLock::acquire(someone()).error();
        };
        Reason reason = shownFor("{\"pid\":7,\"started\":\"\\u001b[31mX\",\"program\":5}");
        QCOMPARE(reason.args["started"].get<std::string>(), std::string("[31mX"));
        QCOMPARE(reason.args["program"].get<std::string>(), std::string());
        reason = shownFor("{\"pid\":7,\"started\":\"" + std::string(500, 'x') + "\"}");
        // What is no time is cut to the length of a date.
        QCOMPARE(reason.args["started"].get<std::string>().size(), std::size_t{10});
        for (const std::string& garbage :
             {std::string(), std::string("\0\xFF{", 3), std::string(5000000, '['),
              std::string("[1]"), std::string("{\"pid\":\"x\"}")}) {
            reason = shownFor(garbage);
            QCOMPARE(reason.code, std::string("measuring_lock_held"));
            QCOMPARE(reason.args["path"].get<std::string>(), utf8(m_file));
        }
    }

    void withoutAnOverrideAllUsersShareAPlace() {
        qunsetenv("DUELO_LOCK_FILE");
        // Without a folder of this user's own there is the shared place, or none.
        qputenv("TMPDIR", m_folder->filePath("missing").toUtf8());
        const auto alone = MeasuringLock::acquire(someone());
        const bool unusable = !alone && alone.error().code == "lock_unavailable";
        const fs::path shared = "/tmp/duelo-measuring.lock";
        if (alone) QVERIFY(alone->path() == shared);
        // With one the shared place still goes first: whoever has it is met there.
        qputenv("TMPDIR", m_folder->path().toUtf8());
        const auto lock = MeasuringLock::acquire(someone());
        qunsetenv("TMPDIR");
        if (lock && !unusable) QVERIFY(lock->path() == shared);
        if (!lock)
            QVERIFY(lock.error().code == "another_measurement" ||
                    lock.error().code == "measuring_lock_held");
    }
#endif

private:
    std::optional<QTemporaryDir> m_folder;
    fs::path m_file;
};

QTEST_APPLESS_MAIN(TestMeasuringLock)
#include "tst_measuring_lock.moc"
