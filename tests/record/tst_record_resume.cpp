// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <optional>
#include <random>
#include <set>

#ifndef _WIN32
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "base/places.h"
#include "record/file_plans.h"
#include "record/record_file.h"
#include "record_examples.h"
#include "record_files.h"

using namespace duelo;
using examples::contentOf;
using examples::put;
namespace fs = std::filesystem;

/// Runs that break off: whatever was acknowledged is there, and the file goes on.
class TestRecordResume : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        m_path = fromUtf8(m_folder->filePath("Ñandú 图片 😀.duelo").toStdString());
    }

    /// Plans that have not begun count too; what is no plan does not.
    void aFileMayHaveSeveralPlans_R_21() {
        Header first = examples::header(2);
        const Json later = {{"experiment", "pi"}};
        first.extra[kLaterPlans] =
            Json::array({{{"plan", later}, {"cells", 3}}, 7, {{"cells", 9}}});
        RecordLog log;
        log.records = {first, examples::done("c001")};
        QCOMPARE(plansOf(log).size(), std::size_t{2});
        QCOMPARE(openCells(log), 1 + 3);
        Header second = examples::header(4);  // as this machine counts them
        second.plan = later;
        second.plan_hash = planHash(later);
        QCOMPARE(placeOfPlan(log, second.plan_hash), std::size_t{0});
        log.records.insert(log.records.end(), {first, second, examples::done("p3-c001")});
        QCOMPARE(placeOfPlan(log, second.plan_hash), std::size_t{3});
        QCOMPARE(plansOf(log).size(), std::size_t{2});
        QCOMPARE(openCells(log), 1 + 3);
        QCOMPARE(cellPrefix(3) + "c001", std::string("p3-c001"));
        QVERIFY(prefixOf("p3-c001") == "p3-" && prefixOf("c001").empty());
    }

    void resumeGoesOnAndSealsAll_R_21() {
        QCOMPARE(examples::write(m_path, false), std::string());
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Open);
        put(m_path, contentOf(m_path) + encode(examples::done("c003")).substr(0, 40));
        const auto torn = readRecords(m_path);
        QCOMPARE(torn->warnings.size(), std::size_t{1});
        QCOMPARE(torn->warnings[0].code, std::string("torn_last_line"));
        QCOMPARE(torn->warnings[0].args["line"].get<int>(), 9);
        for (int part = 0; part < 2; ++part) {
            auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY(file);
            QVERIFY((*file)->write(examples::header()));
            QVERIFY((*file)->write(examples::done("c003")));
            QCOMPARE(readRecords(m_path)->integrity, Integrity::Open);
            QVERIFY((*file)->write(examples::end()));
            const auto log = readRecords(m_path);
            QCOMPARE(log->integrity, Integrity::Sealed);
            QVERIFY(log->warnings.empty());
            QCOMPARE(log->finishedCells(), (std::set<std::string>{"c001", "c002", "c003"}));
        }
    }

    void aWholeLastLineWithoutItsEndCounts_R_21() {
        QCOMPARE(examples::write(m_path, true), std::string());
        const std::string whole = contentOf(m_path);
        put(m_path, whole.substr(0, whole.size() - 1));
        auto log = readRecords(m_path);
        QCOMPARE(log->integrity, Integrity::Sealed);
        QVERIFY(log->warnings.empty());
        QVERIFY(RecordFile::resume(m_path));
        QCOMPARE(contentOf(m_path), whole);
    }

    /// Every way in which a run can break off, resumed from and finished.
    void everyPrefixKeepsItsCompleteLines_R_21() {
        QCOMPARE(examples::write(m_path, true), std::string());
        const std::string whole = contentOf(m_path);
        const std::size_t header = whole.find('\n');
        for (std::size_t size = header; size <= whole.size(); ++size) {
            const std::string prefix = whole.substr(0, size);
            put(m_path, prefix);
            const auto log = readRecords(m_path);
            QVERIFY2(log, std::to_string(size).c_str());
            auto lines = static_cast<std::size_t>(std::count(prefix.begin(), prefix.end(), '\n'));
            const bool wholeLast = whole[size] == '\n' && prefix.back() != '\n';
            QCOMPARE(log->records.size(), lines + (wholeLast ? 1 : 0));
            const bool torn = prefix.back() != '\n' && !wholeLast;
            QCOMPARE(log->warnings.size(), std::size_t{torn ? 1U : 0U});
            QVERIFY(log->integrity != Integrity::Modified);
        }
        for (std::size_t size = header; size <= whole.size(); size += 97) {
            put(m_path, whole.substr(0, size));
            const std::size_t before = readRecords(m_path)->records.size();
            const auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY(file);
            QVERIFY((*file)->write(examples::header()));
            QVERIFY((*file)->write(examples::end()));
            const auto log = readRecords(m_path);
            QCOMPARE(log->records.size(), before + 2);
            QCOMPARE(log->integrity, Integrity::Sealed);
            QVERIFY(log->warnings.empty());
        }
        for (std::size_t size = 0; size < header; ++size) {
            put(m_path, whole.substr(0, size));
            const std::string code = readRecords(m_path).error().code;
            QVERIFY(code == "file_empty" || code == "header_missing" ||
                    code == "not_a_record_file");
        }
    }

#ifndef _WIN32
    void killedAtAnyInstant_R_21() {
        std::mt19937 random(20260504);
        std::uniform_int_distribution<int> delay_us(0, 30000);
        int killedInTheMiddle = 0;
        for (int i = 0; i < 50; ++i) {
            fs::remove(m_path);
            const std::set<std::string> acknowledged = runAndKill(delay_us(random));
            if (!fs::exists(m_path) || fs::file_size(m_path) == 0) continue;
            const auto log = readRecords(m_path);
            if (!log) {
                QCOMPARE(log.error().code, std::string("header_missing"));
                QVERIFY(acknowledged.empty());
                continue;
            }
            const std::set<std::string> finished = log->finishedCells();
            QVERIFY(std::includes(finished.begin(), finished.end(), acknowledged.begin(),
                                  acknowledged.end()));
            // At most the result that was on its way is there as well.
            QVERIFY(finished.size() <= acknowledged.size() + 1);
            QVERIFY(log->integrity == Integrity::Open);
            if (!finished.empty()) ++killedInTheMiddle;
            const auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY(file);
            QVERIFY((*file)->write(examples::header()));
            QVERIFY((*file)->write(examples::done("resumed")));
            QVERIFY((*file)->write(examples::end()));
            const auto whole = readRecords(m_path);
            std::set<std::string> expected = finished;
            expected.insert("resumed");
            QVERIFY(whole->finishedCells() == expected);
            QVERIFY(whole->integrity == Integrity::Sealed);
            QVERIFY(whole->warnings.empty());
        }
        QVERIFY(killedInTheMiddle > 10);
    }

private:
    /// A child writes results without end and tells each one that write() has acknowledged; it is
    /// killed some time after its header.
    std::set<std::string> runAndKill(int delay_us) {
        int told[2];
        if (::pipe(told) != 0) return {};
        const pid_t child = ::fork();
        if (child == 0) {
            auto file = RecordFile::create(m_path);
            if (!file || !(*file)->write(examples::header())) ::_exit(1);
            for (int i = 0; i < 10000; ++i) {
                if (::write(told[1], &i, sizeof i) != sizeof i) ::_exit(1);
                const std::string id = "c" + std::to_string(i);
                (void)(*file)->write(examples::samples(id));
                if (!(*file)->write(examples::done(id))) ::_exit(1);
            }
            ::_exit(0);
        }
        ::close(told[1]);
        int number = 0;
        // The first number follows the header, and each next one the result of the one before.
        bool running = ::read(told[0], &number, sizeof number) == sizeof number;
        ::usleep(static_cast<useconds_t>(delay_us));
        ::kill(child, SIGKILL);
        std::set<std::string> acknowledged;
        while (running && ::read(told[0], &number, sizeof number) == sizeof number)
            acknowledged.insert("c" + std::to_string(number - 1));
        ::close(told[0]);
        ::waitpid(child, nullptr, 0);
        return acknowledged;
    }
#endif

private:
    std::optional<QTemporaryDir> m_folder;
    fs::path m_path;
};

QTEST_APPLESS_MAIN(TestRecordResume)
#include "tst_record_resume.moc"
