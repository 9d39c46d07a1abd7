// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/text.h"
#include "run_bench.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::testing;
using namespace std::chrono_literals;

using State = RunController::State;
using Status_ = RunEnd::Status;

class TestRunController : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();

    void runsToItsEnd();
    void showsWhatTheJournalKeeps();
    void deathCostsTheRunningCell_R_04_R_05_data();
    void deathCostsTheRunningCell_R_04_R_05();
    void deathBetweenCellsCostsNone_R_04();
    void deathBeforeTheJournalBeginsAnew_R_04();
    void eachCellMayCostAnEngine_R_04();
    void stopsAfterThreeDeathsInARow_R_04_data();
    void stopsAfterThreeDeathsInARow_R_04();
    void failsInWords_data();
    void failsInWords();
    void existingFileIsRefused_R_20();
    void olderRecordsAreDropped();
    void skippedRecordsAreCounted();
    void deathWhileIdleIsNotOfTheRun();
    void startIsIgnoredWhileRunning();
    void reasonsHaveSentences_data();
    void reasonsHaveSentences();
};

void TestRunController::cleanup() {
    if (const auto children = childProcesses()) QCOMPARE(*children, QStringList());
}

void TestRunController::runsToItsEnd() {
    Bench bench("normal");
    bench.start(4);
    QCOMPARE(bench.run.state(), State::Starting);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.states, (std::vector{State::Starting, State::Measuring, State::Idle}));
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QCOMPARE(bench.ends.front().exit_code, 0);
    QVERIFY(!bench.ends.front().reason);
    QVERIFY(bench.told.empty());
    const ProgressState progress = bench.run.progress();
    QCOMPARE(progress.cells_done, 4);
    QCOMPARE(progress.cells_total, 4);
    QCOMPARE(progress.remaining_ms, (std::optional<Interval>{{0, 0}}));
    QTest::qWait(20);
    QCOMPARE(bench.run.progress().elapsed_ms, progress.elapsed_ms);  // the clock stands
}

void TestRunController::showsWhatTheJournalKeeps() {
    Bench bench("gpu");
    bench.run.start({.plan = planOf(2, {Device::Cpu, Device::Cuda}),
                     .file = bench.file(),
                     .label = {{"student", "Íñigo"}}});
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    const auto journal = bench.log();
    QVERIFY(journal.has_value());
    QCOMPARE(journal->integrity, Integrity::Sealed);
    QCOMPARE(journal->header().label.value("student", ""), std::string("Íñigo"));
    QCOMPARE(bench.results().size(), 4U);
    QCOMPARE(bench.records.size(), journal->records.size());
    for (std::size_t i = 0; i + 1 < bench.records.size(); ++i)  // the end's digest is the file's
        QCOMPARE(encode(bench.records[i]), encode(journal->records[i]));
}

void TestRunController::deathCostsTheRunningCell_R_04_R_05_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("lost");    // the cell
    QTest::addColumn<QString>("reason");  // of its result
    QTest::addColumn<QString>("told");
    const char* restarted = "engine_restarted";
    const char* between = "engine_restarted_between";  // the engine had closed the cell itself
    QTest::newRow("abort") << "abort"
                           << "c002"
                           << "engine_crashed" << restarted;
    QTest::newRow("abort in the first") << "abort@c001"
                                        << "c001"
                                        << "engine_crashed" << restarted;
    QTest::newRow("abort in the last") << "abort@c003"
                                       << "c003"
                                       << "engine_crashed" << restarted;
    QTest::newRow("segmentation fault") << "segv"
                                        << "c002"
                                        << "engine_crashed" << restarted;
    QTest::newRow("killed by the system") << "killed"
                                          << "c002"
                                          << "engine_killed" << restarted;
    QTest::newRow("exit") << "exit=9"
                          << "c002"
                          << "engine_exited" << restarted;
    QTest::newRow("exit 70 without a result") << "exit=70"
                                              << "c002"
                                              << "engine_exited" << restarted;
    QTest::newRow("exit 71 without a result") << "exit=71"
                                              << "c002"
                                              << "engine_exited" << restarted;
    QTest::newRow("half a line") << "half-line"
                                 << "c002"
                                 << "engine_exited" << restarted;
    QTest::newRow("garbage, then abort") << "garbage+abort"
                                         << "c002"
                                         << "engine_crashed" << restarted;
    QTest::newRow("device lost") << "device-lost"
                                 << "c002"
                                 << "cuda_illegal_address" << between;
    QTest::newRow("call hangs") << "call-hangs"
                                << "c002"
                                << "call_hangs" << between;
    QTest::newRow("hang") << "hang"
                          << "c002"
                          << "engine_hung" << restarted;
    QTest::newRow("run stands still") << "mute"
                                      << "c002"
                                      << "engine_hung" << restarted;
    QTest::newRow("endless line") << "endless-line=80"
                                  << "c001"
                                  << "engine_line_too_long" << restarted;
}

void TestRunController::deathCostsTheRunningCell_R_04_R_05() {
    QFETCH(QString, scenario);
    QFETCH(QString, lost);
    QFETCH(QString, reason);
    QFETCH(QString, told);
    Bench bench(scenario);
    // A busy PC may take longer than that to read 80 MB, which are no silence.
    if (reason != "engine_line_too_long") bench.run.setSilenceLimit(kSilence);
    bench.start(3);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QCOMPARE(bench.ends.front().exit_code, 1);
    QCOMPARE(bench.states, (std::vector{State::Starting, State::Measuring, State::Restarting,
                                        State::Measuring, State::Idle}));
    const auto results = bench.results();
    QCOMPARE(results.size(), 3U);
    for (const auto& [cell, all] : results) {
        QCOMPARE(all.size(), 1U);  // none twice, so none was measured again
        const bool failed = cell == lost.toStdString();
        QCOMPARE(all.front().status, failed ? Status::Failed : Status::Done);
        if (failed) QCOMPARE(QString::fromStdString(all.front().reason->code), reason);
    }
    QCOMPARE(bench.log()->integrity, Integrity::Sealed);
    QCOMPARE(bench.run.progress().cells_done, 3);

    QCOMPARE(bench.told.size(), 1U);
    QCOMPARE(QString::fromStdString(bench.told.front().code), told);
    for (const Language language : {Language::Spanish, Language::English}) {
        const std::string sentence = Text(language).reason(bench.told.front());
        QVERIFY2(sentence.find_first_of("?{") == std::string::npos, sentence.c_str());
        QVERIFY2((told == "engine_restarted") == (sentence.find(" px · CPU") != std::string::npos),
                 sentence.c_str());
    }
}

void TestRunController::deathBetweenCellsCostsNone_R_04() {
    Bench bench("between");
    bench.start(3);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QCOMPARE(bench.ends.front().exit_code, 0);
    for (const auto& [cell, all] : bench.results()) {
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all.front().status, Status::Done);
    }
    QCOMPARE(bench.told.size(), 1U);
    QCOMPARE(bench.told.front().code, std::string("engine_restarted_between"));
}

void TestRunController::deathBeforeTheJournalBeginsAnew_R_04() {
    Bench bench("at-start-once");
    bench.start(2);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QCOMPARE(bench.states,
             (std::vector{State::Starting, State::Restarting, State::Measuring, State::Idle}));
    QCOMPARE(bench.results().size(), 2U);
}

/// Results come between these deaths, so they are not three in a row.
void TestRunController::eachCellMayCostAnEngine_R_04() {
    Bench bench("device-lost@any");
    bench.start(5);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QCOMPARE(bench.results().size(), 5U);
    for (const auto& [cell, all] : bench.results()) {
        QCOMPARE(all.size(), 1U);
        QCOMPARE(all.front().reason->code, std::string("cuda_illegal_address"));
    }
    QCOMPARE(bench.told.size(), 5U);
}

void TestRunController::stopsAfterThreeDeathsInARow_R_04_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("results");  // of lost cells
    QTest::newRow("in every cell") << "abort@any" << 2;
    QTest::newRow("before the journal is there") << "at-start" << 0;
}

void TestRunController::stopsAfterThreeDeathsInARow_R_04() {
    QFETCH(QString, scenario);
    QFETCH(int, results);
    Bench bench(scenario);
    bench.start(6);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    const RunEnd& end = bench.ends.front();
    QCOMPARE(end.status, Status_::Failed);
    QCOMPARE(reasonOf(end), std::string("engine_dies_again"));
    QCOMPARE(end.reason->args.value("count", 0), 3);
    QCOMPARE(bench.told.size(), 2U);
    QCOMPARE(static_cast<int>(bench.results().size()), results);
    QVERIFY(!bench.client.isRunning());
    QCOMPARE(bench.run.state(), State::Idle);
}

void TestRunController::failsInWords_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("reason");
    const QString fake = DUELO_FAKE_ENGINE;
    QTest::newRow("no engine") << "no/such/engine"
                               << ""
                               << "engine_missing";
    QTest::newRow("no library") << fake << "missing-library"
                                << "engine_library_missing";
    QTest::newRow("refused") << fake << "refuses"
                             << "another_measurement";
    QTest::newRow("bad input") << fake << "bad-input@c001"
                               << "engine_exited";
    QTest::newRow("the record could not be kept") << fake << "disk-full"
                                                  << "engine_exited";
}

void TestRunController::failsInWords() {
    QFETCH(QString, program);
    QFETCH(QString, scenario);
    QFETCH(QString, reason);
    Bench bench(scenario, program);
    bench.start();
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Failed);
    QCOMPARE(QString::fromStdString(reasonOf(bench.ends.front())), reason);
    QVERIFY(Text(Language::Spanish).has("reason." + reason.toStdString()));
    QVERIFY(bench.told.empty());
    QCOMPARE(bench.states.back(), State::Idle);
}

void TestRunController::existingFileIsRefused_R_20() {
    Bench bench("normal");
    QFile file(bench.file());
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("mine") == 4);
    file.close();
    bench.start();
    QVERIFY(bench.ends.empty());  // told later, as everything else
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Failed);
    QCOMPARE(reasonOf(bench.ends.front()), std::string("file_exists"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("mine"));
}

void TestRunController::olderRecordsAreDropped() {
    Bench bench("stale");
    bench.start(2);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QVERIFY(std::holds_alternative<Header>(bench.records.front()));
    QCOMPARE(bench.run.progress().cells_done, 2);
    QCOMPARE(bench.records.size() + 2, bench.client.recordCount());
}

/// The journal has the records that an engine dropped because the window was slow.
void TestRunController::skippedRecordsAreCounted() {
    Bench bench("unread");
    bench.start(2);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Completed);
    QVERIFY(std::ranges::none_of(bench.records, [](const Record& record) {
        const auto* result = std::get_if<ResultRecord>(&record);
        return result && result->cell == "c001";
    }));
    QCOMPARE(bench.run.progress().cells_done, 2);
}

void TestRunController::deathWhileIdleIsNotOfTheRun() {
    Bench bench("normal");
    bench.client.start();
    bench.client.kill({"engine_hung"});
    QTRY_VERIFY_WITH_TIMEOUT(!bench.client.isRunning(), kSoonMs);
    QVERIFY(bench.states.empty() && bench.ends.empty());
    bench.run.cancel();
    QCOMPARE(bench.run.state(), State::Idle);
}

void TestRunController::startIsIgnoredWhileRunning() {
    Bench bench("slow=300");
    bench.start(1);
    bench.start(5);
    bench.run.resume(bench.file(), {});
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.run.progress().cells_total, 1);
}

void TestRunController::reasonsHaveSentences_data() {
    QTest::addColumn<QString>("code");
    for (const char* code :
         {"engine_gone", "engine_silent", "engine_missing", "engine_library_missing",
          "engine_start_failed", "engine_line_too_long", "engine_crashed", "engine_killed",
          "engine_exited", "engine_hung", "engine_dies_again", "engine_restarted",
          "engine_restarted_between", "engine_stopped_on_cancel"})
        QTest::newRow(code) << code;
}

void TestRunController::reasonsHaveSentences() {
    QFETCH(QString, code);
    for (const Language language : {Language::Spanish, Language::English})
        QVERIFY(Text(language).has("reason." + code.toStdString()));
}

QTEST_GUILESS_MAIN(TestRunController)
#include "tst_run_controller.moc"
