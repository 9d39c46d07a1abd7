// SPDX-License-Identifier: GPL-3.0-or-later
// A run as it is seen in the window: measured, cancelled, interrupted, resumed.
#include <algorithm>

#include <QComboBox>
#include <QFile>
#include <QToolButton>

#include "report/finding.h"
#include "report/labels.h"
#include "ui/charts/chart.h"
#include "ui/pages/start_page.h"
#include "ui/results/cards.h"
#include "ui/results/result_tab.h"
#include "ui/results/results_model.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;
using State = ui::RunController::State;

class TestRunInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scaleStaysWhilePointsArrive();
    void samplesOfTheFirstCellAreDrawn();
    void stripNamesTheVariant();
    void twoClicksMeasure_S0_18();
    void gpuAndRatioAreSeen_S0_20();
    void threadsShowTheirScaling_P_06();
    void otherDeviceIsOneClickAway();
    void cancelledInEachState_R_23_data();
    void cancelledInEachState_R_23();
    void deathCostsOneCell_R_04_R_05_data();
    void deathCostsOneCell_R_04_R_05();
    void threeDeathsEndIt_R_05();
    void noEngineIsTold_R_07();
    void cancelledRunResumes_R_21();
    void strictFreezesTheDelivery();
    void opensNothingMeanwhile();
    void failedCellsAreCountedAndRepeated();
    void anotherPcIsNotRepeatedHere();
};

/// The button of the bar says so, and a refusal goes with its cause.
void TestRunInWindow::opensNothingMeanwhile() {
    WindowBench bench("slow=1500", "en");
    QVERIFY(bench.ready());
    const QToolButton* open = nullptr;
    for (const QToolButton* each : bench.window->findChildren<QToolButton*>())
        if (each->text() == QString::fromUtf8("Open…")) open = each;
    QVERIFY(open && open->isEnabled());
    bench.measure();
    QVERIFY(!open->isEnabled());
    Q_EMIT bench.window->findChild<ui::StartPage*>()->openRequested(bench.path("other.duelo"));
    QCOMPARE(bench.message(), ui::qs(ui::textOf(bench.settings).reason({"run_in_progress"})));
    QVERIFY(bench.idle());
    QVERIFY(open->isEnabled());
    QTRY_VERIFY_WITH_TIMEOUT(bench.message().isEmpty(), kSoonMs);
}

/// The number of failed cells stands once beside the headline; why, and how to go on, behind it.
void TestRunInWindow::failedCellsAreCountedAndRepeated() {
    WindowBench bench("gpu+gpu-fails", "en");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const auto label = [&](const char* name) { return bench.frame().findChild<QLabel*>(name); };
    QTRY_VERIFY_WITH_TIMEOUT(label("doubt")->isVisible(), kSoonMs);
    QVERIFY2(label("doubt")->text().contains("3 cells failed"), qPrintable(label("doubt")->text()));
    QCOMPARE(label("why")->text().count("LibTorch reports an error"), 1);
    QCOMPARE(label("why")->text().count("CUDNN_STATUS_NOT_SUPPORTED"), 1);
    QVERIFY(!label("why")->text().contains("conv.cpp"));
    auto* repeat = bench.frame().findChild<QPushButton*>("repeatButton");
    QVERIFY(repeat->isVisible());
    repeat->click();
    QVERIFY(bench.idle());
    QTRY_VERIFY_WITH_TIMEOUT(!label("doubt")->isVisible(), kSoonMs);
    QVERIFY(bench.headline().contains("GPU"));
}

/// Its file would have the times of both, and nothing said whose are whose.
void TestRunInWindow::anotherPcIsNotRepeatedHere() {
    WindowBench bench("noisy@c001");
    QVERIFY(bench.measured(smallPlan(1)));
    auto* repeat = bench.frame().findChild<QPushButton*>("repeatButton");
    QTRY_VERIFY_WITH_TIMEOUT(repeat->isVisible(), kSoonMs);
    // Each reason begins as a sentence does.
    const QString why = bench.frame().findChild<QLabel*>("why")->text();
    QVERIFY(why.contains(':'));
    for (const QString& line : why.split('\n'))
        QVERIFY2(!line.isEmpty() && line.front().isUpper(), qPrintable(why));
    auto log = readRecords(bench.work->run().path().toStdString());
    QVERIFY(log);
    auto& header = std::get<Header>(log->records.front());
    QVERIFY(!header.machine.id.empty());
    header.machine.id = "another";
    QFile file(bench.path("another.duelo"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    for (const Record& record : log->records)
        if (!std::holds_alternative<End>(record))
            file.write(QByteArray::fromStdString(encode(record) + "\n"));
    file.close();
    QVERIFY(bench.work->open({file.fileName()}));
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().path(), file.fileName(), kSoonMs);
    QTRY_VERIFY_WITH_TIMEOUT(!repeat->isVisible(), kSoonMs);
}

/// Start page, one click, which asks what is expected (P-01), F5, and the table fills; the file is
/// where the window says, and in the list.
void TestRunInWindow::twoClicksMeasure_S0_18() {
    WindowBench bench;
    QVERIFY(bench.ready());
    auto* compare = bench.window->findChild<QPushButton*>("compareButton");
    QVERIFY(compare && compare->isVisible());
    QTest::mouseClick(compare, Qt::LeftButton);
    QVERIFY(bench.window->property("page") == "inference");
    QTest::mouseClick(&bench.button(), Qt::LeftButton);
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.window->windowTitle().startsWith(QFileInfo(bench.work->run().path()).fileName()));
    QVERIFY(bench.idle());
    QVERIFY(bench.message().isEmpty());
    const Comparison& comparison = *bench.work->run().comparison();
    QCOMPARE(bench.table().rowCount(), static_cast<int>(comparison.tables.front().rows.size()));
    const Labels labels(comparison, ui::textOf(bench.settings));
    QCOMPARE(bench.headline(),
             ui::qs(findingOf({.comparison = comparison, .labels = labels, .table = 0}).headline));
    const QString file = bench.work->run().path();
    QVERIFY(file.startsWith(bench.settings.resultsFolder()));
    QCOMPARE(bench.work->recent().paths().value(0), file);
    QCOMPARE(readRecords(file.toStdString())->integrity, Integrity::Sealed);
    QVERIFY(bench.window->windowTitle().startsWith(QFileInfo(file).fileName()));
}

void TestRunInWindow::gpuAndRatioAreSeen_S0_20() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QCOMPARE(bench.table().rowCount(), 3);
    QCOMPARE(bench.table().columnCount(), 5);  // size, CPU, GPU, ratio, verdict
    for (int row = 0; row < 3; ++row) {
        const double cpu = bench.table().index(row, 1).data(ui::ResultsModel::ValueRole).toDouble();
        const double gpu = bench.table().index(row, 2).data(ui::ResultsModel::ValueRole).toDouble();
        const double ratio =
            bench.table().index(row, 3).data(ui::ResultsModel::ValueRole).toDouble();
        QVERIFY2(std::abs(ratio / (cpu / gpu) - 1) < 0.05, qPrintable(bench.cell(row, 3)));
        // The fake GPU needs an eighth of one thread's time and 0.5 ms: it wins from 96 px on.
        QCOMPARE(ratio > 1, row > 0);
        QCOMPARE(bench.table().index(row, 4).data(ui::ResultsModel::ToneRole).toString(),
                 QString(row > 0 ? "good" : "bad"));
    }
    QVERIFY(bench.headline().contains("GPU"));
    const ChartValue chart = bench.window->experimentPage("inference").currentChart();
    QVERIFY(!isEmpty(chart));
    QVERIFY(descriptionOf(chart).find("GPU") != std::string::npos);
}

/// Several numbers of threads bring the tab, its two charts and the card with them.
void TestRunInWindow::threadsShowTheirScaling_P_06() {
    WindowBench bench("gpu", "en");
    Plan plan = smallPlan(1);
    plan.variants.front()["threads"] = {1, 2, 3, 4, 8};
    QVERIFY(bench.measured(plan));
    const auto tabAt = [&](int i) { return qobject_cast<ui::ResultTab*>(bench.frame().chart(i)); };
    int tab = 0;
    while (tabAt(tab) && tabAt(tab)->title() != "Scaling") ++tab;
    bench.frame().showChart(tab);
    auto* view = tabAt(tab);
    QVERIFY(view);
    QTRY_COMPARE(view->findChild<QComboBox*>("which")->count(), 2);
    const ChartValue chart = view->chartValue();
    const auto* lines = std::get_if<LinesValue>(&chart);
    QVERIFY(lines && QString::fromStdString(lines->title).startsWith("Speed-up"));
    QCOMPARE(lines->series.back().name, "ideal");
    QCOMPARE(lines->marks.size(), 1U);  // the fake PC has 4 cores
    const auto* column = bench.frame().findChild<ui::CardColumn*>();
    QVERIFY(column);
    const auto& shown = column->cards();
    const auto card = std::ranges::find(shown, "scaling", &CardValue::id);
    QVERIFY(card != shown.end());
    QVERIFY(QString::fromStdString(card->lines.front()).contains("times as fast as with one"));
}

/// A PC with a GPU that has measured its CPU alone has no duel, and a button for it.
void TestRunInWindow::otherDeviceIsOneClickAway() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(2)));
    const auto duel = [&]() -> QPushButton* {
        for (auto* fill : bench.frame().findChildren<QPushButton*>("fill"))
            if (fill->isVisible() && fill->text() == "Duel: CPU, GPU") return fill;
        return nullptr;
    };
    QTRY_VERIFY(duel());
    duel()->click();
    const ui::ExperimentPage& page = bench.window->experimentPage("inference");
    QCOMPARE(valuesIn(page.plan().variants.front(), "device"), (Values{"cpu", "cuda"}));
    QVERIFY(bench.measured(page.plan()));
    QTRY_VERIFY(!duel());
}

void TestRunInWindow::cancelledInEachState_R_23_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<int>("state");
    QTest::newRow("starting") << "silent" << int(State::Starting);
    QTest::newRow("measuring") << "slow=20000" << int(State::Measuring);
    QTest::newRow("restarting") << "abort@c002+late=2000" << int(State::Restarting);
    QTest::newRow("cancelling twice") << "mute@c002" << int(State::Cancelling);
    QTest::newRow("hanging") << "hang@c002" << int(State::Measuring);
}

/// Esc is answered at once, whatever the engine does, and what was measured stays.
void TestRunInWindow::cancelledInEachState_R_23() {
    QFETCH(QString, scenario);
    QFETCH(int, state);
    const bool silent = scenario == "silent";
    WindowBench bench(scenario);
    if (silent) {  // neither window nor session would begin it
        const QString file = bench.path("silent.duelo");
        bench.work->run().beginRun(file);
        bench.work->controller().start({.plan = smallPlan(), .file = file});
    } else {
        QVERIFY(bench.ready());
    }
    if (!silent) bench.measure();
    ui::RunController& run = bench.work->controller();
    if (state == int(State::Cancelling)) {
        QVERIFY(bench.hasMeasured(1));
        QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    } else if (scenario.startsWith("hang")) {
        QVERIFY(bench.hasMeasured(1));
    }
    QTRY_COMPARE_WITH_TIMEOUT(int(run.state()), state, kSoonMs);
    QVERIFY(bench.window->actions().cancel->isEnabled());
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QCOMPARE(run.state(), State::Cancelling);
    QVERIFY(!bench.button().isEnabled());
    QVERIFY(bench.idle());
    if (!silent) QTRY_VERIFY_WITH_TIMEOUT(bench.button().isEnabled(), kSoonMs);
    QVERIFY(!bench.window->actions().cancel->isEnabled());
    if (silent) return;
    QVERIFY(!bench.message().isEmpty());
    const int open = bench.work->run().openCells();
    QVERIFY(open >= 1 && open <= 3);
    QVERIFY(bench.resumeButton().isVisible());
    QVERIFY(bench.resumeButton().text().contains(QString::number(open)));
}

void TestRunInWindow::deathCostsOneCell_R_04_R_05_data() {
    QTest::addColumn<QString>("fault");
    for (const char* fault : {"abort", "segv", "killed", "exit=9", "device-lost", "call-hangs",
                              "half-line", "garbage", "between"})
        QTest::newRow(fault) << fault;
}

void TestRunInWindow::deathCostsOneCell_R_04_R_05() {
    QFETCH(QString, fault);
    WindowBench bench(fault + "@c002");
    QStringList told;
    connect(&bench.work->controller(), &ui::RunController::restarted, this,
            [&] { told << bench.message(); });
    QVERIFY(bench.measured());
    QCOMPARE(bench.table().rowCount(), 3);
    QCOMPARE(bench.work->run().openCells(), 0);
    int missing = 0;
    for (int row = 0; row < 3; ++row)
        missing += !bench.table().index(row, 1).data(ui::ResultsModel::ValueRole).isValid();
    const bool harmless = fault == "garbage" || fault == "between";
    QCOMPARE(missing, harmless ? 0 : 1);
    if (fault != "garbage") {
        QVERIFY(!bench.work->engineExits().isEmpty());
        QVERIFY(!told.isEmpty() && !told.front().isEmpty());  // said while it goes on
    }
    if (!harmless) {
        const QString why = bench.cell(1, 1);
        QVERIFY2(why.size() > 3 && why != "–", qPrintable(why));
        QVERIFY(!bench.table().index(1, 1).data(Qt::ToolTipRole).toString().isEmpty());
    }
    // What was lost is one click away, whatever has been told meanwhile.
    auto* repeat = bench.frame().findChild<QPushButton*>("repeatButton");
    QCOMPARE(repeat->isVisible(), !harmless && fault != "device-lost");
}

void TestRunInWindow::threeDeathsEndIt_R_05() {
    WindowBench bench("abort@any");
    QVERIFY(bench.measured(smallPlan(6)));
    QCOMPARE(bench.message(),
             ui::qs(ui::textOf(bench.settings).reason({"engine_dies_again", {{"count", 3}}})));
    QVERIFY(bench.work->run().openCells() >= 3);
    QVERIFY(bench.resumeButton().isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(bench.button().isEnabled(), kSoonMs);  // the next try is the user's
}

void TestRunInWindow::noEngineIsTold_R_07() {
    WindowBench bench({}, "es", QDir::tempPath() + "/no such folder/duelo-engine");
    bench.work->askProbe();
    QTRY_VERIFY_WITH_TIMEOUT(!bench.message().isEmpty() ||
                                 !bench.frame().findChild<QLabel*>("message")->text().isEmpty(),
                             kSoonMs);
    QVERIFY(!bench.button().isEnabled());
    bench.window->actions().run->trigger();
    QVERIFY(!bench.work->isMeasuring());
    // Files can still be opened, and the diagnosis says why.
    bench.window->actions().pages.at(bench.window->pageIds().indexOf("diagnosis"))->trigger();
    QVERIFY(bench.window->property("page") == "diagnosis");
    QVERIFY(!bench.work->engineExits().isEmpty());
}

void TestRunInWindow::cancelledRunResumes_R_21() {
    auto bench = std::make_unique<WindowBench>("slow=600");
    QVERIFY(bench->ready());
    bench->measure(smallPlan(4));
    QVERIFY(bench->hasMeasured(2));
    QTest::keyClick(bench->window.get(), Qt::Key_Escape);
    QVERIFY(bench->idle());
    const QString first = bench->cell(0, 1);
    const int open = bench->work->run().openCells();
    QVERIFY(open >= 1);
    QTemporaryDir desk;
    const QString file = desk.filePath("ayer.duelo");
    QVERIFY(QFile::copy(bench->work->run().path(), file));
    bench.reset();

    WindowBench later;  // another day
    QVERIFY(later.ready());
    later.window->openFiles({file});
    QTRY_COMPARE_WITH_TIMEOUT(later.work->run().path(), file, kSoonMs);
    QCOMPARE(later.cell(0, 1), first);
    QVERIFY(later.resumeButton().text().contains(QString::number(open)));
    QTest::mouseClick(&later.resumeButton(), Qt::LeftButton);
    QVERIFY(later.work->isMeasuring());
    QVERIFY(later.idle());
    QVERIFY2(later.work->run().openCells() == 0, qPrintable(later.message()));
    QCOMPARE(later.cell(0, 1), first);  // what was measured is not measured again
    QVERIFY(later.message().isEmpty());
}

/// G2: in a strict run no sample wakes the window while its cell is measured.
void TestRunInWindow::strictFreezesTheDelivery() {
    WindowBench bench("slow=1000");
    QVERIFY(bench.ready());
    int of_samples_alone = 0;
    connect(&bench.work->client(), &ui::EngineClient::recordsArrived, this,
            [&](const std::vector<Record>& records) {
                const auto isSamples = [](const Record& record) {
                    return std::holds_alternative<Samples>(record);
                };
                of_samples_alone += std::ranges::all_of(records, isSamples) ? 1 : 0;
            });
    Plan plan = smallPlan(2);
    bench.measure(plan);
    QVERIFY(bench.idle());
    QVERIFY(of_samples_alone > 0);
    of_samples_alone = 0;
    plan.preset = Preset::Strict;
    bench.measure(plan);
    QVERIFY(bench.idle());
    QCOMPARE(of_samples_alone, 0);
    QCOMPARE(bench.work->run().openCells(), 0);
}

/// The last size takes hundreds of times as long as the first: logarithmic once all are there.
void TestRunInWindow::scaleStaysWhilePointsArrive() {
    WindowBench bench("slow=1500");
    QVERIFY(bench.ready());
    Plan plan = smallPlan();
    plan.cases.front()["size_px"] = {32, 1024, 1056};
    bench.measure(plan);
    QVERIFY(bench.hasMeasured(2));
    const auto isLog = [&] {
        const ChartValue chart = bench.page().currentChart();
        const auto* lines = std::get_if<LinesValue>(&chart);
        return lines && lines->log_y;
    };
    QVERIFY(bench.work->isMeasuring() && !isLog());
    QVERIFY(bench.idle());
    QTRY_VERIFY(isLog());
}

/// "The measurements of the chosen row appear here" stood there for a minute while they came.
void TestRunInWindow::samplesOfTheFirstCellAreDrawn() {
    WindowBench bench("slow=9000", "en");
    QVERIFY(bench.ready());
    bench.measure(smallPlan(1));
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().comparison(), kSoonMs);
    bench.page().showTab("Distribution");
    const auto drawn = [&] {
        const ChartValue chart = bench.page().currentChart();
        const auto* samples = std::get_if<DistributionValue>(&chart);
        return samples && samples->series.size() == 1 ? samples->series.front()
                                                      : DistributionValue::Series();
    };
    QTRY_VERIFY_WITH_TIMEOUT(!drawn().values.empty(), kSoonMs);
    const std::size_t first = drawn().values.size();
    QVERIFY(QString::fromStdString(drawn().name).contains("(still measuring)"));
    QTRY_VERIFY_WITH_TIMEOUT(drawn().values.size() > first, kSoonMs);
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QTRY_VERIFY_WITH_TIMEOUT(drawn().values.size() > first &&
                                 !QString::fromStdString(drawn().name).contains("measuring"),
                             kSoonMs);
}

void TestRunInWindow::stripNamesTheVariant() {
    WindowBench bench("slow=1500", "en");
    QVERIFY(bench.ready());
    Plan plan = smallPlan(1);
    plan.variants.front()["mode"] = {"eager", "fused"};
    bench.measure(plan);
    const auto* strip = bench.window->findChild<QWidget*>("progressStrip");
    const auto says = [&](const QString& word) {
        const auto labels = strip->findChildren<QLabel*>();
        return std::ranges::any_of(
            labels, [&](const QLabel* label) { return label->text().contains(" · " + word); });
    };
    QTRY_VERIFY_WITH_TIMEOUT(says("eager"), kSoonMs);
    QTRY_VERIFY_WITH_TIMEOUT(says("fused"), kSoonMs);
    QVERIFY(bench.idle());
}

int main(int argc, char** argv) {
    return runInApplication<TestRunInWindow>(argc, argv);
}
#include "tst_run_in_window.moc"
