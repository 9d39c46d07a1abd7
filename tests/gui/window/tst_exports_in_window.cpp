// SPDX-License-Identifier: GPL-3.0-or-later
// The export menu as a user works it; what the files hold is tested in tests/gui/export.
#include <algorithm>

#include <QClipboard>
#include <QMenu>
#include <QMessageBox>
#include <QMimeData>
#include <QPrintDialog>
#include <QPrinter>
#include <QToolButton>

#include "../export/export_testing.h"
#include "base/places.h"
#include "record/record_file.h"
#include "report_page_bench.h"
#include "ui/export/exporter.h"
#include "ui/shell/gpu_strip.h"
#include "ui/shell/toast.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestExportsInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyEntryWrites_R_20();
    void readingsOfTheGpuAreSaved_S2_38();
    void whatWasDoneIsToldWhereItIsSeen();
    void tableGoesToTheClipboard();
    void selectedRowsGoToTheClipboard();
    void chartGoesToTheClipboard();
    void reportInTheOtherLanguage();
    void nothingMeasuredNothingOffered();
    void deniedPlaceIsTold_R_20();
    void openRecordIsNeverWrittenOver();
    void everyPagePrintsItsOwn();

private:
    static QString printedBy(WindowBench& bench, QAction& print);
    static QMenu* exportMenu(const WindowBench& bench) {
        for (auto* button : bench.window->findChildren<QToolButton*>())
            if (button->menu() && button->property("role") == "bar" && !button->text().isEmpty())
                return button->menu();
        return nullptr;
    }
    static QAction* entryOf(QMenu& menu, const QString& title) {
        for (QAction* action : menu.actions())
            if (action->text().endsWith(title + QStringLiteral("…"))) return action;
        return nullptr;
    }
};

void TestExportsInWindow::everyEntryWrites_R_20() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QMenu* menu = exportMenu(bench);
    QVERIFY(menu);
    Q_EMIT menu->aboutToShow();
    int written = 0;
    for (const ui::ExportChoice& choice : ui::exportChoices()) {
        if (choice.target == ui::ExportTarget::Program) continue;  // has its own dialog
        QAction* action = entryOf(*menu, choice.title);
        QVERIFY2(action && action->isEnabled(), qPrintable(choice.title));
        const QString path = bench.path(QString("salida %1").arg(written) + choice.suffix);
        chooseFile(path);
        action->trigger();
        QFile file(path);
        QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(path + ": " + bench.message()));
        QVERIFY(file.size() > 500);
        const auto* told = bench.window->findChild<QLabel*>("toastSentence");
        QVERIFY2(told->text().contains("salida"), qPrintable(told->text()));
        ++written;
    }
    QVERIFY(written >= 11);
}

/// On pages that measure, and only with a GPU.
void TestExportsInWindow::readingsOfTheGpuAreSaved_S2_38() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.ready());
    auto* strip = bench.window->findChild<ui::GpuStrip*>();
    QVERIFY(!strip->isVisible());
    bench.window->showPage("inference");
    QVERIFY(strip->isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!bench.work->gpu().rows().empty(), kSoonMs);
    QVERIFY(strip->findChild<QLabel*>("gpuFigures")->text().contains("carga 87 %"));
    const QString path = bench.path("lecturas.csv");
    chooseFile(path);
    QMenu* menu = strip->findChild<QToolButton*>("gpuButton")->menu();
    Q_EMIT menu->aboutToShow();
    menu->actions().last()->trigger();
    QFile file(path);
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(bench.message()));
    QVERIFY(file.readLine().startsWith("time_utc,temperature_c,"));
    QVERIFY(file.readLine().contains(",54,3221225472,"));
    bench.window->actions().present->trigger();
    QVERIFY(!strip->isVisible());
    bench.window->actions().present->trigger();
    QVERIFY(strip->isVisible());
    bench.window->showPage("glossary");
    QVERIFY(!strip->isVisible());
    WindowBench without("normal", "es");
    QVERIFY(without.ready());
    without.window->showPage("inference");
    QVERIFY(!without.window->findChild<ui::GpuStrip*>()->isVisible());
}

/// And goes by itself: it is no warning, and takes nobody away from where he is.
void TestExportsInWindow::whatWasDoneIsToldWhereItIsSeen() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured());
    const auto* toast = bench.window->findChild<ui::Toast*>();
    const auto* said = toast->findChild<QLabel*>("toastSentence");
    for (const char* where : {"inference", "glossary", "home", "report"}) {
        bench.window->showPage(where);
        bench.window->actions().copyTable->trigger();
        QCOMPARE(bench.window->property("page").toString(), QString(where));
        QVERIFY(toast->isVisible());
        QCOMPARE(said->text(), QString("Copied."));
        QVERIFY(bench.message().isEmpty());
        QVERIFY(bench.window->rect().contains(toast->geometry()));
    }
    QTRY_VERIFY_WITH_TIMEOUT(!toast->isVisible(), kSoonMs);
}

void TestExportsInWindow::tableGoesToTheClipboard() {
    WindowBench bench;
    QVERIFY(bench.measured());
    QTest::keyClick(bench.window.get(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasText() && data->hasHtml());
    const QStringList lines = data->text().trimmed().split('\n');
    QCOMPARE(lines.size(), 4);  // titles and three sizes
    // Beside each time its interval.
    QVERIFY(lines[1].count('\t') >= bench.table().columnCount());
    QCOMPARE(lines[1].count('\t'), lines[0].count('\t'));
    QVERIFY2(lines[1].contains(','), qPrintable(lines[1]));  // this PC's decimal sign
    QVERIFY(data->html().contains("<table"));
}

void TestExportsInWindow::selectedRowsGoToTheClipboard() {
    WindowBench bench;
    QVERIFY(bench.measured());
    QTableView& table = bench.frame().table();
    table.setFocus();
    QTRY_VERIFY(table.hasFocus());
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(bench.table().index(1, 1)).center());
    QCOMPARE(table.selectionModel()->selectedRows().size(), 1);
    QGuiApplication::clipboard()->clear();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    const QMimeData* data = QGuiApplication::clipboard()->mimeData();
    QVERIFY(data->hasHtml());
    const QStringList lines = data->text().trimmed().split('\n');
    QCOMPARE(lines.size(), 2);  // titles and the row
    QVERIFY2(lines[1].startsWith(bench.cell(1, 0)), qPrintable(lines[1]));
}

void TestExportsInWindow::chartGoesToTheClipboard() {
    WindowBench bench;
    QVERIFY(bench.measured());
    QGuiApplication::clipboard()->clear();
    bench.window->actions().copyChart->trigger();
    const QImage image = QGuiApplication::clipboard()->image();
    QVERIFY(!image.isNull());
    QCOMPARE(image.width(), 2160);  // three times what is drawn, for paper
}

void TestExportsInWindow::reportInTheOtherLanguage() {
    WindowBench bench("normal", "es");
    QVERIFY(bench.measured());
    QMenu* menu = exportMenu(bench);
    const QString path = bench.path("report.md");
    for (QAction* entry : menu->actions())
        if (QMenu* languages = entry->menu())
            for (QAction* language : languages->actions())
                if (language->text() == "English") language->trigger();
    chooseFile(path);
    entryOf(*menu, "Markdown")->trigger();
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY(text.contains(
        QString::fromStdString(Text(Language::English)("report.column_cpu", {{"unit", "s"}}))));
    QVERIFY(!text.contains(
        QString::fromStdString(Text(Language::Spanish)("report.column_cpu", {{"unit", "s"}}))));
}

void TestExportsInWindow::nothingMeasuredNothingOffered() {
    WindowBench bench;
    QVERIFY(bench.ready());
    QMenu* menu = exportMenu(bench);
    Q_EMIT menu->aboutToShow();
    for (const ui::ExportChoice& choice : ui::exportChoices())
        if (choice.target != ui::ExportTarget::Program)
            QVERIFY2(!entryOf(*menu, choice.title)->isEnabled(), qPrintable(choice.title));
    QGuiApplication::clipboard()->setText("mine");
    // The old clipboard stays, and not in silence.
    bench.window->actions().copyTable->trigger();
    QVERIFY2(bench.message().contains("tabla"), qPrintable(bench.message()));
    bench.window->actions().copyChart->trigger();
    QVERIFY2(bench.message().contains("gráfico"), qPrintable(bench.message()));
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("mine"));
}

void TestExportsInWindow::deniedPlaceIsTold_R_20() {
    WindowBench bench;
    QVERIFY(bench.ready());
    // A file where the folder should be: nobody, not even root, can write below it.
    QFile blocker(bench.path("tapón"));
    QVERIFY(blocker.open(QIODevice::WriteOnly));
    bench.settings.setResultsFolder(bench.path("tapón/dentro"));
    bench.measure();
    QVERIFY(!bench.work->isMeasuring());  // told before minutes are spent
    QVERIFY(bench.message().contains("dentro"));
}

/// While it is measured as well as later: all that comes after would be lost.
void TestExportsInWindow::openRecordIsNeverWrittenOver() {
    WindowBench bench("slow=2000");
    QVERIFY(bench.ready());
    bench.measure();
    QVERIFY(bench.hasMeasured(1));
    const QString journal = bench.work->run().path();
    // Listed from its start, so that a window that is closed now leaves it to be resumed.
    QVERIFY(bench.work->recent().paths().contains(journal));
    const auto proposed = std::make_shared<QString>();
    inNextDialog([journal, proposed](QDialog& dialog) {
        auto* name = dialog.findChild<QLineEdit*>("fileNameEdit");
        *proposed = name->text();
        name->setText(journal);
        QMetaObject::invokeMethod(&dialog, "accept", Qt::DirectConnection);
    });
    // The dialog itself asks whether to replace the file.
    QTimer::singleShot(500, qApp, [] {
        if (auto* box = qobject_cast<QMessageBox*>(QApplication::activeModalWidget()))
            box->button(QMessageBox::Yes)->click();
    });
    bench.window->actions().saveCopy->trigger();
    QVERIFY(!proposed->isEmpty() && *proposed != QFileInfo(journal).fileName());
    QVERIFY2(!bench.message().isEmpty(), "refused in words");
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().openCells(), 0);
    QVERIFY(readRecords(fromUtf8(journal.toStdString()))->integrity == Integrity::Sealed);
}

/// Prints into a PDF, and returns its text; empty: nothing.
QString TestExportsInWindow::printedBy(WindowBench& bench, QAction& print) {
    const QString path = bench.path("printed.pdf");
    QFile::remove(path);
    inNextDialog([path](QDialog& dialog) {
        if (auto* asks = qobject_cast<QPrintDialog*>(&dialog)) {
            asks->printer()->setOutputFormat(QPrinter::PdfFormat);
            asks->printer()->setOutputFileName(path);
        }
        dialog.done(QDialog::Accepted);
    });
    print.trigger();
    return QTest::qWaitFor([&] { return QFile::exists(path); }, kSoonMs) ? pdfText(path)
                                                                         : QString();
}

/// A sheet of paper has what the PDF of that page has.
void TestExportsInWindow::everyPagePrintsItsOwn() {
    if (!hasPoppler()) QSKIP("poppler's pdftotext and pdfinfo are not installed");
    WindowBench bench;
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    bench.window->actions().print->trigger();
    QVERIFY2(!bench.message().isEmpty(), "there is nothing to print");
    bench.frame().setMessage({});
    QVERIFY(bench.measured(smallPlan(2)));
    const ui::WindowActions& commands = bench.window->actions();
    const QString sheet = printedBy(bench, *commands.print);
    QVERIFY2(sheet.contains("ResNet-18") && sheet.contains("64 px"), qPrintable(sheet));
    QCOMPARE(pdfInfo(bench.path("printed.pdf"), "Pages").toInt(), sheet.count(QChar::FormFeed));
    QVERIFY(bench.message().isEmpty());
    const QString finding = bench.frame().findChild<QLabel*>("headline")->text().section(' ', 0, 1);
    for (QAction* alone : {commands.printTable, commands.printChart}) {
        const QString page = printedBy(bench, *alone);
        QVERIFY2(page.contains(finding) && page.contains("64"), qPrintable(page));
        QCOMPARE(pdfInfo(bench.path("printed.pdf"), "Pages").toInt(), 1);
    }
    static_cast<void>(reportOf(*bench.window));
    const QString report = printedBy(bench, *commands.print);
    QVERIFY(!report.isEmpty() && report != sheet);
    bench.window->showPage("class");
    const QString classroom = printedBy(bench, *commands.print);
    QVERIFY(!classroom.isEmpty() && classroom != report && classroom != sheet);
}

int main(int argc, char** argv) {
    return runInApplication<TestExportsInWindow>(argc, argv);
}
#include "tst_exports_in_window.moc"
