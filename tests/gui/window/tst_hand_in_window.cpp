// SPDX-License-Identifier: GPL-3.0-or-later
// Handing a report in from the window, as a student does at the end of the class (S0-54, R-20).
#include <QAbstractButton>
#include <QCheckBox>
#include <QDir>

#include <algorithm>

#include "base/zip_file.h"
#include "ui/lab_report/hand_in_dialog.h"
#include "ui/lab_report/report_page.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ReportPage;

namespace {

ReportPage& reportOf(WindowBench& bench) {
    bench.window->showPage("report");
    auto& page = *bench.window->findChild<ReportPage*>();
    if (!QTest::qWaitFor([&] { return page.findChild<QPushButton*>("handIn")->isEnabled(); },
                         kSoonMs))
        qFatal("no report");
    return page;
}

void type(QDialog& dialog, const char* field, const QString& words) {
    auto* edit = dialog.findChild<QLineEdit*>(field);
    if (!edit) qFatal("no field %s", field);
    edit->setText(words);
}

/// Presses the button of that caption, without its mnemonic.
void press(QDialog& dialog, const QString& caption) {
    for (auto* button : dialog.findChildren<QAbstractButton*>())
        if (button->text().remove('&') == caption) return button->click();
    qFatal("no button %s", qPrintable(caption));
}

void clickHandIn(ReportPage& page) {
    page.findChild<QPushButton*>("handIn")->click();
}

QStringList namesIn(const QString& path) {
    QStringList names;
    const auto archive = ZipArchive::open(ui::pathOf(path));
    if (!archive) return {ui::qs(archive.error().code)};
    for (const ZipArchive::Entry& entry : archive->entries()) names << ui::qs(entry.name);
    return names;
}

QByteArray bytesOf(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

}  // namespace

class TestHandInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void handsInOneFile_R_20();
    void tellsWhyItCouldNot_R_20();
    void offersTheGpuFile();
    void closingAsksOnce();
};

void TestHandInWindow::handsInOneFile_R_20() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured());
    bench.settings.setField("seat", "PC-07");
    ReportPage& page = reportOf(bench);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "My summary.");
    const QString folder = bench.settings.resultsFolder();
    QString proposed;
    inNextDialog([&](QDialog& dialog) {
        QCOMPARE(dialog.findChild<QLineEdit*>("handInSeat")->text(), QString("PC-07"));
        QCOMPARE(dialog.focusWidget()->objectName(), QString("handInNames"));
        QStringList said;
        for (const auto* label : dialog.findChildren<QLabel*>()) said << label->text();
        QVERIFY(said.join('\n').contains("Reflection, question 2: "));  // before, not afterwards
        QVERIFY(said.join('\n').contains("Proposals"));
        QVERIFY(!said.join('\n').contains("Reflection, question 1: "));
        type(dialog, "handInNames", " ");
        for (const auto* button : dialog.findChildren<QAbstractButton*>())
            QVERIFY(button->text().remove('&') != "Hand in" || !button->isEnabled());
        type(dialog, "handInNames", "Núñez Peña, Ana");
        type(dialog, "handInGroup", "4/B");
        type(dialog, "handInSeat", "12");
        proposed = dynamic_cast<ui::HandInDialog&>(dialog).path();
        QVERIFY(!dialog.findChild<QCheckBox*>("handInGpu")->isVisible());
        press(dialog, "Hand in");
    });
    clickHandIn(page);
    const auto* toast = bench.window->findChild<QLabel*>("toastSentence");
    QVERIFY2(toast->isVisible() && toast->text() == "Handed in: Núñez_Peña_Ana-4-B-12.zip",
             qPrintable(toast->text()));
    QVERIFY(std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->text().contains("read again: 4");
    }));
    const QString path = folder + "/Núñez_Peña_Ana-4-B-12.zip";
    QCOMPARE(proposed, path);
    const QString record = QFileInfo(bench.work->run().path()).fileName();
    QCOMPARE(namesIn(path),
             (QStringList{"Núñez_Peña_Ana-4-B-12.pdf", "Núñez_Peña_Ana-4-B-12.duelo-report", record,
                          "README.txt"}));
    // The report remembers who handed it in, and this PC does not.
    const QString report = QDir(folder).entryInfoList({"*.duelo-report"}).first().filePath();
    QVERIFY(bytesOf(report).contains("Núñez Peña, Ana"));
    QVERIFY(isHandedIn(*readLabReport(ui::pathOf(report))));
    bench.settings.setState("flush", {});
    QVERIFY(!bytesOf(bench.path("duelo.ini")).contains("Ana"));

    // Again: what is there is replaced only when it is asked for.
    const QByteArray before = bytesOf(path);
    inNextDialog([](QDialog& dialog) {
        QCOMPARE(dialog.findChild<QLineEdit*>("handInSeat")->text(), QString("12"));
        inNextDialog([](QDialog& question) {
            inNextDialog([](QDialog& again) { again.reject(); });
            press(question, "No");
        });
        press(dialog, "Hand in");
    });
    clickHandIn(page);
    QCOMPARE(bytesOf(path), before);
}

void TestHandInWindow::tellsWhyItCouldNot_R_20() {
    WindowBench bench("normal", "en");
    ReportPage& page = reportOf(bench);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "words");
    QString told;
    inNextDialog([&](QDialog& dialog) {
        type(dialog, "handInNames", "Ana");
        type(dialog, "handInFolder", bench.path("none/such"));
        inNextDialog([&](QDialog& again) {
            for (const auto* label : again.findChildren<QLabel*>())
                if (label->text().contains("does not exist")) told = label->text();
            again.reject();
        });
        press(dialog, "Hand in");
    });
    clickHandIn(page);
    QVERIFY(!told.isEmpty());
    QVERIFY(!QDir(bench.path("none")).exists());
}

void TestHandInWindow::offersTheGpuFile() {
    WindowBench other("gpu", "en");
    QVERIFY(other.measured(smallPlan(3, {Device::Cuda})));
    const QString gpu = other.work->run().path();
    WindowBench bench("normal", "en");
    QVERIFY(bench.measured());
    bench.work->run().addBeside(gpu, Role::Reference);
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().comparison()->sources.size() == 2, kSoonMs);
    ReportPage& page = reportOf(bench);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "words");
    const QDir home(bench.path("stick"));
    QVERIFY(home.mkpath("."));
    inNextDialog([&](QDialog& dialog) {
        type(dialog, "handInNames", "Ana");
        type(dialog, "handInFolder", home.path());
        dialog.findChild<QCheckBox*>("handInGpu")->click();
        press(dialog, "Hand in");
    });
    clickHandIn(page);
    // Under another name where both were begun in the same second.
    const QStringList files = home.entryList({"*.duelo"}, QDir::Files);
    QVERIFY(!bytesOf(gpu).isEmpty());
    QVERIFY(std::ranges::any_of(
        files, [&](const QString& file) { return bytesOf(home.filePath(file)) == bytesOf(gpu); }));
}

void TestHandInWindow::closingAsksOnce() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.window->close());  // nobody has written anything
    bench.window->show();
    ReportPage& page = reportOf(bench);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "words");
    bool asked = false;
    inNextDialog([&](QDialog& question) {
        asked = true;
        press(question, "Cancel");
    });
    QVERIFY(!bench.window->close());
    QVERIFY(asked);
    QVERIFY(bench.window->close());
}

int main(int argc, char** argv) {
    return runInApplication<TestHandInWindow>(argc, argv);
}
#include "tst_hand_in_window.moc"
