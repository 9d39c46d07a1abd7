// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <optional>

#ifndef _WIN32
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

#include "base/places.h"
#include "base/sha256.h"
#include "record/record_file.h"
#include "record/record_scan.h"
#include "record_examples.h"
#include "record_files.h"

using namespace duelo;
using examples::contentOf;
using examples::put;
namespace fs = std::filesystem;

class TestRecordFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_folder.emplace();
        m_path = fromUtf8(m_folder->filePath("Ñandú 图片 😀.duelo").toStdString());
    }

    /// The records that are left out are checked like the rest: the seal is of all lines.
    void resultsAreTheRunWithoutItsStages() {
        {
            auto file = RecordFile::create(m_path);
            QVERIFY(file);
            const Stage stage{.cell = "c001", .stage = "measure"};
            for (const Record& record :
                 {Record(examples::header(1)), Record(examples::cell("c001")), Record(stage),
                  Record(examples::samples("c001")), Record(stage), Record(examples::done("c001")),
                  Record(End{})})
                QVERIFY((*file)->write(record));
        }
        const auto all = readRecords(m_path), results = readResults(m_path);
        QVERIFY(all && results);
        QCOMPARE(all->integrity, Integrity::Sealed);
        QCOMPARE(all->records.size(), 7U);
        QCOMPARE(results->records.size(), 5U);
        QCOMPARE(results->integrity, Integrity::Sealed);
    }

    /// Interleaved cells keep their samples apart, and a cell that is done again begins anew.
    void samplesOfACellAreOneResult() {
        const auto line = [](const char* cell, std::vector<double> wall_ms) {
            return Record(Samples{.cell = cell, .wall_ms = std::move(wall_ms)});
        };
        Samples marked{.cell = "c001", .wall_ms = {3}};
        marked.round = {1};
        marked.calls = {8};
        marked.device_ms = {2.5};
        marked.discard = {2};
        {
            auto file = RecordFile::create(m_path);
            QVERIFY(file);
            for (const Record& record :
                 {Record(examples::header(2)), Record(examples::cell("c001")), line("c001", {1, 2}),
                  line("c002", {9}), Record(marked), line("c001", {4}),
                  Record(examples::cell("c001")), line("c001", {7})})
                QVERIFY((*file)->write(record));
        }
        const auto log = readResults(m_path);
        QVERIFY(log);
        const auto& records = log->records;
        QCOMPARE(records.size(), 6U);
        const auto& all = std::get<Samples>(records[2]);
        QCOMPARE(all.wall_ms, (std::vector<double>{1, 2, 3, 4}));
        QCOMPARE(all.round, (std::vector{0, 0, 1, 0}));
        QCOMPARE(all.calls, (std::vector{1, 1, 8, 1}));
        QCOMPARE(all.discard, (std::vector{0, 0, 2, 0}));
        QVERIFY(std::isnan(all.device_ms[0]) && all.device_ms[2] == 2.5);
        QVERIFY(all.process.empty() && all.t0_ms.empty());
        QCOMPARE(std::get<Samples>(records[3]).wall_ms, std::vector<double>{9});
        QCOMPARE(std::get<Samples>(records[5]).wall_ms, std::vector<double>{7});
    }

    void aWholeRunIsSealed() {
        QCOMPARE(examples::write(m_path, true), std::string());
        const std::string content = contentOf(m_path);
        QCOMPARE(std::count(content.begin(), content.end(), '\n'), 9);
        const auto log = readRecords(m_path);
        QVERIFY(log);
        QCOMPARE(log->integrity, Integrity::Sealed);
        QVERIFY(log->warnings.empty());
        QCOMPARE(log->records.size(), std::size_t{9});
        QVERIFY(log->path == m_path);
        QCOMPARE(log->header().run, examples::header().run);
        QCOMPARE(log->finishedCells(), (std::set<std::string>{"c001", "c002"}));
        const std::size_t last = content.rfind('\n', content.size() - 2) + 1;
        QCOMPARE(std::get<End>(log->records.back()).sha256, sha256Hex(content.substr(0, last)));
    }

    void aCancelledCellIsNotFinished() {
        ResultRecord cancelled = examples::failed("c001");
        cancelled.status = Status::Cancelled;
        ResultRecord skipped = examples::failed("c002");
        skipped.status = Status::Skipped;
        auto file = RecordFile::create(m_path);
        QVERIFY(file);
        QVERIFY((*file)->write(examples::header()));
        QVERIFY((*file)->write(cancelled));
        QVERIFY((*file)->write(skipped));
        QCOMPARE(readRecords(m_path)->finishedCells(), (std::set<std::string>{"c002"}));
        QVERIFY(readRecords(m_path)->settledCells().empty());
        QVERIFY((*file)->write(examples::done("c001")));
        QCOMPARE(readRecords(m_path)->finishedCells(), (std::set<std::string>{"c001", "c002"}));
        QCOMPARE(readRecords(m_path)->settledCells(), (std::set<std::string>{"c001"}));
    }

    /// what another try may not meet, such as a process that was killed, is tried again.
    void whatMayBeTriedAgainIsNotSettled() {
        ResultRecord lost = examples::failed("c001");
        auto file = RecordFile::create(m_path);
        QVERIFY((*file)->write(examples::header()));
        QVERIFY((*file)->write(lost));
        QCOMPARE(readRecords(m_path)->settledCells(), (std::set<std::string>{"c001"}));
        lost.reason->args[kTryAgain] = true;
        QVERIFY((*file)->write(lost));
        QVERIFY(readRecords(m_path)->settledCells().empty());
        QVERIFY((*file)->write(examples::done("c001")));
        QCOMPARE(readRecords(m_path)->settledCells(), (std::set<std::string>{"c001"}));
    }

    /// A repeat that breaks off is gone on with; what was found before it stays.
    void aRepeatedCellIsOpenAgain() {
        QCOMPARE(examples::write(m_path, true), std::string());
        Header again = examples::header();
        again.repeats = {"c001"};
        {
            auto file = examples::fileOf(RecordFile::resume(m_path));
            QVERIFY((*file)->write(again));
        }
        QCOMPARE(readRecords(m_path)->finishedCells(), (std::set<std::string>{"c002"}));
        QCOMPARE(readProgress(m_path)->settledCells(), (std::set<std::string>{"c002"}));
        auto file = examples::fileOf(RecordFile::resume(m_path));
        QVERIFY((*file)->write(examples::header()));
        for (const char* status : {"cancelled", "done"}) {
            ResultRecord result = examples::done("c001");
            if (status == std::string("cancelled")) {
                result = examples::failed("c001");
                result.status = Status::Cancelled;
            }
            QVERIFY((*file)->write(result));
            QCOMPARE(readRecords(m_path)->settledCells().contains("c001"),
                     result.status == Status::Done);
        }
        QVERIFY((*file)->write(examples::end()));
        QCOMPARE(readRecords(m_path)->integrity, Integrity::Sealed);
    }

    void nothingIsOverwritten() {
        put(m_path, "precious");
        const auto file = RecordFile::create(m_path);
        QVERIFY(!file);
        QCOMPARE(file.error().code, std::string("file_exists"));
        QCOMPARE(contentOf(m_path), std::string("precious"));
    }

    void creationSaysWhyNot() {
        auto file = RecordFile::create(m_path.parent_path() / "no" / "x.duelo");
        QCOMPARE(file.error().code, std::string("folder_missing"));
        file = RecordFile::create(m_path.parent_path());
        QCOMPARE(file.error().code, std::string("file_exists"));
    }

#ifndef _WIN32
    void aJournalThatIsGoneEndsTheRun_data() {
        QTest::addColumn<QString>("what");
        for (const char* what : {"deleted", "moved", "replaced", "its folder"})
            QTest::newRow(what) << what;
    }
    /// A record is not kept if it goes into a file that nobody will find: the run ends.
    void aJournalThatIsGoneEndsTheRun() {
        QFETCH(QString, what);
        const fs::path folder = m_path.parent_path() / "results", path = folder / "x.duelo";
        fs::create_directory(folder);
        auto file = RecordFile::create(path);
        QVERIFY((*file)->write(examples::header()));
        if (what == "deleted") fs::remove(path);
        if (what == "moved") fs::rename(path, folder / "y.duelo");
        if (what == "its folder") fs::remove_all(folder);
        if (what == "replaced") {
            put(folder / "y.duelo", "saved over it");
            fs::rename(folder / "y.duelo", path);
        }
        QVERIFY((*file)->write(examples::samples("c001")));  // not waited for, so not looked at
        for (const Record& record : {Record(examples::done("c001")), Record(examples::end())}) {
            const auto written = (*file)->write(record);
            QVERIFY(!written);
            QCOMPARE(written.error().code, std::string("journal_gone"));
            QCOMPARE(written.error().args["path"].get<std::string>(), utf8(path));
        }
        if (what == "replaced") QCOMPARE(contentOf(path), std::string("saved over it"));
    }
#endif

    /// A watcher of the reading hears of each megabyte, and may end it.
    void readingIsWatched() {
        std::string content = encode(examples::header()) + '\n';
        const std::string line =
            "{\"r\":\"notice\",\"reason\":\"" + std::string(100'000, 'x') + "\"}\n";
        for (int i = 0; i < 50; ++i) content += line;
        put(m_path, content);
        std::vector<std::uint64_t> told;
        const auto whole = readResults(m_path, [&](std::uint64_t done, std::uint64_t total) {
            told.push_back(done);
            return total == content.size();
        });
        QCOMPARE(whole->records.size(), std::size_t{51});
        QVERIFY(told.size() >= 4 && told.size() <= 5);
        QVERIFY(std::ranges::is_sorted(told) && told.back() <= content.size());
        const auto ended = readResults(m_path, [](std::uint64_t, std::uint64_t) { return false; });
        QCOMPARE(ended.error().code, std::string("cancelled_by_user"));
    }

    /// The progress keeps what the rest of a run needs of a result, and the last of stages in a
    /// row.
    void progressIsWhatAResumptionNeeds() {
        QCOMPARE(examples::write(m_path, false), std::string());
        {
            auto file = examples::fileOf(RecordFile::resume(m_path));
            for (const char* stage : {"prepare", "measure"})
                QVERIFY((*file)->write(Stage{.cell = "c003", .stage = stage}));
        }
        const auto all = readRecords(m_path), progress = readProgress(m_path);
        QVERIFY(progress->finishedCells() == all->finishedCells());
        QCOMPARE(progress->integrity, all->integrity);
        QCOMPARE(progress->records.size(), std::size_t{7});
        const auto& done = std::get<ResultRecord>(progress->records[2]);
        QVERIFY(done.cell == "c001" && !done.summary && !done.fingerprint);
        QCOMPARE(done.flags, examples::done("c001").flags);  // what a repeat needs
        QCOMPARE(done.metrics.size(), examples::done("c001").metrics.size());  // what a sweep needs
        QCOMPARE(std::get<Stage>(progress->records.back()).stage, std::string("measure"));
    }

    void aFileHasOneWriter_R_22() {
        auto file = RecordFile::create(m_path);
        QVERIFY((*file)->write(examples::header()));
        QCOMPARE(RecordFile::resume(m_path).error().code, std::string("file_in_use"));
        QVERIFY(readRecords(m_path));  // reading goes on
        file->reset();
        QVERIFY(RecordFile::resume(m_path));
    }

    void anOversizedRecordIsRefusedWhole() {
        auto file = RecordFile::create(m_path);
        QVERIFY((*file)->write(examples::header()));
        const std::string before = contentOf(m_path);
        const auto result =
            (*file)->write(UnknownRecord{{{"r", "x"}, {"y", std::string(20 << 20, 'y')}}});
        QCOMPARE(result.error().code, std::string("write_failed"));
        QCOMPARE(contentOf(m_path), before);
    }

#ifndef _WIN32
    /// In a child, because root may write everywhere and has to become somebody else.
    void aFolderWithoutTheRightIsSaid_R_20() {
        fs::permissions(m_path.parent_path(), fs::perms(0555));
        const pid_t child = ::fork();
        if (child == 0) {
            if (::geteuid() == 0 && ::setuid(65534) != 0) ::_exit(2);
            const auto file = RecordFile::create(m_path);
            ::_exit(!file && file.error().code == "not_writable" ? 0 : 1);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        fs::permissions(m_path.parent_path(), fs::perms(0755));
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
    }

    void aFullDiskLeavesAReadableFile_R_20() {
        const fs::path disk = m_path.parent_path() / "disk";
        fs::create_directory(disk);
        if (::mount("tmpfs", disk.c_str(), "tmpfs", 0, "size=64k") != 0)
            QSKIP("only root may mount a small disk");
        [&] {
            auto file = RecordFile::create(disk / "x.duelo");
            QVERIFY(file);
            std::set<std::string> kept;
            Result<void> result;
            QVERIFY((*file)->write(examples::header()));
            for (int i = 0; i < 1000 && result; ++i) {
                const std::string id = "c" + std::to_string(i);
                result = (*file)->write(examples::done(id));
                if (result) kept.insert(id);
            }
            QVERIFY(!result);
            QCOMPARE(result.error().code, std::string("disk_full"));
            QCOMPARE(result.error().args["path"].get<std::string>(), utf8(disk / "x.duelo"));
            auto log = readRecords(disk / "x.duelo");
            QVERIFY(log);
            QVERIFY(log->warnings.empty());
            QVERIFY(log->finishedCells() == kept);
            // Room again: the same file goes on and is sealed.
            QCOMPARE(::mount("tmpfs", disk.c_str(), "tmpfs", MS_REMOUNT, "size=128k"), 0);
            QVERIFY((*file)->write(examples::done("last")));
            QVERIFY((*file)->write(examples::end()));
            log = readRecords(disk / "x.duelo");
            QCOMPARE(log->integrity, Integrity::Sealed);
            QVERIFY(log->finishedCells().contains("last"));
        }();
        ::umount(disk.c_str());
    }
#endif

private:
    std::optional<QTemporaryDir> m_folder;
    fs::path m_path;
};

QTEST_APPLESS_MAIN(TestRecordFile)
#include "tst_record_file.moc"
