// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <vector>

#include "measure/run.h"
#include "record/doubt.h"
#include "record/not_kept.h"
#include "scripted_work.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

/// Three variants of each case: a processor and twice a GPU.
struct Machine {
    int cases = 1, first_id = 1;
    std::map<std::string, FakeScript> scripts{};
    std::set<std::string> before{};  ///< Run::finishedBefore()
    std::set<std::string> measured{};
    std::vector<Reason> warnings{};
    int looks = 0;                       ///< calls of RunSetup::read_gpu
    std::vector<std::string> notices{};  ///< the codes of those that were told

    [[nodiscard]] int told(const std::string& code) const {
        return static_cast<int>(std::ranges::count(notices, code));
    }

    Result<RunEnd> run(const fs::path& file, RunTask task) {
        ScriptedMaker* made = nullptr;
        const auto make = [&](Header header, const RecordLog*) -> Result<RunSetup> {
            auto maker = std::make_unique<ScriptedMaker>();
            maker->scripts = scripts;
            made = maker.get();
            RunSetup setup{.header = std::move(header), .protocol = protocolOf(Preset::Quick)};
            for (int i = 0; i < cases; ++i)
                for (Cell& cell : oneCase(3, first_id + 3 * i, 224 + i))
                    setup.cells.push_back(cell);
            setup.header.cells = static_cast<int>(setup.cells.size());
            setup.maker = std::move(maker);
            setup.warnings = warnings;
            setup.read_gpu = [this]() -> std::optional<GpuReading> {
                ++looks;
                return std::nullopt;
            };
            return setup;
        };
        std::mutex mutex;
        const auto run =
            Run::start(make, {.path = file, .task = task}, 60e3, [&](const Record& record) {
                const std::lock_guard lock(mutex);
                if (const auto* notice = std::get_if<Notice>(&record))
                    notices.push_back(notice->reason.code);
            });
        if (!run) return tl::unexpected(run.error());
        while ((*run)->isRunning()) QTest::qWait(5);
        before = (*run)->finishedBefore();
        const RunEnd end = (*run)->end();
        measured = {made->log.begin(), made->log.end()};
        return end;
    }
};

/// Every third call takes half as long again, as beside another program.
FakeScript disturbed() {
    FakeScript script;
    script.wall_ms = [](int call) { return call % 3 == 0 ? 15.0 : 10.0; };
    return script;
}

std::string contentOf(const fs::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

/// Returns the latest result of each cell that is done.
std::map<std::string, ResultRecord> doneIn(const fs::path& file) {
    std::map<std::string, ResultRecord> done;
    const auto log = readResults(file);
    if (!log) qFatal("%s", log.error().code.c_str());
    for (const Record& record : log->records)
        if (const auto* result = std::get_if<ResultRecord>(&record))
            if (result->status == Status::Done) done[result->cell] = *result;
    return done;
}

}  // namespace

class TestResumedRun : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

private Q_SLOTS:
    void initTestCase() { qputenv("DUELO_LOCK_FILE", m_folder.filePath("lock").toUtf8()); }

    /// A skipped cell is tried again, as the machine may have now what it lacked. A failed one
    /// would fail again, and is left.
    void whatWasSkippedIsTriedAgain_R_21_data() {
        QTest::addColumn<bool>("fails");
        QTest::newRow("and then all is done") << false;
        QTest::newRow("a failed cell stays failed") << true;
    }
    void whatWasSkippedIsTriedAgain_R_21() {
        QFETCH(bool, fails);
        const fs::path file =
            m_folder.filePath(fails ? "fails.duelo" : "skips.duelo").toStdString();
        Machine poor;
        poor.scripts["c2"].refusedBy = Reason{"no_nvidia_driver"};
        if (fails) poor.scripts["c3"].throwAt = 0;
        QVERIFY(poor.run(file, RunTask::Whole) == RunEnd::SomeNotDone);

        Machine good;
        QVERIFY(good.run(file, RunTask::Resume) == (fails ? RunEnd::SomeNotDone : RunEnd::AllDone));
        QCOMPARE(good.before, (std::set<std::string>{"c1", "c3"}));
        QCOMPARE(good.measured, std::set<std::string>{"c2"});
        const auto log = readRecords(file);
        QVERIFY(log);
        std::map<std::string, Status> latest;
        for (const Record& record : log->records)
            if (const auto* result = std::get_if<ResultRecord>(&record))
                latest[result->cell] = result->status;
        QCOMPARE(latest.at("c1"), Status::Done);
        QCOMPARE(latest.at("c2"), Status::Done);
        QCOMPARE(latest.at("c3"), fails ? Status::Failed : Status::Done);

        // What was done on the second try is done.
        Machine third;
        QVERIFY(third.run(file, RunTask::Resume) ==
                (fails ? RunEnd::SomeNotDone : RunEnd::AllDone));
        QVERIFY(third.measured.empty());
    }

    /// Y-08: a file that was asked for and is missing is still missing when nothing is left to do.
    void whatWasNotKeptIsToldAgain_Y_08() {
        const fs::path file = m_folder.filePath("not_kept.duelo").toStdString();
        const std::vector<float> values{1.0F, 3.0F, 2.0F};
        Machine full;
        full.scripts["c2"].output =
            Output{.fingerprint = fingerprintOf(values, {1, 3}, true),
                   .notes = {{"weights_not_kept", {{"path", "x"}, {kNotKept, true}}, {}}}};
        full.scripts["c3"] = disturbed();
        QVERIFY(full.run(file, RunTask::Whole) == RunEnd::SomeNotDone);
        QCOMPARE(full.told("weights_not_kept"), 1);
        for (int i = 0; i < 2; ++i) {
            Machine later;
            QVERIFY(later.run(file, RunTask::Resume) == RunEnd::SomeNotDone);
            QVERIFY(later.measured.empty());
            QCOMPARE(later.told("weights_not_kept"), 1);
        }
        // All of the row is measured again, and this time it can be kept.
        QVERIFY(Machine().run(file, RunTask::Repeat) == RunEnd::AllDone);
        QVERIFY(Machine().run(file, RunTask::Resume) == RunEnd::AllDone);
    }

    /// One file for several plans: each has its header and its end, and nothing is left out.
    void anotherPlanIsAddedToAFile() {
        const fs::path file = m_folder.filePath("added.duelo").toStdString();
        QVERIFY(Machine().run(file, RunTask::Whole) == RunEnd::AllDone);
        Machine second{.first_id = 4};
        QVERIFY(second.run(file, RunTask::Add) == RunEnd::AllDone);
        QVERIFY(second.before.empty());
        QCOMPARE(second.measured, (std::set<std::string>{"c4", "c5", "c6"}));
        QCOMPARE(doneIn(file).size(), std::size_t(6));
        const auto log = readRecords(file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        // The first plan is what a resumed file goes on with, and nothing of it is missing.
        Machine again;
        QVERIFY(again.run(file, RunTask::Resume) == RunEnd::AllDone);
        QVERIFY(again.measured.empty());
    }

    /// Once per start, before anything is measured.
    void whatIsKnownBeforeIsKept() {
        const fs::path file = m_folder.filePath("warned.duelo").toStdString();
        Machine shared;
        shared.warnings = {{"gpu_shared", {{"count", 1}, {"percent", 70}}, {}}};
        QVERIFY(shared.run(file, RunTask::Whole) == RunEnd::AllDone);
        const auto log = readRecords(file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        const auto* notice = std::get_if<Notice>(&log->records.at(1));
        QVERIFY(notice && notice->cell.empty());
        QCOMPARE(notice->reason.code, std::string("gpu_shared"));
    }

    /// Machine and GPU are read at the first case at least, and what was read is kept.
    void readingsAreKept_S2_38() {
        const fs::path file = m_folder.filePath("looked.duelo").toStdString();
        Machine machine{.cases = 2};
        QVERIFY(machine.run(file, RunTask::Whole) == RunEnd::AllDone);
        QVERIFY(machine.looks >= 1);
        const auto log = readRecords(file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        const auto kept = std::ranges::count_if(log->records, [](const Record& record) {
            return std::holds_alternative<MonitorRecord>(record);
        });
        QCOMPARE(kept, machine.looks);
        for (const Record& record : log->records)
            QVERIFY(!std::holds_alternative<UnknownRecord>(record));
    }

    /// All variants of a doubtful row, because a ratio pairs their rounds, and no other row.
    void doubtfulRowsAreMeasuredAgain() {
        const fs::path file = m_folder.filePath("doubts.duelo").toStdString();
        QVERIFY(writeDoubtful(file) == RunEnd::AllDone);
        QVERIFY(isDoubtful(doneIn(file).at("c2")));
        const std::string before = contentOf(file);

        Machine calm{.cases = 2};
        QVERIFY(calm.run(file, RunTask::Repeat) == RunEnd::AllDone);
        QCOMPARE(calm.measured, (std::set<std::string>{"c1", "c2", "c3"}));
        QCOMPARE(calm.before, (std::set<std::string>{"c4", "c5", "c6"}));
        QVERIFY(contentOf(file).starts_with(before));
        const auto log = readRecords(file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        QVERIFY(!isDoubtful(doneIn(file).at("c2")));
        QCOMPARE(doneIn(file).at("c2").summary->median_ms, 10.0);

        const std::string after = contentOf(file);
        const auto again = Machine{.cases = 2}.run(file, RunTask::Repeat);
        QVERIFY(!again && again.error().code == "nothing_to_repeat");
        QVERIFY(contentOf(file) == after);
    }

    /// Wherever a repeat breaks off, nothing is lost, and to resume is to go on with it.
    void aBrokenRepeatIsResumed_R_21() {
        const fs::path file = m_folder.filePath("broken.duelo").toStdString();
        QVERIFY(writeDoubtful(file) == RunEnd::AllDone);
        const std::size_t before = contentOf(file).size();
        QVERIFY(Machine{.cases = 2}.run(file, RunTask::Repeat) == RunEnd::AllDone);
        const std::string whole = contentOf(file);
        int resumed = 0;
        for (std::size_t end = whole.find('\n', before); end + 1 < whole.size();
             end = whole.find('\n', end + 1), ++resumed) {
            // With half of the next line, as a power cut leaves it.
            std::ofstream(file, std::ios::binary | std::ios::trunc) << whole.substr(0, end + 10);
            QCOMPARE(doneIn(file).size(), 6U);
            std::set<std::string> missing{"c1", "c2", "c3"};
            for (const std::string& settled : readProgress(file)->settledCells())
                missing.erase(settled);
            Machine calm{.cases = 2};
            QVERIFY(calm.run(file, RunTask::Resume) == RunEnd::AllDone);
            QCOMPARE(calm.measured, missing);
            QCOMPARE(doneIn(file).at("c2").summary->max_ms, 10.0);
            QVERIFY(readRecords(file)->integrity == Integrity::Sealed);
        }
        QVERIFY(resumed >= 12);  // a header, and of each cell its line, a stage, a call, a result
    }

    /// A repeat that fails leaves the first result, and the exit code tells of it.
    void aFailedRepeatLeavesWhatWas() {
        const fs::path file = m_folder.filePath("fails_again.duelo").toStdString();
        QVERIFY(writeDoubtful(file) == RunEnd::AllDone);
        Machine broken{.cases = 2};
        broken.scripts["c2"].throwAt = 0;
        QVERIFY(broken.run(file, RunTask::Repeat) == RunEnd::SomeNotDone);
        QVERIFY(isDoubtful(doneIn(file).at("c2")));
        Machine calm{.cases = 2};
        QVERIFY(calm.run(file, RunTask::Resume) == RunEnd::SomeNotDone);  // c2 is settled
        QVERIFY(calm.measured.empty());
        QVERIFY(calm.run(file, RunTask::Repeat) == RunEnd::AllDone);
        QCOMPARE(doneIn(file).at("c2").summary->max_ms, 10.0);
    }

private:
    /// Two cases, in the first of which a variant was disturbed.
    static Result<RunEnd> writeDoubtful(const fs::path& file) {
        Machine machine{.cases = 2};
        machine.scripts["c2"] = disturbed();
        return machine.run(file, RunTask::Whole);
    }
};

QTEST_GUILESS_MAIN(TestResumedRun)
#include "tst_resumed_run.moc"
