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
#include "ui/charts/lines_chart.h"
#include "ui/experiments/training/confusion_view.h"
#include "ui/experiments/training/mistakes_view.h"
#include "ui/experiments/training/training_tabs.h"
#include "ui/export/chart_image.h"
#include "ui/results/cards.h"
#include "ui/results/chart_tab.h"
#include "ui/results/results_model.h"

using namespace duelo;
using namespace duelo::testing;

class TestTrainingRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void curvesAreTheResult();
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
    void eachPageKeepsItsRun();
    void pageOffersWhatItMeasured();
    void planIsPreparedWhileAnotherPageMeasures();
    void straySpaceStartsNothing();
};

/// The curves are under Result, the data under Detail; a slide begins with the curves.
void TestTrainingRun::curvesAreTheResult() {
    using Group = ui::ResultTab::Group;
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    const auto inView = [&] {
        return qobject_cast<ui::ResultTab*>(bench.frame().chart(bench.frame().currentChart()));
    };
    QCOMPARE(inView()->title(), QString("Accuracy"));
    bench.window->actions().present->trigger();
    QCOMPARE(inView()->title(), QString("Accuracy"));
    QVERIFY(inView()->findChild<ui::LinesChart*>()->isVisible());
    bench.window->actions().present->trigger();
    for (const auto& [title, group] : {std::pair{"Accuracy", Group::Result},
                                       {"Loss", Group::Result},
                                       {"Time", Group::Result},
                                       {"Data", Group::Detail}}) {
        bench.page().showTab(title);
        QCOMPARE(inView()->title(), QString(title));
        QCOMPARE(inView()->group(), group);
    }
}

void TestTrainingRun::curvesGetEveryEpoch() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    for (const auto& [tab, first] : {std::pair{"Accuracy", 100 * (0.93 - 0.5 * std::exp(-0.35))},
                                     {"Loss", 0.15 + 0.95 * std::exp(-0.35)}}) {
        bench.page().showTab(tab);
        auto chart = std::get<LinesValue>(bench.page().currentChart());
        QVERIFY(!isEmpty(chart) && !chart.title.empty());
        if (tab == std::string("Accuracy")) {  // Y-24: what always saying the largest would score
            const LinesValue::Series largest = chart.series.back();
            chart.series.pop_back();
            QCOMPARE(largest.name, std::string("Always the largest class"));
            QCOMPARE(largest.points.size(), 2U);
            QVERIFY(std::abs(largest.points.back().y - 100.0 / 3) < 1e-9);
            QVERIFY(largest.style != chart.series[0].style && !largest.points[0].cell);
        }
        QCOMPARE(chart.series.size(), 4U);  // two variants, each in two parts
        for (const auto& series : chart.series) {
            QCOMPARE(series.points.size(), 6U);
            QCOMPARE(series.points.front().x, 1.0);
            QCOMPARE(series.points.back().x, 6.0);
            if (series.dashed) QVERIFY(std::abs(series.points.front().y - first) < 1e-9);
        }
        const QString words = QString::fromStdString(chart.description);
        QVERIFY(words.contains("CPU") && words.contains("GPU"));
        QCOMPARE(chart.series[0].style, 0);  // the CPU's, as in every chart
        QCOMPARE(chart.series[2].style, 1);
    }
}

/// S4-09: the copies to a GPU and back are parts of their own.
void TestTrainingRun::partsOfAnEpoch_S2_M06() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    bench.page().showTab("Time");
    const auto chart = std::get<BarsValue>(bench.page().currentChart());
    QCOMPARE(chart.bars.size(), 2U);
    const std::map<std::string, double> onCpu{
        {"data", 0.06}, {"compute", 0.82}, {"evaluation", 0.09}, {"unexplained", 0.03}};
    const std::map<std::string, double> onGpu{{"data", 0.03},       {"h2d", 0.02},
                                              {"compute", 0.82},    {"d2h", 0.01},
                                              {"evaluation", 0.09}, {"unexplained", 0.03}};
    for (const auto& bar : chart.bars) {
        const auto& expected = &bar == &chart.bars.front() ? onCpu : onGpu;
        QCOMPARE(bar.parts.size(), expected.size());
        double whole = 0;
        for (const auto& part : bar.parts) whole += part.ms;
        for (const auto& part : bar.parts)
            QVERIFY(std::abs(part.ms / whole - expected.at(part.id)) < 0.01);
        QVERIFY2(bar.text.find("per batch") != bar.text.npos, bar.text.c_str());
    }

    // Reading the images happened once, before the epochs.
    const auto epochs = [&] {
        std::vector<const ui::BarsChart*> cards;
        for (const QWidget* widget : bench.frame().findChildren<QWidget*>())
            if (const auto* card = dynamic_cast<const ui::BarsChart*>(widget);
                card && !card->isEmpty() && card->value().bars.size() == 1)
                cards.push_back(card);
        return cards;
    };
    QTRY_COMPARE(epochs().size(), 1U);
    for (const auto& part : epochs().front()->value().bars.front().parts)
        QVERIFY(part.id != "decode");
}

void TestTrainingRun::confusionNamesItsAxes_S2_M09() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.page().showTab("Confusion");
    auto* view = bench.page().findChild<ui::ConfusionView*>();
    QVERIFY(!view->table().isVisible());  // words stand there until something is tested
    QVERIFY(bench.trained(trainingPlan()));
    bench.page().showTab("Confusion");
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
    QVERIFY(bench.trained(trainingPlan()));
    QSignalSpy asked(bench.page().findChild<ui::MistakesTab*>(), &ui::MistakesTab::samplesArrived);
    bench.page().showTab("Mistakes");
    const auto* view = bench.page().findChild<ui::MistakesView*>();
    const auto pictures = [&] {
        int count = 0;
        for (auto* label : view->findChildren<QLabel*>()) count += !label->pixmap().isNull();
        return count;
    };
    QTRY_COMPARE_WITH_TIMEOUT(pictures(), 3, kSoonMs);
    bench.page().showTab("Loss");
    bench.page().showTab("Mistakes");
    QCOMPARE(asked.size(), 1);  // what is known is not asked again
}

/// Both are copied as every chart is: by the key, by the menu of what is shown, and as a file.
void TestTrainingRun::confusionAndMistakesAreCopied() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    QAction* copy = bench.window->actions().copyChart;
    for (const char* tab : {"Confusion", "Mistakes"}) {
        bench.page().showTab(tab);
        QVERIFY(isEmpty(bench.page().currentChart()));
        const QWidget* menu = bench.frame().chart(bench.frame().currentChart())->parentWidget();
        QVERIFY(menu->actions().contains(copy));
        QCOMPARE(menu->contextMenuPolicy(), Qt::ActionsContextMenu);
    }
    QVERIFY(bench.trained(trainingPlan()));
    const std::pair<const char*, QStringList> tabs[] = {{"Confusion", {"brick", ">14<", ">1<"}},
                                                        {"Mistakes", {"Is: brick", "<image"}}};
    for (const auto& [tab, parts] : tabs) {
        bench.page().showTab(tab);
        QTRY_VERIFY_WITH_TIMEOUT(!isEmpty(bench.page().currentChart()), kSoonMs);
        const auto svg = [&] {
            return QString::fromUtf8(ui::ChartImage(bench.page().currentChart(), {}).svg());
        };
        const ChartValue chart = bench.page().currentChart();
        QVERIFY2(titleOf(chart).find("CPU") != std::string::npos, titleOf(chart).c_str());
        QVERIFY(!descriptionOf(chart).empty());
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
    bench.page().showTab("Time");
    auto* choice =
        bench.frame().chart(bench.frame().currentChart())->findChild<QComboBox*>("which");
    QVERIFY(!choice->isVisible());  // nothing was swept
    plan.cases.front()["batch"] = {16, 64};
    QVERIFY(bench.trained(plan));
    bench.page().showTab("Time");
    QVERIFY(choice->isVisible());
    QCOMPARE(choice->count(), 2);
    QVERIFY(std::holds_alternative<BarsValue>(bench.page().currentChart()));
    choice->setCurrentIndex(1);
    Q_EMIT choice->activated(1);
    const auto chart = std::get<LinesValue>(bench.page().currentChart());
    QCOMPARE(QString::fromStdString(chart.title), choice->currentText());
    QCOMPARE(chart.series.size(), 2U);
    for (const LinesValue::Series& series : chart.series) {
        QCOMPARE(series.points.size(), 2U);
        QCOMPARE(series.points[0].x, 16.0);
        QVERIFY(series.points[0].y > series.points[1].y);
        QVERIFY(series.points[1].note.starts_with("test accuracy 93"));  // S4-16
    }
    QVERIFY2(chart.description.find("batch 64:") != std::string::npos, chart.description.c_str());
}

void TestTrainingRun::aRowOfTheTableChoosesTheVariant() {
    TrainingBench bench("gpu");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    bench.page().showTab("Confusion");
    for (const auto& [row, device] : {std::pair{1, "GPU"}, {0, "CPU"}}) {
        bench.frame().table().selectRow(row);
        const std::string title = titleOf(bench.page().currentChart());
        QVERIFY2(title.find(device) != title.npos, title.c_str());
    }
}

void TestTrainingRun::finderSuggestsARate_S2_10() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.form().setPlan(trainingPlan());
    bench.page().showTab("Rate");
    bench.page().findChild<QPushButton*>("otherRun")->click();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().plan()->experiment, std::string("lr_finder"));
    const auto chart = std::get<LinesValue>(bench.page().currentChart());
    QVERIFY(chart.log_x);
    QCOMPARE(chart.series.front().points.size(), std::size_t(kRateSteps));
    QCOMPARE(chart.marks.size(), 1U);
    QCOMPARE(chart.marks.front().x, 0.002);
    QVERIFY(caseValues(bench.form().plan(), "learning_rate") != Values{0.002});
    const auto& cards = bench.frame().cards().cards();
    const auto advice =
        std::ranges::find_if(cards, [](const CardValue& card) { return card.offer.has_value(); });
    QVERIFY(advice != cards.end());
    const auto link = [&]() -> QPushButton* {
        for (auto* each : bench.frame().cards().findChildren<QPushButton*>())
            if (each->text() == ui::qs(advice->offer->caption)) return each;
        return nullptr;
    };
    QTRY_VERIFY(link());
    link()->click();
    QCOMPARE(caseValues(bench.form().plan(), "learning_rate"), Values{0.002});
    QCOMPARE(bench.form().plan().experiment, std::string("training"));
    // The training that uses it is another run; the finder's curve stays.
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    QCOMPARE(caseValues(*bench.work->run().plan(), "learning_rate"), Values{0.002});
    QVERIFY(!std::get<LinesValue>(bench.page().currentChart()).log_x);
    bench.page().showTab("Rate");
    QVERIFY(!isEmpty(bench.page().currentChart()));
}

void TestTrainingRun::divergenceCostsOneCell() {
    TrainingBench bench("gpu+diverges@c001");
    QVERIFY(bench.trained(trainingPlan({Device::Cpu, Device::Cuda})));
    QCOMPARE(bench.work->run().openCells(), 0);
    const ReportCell& cell = bench.work->run().comparison()->rows.front().cells[0];
    QCOMPARE(cell.reason->code, std::string("training_diverged"));
    QCOMPARE(epochsOf(cell).size(), 2U);  // what it learnt before stays to be looked at
    const QString tip = bench.frame().table().model()->index(0, 1).data(Qt::ToolTipRole).toString();
    QVERIFY2(tip.contains('3'), qPrintable(tip));
    QCOMPARE(std::get<LinesValue>(bench.page().currentChart()).series.size(), 5U);
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
    QVERIFY(bench.resumeButton().isVisible());
    QVERIFY(bench.resumeButton().text().contains('1'));
    // Beside a curve of some epochs the sentence says what there is.
    QTRY_VERIFY2(bench.headline().startsWith("Only ") && bench.headline().contains(" of 6 epochs"),
                 qPrintable(bench.headline()));
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
    later.window->showPage("home");
    later.window->openFiles({file});
    QTRY_VERIFY_WITH_TIMEOUT(later.window->property("page") == "training", kSoonMs);
    QVERIFY(toJson(later.form().plan()) == toJson(trainingPlan({Device::Cpu, Device::Cuda})));
    QTest::mouseClick(&later.resumeButton(), Qt::LeftButton);
    QVERIFY(later.work->isMeasuring());
    QVERIFY(later.idle());
    QCOMPARE(later.work->run().openCells(), 0);
    QVERIFY(later.message().isEmpty());
}

/// Measuring or opening elsewhere changes nothing of a page.
void TestTrainingRun::eachPageKeepsItsRun() {
    TrainingBench bench;
    QVERIFY(bench.measured());  // recognises images
    QCOMPARE(bench.frame().table().model()->rowCount(), 0);
    const ui::ExperimentPage& images = bench.window->experimentPage("inference");
    const int rows = images.frame().table().model()->rowCount();
    QVERIFY(rows > 0);
    const QString file = bench.work->run().path();
    const auto said = [&] { return images.frame().findChild<QLabel*>("headline")->text(); };
    const QString headline = said();
    QVERIFY(bench.trained(trainingPlan()));
    QCOMPARE(bench.frame().table().model()->rowCount(), 1);
    QVERIFY(bench.work->run().path() != file);
    bench.window->showPage("inference");
    QCOMPARE(images.frame().table().model()->rowCount(), rows);
    QCOMPARE(said(), headline);
    QVERIFY(!isEmpty(images.currentChart()));
    // The file that the title names, and that is exported, is that of the page in view.
    QCOMPARE(bench.work->run().path(), file);
    QVERIFY(bench.window->windowTitle().startsWith(QFileInfo(file).fileName()));
    bench.window->showPage("report");  // which needs one, and has none of its own
    QCOMPARE(bench.work->run().path(), file);
    // The last plan of this kind stands in its own form after a new start.
    QCOMPARE(planFromJson(Json::parse(bench.settings.plan("training").toStdString()))->experiment,
             std::string("training"));
}

/// Earlier results of the page are one click away, after a restart as well.
void TestTrainingRun::pageOffersWhatItMeasured() {
    TrainingBench bench;
    const auto link = [](const ui::ExperimentPage& page, const char* name) {
        return page.findChild<QPushButton*>(name);
    };
    QVERIFY(bench.trained(trainingPlan()));
    const QString first = bench.work->run().path();
    QVERIFY(!link(bench.page(), "otherResults")->isVisibleTo(&bench.page()));
    QVERIFY(bench.trained(trainingPlan()));
    const QString second = bench.work->run().path();
    const auto others = link(bench.page(), "otherResults")->menu()->actions();
    QCOMPARE(others.size(), 1);
    QVERIFY2(others.front()->text().startsWith("today "), qPrintable(others.front()->text()));
    others.front()->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().path(), first, kSoonMs);

    ui::Session again(bench.settings, DUELO_FAKE_ENGINE, {"serve"});
    ui::MainWindow later(bench.settings, again);
    later.show();
    later.showPage("training");
    const ui::ExperimentPage& page = later.experimentPage("training");
    QCOMPARE(page.frame().table().model()->rowCount(), 0);
    QVERIFY(link(page, "lastResult")->isVisible());
    link(page, "lastResult")->click();
    QTRY_COMPARE_WITH_TIMEOUT(again.run().path(), second, kSoonMs);
    QCOMPARE(page.frame().table().model()->rowCount(), 1);
    QVERIFY(!link(page, "lastResult")->isVisible());
    QVERIFY(link(page, "otherResults")->isVisible());
    Q_EMIT again.binned(first);  // what is gone is offered no more
    QVERIFY(!link(page, "otherResults")->isVisible());
}

/// While one page measures the next plan is prepared on another, which does not cancel it.
void TestTrainingRun::planIsPreparedWhileAnotherPageMeasures() {
    TrainingBench bench("slow=1500");
    QVERIFY(bench.ready());
    const ui::ExperimentPage& images = bench.window->experimentPage("inference");
    const auto& button = *images.frame().findChild<QPushButton*>("runButton");
    auto& way = *bench.window->findChild<QPushButton*>("runningPage");
    const auto& mark = *bench.window->findChild<QLabel*>("railRunning");
    QVERIFY(!mark.isVisible());
    bench.train(trainingPlan());
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.button().text().startsWith("Cancel"));
    QVERIFY(!way.isVisible() && mark.isVisible());
    bench.window->showPage("inference");
    QVERIFY(button.text().startsWith("Measure") && !button.isEnabled());
    images.form().setValue("batch", 2);
    const Plan next = images.plan();
    QVERIFY(way.isVisible());
    QTest::mouseClick(&way, Qt::LeftButton);
    QCOMPARE(bench.window->property("page").toString(), QString("training"));
    QVERIFY(!way.isVisible());
    bench.window->showPage("inference");
    QVERIFY(bench.idle());
    QVERIFY(!mark.isVisible() && !way.isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(button.isEnabled(), kSoonMs);
    QVERIFY(images.plan() == next);
    const auto* told = bench.window->findChild<QLabel*>("toastSentence");
    QVERIFY2(told->text().startsWith("Measured: "), qPrintable(told->text()));
}

/// A space that nobody meant starts nothing, and ends nothing.
void TestTrainingRun::straySpaceStartsNothing() {
    TrainingBench bench("slow=1500");
    QVERIFY(bench.ready());
    bench.form().setPlan(trainingPlan());
    bench.button().setFocus();
    QTest::keyClick(&bench.button(), Qt::Key_Space);
    QVERIFY(!bench.work->isMeasuring());
    bench.button().setFocus(Qt::TabFocusReason);
    bench.button().clearFocus();
    bench.button().setFocus(Qt::TabFocusReason);
    QTest::keyClick(&bench.button(), Qt::Key_Space);
    QVERIFY(bench.work->isMeasuring());
    QTest::keyClick(&bench.button(), Qt::Key_Space);
    QVERIFY(bench.work->controller().state() != ui::RunController::State::Cancelling);
    QTest::keyClick(&bench.button(), Qt::Key_Return);
    QCOMPARE(bench.work->controller().state(), ui::RunController::State::Cancelling);
    QVERIFY(bench.idle());
}

int main(int argc, char** argv) {
    return runInApplication<TestTrainingRun>(argc, argv);
}
#include "tst_training_run.moc"
