// SPDX-License-Identifier: GPL-3.0-or-later
// Y-31: the file of a classmate is kept, found again after a restart, and asked for where it is
// missing.
#include <QDir>
#include <QFile>
#include <QListWidget>

#include "lab_report/lab_report.h"
#include "report_page_bench.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ReportPage;

namespace {

/// Cites the first thing that is offered, in the section of the results' analysis.
bool cites(ReportPage& page) {
    page.showSection(3);
    auto* evidence = page.findChild<QListWidget*>("evidence");
    if (!QTest::qWaitFor([&] { return evidence->count() > 2; }, kSoonMs)) return false;
    QTest::mouseClick(evidence->viewport(), Qt::LeftButton, {},
                      evidence->visualItemRect(evidence->item(0)).center());
    return QTest::qWaitFor([&] { return page.editors().first()->answer().contains("[[e1]]"); });
}

QString told(const ReportPage& page) {
    QStringList words;
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisible()) words << label->text();
    return words.join('\n');
}

QPushButton* find(const ReportPage& page) {
    for (auto* button : page.findChildren<QPushButton*>("find"))
        if (button->isVisible()) return button;
    return nullptr;
}

QStringList filesIn(const QString& folder) {
    return QDir(folder).entryList({"*.duelo"}, QDir::Files);
}

/// Copies the file of a PC with a GPU into the downloads, under the name that its owner gave it.
QString classmatesFile(const WindowBench& bench, const WindowBench& mate) {
    const QString path = bench.path("descargas/companero.duelo");
    QDir().mkpath(QFileInfo(path).path());
    if (!QFile::copy(mate.work->run().path(), path)) qFatal("not copied");
    return path;
}

}  // namespace

class TestClassmatesFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isFoundAfterARestart_Y_31();
    void whatIsOpenedElsewhereIsKeptOnceCited_Y_31();
    void putAwayIsOffered_Y_31();
    void ownThreadsAreOfferedBesideIt_Y_40();
    void speaksForNoRunThatGoesOn_Y_31();
};

void TestClassmatesFile::isFoundAfterARestart_Y_31() {
    WindowBench mate("gpu", "en");
    QVERIFY(mate.measured(smallPlan(2, {Device::Cuda})));
    WindowBench bench("normal", "en");
    QVERIFY(bench.measured(smallPlan(2)));
    const QString own = bench.work->run().path(), file = classmatesFile(bench, mate);
    const QString results = bench.settings.resultsFolder();
    chooseFile(file);
    Q_EMIT bench.page().form().otherPcWanted(false);
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    QVERIFY(filesIn(results).contains("companero.duelo"));
    QVERIFY(cites(reportOf(*bench.window)));
    QVERIFY(QFile::remove(file));
    inNextDialog([](QDialog& question) {  // it is not handed in
        for (auto* button : question.findChildren<QAbstractButton*>())
            if (button->text().remove('&') == "Close") return button->click();
        qFatal("no button");
    });
    QVERIFY(bench.window->close());
    bench.window.reset();
    bench.work.reset();
    // Somebody tidies up: the copy has another name by now.
    QVERIFY(QFile::rename(results + "/companero.duelo", results + "/GPU de Luis.duelo"));
    const auto again = [&](auto check) {
        ui::Session work(bench.settings, QStringLiteral(DUELO_FAKE_ENGINE), {"serve", "normal"});
        ui::MainWindow window(bench.settings, work);
        window.resize(1280, 720);
        window.show();
        window.openRecords({own});
        // What was opened comes to the front first; then the report is turned to, and stays.
        if (!QTest::qWaitFor([&] { return window.property("page") == "inference"; }, kSoonMs))
            qFatal("not opened");
        ReportPage& page = reportOf(window);
        check(page);
    };
    again([&](ReportPage& page) {
        // Its times stand in the report: a group of both files is read.
        QTRY_VERIFY_WITH_TIMEOUT(page.groups().groups.size() == 2, kSoonMs);
        QCOMPARE(page.groups().groups.back().files.size(), std::size_t{2});
        QVERIFY(!find(page));
    });
    // Gone, and somebody points at it: only at that of the same run.
    QVERIFY(QFile::rename(results + "/GPU de Luis.duelo", bench.path("stick.duelo")));
    again([&](ReportPage& page) {
        QTRY_VERIFY_WITH_TIMEOUT(find(page), kSoonMs);
        QVERIFY2(told(page).contains("companero.duelo is not found"), qPrintable(told(page)));
        chooseFile(own);
        find(page)->click();
        QTRY_VERIFY2(told(page).contains("is of another measurement than companero.duelo"),
                     qPrintable(told(page)));
        QVERIFY(find(page));
        chooseFile(bench.path("stick.duelo"));
        find(page)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!find(page), kSoonMs);
        QCOMPARE(page.groups().groups.back().files.size(), std::size_t{2});
        QVERIFY(filesIn(results).contains("stick.duelo"));
    });
}

/// A file that is opened by a double click is cited like one's own.
void TestClassmatesFile::whatIsOpenedElsewhereIsKeptOnceCited_Y_31() {
    WindowBench mate("gpu", "en");
    QVERIFY(mate.measured(smallPlan(2, {Device::Cuda})));
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    const QString file = classmatesFile(bench, mate);
    bench.window->openFiles({file});
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().comparison(), kSoonMs);
    const QString results = bench.settings.resultsFolder();
    QVERIFY(filesIn(results).isEmpty());  // looking alone copies nothing
    QVERIFY(cites(reportOf(*bench.window)));
    QTRY_COMPARE(filesIn(results), QStringList{"companero.duelo"});
}

void TestClassmatesFile::putAwayIsOffered_Y_31() {
    WindowBench mate("gpu", "en");
    QVERIFY(mate.measured(smallPlan(2, {Device::Cuda})));
    WindowBench bench("normal", "en");
    QVERIFY(bench.measured(smallPlan(2)));
    const QString own = bench.work->run().path(), file = classmatesFile(bench, mate);
    bench.work->run().addBeside(file, Role::Shared);
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    bench.window->openRecords({own});
    QTRY_COMPARE_WITH_TIMEOUT(bench.message(), QString("No longer beside it: companero.duelo."),
                              kSoonMs);
    QCOMPARE(bench.messageAction().text(), QString("Put beside again"));
    bench.messageAction().click();
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    QTRY_VERIFY(bench.message().isEmpty());
    // Who opens both at once has lost nothing.
    QSignalSpy opened(bench.work.get(), &ui::Session::opened);
    bench.window->openRecords({own, file});
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kSoonMs);
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->run().isReading(), kSoonMs);
    QTRY_COMPARE(bench.work->run().logs().size(), 2U);
    QTRY_VERIFY2(bench.message().isEmpty(), qPrintable(bench.message()));
}

/// With a GPU beside there is a matrix of what is worth it, and still nothing of the own threads.
void TestClassmatesFile::ownThreadsAreOfferedBesideIt_Y_40() {
    WindowBench mate("gpu", "en");
    QVERIFY(mate.measured(smallPlan(2, {Device::Cuda})));
    WindowBench bench("normal", "en");
    QVERIFY(bench.measured(smallPlan(2)));
    const auto* fill = bench.frame().findChild<QPushButton*>("fill");
    QTRY_VERIFY(fill->isVisible());
    const QString offered = fill->text();
    QVERIFY2(offered.startsWith("Scaling: 1, 2"), qPrintable(offered));
    bench.work->run().addBeside(mate.work->run().path(), Role::Shared);
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    QTRY_COMPARE(bench.table().columnCount() > 2, true);
    QVERIFY(fill->isVisible());
    QCOMPARE(fill->text(), offered);
}

/// Before the own cells are measured, the result in one sentence would be a classmate's.
void TestClassmatesFile::speaksForNoRunThatGoesOn_Y_31() {
    WindowBench mate("gpu", "en");
    QVERIFY(mate.measured(smallPlan(2, {Device::Cuda})));
    WindowBench bench("slow=300", "en");
    QVERIFY(bench.measured(smallPlan(1)));
    bench.work->run().addBeside(mate.work->run().path(), Role::Shared);
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    bench.measure(smallPlan(3));
    QVERIFY(bench.work->isMeasuring());
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    const auto* evidence = page.findChild<QListWidget*>("evidence");
    bool told = false;
    QVERIFY(QTest::qWaitFor(
        [&] {
            told |= bench.work->isMeasuring() && evidence->count() > 0;
            return !bench.work->isMeasuring();
        },
        kSoonMs));
    QVERIFY(!told);
    QTRY_VERIFY_WITH_TIMEOUT(evidence->count() > 2, kSoonMs);
}

int main(int argc, char** argv) {
    return runInApplication<TestClassmatesFile>(argc, argv);
}
#include "tst_classmates_file.moc"
