// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the GPU's readings at the foot of the window (S2-38): a fake engine invents them.
#include <QApplication>
#include <QLabel>
#include <QMenu>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QTranslator>

#include "ui/session/gpu_monitor.h"
#include "ui/shell/gpu_strip.h"

using namespace duelo;
using namespace duelo::ui;

namespace {

constexpr int kSoonMs = 30'000;

/// A strip on a page that measures, with all that it needs.
struct Bench {
    explicit Bench(const char* scenario, Language language = Language::English)
        : client(QString(DUELO_FAKE_ENGINE), {"serve", scenario}),
          strip(monitor, Text(language, {language == Language::Spanish ? ',' : '.'}), &window) {
        client.start();
        window.show();
    }
    [[nodiscard]] bool reads() {
        return QTest::qWaitFor([this] { return !monitor.rows().empty(); }, kSoonMs);
    }
    [[nodiscard]] QString label(const char* name) const {
        return strip.findChild<QLabel*>(name)->text();
    }
    [[nodiscard]] QString tip(const char* name) const {
        return strip.findChild<QLabel*>(name)->toolTip();
    }
    [[nodiscard]] QStringList menu() {
        auto* menu = strip.findChild<QToolButton*>("gpuButton")->menu();
        Q_EMIT menu->aboutToShow();
        QStringList texts;
        for (const QAction* action : menu->actions())
            if (!action->isSeparator()) texts << action->text();
        return texts;
    }

    EngineClient client;
    bool measuring = false;
    GpuMonitor monitor{client, [this] { return measuring; }};
    QWidget window;
    GpuStrip strip;
};

}  // namespace

class TestGpuStrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresHaveUnits_S2_38();
    void figuresSpeakSpanish_S2_38();
    void nothingIsShownWithoutAGpu_S2_38();
    void nothingIsAskedWhereNobodyLooks_R_31();
    void oldFiguresSayWhenTheyWereRead_S2_38();
    void aDriverThatTellsNothingIsLeftAlone();
    void aClickNamesTheProcesses_S2_38();
    void readingsBecomeATable_S2_38();
    void readingsStayApartAndBounded();
};

void TestGpuStrip::figuresHaveUnits_S2_38() {
    Bench bench("gpu");
    bench.monitor.setPresent(true);
    bench.strip.setWanted(true);
    QVERIFY(bench.strip.isVisible());
    QVERIFY(bench.reads());
    QCOMPARE(bench.label("gpuFigures"),
             QString("54 °C · 3 GiB of 8 GiB · load 87 % · 1410 MHz · 120 W"));
    QVERIFY(bench.tip("gpuFigures").contains("memory 7001 MHz"));
    // The engine itself is no other program.
    QCOMPARE(bench.label("gpuOthers"), QString("⚠ blender +1"));
    QCOMPARE(bench.tip("gpuOthers"), QString("Also on the GPU: blender +1"));
}

void TestGpuStrip::figuresSpeakSpanish_S2_38() {
    QTranslator translator;
    QVERIFY(translator.load(":/i18n/duelo_es.qm"));
    QCoreApplication::installTranslator(&translator);
    Bench bench("gpu", Language::Spanish);
    bench.monitor.setPresent(true);
    bench.strip.setWanted(true);
    const bool read = bench.reads();
    const QString figures = bench.label("gpuFigures"), others = bench.tip("gpuOthers");
    const QStringList menu = bench.menu();
    QCoreApplication::removeTranslator(&translator);
    QVERIFY(read);
    QCOMPARE(figures, QString("54 °C · 3 GiB de 8 GiB · carga 87 % · 1410 MHz · 120 W"));
    QCOMPARE(others, QString("También en la GPU: blender +1"));
    QCOMPARE(menu.last(), QString("Guardar las lecturas como CSV…"));
}

void TestGpuStrip::nothingIsShownWithoutAGpu_S2_38() {
    Bench bench("normal");
    bench.monitor.setPresent(false);
    bench.strip.setWanted(true);
    QVERIFY(!bench.strip.isVisible());
    bench.monitor.setPresent(true);
    QVERIFY(bench.strip.isVisible());
    bench.strip.setWanted(false);  // another page
    QVERIFY(!bench.strip.isVisible());
}

void TestGpuStrip::nothingIsAskedWhereNobodyLooks_R_31() {
    Bench bench("gpu");
    bench.monitor.setPresent(true);
    QTest::qWait(300);
    QVERIFY(bench.monitor.rows().empty());
    // While something is measured the engine tells it at moments of its own.
    bench.measuring = true;
    bench.strip.setWanted(true);
    QTest::qWait(300);
    QVERIFY(bench.monitor.rows().empty());
    bench.measuring = false;
    QVERIFY(bench.reads());
}

/// A run on the CPU alone asks the GPU nothing.
void TestGpuStrip::oldFiguresSayWhenTheyWereRead_S2_38() {
    Bench bench("gpu");
    bench.monitor.setPresent(true);
    bench.strip.setWanted(true);
    QVERIFY(bench.reads());
    QVERIFY(bench.label("gpuFigures").startsWith("54 °C"));
    bench.measuring = true;
    const QString when = bench.monitor.rows().back().when.toLocalTime().toString("HH:mm:ss");
    QTRY_VERIFY_WITH_TIMEOUT(bench.label("gpuFigures").startsWith("Read at "), kSoonMs);
    QVERIFY(bench.label("gpuFigures").startsWith("Read at " + when + ": 54 °C"));
    bench.measuring = false;
    QTRY_VERIFY_WITH_TIMEOUT(bench.label("gpuFigures").startsWith("54 °C"), kSoonMs);
}

/// A GPU whose driver has no management library.
void TestGpuStrip::aDriverThatTellsNothingIsLeftAlone() {
    Bench bench("normal");
    bench.monitor.setPresent(true);
    bench.strip.setWanted(true);
    QVERIFY(bench.strip.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!bench.strip.isVisible(), kSoonMs);
    QVERIFY(bench.monitor.rows().empty());
}

void TestGpuStrip::aClickNamesTheProcesses_S2_38() {
    Bench bench("gpu");
    bench.monitor.setPresent(true);
    QCOMPARE(bench.menu().first(), QString("The driver names no process"));
    bench.strip.setWanted(true);
    QVERIFY(bench.reads());
    QCOMPARE(bench.menu(),
             QStringList({"duelo-engine, PID 41, 512 MiB (Duelo)", "blender, PID 17, 2 GiB",
                          "PID 18", "Save the readings as CSV…"}));
    const QSignalSpy saved(&bench.strip, &GpuStrip::saveWanted);
    bench.strip.findChild<QToolButton*>("gpuButton")->menu()->actions().last()->trigger();
    QCOMPARE(saved.count(), 1);
}

void TestGpuStrip::readingsBecomeATable_S2_38() {
    Bench bench("gpu");
    QCOMPARE(bench.monitor.csv(), std::string("\r\n"));
    bench.monitor.setPresent(true);
    bench.strip.setWanted(true);
    QVERIFY(bench.reads());
    const QStringList lines = QString::fromStdString(bench.monitor.csv()).split("\r\n");
    QCOMPARE(lines.size(), 3);
    QCOMPARE(lines[0], QString("time_utc,temperature_c,memory_used_bytes,memory_total_bytes,"
                               "load_percent,sm_clock_mhz,memory_clock_mhz,power_w,processes"));
    const auto comma = lines[1].indexOf(',');
    const auto when = QDateTime::fromString(lines[1].left(comma), Qt::ISODateWithMs);
    QVERIFY2(qAbs(when.secsTo(QDateTime::currentDateTimeUtc())) < 60, qPrintable(lines[1]));
    QCOMPARE(lines[1].mid(comma + 1),
             QString("54,3221225472,8589934592,87,1410,7001,119.5,"
                     "\"duelo-engine (pid 41, 536870912 B); blender (pid 17, 2147483648 B); "
                     "pid 18\""));
}

/// Readings that come more often than once a second are dropped.
void TestGpuStrip::readingsStayApartAndBounded() {
    Bench bench("normal");
    for (int i = 0; i < 5; ++i) Q_EMIT bench.client.gpuArrived({.temperature_c = i});
    QCOMPARE(bench.monitor.rows().size(), 1U);
    QTest::qWait(1100);
    Q_EMIT bench.client.gpuArrived({.temperature_c = 7});
    QCOMPARE(bench.monitor.rows().size(), 2U);
    QCOMPARE(bench.monitor.rows().back().reading.temperature_c, std::optional<int>(7));
}

QTEST_MAIN(TestGpuStrip)
#include "tst_gpu_strip.moc"
