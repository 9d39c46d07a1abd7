// SPDX-License-Identifier: Apache-2.0
// Y-04: what is put where all users of a PC may write has no place that another user can make
// first.
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <filesystem>
#include <optional>
#include <string>

#ifndef Q_OS_WIN
#include <unistd.h>
#endif

#include "base/local_time.h"
#include "base/places.h"
#include "base/private_folder.h"

using namespace duelo;
namespace fs = std::filesystem;

class TestPrivateFolder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        for (const char* name : kNames) m_before[name] = qgetenv(name);
    }
    void cleanup() {
        for (auto one = m_before.cbegin(); one != m_before.cend(); ++one) {
            if (one.value().isNull())
                qunsetenv(one.key().constData());
            else
                qputenv(one.key().constData(), one.value());
        }
    }

#ifndef Q_OS_WIN
    void onlyAFolderOfOnesOwnIsTaken() {
        const fs::path own = path("own"), open = path("open"), link = path("link");
        fs::create_directory(own);
        fs::permissions(own, fs::perms::owner_all);
        fs::create_directory(open);
        fs::permissions(open, fs::perms::owner_all | fs::perms::group_read);
        fs::create_symlink(own, link);
        QVERIFY(isPrivateFolder(own));
        QVERIFY(!isPrivateFolder(open));
        QVERIFY(!isPrivateFolder(link));
        QVERIFY(!isPrivateFolder(path("none")));

        setTemporary("tmp");
        const fs::path usual = path("tmp") / ("duelo-" + std::to_string(::geteuid()));
        qputenv("XDG_RUNTIME_DIR", own.c_str());
        QCOMPARE(privateSessionFolder().value(), own);
        for (const fs::path& unsafe : {open, link, fs::path("own"), path("none")}) {
            qputenv("XDG_RUNTIME_DIR", unsafe.c_str());
            QCOMPARE(privateSessionFolder().value(), usual);
        }
        QVERIFY(isPrivateFolder(usual));
    }

    /// Another user was first: nothing is better than that.
    void aTakenNameIsNotUsed() {
        setTemporary("tmp");
        qunsetenv("XDG_RUNTIME_DIR");
        const fs::path usual = path("tmp") / ("duelo-" + std::to_string(::geteuid()));
        fs::create_directory(usual);
        fs::permissions(usual, fs::perms::all);
        QVERIFY(!privateSessionFolder());
        fs::remove(usual);
        fs::create_symlink(path("elsewhere"), usual);
        QVERIFY(!privateSessionFolder());
    }

    void dataLieInAFolderOfTheUsers() {
        setTemporary("tmp");
        qunsetenv("XDG_DATA_HOME");
        qputenv("HOME", path("home").c_str());
        QCOMPARE(userDataDir(), path("home") / ".local" / "share" / "duelo");
        // The current folder may be one of other people's files.
        qputenv("XDG_DATA_HOME", "data");
        QCOMPARE(userDataDir(), path("home") / ".local" / "share" / "duelo");
        for (const char* home : {"", "home"}) {
            qputenv("HOME", home);
            const fs::path found = userDataDir();
            QVERIFY(found.is_absolute());
            QVERIFY2(found.parent_path() != path("tmp"), found.c_str());
        }
    }

    /// Y-20b: a TMPDIR that is gone is as none; one that is there is kept.
    void aMissingTemporaryFolderIsPassedOver() {
        setTemporary("tmp");
        passOverMissingTemporaryFolder();
        const auto inside = makePrivateFolder();
        QVERIFY(inside && inside->parent_path() == path("tmp"));
        for (const char* unusable : {"missing", ""}) {
            qputenv("TMPDIR", *unusable ? QByteArray(path(unusable).c_str()) : QByteArray(""));
            passOverMissingTemporaryFolder();
            const auto elsewhere = makePrivateFolder();
            QVERIFY2(elsewhere, unusable);
            fs::remove(*elsewhere);
        }
    }
#endif

    void aNewFolderIsClosedAndHasNoKnownName() {
        const auto first = makePrivateFolder(), second = makePrivateFolder();
        QVERIFY(first && second && *first != *second);
        QVERIFY(isPrivateFolder(*first));
        fs::remove(*first);
        fs::remove(*second);
    }

    /// Y-18: people are told times by their own clock.
    void timesAreLocal() {
#ifndef Q_OS_WIN
        qputenv("TZ", "UTC-5:30");
        ::tzset();
        QCOMPARE(localTime("2026-11-28T22:07:11Z"), std::string("2026-11-29 03:37"));
        qunsetenv("TZ");
        ::tzset();
#endif
        QCOMPARE(localTime("2026-11-28T02:07:11"), std::string("2026-11-28"));
        QCOMPARE(localTime("yesterday"), std::string("yesterday"));
        QCOMPARE(localTime(""), std::string());
    }

private:
    static constexpr std::array kNames{"HOME", "XDG_DATA_HOME", "XDG_RUNTIME_DIR", "TMPDIR", "TZ"};
    [[nodiscard]] fs::path path(const char* name) const {
        return fs::path(m_folder->path().toStdString()) / name;
    }
    void setTemporary(const char* name) const {
        fs::create_directory(path(name));
        qputenv("TMPDIR", path(name).c_str());
    }

    std::optional<QTemporaryDir> m_folder;
    QMap<QByteArray, QByteArray> m_before;
};

QTEST_APPLESS_MAIN(TestPrivateFolder)
#include "tst_private_folder.moc"
