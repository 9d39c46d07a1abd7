// SPDX-License-Identifier: GPL-3.0-or-later
#include <QDir>
#include <QFileInfo>
#include <QSignalSpy>

#include "../results/large_run.h"
#include "base/places.h"
#include "store_testing.h"

using namespace duelo;
using namespace duelo::testing;
using namespace duelo::ui;

namespace {

/// A record file whose cells share neither size nor threads.
RecordLog scattered(int cells) {
    RecordLog log;
    log.records.emplace_back(twoCellHeader());
    for (int i = 0; i < cells; ++i) {
        CellRecord cell = twoCellLine(1);
        cell.cell = "x" + std::to_string(i);
        cell.work.set("size_px", 32 + i);
        cell.variant.set("threads", 1 + i);
        log.records.emplace_back(std::move(cell));
    }
    return log;
}

}  // namespace

class TestRunFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void opensAsCompared();
    void otherPcsStandBeside();
    void refusalsChangeNothing_data();
    void refusalsChangeNothing();
    void scatteredFileOpens();
    void besideALiveRunItIsComparedAside();
    void futureFieldsPass();
    void editedFileSaysSo();
    void opensTenThousandCells();
    void manyBesideAreComparedOnce();
    void newerOpeningReplacesAnOlder();
    void filesBesideAreCopiedAmongTheResults_Y_31();
    void whatCannotBeCopiedIsSaid_Y_31();
    void whatIsPutAwayCanComeBack_Y_31();
};

void TestRunFiles::opensAsCompared() {
    const Files files;
    RunStore run;
    QSignalSpy changed(&run, &RunStore::changed);
    const QString path = files.write(gpuLog(), "aula.duelo");
    QVERIFY(opens(run, path));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(run.path(), path);
    QVERIFY(valuesIn(run.plan()->cases.front(), "size_px") == std::vector<Json>{224});
    const Comparison& shown = *run.comparison();
    const Comparison made = gpuPc();
    QCOMPARE(shown.rows.size(), made.rows.size());
    QCOMPARE(shown.columns, made.columns);
    for (std::size_t r = 0; r < made.rows.size(); ++r)
        for (std::size_t c = 0; c < made.columns.size(); ++c)
            QCOMPARE(causeAt(run, r, c), made.rows[r].cells[c].reason
                                             ? made.rows[r].cells[c].reason->code
                                             : std::string());
    // The file is sealed as it was written, so the only thing to warn of would be wrong.
    QVERIFY(shown.warnings.empty());
}

/// S0-32, S0-33, P-11: another PC's GPU with its provenance and its ticks (P-08).
void TestRunFiles::otherPcsStandBeside() {
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(examples::cpuPc(), "casa.duelo")));
    const QString other = files.write(examples::otherPc(), "grupo_7.duelo");
    QVERIFY(adds(run, other, duelo::Role::Shared));
    const Comparison& shared = *run.comparison();
    QCOMPARE(shared.sources[1].file_name, std::string("grupo_7.duelo"));
    QCOMPARE(shared.sources[1].gpu, std::string("NVIDIA GeForce RTX 4070"));
    QVERIFY(shared.tables[1].kind == CaseTable::Kind::SharedGpu);
    const std::size_t gpu = columnOf(shared, Device::Cuda, Mode::Eager, 1);
    QVERIFY(std::abs(shared.tables[1].pairs[1].best->estimate->ratio - 40) < 1);
    QCOMPARE(tick(shared, gpu, "same_machine"), Answer::No);
    QCOMPARE(tick(shared, gpu, "same_input"), Answer::Yes);

    // The same file again changes its role, and is no third one.
    QVERIFY(adds(run, other, duelo::Role::Reference));
    QCOMPARE(run.logs().size(), 2U);
    QVERIFY(run.roleOf(1) == duelo::Role::Reference);
    QVERIFY(run.comparison()->tables[1].kind == CaseTable::Kind::ReferenceGpu);

    QVERIFY(adds(run, files.write(examples::gpuPc(), "aula.duelo"), duelo::Role::Shared));
    QCOMPARE(run.comparison()->tables[2].kind, CaseTable::Kind::SharedGpu);
    QVERIFY(leaves(run, 0));  // the open run is not beside
    QCOMPARE(run.logs().size(), 3U);
    QVERIFY(leaves(run, 1));
    QCOMPARE(run.comparison()->sources[1].file_name, std::string("aula.duelo"));

    // Another run of this PC: whoever stands beside stays, unless it is shown alone.
    run.beginRun("nuevo.duelo");
    QCOMPARE(run.logs().size(), 2U);
    end(run);
    QVERIFY(opens(run, files.path("casa.duelo")));
    QCOMPARE(run.logs().size(), 1U);
}

void TestRunFiles::refusalsChangeNothing_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("code");
    Header future = twoCellHeader();
    future.schema = kSchemaVersion + 1;
    QTest::newRow("missing") << QByteArray() << "file_missing";
    QTest::newRow("empty") << QByteArray("\n") << "file_empty";
    QTest::newRow("garbage") << QByteArray("\x89PNG\r\n\x1a\n\0\0", 10) << "not_a_record_file";
    QTest::newRow("no header") << QByteArray::fromStdString(encode(twoCellLine(1)) + "\n")
                               << "header_missing";
    QTest::newRow("newer schema") << QByteArray::fromStdString(encode(future) + "\n")
                                  << "schema_too_new";
}

void TestRunFiles::refusalsChangeNothing() {
    QFETCH(QByteArray, bytes);
    QFETCH(QString, code);
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(gpuLog(), "aula.duelo")));
    QSignalSpy changed(&run, &RunStore::changed);
    const QString path =
        bytes.isEmpty() ? files.path("none.duelo") : files.write(bytes, "bad.duelo");
    QCOMPARE(QString::fromStdString(openIn(run, path)), code);
    QVERIFY(!adds(run, path, duelo::Role::Shared));
    QVERIFY(!resumes(run, path));
    QVERIFY(!run.isLive());
    QCOMPARE(changed.count(), 0);
    QCOMPARE(run.path(), files.path("aula.duelo"));
    QCOMPARE(run.logs().size(), 1U);
    QCOMPARE(run.comparison()->rows.size(), 6U);
}

/// A file of a megabyte must not ask for gigabytes: what no file has takes no room.
void TestRunFiles::scatteredFileOpens() {
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(scattered(600), "raro.duelo")));
    const Comparison& shown = *run.comparison();
    std::size_t cells = 0;
    for (const Row& row : shown.rows) cells += row.cells.size();
    QCOMPARE(shown.rows.size(), 600U);
    QCOMPARE(cells, 602U);  // 600 of its lines, 2 of its plan
}

/// Comparing ten thousand cells takes half a second, in which a run that goes on must be seen.
void TestRunFiles::besideALiveRunItIsComparedAside() {
    const Files files;
    const QString other = files.write(examples::otherPc(), "otro.duelo");
    RunStore run;
    run.beginRun("x.duelo");
    for (const Record& record : gpuLog().records) add(run, record);
    QTRY_VERIFY(run.comparison() && run.comparison()->sources.size() == 1);
    bool free = false;  // between the reading of the file and its being shown
    QTimer turns;
    connect(&turns, &QTimer::timeout, this,
            [&] { free |= run.logs().size() == 2 && run.comparison()->sources.size() == 1; });
    turns.start(0);
    QVERIFY(adds(run, other, duelo::Role::Shared));
    QVERIFY(free);
    QVERIFY(run.isLive());
    QCOMPARE(run.comparison()->sources.size(), 2U);
    add(run, Notice{.cell = {}, .reason = {"on_battery", {{"percent", 63}}, {}}});
    QVERIFY(leaves(run, 1));
    QTRY_COMPARE(run.comparison()->sources.size(), 1U);
    QCOMPARE(run.logs().size(), 1U);
}

void TestRunFiles::futureFieldsPass() {
    const Files files;
    RecordLog log = gpuLog();
    std::get<Header>(log.records.front()).extra["campus"] = "norte";
    examples::resultOf(log, "c001").extra["energy_j"] = 3.5;
    log.records.insert(log.records.begin() + 1,
                       UnknownRecord{{{"r", "energy"}, {"cell", "c001"}, {"watt", {1, 2}}}});
    RunStore run;
    QVERIFY(opens(run, files.write(log, "futuro.duelo")));
    QCOMPARE(medianAt(run, 0, 0), gpuPc().rows[0].cells[0].result.summary->median_ms);
    QVERIFY(run.logs().front().warnings.empty());
    QVERIFY(run.logs().front().integrity == Integrity::Sealed);
}

void TestRunFiles::editedFileSaysSo() {
    const Files files;
    RecordLog log;
    log.records = {twoCellHeader(), twoCellLine(1), doneIn("c001", 20), End{.status = "completed"}};
    QByteArray bytes = bytesOf(files.write(log, "x.duelo"));
    QVERIFY(bytes.contains("\"median_ms\":20.0"));
    bytes.replace("\"median_ms\":20.0", "\"median_ms\":2.0");
    RunStore run;
    QVERIFY(opens(run, files.write(bytes, "y.duelo")));
    QCOMPARE(medianAt(run, 0, 0), 2.0);
    QCOMPARE(run.comparison()->warnings.front().code, std::string("file_modified"));
}

void TestRunFiles::opensTenThousandCells() {
    const Files files;
    RecordLog log;
    log.records = largeRun(10);
    QByteArray bytes;
    for (const Record& record : log.records)
        bytes += QByteArray::fromStdString(encode(record)) + '\n';
    RunStore run;
    const QString path = files.write(bytes, "large.duelo");
    // Meanwhile the window goes on, and knows how far it is.
    std::vector<qint64> done_bytes;
    connect(&run, &RunStore::reading, this, [&](const QString& of, qint64 done, qint64 total) {
        QVERIFY(of == path && total == bytes.size());
        done_bytes.push_back(done);
    });
    QTimer beat;
    int beats = 0;
    connect(&beat, &QTimer::timeout, this, [&] { ++beats; });
    beat.start(5);
    QVERIFY(opens(run, path));
    QVERIFY(beats > 5);
    QVERIFY(done_bytes.size() > 5 && std::ranges::is_sorted(done_bytes));
    const Comparison& c = *run.comparison();
    QCOMPARE(c.rows.size() * c.columns.size(), kLargeRunCells);
    QCOMPARE(c.tables.size(), 50U);
    QCOMPARE(run.openCells(), 0);
    const std::size_t gpu = columnOf(c, Device::Cuda);
    for (const Row& row : c.rows) {
        QVERIFY(row.cells[gpu].measured());
        // 16 threads are the base, 4 times as fast as one by construction, and so is the GPU.
        QVERIFY(std::abs(row.ratios.back().estimate->ratio - 1) < 0.05);
        QVERIFY(row.ratios.back().paired);
    }
}

/// Files that are asked for at once are compared at once; an unreadable one costs the others
/// nothing.
void TestRunFiles::manyBesideAreComparedOnce() {
    const Files files;
    RunStore run;
    QVERIFY(opens(run, files.write(examples::cpuPc(), "casa.duelo")));
    QSignalSpy changed(&run, &RunStore::changed), failed(&run, &RunStore::openFailed);
    const QString other = files.write(examples::otherPc(), "grupo.duelo");
    const QString broken = files.write(QByteArray("{"), "roto.duelo");
    for (const QString& path : {broken, files.write(gpuLog(), "aula.duelo"), other})
        run.addBeside(path, duelo::Role::Shared);
    QTRY_VERIFY(!run.isReading());
    // The first was at work before the others were asked for.
    QCOMPARE(changed.count(), 1);
    QCOMPARE(failed.count(), 1);
    QCOMPARE(failed.front().front().toString(), broken);
    QCOMPARE(run.logs().size(), 3U);
    QCOMPARE(run.comparison()->sources.size(), 3U);
    run.addBeside(other, duelo::Role::Shared);
    for (const QString& path : {broken, other}) run.addBeside(path, duelo::Role::Reference);
    QTRY_VERIFY(!run.isReading());
    QCOMPARE(changed.count(), 3);
    QCOMPARE(failed.count(), 2);
    QVERIFY(run.roleOf(2) == duelo::Role::Reference);
    // A run that begins meanwhile has all of them beside it, one by one.
    for (const QString& path : {broken, other, broken}) run.addBeside(path, duelo::Role::Shared);
    run.beginRun("nuevo.duelo");
    QTRY_VERIFY(!run.isReading());
    QCOMPARE(failed.count(), 4);
    QVERIFY(run.roleOf(2) == duelo::Role::Shared);
}

void TestRunFiles::newerOpeningReplacesAnOlder() {
    const Files files;
    RunStore run;
    QSignalSpy opened(&run, &RunStore::opened), changed(&run, &RunStore::changed);
    const QString first = files.write(examples::cpuPc(), "casa.duelo");
    const QString second = files.write(gpuLog(), "aula.duelo");
    run.open(first);
    run.addBeside(first, duelo::Role::Shared);
    QVERIFY(run.isReading() && run.isEmpty());  // it returns at once
    QVERIFY(opens(run, second));
    QTest::qWait(50);
    QCOMPARE(opened.count(), 1);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(run.path(), second);
    QCOMPARE(run.logs().size(), 1U);
    // A run that begins is what is shown, whatever is still being read.
    run.open(first);
    run.beginRun("nuevo.duelo");
    QTRY_VERIFY(!run.isReading());
    QTest::qWait(50);
    QVERIFY(run.isLive());
    QCOMPARE(run.path(), QString("nuevo.duelo"));
}

/// A stick is taken away, and downloads are tidied up: the copy is what is shown.
void TestRunFiles::filesBesideAreCopiedAmongTheResults_Y_31() {
    const Files results, elsewhere;
    const QDir folder(QDir::cleanPath(results.path(".")));
    RunStore run([&] { return folder.path(); });
    const QString own = results.write(examples::cpuPc(), "casa.duelo");
    QVERIFY(opens(run, own));
    const QString mate = elsewhere.write(examples::otherPc(), "grupo.duelo");
    QVERIFY(adds(run, mate, duelo::Role::Shared));
    const auto shown = [&run] { return QFileInfo(qs(utf8(run.logs().back().path))); };
    QCOMPARE(shown().fileName(), QString("grupo.duelo"));
    QCOMPARE(shown().dir(), folder);
    // The same once more makes no second copy, and one that lies there already none at all.
    QVERIFY(adds(run, mate, duelo::Role::Reference));
    QVERIFY(adds(run, shown().filePath(), duelo::Role::Shared));
    QCOMPARE(run.logs().size(), 2U);
    QCOMPARE(folder.entryList(QDir::Files), QStringList({"casa.duelo", "grupo.duelo"}));
    // Another of that name has its own, and takes nothing from the first.
    const Files stick;
    const QString other = stick.write(examples::gpuPc(), "grupo.duelo");
    QVERIFY(adds(run, other, duelo::Role::Shared));
    QCOMPARE(run.logs().size(), 3U);
    QCOMPARE(shown().fileName(), QString("grupo-2.duelo"));
    QVERIFY(QFile::remove(mate) && QFile::remove(other));
    QVERIFY(opens(run, own));
    run.bringBack();
    QTRY_COMPARE(run.logs().size(), 3U);
    // Beside a run that grows it is copied as well.
    run.beginRun(folder.filePath("nuevo.duelo"));
    QVERIFY(adds(run, elsewhere.write(gpuLog(), "tercero.duelo"), duelo::Role::Shared));
    QVERIFY(folder.exists("tercero.duelo"));
}

void TestRunFiles::whatCannotBeCopiedIsSaid_Y_31() {
    const Files files, elsewhere;
    // A file where the folder should be: nobody can write there, root neither.
    const QString folder = files.write(QByteArray("x"), "results");
    RunStore run([&] { return folder; });
    QVERIFY(opens(run, files.write(examples::cpuPc(), "casa.duelo")));
    QSignalSpy told(&run, &RunStore::notKept);
    const QString mate = elsewhere.write(examples::otherPc(), "grupo.duelo");
    QVERIFY(adds(run, mate, duelo::Role::Shared));
    QCOMPARE(run.logs().size(), 2U);
    QCOMPARE(qs(utf8(run.logs().back().path)), mate);
    QCOMPARE(told.size(), 1);
    const auto reason = told.front().front().value<Reason>();
    QCOMPARE(reason.code, std::string("beside_not_kept"));
    const std::string sentence = Text(Language::Spanish).reason(reason);
    QVERIFY2(sentence.find("«grupo.duelo» se lee de donde está") == 0 &&
                 sentence.find(folder.toStdString()) != std::string::npos,
             sentence.c_str());
}

void TestRunFiles::whatIsPutAwayCanComeBack_Y_31() {
    const Files files;
    RunStore run;
    const QString own = files.write(examples::cpuPc(), "casa.duelo");
    const QString mate = files.write(examples::otherPc(), "grupo.duelo");
    const QString extra = files.write(gpuLog(), "extra.duelo");
    QVERIFY(opens(run, own));
    QVERIFY(run.putAway().offered().empty());
    QVERIFY(adds(run, mate, duelo::Role::Reference));
    QVERIFY(opens(run, extra));
    QCOMPARE(run.logs().size(), 1U);
    QCOMPARE(run.putAway().offered().size(), 1U);
    QCOMPARE(run.putAway().offered().front().path, mate);
    QVERIFY(run.putAway().fit());
    // A third file never had them beside it.
    QVERIFY(opens(run, files.write(gpuLog(), "tercero.duelo")));
    QVERIFY(run.putAway().offered().empty());
    // Back at the practice it is offered still, in its role.
    QVERIFY(opens(run, own));
    QCOMPARE(run.putAway().offered().size(), 1U);
    run.bringBack();
    QTRY_COMPARE(run.logs().size(), 2U);
    QVERIFY(run.roleOf(1) == duelo::Role::Reference);
    QVERIFY(run.putAway().offered().empty());
    // Whoever adds it by hand is not asked again. What was taken away from one file stood beside
    // the other all the same, also after a restart.
    QVERIFY(opens(run, extra));
    QVERIFY(adds(run, mate, duelo::Role::Shared));
    QVERIFY(run.putAway().offered().empty());
    QVERIFY(leaves(run, 1));
    QVERIFY(opens(run, own));
    QCOMPARE(run.putAway().offered().size(), 1U);
    RunStore later;
    later.setKnownBeside(run.putAway().known());
    QVERIFY(opens(later, extra));
    QVERIFY(later.putAway().offered().empty());
    QVERIFY(opens(later, own));
    QCOMPARE(later.putAway().offered().size(), 1U);
    QCOMPARE(later.putAway().offered().front().path, mate);
    QVERIFY(later.putAway().offered().front().role == duelo::Role::Reference);
    // Taken away from its own file it is offered no more.
    later.bringBack();
    QTRY_COMPARE(later.logs().size(), 2U);
    QVERIFY(leaves(later, 1));
    QVERIFY(opens(later, extra));
    QVERIFY(opens(later, own));
    QVERIFY(later.putAway().offered().empty());
    later.setKnownBeside({{"run", 3}, {"files", "none"}});
    QVERIFY(later.putAway().known().empty());
}

QTEST_MAIN(TestRunFiles)
#include "tst_run_files.moc"
