// SPDX-License-Identifier: GPL-3.0-or-later
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTest>
#include <QTreeWidget>

#include "page_checks.h"
#include "ui/charts/plot_view.h"
#include "ui/pages/diagnosis_page.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

/// The row with this label in its first column; null where there is none.
QTreeWidgetItem* row(const DiagnosisPage& page, const QString& label) {
    const auto found =
        page.findChild<QTreeWidget*>()->findItems(label, Qt::MatchExactly | Qt::MatchRecursive, 0);
    return found.isEmpty() ? nullptr : found.front();
}

}  // namespace

class TestDiagnosisPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsTheSheetInTables_S0_38();
    void saysWhyThereIsNoGpu_R07();
    void describesTheClocks_R29();
    void namesAllThatTheEngineTells();
    void writesOneReport();
    void hidesTheNameOfTheAccount();
    void reportsWithoutAnEngine();
    void marksDifferencesFromAnotherPc_S0_38();
    void comparesTheSoftwareToo();
    void disturbsNoMeasurement();
    void survivesAHostileSheet();
    void survivesAHostileReference();
    void asksForWhatIsClicked();
    void showsTheSelfTestAsItRuns();
    void copies();
};

void TestDiagnosisPage::showsTheSheetInTables_S0_38() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    QCOMPARE(row(page, "Memoria RAM")->text(1), QString("16 GiB"));
    QCOMPARE(row(page, "CUDA disponible")->text(1), QString::fromUtf8("sí"));
    QCOMPARE(row(page, "Memoria de la GPU")->text(1), QString("12 GiB"));
    QCOMPARE(row(page, "LibTorch")->text(1), QString("2.11.0"));
    QCOMPARE(row(page, "libtorch_cpu.so")->text(1),
             QString("/usr/lib/a/rather/long/folder/libtorch_cpu.so"));
    QCOMPARE(row(page, "OMP_NUM_THREADS")->text(1), QString("4"));
    QVERIFY(row(page, "EfficientNet-Lite0")->text(1).contains("pesos: oficiales"));
    QVERIFY(visibleWords(page).contains(QString::fromUtf8("CUDA disponible: sí")));
}

void TestDiagnosisPage::saysWhyThereIsNoGpu_R07() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(cpuSheet("gpu_library_missing", {{"library", "cudnn64_9.dll"}}));
    QVERIFY(visibleWords(page).contains("CUDA disponible: no"));
    QVERIFY(visibleWords(page).contains("cudnn64_9.dll"));
    QVERIFY(page.reportText().contains("the loader's own words"));
}

void TestDiagnosisPage::describesTheClocks_R29() {
    DiagnosisPage page{Text(Language::Spanish)};
    const QString measured = QString::fromUtf8("resolución 20 ns; una lectura cuesta 24,5 ns");
    QVERIFY(!visibleWords(page).contains(measured));
    page.setProbe(gpuSheet());
    page.findChild<QTabWidget*>()->setCurrentIndex(1);
    QVERIFY(visibleWords(page).contains(measured));
    for (const char* clock : {"std::chrono::steady_clock", "Eventos CUDA", "time.time()", "clock()",
                              "omp_get_wtime()", "time.perf_counter()"})
        QVERIFY2(visibleWords(page).contains(clock), clock);
    ProbeSheet broken = gpuSheet();
    broken.clock.monotonic = false;
    page.setProbe(broken);
    QVERIFY(visibleWords(page).contains(
        QString::fromStdString(Text(Language::Spanish)("diagnosis.clock_backwards"))));
}

void TestDiagnosisPage::namesAllThatTheEngineTells() {
    const Text text(Language::Spanish);
    for (const SheetSection& section : sheetSections(gpuSheet(), text))
        for (const SheetRow& each : section.rows) {
            // A label that is still a path has no words in resources/text.
            const bool own = each.key.startsWith("environment.") ||
                             each.key.startsWith("models.") || each.key.contains(':');
            QVERIFY2(own || !each.label.contains('_'), qPrintable(each.key));
            QVERIFY2(own || each.label != each.key, qPrintable(each.key));
        }
}

void TestDiagnosisPage::writesOneReport() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(cpuSheet("driver_too_old", {{"found", "551.23"}, {"needed", "580"}}));
    page.setLog({"12:00:01 engine started"});
    page.setEngineExits({"12:00:05 exit code 71"});
    page.setSelfTest("[ok] clock", false);
    const QString report = page.reportText();
    for (const char* part :
         {"0.1.0", qVersion(), "551.23", "2.11.0", "AMD Ryzen 5 3600", "12:00:01 engine started",
          "exit code 71", "[ok] clock", "\"resolution_ns\": 20.0", "CUDA disponible: no"})
        QVERIFY2(report.contains(part), part);
    QVERIFY(report.contains(chartsAreOfQt() ? "Gráficos de la ventana: Qt Charts"
                                            : "Gráficos de la ventana: Propios de Duelo"));
    const auto json =
        report.mid(report.indexOf('{'), report.lastIndexOf('}') - report.indexOf('{') + 1);
    QVERIFY(!Json::parse(json.toStdString(), nullptr, false).is_discarded());
}

void TestDiagnosisPage::hidesTheNameOfTheAccount() {
    DiagnosisPage page{Text(Language::Spanish)};
    ProbeSheet sheet = gpuSheet();
    const QString home = QDir::homePath();
    if (home.size() <= 1) QSKIP("this account has no home folder");
    sheet.engine.libraries[0].path = (home + "/duelo/libtorch_cpu.so").toStdString();
    page.setProbe(sheet);
    page.setLog({QDir::toNativeSeparators(home + "/duelo/log")});
    QVERIFY(page.reportText().contains("~/duelo/libtorch_cpu.so"));
    QVERIFY(!page.reportText().contains(home));
    QVERIFY(!page.reportText().contains(QDir::toNativeSeparators(home)));
}

void TestDiagnosisPage::reportsWithoutAnEngine() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    page.setEngineProblem({"call_hangs", {{"limit_s", 3}}, {}});
    const QString report = page.reportText();
    QVERIFY(
        report.contains(QString::fromStdString(Text(Language::Spanish)("start.verdict_engine"))));
    QVERIFY(!report.contains("RTX 3060"));
    QCOMPARE(page.findChild<QTreeWidget*>()->topLevelItemCount(), 0);
}

void TestDiagnosisPage::marksDifferencesFromAnotherPc_S0_38() {
    DiagnosisPage page{Text(Language::Spanish)};
    Header other{.machine = gpuSheet().machine, .engine = gpuSheet().engine};
    other.engine.gpu = gpuSheet().gpu;
    other.machine.id = "00000000";  // another PC always has another
    other.engine.gpu.uuid = "GPU-0000";
    page.setReference(other, "AULA-07");
    ProbeSheet own = gpuSheet();
    own.gpu.uuid = "GPU-1111";
    page.setProbe(own);
    QVERIFY(visibleWords(page).contains("Ninguna diferencia con AULA-07."));

    other.machine.os.name = "Windows 12";
    other.machine.cpu.cores = 16;
    page.setReference(other, "AULA-07");
    QCOMPARE(row(page, "Sistema operativo")->text(2), QString::fromUtf8("≠ Windows 12"));
    QCOMPARE(row(page, "Memoria RAM")->text(2), QString("16 GiB"));
    QVERIFY(visibleWords(page).contains("Diferencias con AULA-07: 2."));
    QVERIFY(page.reportText().contains("Windows 12"));

    page.setReference({}, {});
    QCOMPARE(page.findChild<QTreeWidget*>()->columnCount(), 2);
    QVERIFY(!page.reportText().contains("Windows 12"));
}

/// Driver, CUDA and LibTorch are compared too: they decide the numbers as much as the processor
/// does.
void TestDiagnosisPage::comparesTheSoftwareToo() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    Header other{.machine = gpuSheet().machine, .engine = gpuSheet().engine};
    other.engine.gpu = gpuSheet().gpu;
    other.engine.gpu.driver = "551.23";
    other.engine.gpu.driver_cuda = "12.4";
    other.engine.libtorch = "2.10.0";
    page.setReference(other, "AULA-07");
    QCOMPARE(row(page, "LibTorch")->text(2), QString::fromUtf8("≠ 2.10.0"));
    QCOMPARE(row(page, "CUDA del controlador")->text(2), QString::fromUtf8("≠ 12.4"));
    QVERIFY(visibleWords(page).contains("Diferencias con AULA-07: 3."));
    for (const char* part : {"551.23", "2.10.0"}) QVERIFY2(page.reportText().contains(part), part);

    // What only the other one has is told as well.
    ProbeSheet bare = cpuSheet("no_nvidia_driver", {{"library", "nvcuda.dll"}});
    bare.gpu.driver.clear();
    bare.gpu.driver_cuda.clear();
    page.setProbe(bare);
    QCOMPARE(row(page, "CUDA del controlador")->text(1),
             QString::fromStdString(Text(Language::Spanish)("diagnosis.absent")));
    QCOMPARE(row(page, "CUDA del controlador")->text(2), QString::fromUtf8("≠ 12.4"));
}

void TestDiagnosisPage::disturbsNoMeasurement() {
    DiagnosisPage page{Text(Language::Spanish)};
    const QString why = QString::fromStdString(Text(Language::Spanish)("start.measuring"));
    page.setMeasuring(true);
    for (const char* caption : {"Run self-test", "Search again"}) {
        QVERIFY2(!button(page, caption)->isEnabled(), caption);
        QCOMPARE(button(page, caption)->toolTip(), why);
    }
    QVERIFY(button(page, QString::fromUtf8("Save diagnosis report…"))->isEnabled());
    page.setMeasuring(false);
    for (const char* caption : {"Run self-test", "Search again"}) {
        QVERIFY2(button(page, caption)->isEnabled(), caption);
        QVERIFY(button(page, caption)->toolTip() != why);
    }
    page.setSelfTest({}, true);
    QVERIFY(!button(page, "Search again")->isEnabled());
}

void TestDiagnosisPage::survivesAHostileSheet() {
    for (const char* json :
         {R"({"machine":3,"engine":[],"gpu":"x","clock":7,"state":null,"warnings":1})",
          R"({"engine":{"libraries":[1,{"path":3}],"threads":[]},"clock":{"monotonic":"yes"}})",
          R"({"gpu":{"available":1,"reason":{"code":5},"libraries":{"a":1}},"experiments":{}})",
          R"({"experiments":[7,null,{"models":[7,null]},{"id":3,"models":{},"inputs":[1]}]})",
          R"({"machine":{"cpu":{"kinds":[{"cores":"x"},3]},"environment":[]},"app":{}})"}) {
        DiagnosisPage page{Text(Language::Spanish)};
        page.setProbe(sheetFrom<ProbeSheet>(Json::parse(json)));
        QVERIFY2(page.reportText().contains("CUDA disponible: no"), json);
    }
}

void TestDiagnosisPage::survivesAHostileReference() {
    Json deep = "end";
    for (int i = 0; i < 60; ++i) deep = Json{{"x", deep}};
    Json wide = Json::object();
    for (int i = 0; i < 4000; ++i) wide[std::to_string(i)] = i;
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    for (const Json& cpu : {Json(3), Json::array({Json::array({1})}), Json{{"a", deep}},
                            Json{{"caches", Json::array({1, Json{{"level", "x"}}})}}, wide}) {
        page.setReference(
            Header{.machine = sheetFrom<MachineSheet>({{"cpu", cpu}, {"os", "no object"}})},
            "<b>x<b>");
        QVERIFY(page.reportText().size() < 200'000);
    }
    QVERIFY(visibleWords(page).contains("<b>x<b>"));
}

void TestDiagnosisPage::asksForWhatIsClicked() {
    DiagnosisPage page{Text(Language::English)};
    const QSignalSpy save(&page, &DiagnosisPage::saveRequested);
    const QSignalSpy selfTest(&page, &DiagnosisPage::selfTestRequested);
    const QSignalSpy probe(&page, &DiagnosisPage::probeRequested);
    const QSignalSpy reference(&page, &DiagnosisPage::referenceRequested);
    button(page, QString::fromUtf8("Save diagnosis report…"))->click();
    button(page, "Run self-test")->click();
    button(page, "Search again")->click();
    button(page, QString::fromUtf8("Compare with another PC…"))->click();
    QCOMPARE(save.size() + selfTest.size() + probe.size() + reference.size(), 4);
    QCOMPARE(save.size() * selfTest.size() * probe.size() * reference.size(), 1);
}

void TestDiagnosisPage::showsTheSelfTestAsItRuns() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setSelfTest("[ok] clock", true);
    QVERIFY(!button(page, "Run self-test"));
    QVERIFY(!button(page, QString::fromUtf8("Self-test running…"))->isEnabled());
    auto* tabs = page.findChild<QTabWidget*>();
    QCOMPARE(qobject_cast<QPlainTextEdit*>(tabs->currentWidget())->toPlainText(),
             QString("[ok] clock"));
    page.setSelfTest("[ok] clock\n[ok] libraries", false);
    QVERIFY(button(page, "Run self-test")->isEnabled());
}

void TestDiagnosisPage::copies() {
    DiagnosisPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    button(page, "Copy")->click();
    QVERIFY(QGuiApplication::clipboard()->text().contains("RTX 3060"));

    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    auto* table = page.findChild<QTreeWidget*>();
    table->setFocus();
    table->setCurrentItem(row(page, "LibTorch"));
    QTest::keySequence(table, QKeySequence::Copy);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString("LibTorch\t2.11.0"));
}

QTEST_MAIN(TestDiagnosisPage)
#include "tst_diagnosis_page.moc"
