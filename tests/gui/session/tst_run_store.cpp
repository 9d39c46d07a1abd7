// SPDX-License-Identifier: GPL-3.0-or-later
#include "store_testing.h"

using namespace duelo;
using namespace duelo::testing;
using namespace duelo::ui;

class TestRunStore : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void streamsToTheSameComparison();
    void signalsKeepTheirPauses();
    void slowListenersAreAskedLess();
    void comparesBesideTheWindow();
    void liveCellTellsItsMedian();
    void restartedCellBeginsAnew();
    void cellsLeaveWithTheirResults();
    void cancelledRunKeepsItsCells();
    void doubtfulRowsAreCounted();
    void lostCellKeepsItsReason();
    void ownLiveCellIsNotAnotherPcs();
    void vanishedFileKeepsWhatCame();
    void clearsEverything();
};

/// Line by line the run ends where the file does (S0-20: ratios of CPU and GPU per size).
void TestRunStore::streamsToTheSameComparison() {
    RunStore run;
    run.beginRun("aula.duelo");
    QVERIFY(run.isLive() && run.isEmpty() && !run.comparison());
    for (const Record& record : gpuLog().records) add(run, record);
    end(run);
    QVERIFY(!run.isLive());
    const Comparison made = gpuPc();
    const CaseTable &shown = run.comparison()->tables[0], &expected = made.tables[0];
    QCOMPARE(shown.rows, expected.rows);
    for (std::size_t i = 0; i < expected.rows.size(); ++i)
        QCOMPARE(shown.pairs[i].best->estimate->ratio, expected.pairs[i].best->estimate->ratio);
    QCOMPARE(tick(*run.comparison(), columnOf(made, Device::Cuda), "interleaved"), Answer::Yes);
}

void TestRunStore::signalsKeepTheirPauses() {
    RunStore run;
    std::vector<qint64> at_ms;
    QElapsedTimer clock;
    clock.start();
    const auto note = [&] { at_ms.push_back(clock.elapsed()); };
    connect(&run, &RunStore::changed, this, note);
    connect(&run, &RunStore::liveChanged, this, note);
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    while (clock.elapsed() < 700) {
        add(run, Samples{.cell = "c001", .round = {0}, .wall_ms = {20}});
        QTest::qWait(1);
    }
    add(run, doneWith("c001", run.liveCells().at("c001").kept_ms));
    QTRY_COMPARE(medianAt(run, 0, 0), 20.0);  // the last line is told without another one
    QVERIFY(at_ms.size() >= 2);
    for (std::size_t i = 1; i < at_ms.size(); ++i) QVERIFY(at_ms[i] - at_ms[i - 1] >= 99);
}

/// A slow listener is told less often: the window's time belongs to the user, and the PC to the
/// engine.
void TestRunStore::slowListenersAreAskedLess() {
    RunStore run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    constexpr int kCost_ms = 40;
    std::vector<qint64> at_ms;
    QElapsedTimer clock;
    clock.start();
    connect(&run, &RunStore::changed, this, [&] {
        at_ms.push_back(clock.elapsed());
        QTest::qSleep(kCost_ms);
    });
    while (at_ms.size() < 3) {
        add(run, Notice{.cell = {}, .reason = {"on_battery", {{"percent", 63}}, {}}});
        QTest::qWait(5);
    }
    QVERIFY(at_ms[2] - at_ms[1] >= 10 * kCost_ms);
}

/// A live run is compared on a thread of its own: whoever hands over records does not wait for it,
/// and nothing that comes meanwhile is lost.
void TestRunStore::comparesBesideTheWindow() {
    RunStore run;
    run.beginRun("x.duelo");
    bool adding = false;
    int changes = 0;
    connect(&run, &RunStore::changed, this, [&] {
        QVERIFY(!adding);
        ++changes;
    });
    std::size_t given = 0;
    const auto give = [&](const Record& record) {
        adding = true;
        add(run, record);
        adding = false;
        ++given;
    };
    give(twoCellHeader());
    give(twoCellLine(1));
    while (changes < 3) {
        give(Samples{.cell = "c001", .round = {0}, .wall_ms = {20}});
        give(Notice{.cell = {}, .reason = {"on_battery", {{"percent", 63}}, {}}});
        if (given % 14 == 0) QCOMPARE(run.logs().front().records.size(), given);
        QTest::qWait(5);
    }
    give(doneWith("c001", run.liveCells().at("c001").kept_ms));
    QTRY_COMPARE(medianAt(run, 0, 0), 20.0);
    QCOMPARE(run.logs().front().records.size(), given);
    QVERIFY(run.liveCells().empty());
    end(run);  // there is no file: what came is kept
    QCOMPARE(medianAt(run, 0, 0), 20.0);
}

void TestRunStore::liveCellTellsItsMedian() {
    RunStore run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Stage{.cell = "c001", .stage = "warm_up"});
    QCOMPARE(run.runningCell(), std::string("c001"));
    QCOMPARE(run.liveCells().at("c001").stage, std::string("warm_up"));
    QVERIFY(!run.liveCells().at("c001").estimate);
    // The sample that was thrown away would move the median.
    add(run, Samples{.cell = "c001",
                     .round = {0, 0, 1, 1},
                     .wall_ms = {20, 900, 24, 22},
                     .discard = {0, 1, 0, 0}});
    const LiveCell& live = run.liveCells().at("c001");
    QCOMPARE(live.kept_ms, (std::vector<double>{20, 24, 22}));
    QCOMPARE(live.round_sizes, (std::vector<std::size_t>{1, 2}));
    QCOMPARE(live.estimate->median, 22.0);
    QTRY_VERIFY(run.comparison());
    const ReportCell& shown = run.comparison()->rows[0].cells[0];
    QVERIFY(run.liveOf(shown) == &live);
    QVERIFY(run.samplesSoFarOf(shown) == &live.samples);
    QCOMPARE(live.samples.wall_ms, (std::vector<double>{20, 900, 24, 22}));
    QVERIFY(!live.samples.counts(1) && live.samples.counts(2));
    QVERIFY(run.isAwaited(run.comparison()->rows[1].cells[0]));
    QVERIFY(!run.liveOf(run.comparison()->rows[1].cells[0]));
    QVERIFY(!run.samplesSoFarOf(run.comparison()->rows[1].cells[0]));
    // The cell leaves when the comparison has its result, not before: no moment is without figures.
    add(run, doneWith("c001", {20, 24, 22}));
    QVERIFY(run.runningCell().empty());
    QVERIFY(medianAt(run, 0, 0) == 22.0 || run.liveOf(run.comparison()->rows[0].cells[0]));
    QTRY_COMPARE(medianAt(run, 0, 0), 22.0);
    QVERIFY(run.liveCells().empty());
}

/// The engine died in the middle of a cell and does it again: what the first attempt told is gone.
void TestRunStore::restartedCellBeginsAnew() {
    RunStore run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Samples{.cell = "c001", .round = {0}, .wall_ms = {500}});
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Samples{.cell = "c001", .round = {0}, .wall_ms = {20}});
    QCOMPARE(run.liveCells().at("c001").kept_ms, std::vector<double>{20});
    add(run, doneWith("c001", {20}));
    end(run);
    QCOMPARE(run.comparison()->rows[0].cells[0].samples.wall_ms, std::vector<double>{20});
}

/// A comparison lets go of the cells whose results it has, and of no other.
void TestRunStore::cellsLeaveWithTheirResults() {
    LiveCells cells;
    const auto take = [&](const Record& record) { cells.take({&record, 1}); };
    for (const Record& record :
         std::initializer_list<Record>{twoCellLine(1), doneIn("c001", 20), twoCellLine(2)})
        take(record);
    const std::size_t compared = cells.results();
    take(doneIn("c002", 90));
    QVERIFY(cells.find("c001") && cells.find("c002"));
    cells.settle(compared);
    QVERIFY(!cells.find("c001") && cells.find("c002"));
    take(twoCellLine(2));  // measured again, so it is without a result again
    cells.settle(cells.results());
    QVERIFY(cells.find("c002"));
}

/// R-23, S0-51: a cancelled run keeps what it has, and goes on from there.
void TestRunStore::cancelledRunKeepsItsCells() {
    const Files files;
    RecordLog log;
    log.records = {twoCellHeader(), twoCellLine(1), doneIn("c001", 20), End{.status = "cancelled"}};
    RunStore run;
    const QString path = files.path("x.duelo");
    run.beginRun(path);
    for (const Record& record : log.records) add(run, record);
    files.write(log, "x.duelo");
    end(run);
    QCOMPARE(medianAt(run, 0, 0), 20.0);
    QCOMPARE(causeAt(run, 1, 0), std::string("not_measured_cancelled"));
    QCOMPARE(run.openCells(), 1);
    QVERIFY(run.logs().front().integrity == Integrity::Sealed);  // read back, not remembered

    QVERIFY(resumes(run, path));
    QVERIFY(run.isLive());
    for (const Record& record : std::initializer_list<Record>{
             twoCellHeader(), twoCellLine(2), doneIn("c002", 90), End{.status = "completed"}}) {
        add(run, record);
        log.records.push_back(record);
    }
    QFile::remove(path);
    files.write(log, "x.duelo");
    end(run);
    QCOMPARE(medianAt(run, 0, 0), 20.0);
    QCOMPARE(medianAt(run, 1, 0), 90.0);
    QCOMPARE(run.openCells(), 0);
}

/// The number in "Repeat doubtful or lost ones (1)" counts rows; a repeat of the row takes it away.
void TestRunStore::doubtfulRowsAreCounted() {
    const Files files;
    RunStore run;
    QCOMPARE(run.doubtfulRows(), 0);
    ResultRecord noisy = doneIn("c001", 20);
    noisy.flags = {"noisy"};
    RecordLog log;
    log.records = {twoCellHeader(), twoCellLine(1), noisy, twoCellLine(2)};
    QVERIFY(opens(run, files.write(log, "noisy.duelo")));
    QCOMPARE(run.doubtfulRows(), 1);
    QCOMPARE(run.doubtfulCells(), 1);
    QCOMPARE(run.openCells(), 1);
    Header again = twoCellHeader();
    again.repeats = {"c001"};
    log.records.emplace_back(again);
    log.records.emplace_back(twoCellLine(1));
    QVERIFY(opens(run, files.write(log, "begun.duelo")));
    QCOMPARE(run.doubtfulRows(), 1);
    log.records.emplace_back(doneIn("c001", 10));
    QVERIFY(opens(run, files.write(log, "repeated.duelo")));
    QCOMPARE(run.doubtfulRows(), 0);
    // A new run has none of the last one's.
    QVERIFY(opens(run, files.path("noisy.duelo")));
    run.beginRun("x.duelo");
    QCOMPARE(run.doubtfulRows(), 0);
}

/// exactly the running cell is lost, with its reason.
void TestRunStore::lostCellKeepsItsReason() {
    RunStore run;
    run.beginRun("x.duelo");
    ResultRecord lost;
    lost.cell = "c001";
    lost.status = Status::Failed;
    lost.reason = Reason{"engine_crashed", Json::object(), "signal 11"};
    for (const Record& record : std::initializer_list<Record>{
             twoCellHeader(), twoCellLine(1), twoCellHeader(), lost, twoCellLine(2),
             doneIn("c002", 90), End{.status = "completed"}})
        add(run, record);
    end(run);
    QCOMPARE(causeAt(run, 0, 0), std::string("engine_crashed"));
    QCOMPARE(medianAt(run, 1, 0), 90.0);
    QCOMPARE(run.openCells(), 0);
}

/// Ids are of a file: the other PC has a c002 too, and nobody measures that one.
void TestRunStore::ownLiveCellIsNotAnotherPcs() {
    const Files files;
    RecordLog interrupted;
    interrupted.records = {twoCellHeader(), twoCellLine(1), doneIn("c001", 10), twoCellLine(2)};
    RunStore run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(2));
    QVERIFY(adds(run, files.write(interrupted, "otro.duelo"), duelo::Role::Shared));
    const Row& row = run.comparison()->rows[0];
    QCOMPARE(row.work.integer("size_px"), 512);
    QCOMPARE(row.cells[0].id, row.cells[1].id);
    QVERIFY(run.isAwaited(row.cells[0]) && run.liveOf(row.cells[0]));
    QVERIFY(!run.isAwaited(row.cells[1]) && !run.liveOf(row.cells[1]));
}

void TestRunStore::vanishedFileKeepsWhatCame() {
    const Files files;
    RunStore run;
    run.beginRun(files.path("never_written.duelo"));
    for (const Record& record : gpuLog().records) add(run, record);
    end(run);
    QCOMPARE(medianAt(run, 1, 0), gpuPc().rows[1].cells[0].result.summary->median_ms);

    const QString path = files.write(examples::cpuPc(), "casa.duelo");
    QVERIFY(opens(run, path));
    QFile::remove(path);
    QCOMPARE(openIn(run, path), std::string("file_missing"));
    QCOMPARE(run.comparison()->rows.size(), 4U);
}

void TestRunStore::clearsEverything() {
    RunStore run;
    run.beginRun("x.duelo");
    add(run, twoCellHeader());
    add(run, twoCellLine(1));
    add(run, Stage{.cell = "c001", .stage = "cold"});
    run.clear();
    QVERIFY(run.isEmpty() && !run.isLive() && !run.comparison() && !run.plan());
    QVERIFY(run.liveCells().empty() && run.runningCell().empty() && run.path().isEmpty());
    QCOMPARE(run.openCells(), 0);
    add(run, twoCellHeader());  // no run is live: nothing comes back
    QVERIFY(run.isEmpty());
}

QTEST_MAIN(TestRunStore)
#include "tst_run_store.moc"
