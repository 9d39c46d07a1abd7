// SPDX-License-Identifier: GPL-3.0-or-later
// A training is a run like any other, and what was learnt is seen (S2-10, S2-M06, S2-M09, S4-16).
#include <map>
#include <string>

#include <QClipboard>
#include <QComboBox>
#include <QSignalSpy>

#include "experiments/training/params.h"
#include "training_bench.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/breakdown_bar.h"
#include "ui/charts/chart_export.h"
#include "ui/charts/curves_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/models/results_model.h"
#include "ui/training/confusion_view.h"
#include "ui/training/mistakes_view.h"

using namespace duelo;
using namespace duelo::testing;
using Page = ui::TrainingPage;

class TestTrainingRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void curvesGetEveryEpoch();
    void partsOfAnEpoch_S2_M06();
    void confusionNamesItsAxes_S2_M09();
    void mistakesAreAskedFor();
    void confusionAndMistakesAreCopied();
    void accuracyStandsBesideTime_S4_16();
    void timeOverTheBatch_S4_26();
    void aRowOfTheTableChoosesTheVariant();
    void finderSuggestsARate_S2_10();
    void divergenceCostsOneCell();
    void escCancelsInMidEpoch_R_23();
    void deathCostsOneCellAndResumes_R_04_R_21();
    void eachPageShowsItsOwnRuns();
};

void TestTrainingRun::curvesGetEveryEpoch() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    for (const auto& [tab, first] :
         {std::pair{Page::kAccuracy, 100 * (0.93 - 0.5 * std::exp(-0.35))},
          {Page::kLoss, 0.15 + 0.95 * std::exp(-0.35)}}) {
        bench.frame().showChart(tab);
        const auto* chart = dynamic_cast<const ui::CurvesChart*>(bench.page().currentChart());
        QVERIFY(chart && !chart->isEmpty());
        QCOMPARE(chart->value().series.size(), 4U);  // two variants, each in two parts
        for (const auto& series : chart->value().series) {
            QCOMPARE(series.x.size(), 6U);
            QCOMPARE(series.x.front(), 1.0);
            QCOMPARE(series.x.back(), 6.0);
            if (!series.dashed) QVERIFY(std::abs(series.y.front() - first) < 1e-9);
        }
        QVERIFY(chart->description().contains("CPU") && chart->description().contains("GPU"));
        QVERIFY(chart->value().series[0].style != chart->value().series[2].style);
    }
}

/// S4-09: the copies to a GPU and back are parts of their own.
void TestTrainingRun::partsOfAnEpoch_S2_M06() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    bench.frame().showChart(Page::kTime);
    const auto* chart = dynamic_cast<const ui::BarsChart*>(bench.page().currentChart());
    QVERIFY(chart && !chart->isEmpty());
    QCOMPARE(chart->value().bars.size(), 2U);
    const std::map<std::string, double> onCpu{
        {"data", 0.06}, {"compute", 0.82}, {"evaluation", 0.09}, {"unexplained", 0.03}};
    const std::map<std::string, double> onGpu{{"data", 0.03},       {"h2d", 0.02},
                                              {"compute", 0.82},    {"d2h", 0.01},
                                              {"evaluation", 0.09}, {"unexplained", 0.03}};
    for (const auto& bar : chart->value().bars) {
        const auto& expected = &bar == &chart->value().bars.front() ? onCpu : onGpu;
        QCOMPARE(bar.segments.size(), expected.size());
        double whole = 0;
        for (const auto& segment : bar.segments) whole += segment.ms;
        for (const auto& segment : bar.segments)
            QVERIFY(std::abs(segment.ms / whole - expected.at(segment.id)) < 0.01);
        QVERIFY2(bar.text.contains("per batch"), qPrintable(bar.text));
    }

    // Reading the images happened once, before the epochs.
    int cards = 0;
    for (const QWidget* widget : bench.frame().findChildren<QWidget*>()) {
        const auto* card = dynamic_cast<const ui::BreakdownBar*>(widget);
        if (!card || card->isEmpty()) continue;
        ++cards;
        for (const auto& segment : card->value().segments) QVERIFY(segment.inside);
    }
    QCOMPARE(cards, 1);
}

void TestTrainingRun::confusionNamesItsAxes_S2_M09() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.frame().showChart(Page::kConfusion);
    auto* view = bench.page().findChild<ui::ConfusionView*>();
    QVERIFY(!view->table().isVisible());  // words stand there until something is tested
    QVERIFY(bench.trained(trainingPlan()));
    bench.frame().showChart(Page::kConfusion);
    const QAbstractItemModel& matrix = *view->table().model();
    QCOMPARE(matrix.rowCount(), 3);
    QCOMPARE(matrix.columnCount(), 3);
    QCOMPARE(matrix.headerData(0, Qt::Vertical).toString(), QString("brick"));
    QCOMPARE(matrix.headerData(2, Qt::Horizontal).toString(), QString("gravel"));
    QCOMPARE(matrix.index(0, 0).data().toInt(), 14);
    QCOMPARE(matrix.index(0, 1).data().toInt(), 1);
    QCOMPARE(matrix.index(1, 0).data().toInt(), 0);
    const QString words = matrix.index(0, 1).data(Qt::AccessibleTextRole).toString();
    QVERIFY2(words.indexOf("brick") < words.indexOf("grass") && words.contains("15"),
             qPrintable(words));
    QStringList axes;
    for (auto* label : view->findChildren<QLabel*>())
        if (label->property("role") == "section") axes << label->text();
    QCOMPARE(axes.size(), 2);
    QVERIFY(axes[0].startsWith("Rows") && axes[1].startsWith("Columns"));
}

void TestTrainingRun::mistakesAreAskedFor() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    QSignalSpy asked(&bench.page(), &Page::samplesWanted);
    QVERIFY(bench.trained(trainingPlan()));
    bench.frame().showChart(Page::kMistakes);
    QCOMPARE(asked.size(), 1);
    QCOMPARE(asked[0][1].value<QVector<qint64>>(), (QVector<qint64>{100, 101, 102}));
    const auto wanted = expand(asked[0][0].value<Plan>(), Facts{});
    QCOMPARE(wanted.size(), 1U);
    QVERIFY(wanted.front().work == expand(trainingPlan(), Facts{}).front().work);
    const auto* view = bench.page().findChild<ui::MistakesView*>();
    const auto pictures = [&] {
        int count = 0;
        for (auto* label : view->findChildren<QLabel*>()) count += !label->pixmap().isNull();
        return count;
    };
    QTRY_COMPARE_WITH_TIMEOUT(pictures(), 3, kSoonMs);
    bench.frame().showChart(Page::kLoss);
    bench.frame().showChart(Page::kMistakes);
    QCOMPARE(asked.size(), 1);  // what is known is not asked again
}

/// As every chart: by the key and by the menu of what is shown, and as a file.
void TestTrainingRun::confusionAndMistakesAreCopied() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    QAction* copy = bench.window->actions().copyChart;
    for (const int tab : {Page::kConfusion, Page::kMistakes}) {
        bench.frame().showChart(tab);
        QVERIFY(bench.page().currentChart()->isEmpty());
        const QWidget* menu = bench.frame().chart(tab)->parentWidget();
        QVERIFY(menu->actions().contains(copy));
        QCOMPARE(menu->contextMenuPolicy(), Qt::ActionsContextMenu);
    }
    QVERIFY(bench.trained(trainingPlan()));
    const std::pair<int, QStringList> tabs[] = {{Page::kConfusion, {"brick", ">14<", ">1<"}},
                                                {Page::kMistakes, {"Is: brick", "<image"}}};
    for (const auto& [tab, parts] : tabs) {
        bench.frame().showChart(tab);
        QTRY_VERIFY_WITH_TIMEOUT(!bench.page().currentChart()->isEmpty(), kSoonMs);
        const ui::Chart& chart = *bench.page().currentChart();
        QVERIFY2(chart.title().contains("CPU"), qPrintable(chart.title()));
        QVERIFY(!chart.description().isEmpty());
        const auto svg = [&] { return QString::fromUtf8(ui::renderSvg(chart, {1200, 720})); };
        for (const QString& part : parts) QTRY_VERIFY2(svg().contains(part), qPrintable(part));
        QGuiApplication::clipboard()->clear();
        copy->trigger();
        QVERIFY(!QGuiApplication::clipboard()->image().isNull());
    }
}

void TestTrainingRun::accuracyStandsBesideTime_S4_16() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    const QAbstractItemModel& table = *bench.frame().table().model();
    QCOMPARE(table.rowCount(), 2);
    QCOMPARE(table.columnCount(), 5);  // variant, time, accuracy, ratio, verdict
    using Results = ui::ResultsModel;
    for (const int row : {0, 1}) {
        const QModelIndex accuracy = table.index(row, 2);
        QVERIFY(std::abs(accuracy.data(Results::ValueRole).toDouble() - 42.0 / 45) < 1e-9);
        QVERIFY(!accuracy.data(Results::DetailRole).toString().isEmpty());  // its interval: S2-M03
        QCOMPARE(accuracy.data(Results::ColumnRole).toInt(), row);
    }
    QVERIFY(table.index(0, 0).data().toString().startsWith("CPU"));
    QVERIFY(table.index(0, 1).data(Results::ValueRole).toDouble() >
            table.index(1, 1).data(Results::ValueRole).toDouble());
    QCOMPARE(table.index(0, 3).data().toString(), QString("1 (base)"));  // S4-31
    QVERIFY(table.index(1, 3).data(Results::ValueRole).toDouble() > 1);
    QVERIFY(!bench.headline().isEmpty());
}

void TestTrainingRun::timeOverTheBatch_S4_26() {
    TrainingBench bench("gpu");
    Plan plan = trainingPlan({Device::Cpu, Device::Cuda});
    QVERIFY(bench.trained(plan));
    bench.frame().showChart(Page::kTime);
    auto* choice = bench.page().findChild<QComboBox*>("times");
    QVERIFY(!choice->isVisible());  // nothing was swept
    plan.cases.front()["batch"] = {16, 64};
    QVERIFY(bench.trained(plan));
    bench.frame().showChart(Page::kTime);
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->count(), 2);
    QVERIFY(dynamic_cast<const ui::BarsChart*>(bench.page().currentChart()));
    choice->setCurrentIndex(1);
    Q_EMIT choice->activated(1);
    const auto* chart = dynamic_cast<const ui::LinesChart*>(bench.page().currentChart());
    QVERIFY(chart && chart->isVisible());
    QCOMPARE(chart->title(), choice->currentText());
    QCOMPARE(chart->value().series.size(), 2U);
    for (const ui::ChartSeries& series : chart->value().series) {
        QCOMPARE(series.points.size(), 2U);
        QCOMPARE(series.points[0].x, 16.0);
        QVERIFY(series.points[0].y > series.points[1].y);
        QVERIFY(series.points[1].note.startsWith("test accuracy 93"));  // S4-16
    }
    QVERIFY2(chart->description().contains("batch 64:"), qPrintable(chart->description()));
}

void TestTrainingRun::aRowOfTheTableChoosesTheVariant() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    bench.frame().showChart(Page::kConfusion);
    for (const auto& [row, device] : {std::pair{1, "GPU"}, {0, "CPU"}}) {
        bench.frame().table().selectRow(row);
        const QString title = bench.page().currentChart()->title();
        QVERIFY2(title.contains(device), qPrintable(title));
    }
}

void TestTrainingRun::finderSuggestsARate_S2_10() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.form().setPlan(trainingPlan());
    Q_EMIT bench.form().finderWanted();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().plan()->experiment, std::string("lr_finder"));
    QCOMPARE(bench.frame().currentChart(), int(Page::kFinder));
    const auto* chart = dynamic_cast<const ui::CurvesChart*>(bench.page().currentChart());
    QVERIFY(chart && chart->value().log_x);
    QCOMPARE(chart->value().series.front().x.size(), std::size_t(kRateSteps));
    QCOMPARE(chart->value().marks.size(), 1U);
    QCOMPARE(chart->value().marks.front().x, 0.002);
    QVERIFY(bench.page().findChild<QLabel*>("advice")->isVisible());
    QVERIFY(caseValues(bench.form().plan(), "learning_rate") != Values{0.002});
    auto* use = bench.page().findChild<QPushButton*>("useRate");
    QVERIFY(use->isVisible() && use->isEnabled());
    QTest::mouseClick(use, Qt::LeftButton);
    QCOMPARE(caseValues(bench.form().plan(), "learning_rate"), Values{0.002});
    QCOMPARE(bench.form().plan().experiment, std::string("training"));
    // The training that uses it is another run; the finder's curve stays.
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    QCOMPARE(caseValues(*bench.work->run().plan(), "learning_rate"), Values{0.002});
    QCOMPARE(bench.frame().currentChart(), int(Page::kAccuracy));
    QVERIFY(!chart->isEmpty());
}

void TestTrainingRun::divergenceCostsOneCell() {
    TrainingBench bench("gpu+diverges@c001");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    QCOMPARE(bench.work->run().openCells(), 0);
    const ReportCell& cell = bench.work->run().comparison()->rows.front().cells.front();
    QCOMPARE(cell.reason->code, std::string("training_diverged"));
    QCOMPARE(epochsOf(cell).size(), 2U);  // what it learnt before stays to be looked at
    const QString tip = bench.frame().table().model()->index(0, 1).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains('3'), qPrintable(tip));
    const auto* chart = dynamic_cast<const ui::CurvesChart*>(bench.page().currentChart());
    QCOMPARE(chart->value().series.size(), 4U);
}

void TestTrainingRun::escCancelsInMidEpoch_R_23() {
    TrainingBench bench("slow=20000");
    QVERIFY(bench.ready());
    bench.train(trainingPlan());
    QVERIFY(bench.hasEpochs(1));
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QCOMPARE(bench.work->controller().state(), ui::RunController::State::Cancelling);
    QVERIFY(bench.idle());
    QVERIFY(!bench.message().isEmpty());
    QVERIFY(bench.messageAction().isVisible());
    QVERIFY(bench.messageAction().text().contains('1'));
    QTRY_VERIFY_WITH_TIMEOUT(bench.button().isEnabled(), kSoonMs);
}

void TestTrainingRun::deathCostsOneCellAndResumes_R_04_R_21() {
    TrainingBench bench("gpu+abort@c001");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    QCOMPARE(bench.work->run().openCells(), 0);
    const Row& row = bench.work->run().comparison()->rows.front();
    QVERIFY(!row.cells[0].measured());
    QVERIFY(row.cells[1].measured());
    QVERIFY(!bench.work->engineExits().isEmpty());

    auto first = std::make_unique<TrainingBench>("gpu+slow=3000");
    QVERIFY(first->ready());
    first->train(trainingPlan({Device::Cpu, Device::Cuda}));
    QVERIFY(first->hasMeasured(1));
    QTest::keyClick(first->window.get(), Qt::Key_Escape);
    QVERIFY(first->idle());
    QTemporaryDir desk;
    const QString file = desk.filePath("ayer.duelo");
    QVERIFY(QFile::copy(first->work->run().path(), file));
    first.reset();
    TrainingBench later("gpu");
    QVERIFY(later.ready());
    later.window->showPage(ui::MainWindow::kHome);
    later.window->openFiles({file});
    QVERIFY(later.window->property("page") == "train");
    QVERIFY(toJson(later.form().plan()) == toJson(trainingPlan({Device::Cpu, Device::Cuda})));
    QTest::mouseClick(&later.messageAction(), Qt::LeftButton);
    QVERIFY(later.work->isMeasuring());
    QVERIFY(later.idle());
    QCOMPARE(later.work->run().openCells(), 0);
    QVERIFY(later.message().isEmpty());
}

void TestTrainingRun::eachPageShowsItsOwnRuns() {
    TrainingBench bench;
    QVERIFY(bench.measured());  // recognises images
    QCOMPARE(bench.frame().table().model()->rowCount(), 0);
    QVERIFY(bench.window->comparePage().frame().table().model()->rowCount() > 0);
    QVERIFY(bench.trained(trainingPlan()));
    QCOMPARE(bench.window->comparePage().frame().table().model()->rowCount(), 0);
    QVERIFY(bench.window->comparePage().currentChart()->isEmpty());
    QCOMPARE(bench.frame().table().model()->rowCount(), 1);
    // The last plan of this kind stands in its own form after a new start.
    QCOMPARE(planFromJson(Json::parse(bench.settings.plan().toStdString()))->experiment,
             std::string("training"));
}

int main(int argc, char** argv) {
    return runInApplication<TestTrainingRun>(argc, argv);
}
#include "tst_training_run.moc"
