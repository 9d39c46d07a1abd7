// SPDX-License-Identifier: GPL-3.0-or-later
// A training is a run like any other, and what was learnt is seen (S2-10, S2-M06, S2-M09, S4-16).
#include <QSignalSpy>

#include "training_bench.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/curves_chart.h"
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
    void accuracyStandsBesideTime_S4_16();
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

void TestTrainingRun::partsOfAnEpoch_S2_M06() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    bench.frame().showChart(Page::kTime);
    const auto* chart = dynamic_cast<const ui::BarsChart*>(bench.page().currentChart());
    QVERIFY(chart && !chart->isEmpty());
    QCOMPARE(chart->value().bars.size(), 2U);
    using Part = ui::BreakdownValue::Part;
    for (const auto& bar : chart->value().bars) {
        QCOMPARE(bar.segments.size(), 4U);
        double whole = 0;
        for (const auto& segment : bar.segments) whole += segment.ms;
        QCOMPARE(bar.segments[0].part, Part::Data);
        QVERIFY(std::abs(bar.segments[0].ms / whole - 0.06) < 0.01);
        QCOMPARE(bar.segments[1].part, Part::Compute);
        QVERIFY(std::abs(bar.segments[1].ms / whole - 0.82) < 0.01);
        QCOMPARE(bar.segments[3].part, Part::Unexplained);
    }
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
    QVERIFY(asked[0][0].value<Plan>().sweeps == trainingPlan().sweeps);
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

void TestTrainingRun::accuracyStandsBesideTime_S4_16() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    const QAbstractItemModel& table = *bench.frame().table().model();
    QCOMPARE(table.rowCount(), 1);
    QCOMPARE(table.columnCount(), 7);  // batch, two times with their accuracies, ratio, verdict
    for (const int column : {2, 4})
        QVERIFY(std::abs(table.index(0, column).data(ui::ResultsModel::ValueRole).toDouble() -
                         42.0 / 45) < 1e-9);
    QVERIFY(table.index(0, 1).data(ui::ResultsModel::ValueRole).toDouble() >
            table.index(0, 3).data(ui::ResultsModel::ValueRole).toDouble());
    QVERIFY(!bench.headline().isEmpty());
}

void TestTrainingRun::finderSuggestsARate_S2_10() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.form().setPlan(trainingPlan());
    Q_EMIT bench.form().finderWanted();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().plan()->experiment, Experiment::LrFinder);
    QCOMPARE(bench.frame().currentChart(), int(Page::kFinder));
    const auto* chart = dynamic_cast<const ui::CurvesChart*>(bench.page().currentChart());
    QVERIFY(chart && chart->value().log_x);
    QCOMPARE(chart->value().series.front().x.size(), std::size_t(kRateSteps));
    QCOMPARE(chart->value().marks.size(), 1U);
    QCOMPARE(chart->value().marks.front().x, 0.002);
    QVERIFY(bench.page().findChild<QLabel*>("advice")->isVisible());
    QVERIFY(bench.form().plan().training.learning_rate != 0.002);
    auto* use = bench.page().findChild<QPushButton*>("useRate");
    QVERIFY(use->isVisible() && use->isEnabled());
    QTest::mouseClick(use, Qt::LeftButton);
    QCOMPARE(bench.form().plan().training.learning_rate, 0.002);
    QCOMPARE(bench.form().plan().experiment, Experiment::Training);
    // The training that uses it is another run; the finder's curve stays.
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().plan()->training.learning_rate, 0.002);
    QCOMPARE(bench.frame().currentChart(), int(Page::kAccuracy));
    QVERIFY(!chart->isEmpty());
}

void TestTrainingRun::divergenceCostsOneCell() {
    TrainingBench bench("gpu+diverges@c001");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    QCOMPARE(bench.work->run().openCells(), 0);
    const ReportCell& cell = bench.work->run().comparison()->rows.front().cells.front();
    QCOMPARE(cell.reason->code, std::string("training_diverged"));
    QCOMPARE(cell.epochs.size(), 2U);  // what it learnt before stays to be looked at
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
             Experiment::Training);
}

int main(int argc, char** argv) {
    return runInApplication<TestTrainingRun>(argc, argv);
}
#include "tst_training_run.moc"
