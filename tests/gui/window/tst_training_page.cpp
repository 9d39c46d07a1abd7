// SPDX-License-Identifier: GPL-3.0-or-later
// The page that trains, before anything is trained: its form is a plan, and the data are seen
// (S2-08, S2-14, S2-44).
#include <QCheckBox>
#include <QDoubleSpinBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>

#include "training_bench.h"
#include "ui/training/data_view.h"

using namespace duelo;
using namespace duelo::testing;
using Page = ui::TrainingPage;

class TestTrainingPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void formIsThePlan();
    void whatTheFormCannotShowIsKept();
    void networkBringsItsData();
    void ownFolderIsData();
    void everyFieldIsRead();
    void wrongRateIsSaidInWords_data();
    void wrongRateIsSaidInWords();
    void dataAreSeenBefore_S2_14_S2_44();
    void refusedDataAreSaid();
};

void TestTrainingPage::formIsThePlan() {
    TrainingBench bench("gpu");
    QVERIFY(bench.ready());
    // The engine's proposal stands in the form.
    QVERIFY(toJson(bench.form().plan()) == bench.work->probe()->training.plan);
    Plan plan = trainingPlan({Device::Cpu, Device::Cuda});
    Block& block = plan.cases.front();
    block["model"] = {"mlp"};
    block["hidden"] = {256, 500};
    block["data"] = {"digits"};
    block["batch"] = {32, 100};
    block["seed"] = {99};
    block["until_accuracy"] = {0.925};
    block["max_time_s"] = {60};
    block["patience"] = {4};
    block["optimizer"] = {"sgd"};
    block["momentum"] = {0.9};
    block["learning_rate"] = {0.0125};
    block["augment"] = {true};
    plan.variants.front()["mode"] = {"eager", "graph"};
    plan.variants.front()["threads"] = {1, 3};
    bench.form().setPlan(plan);
    QVERIFY(toJson(bench.form().plan()) == toJson(plan));
    // An edit leaves all the rest as it was.
    QTest::mouseClick(bench.chip("Batch", "16"), Qt::LeftButton);
    block["batch"] = {16, 32, 100};
    QVERIFY2(toJson(bench.form().plan()) == toJson(plan),
             toJson(bench.form().plan()).dump().c_str());
}

/// Other parts and data sets of a plan from a file are named, and an edit leaves them alone.
void TestTrainingPage::whatTheFormCannotShowIsKept() {
    TrainingBench bench("gpu");
    QVERIFY(bench.ready());
    const auto* told = bench.form().findChild<QLabel*>("unseen");
    QVERIFY(told->text().isEmpty());
    Plan plan = trainingPlan();
    plan.cases.resize(3, plan.cases.front());  // the lab's network on the textures
    plan.cases[0]["model"] = {"mlp"};
    plan.cases[0]["data"] = {"digits", "/fotos"};
    plan.cases[2]["batch"] = {256};
    bench.form().setPlan(plan);
    QVERIFY(told->isVisible());
    QVERIFY2(told->text().contains("2 more parts") && told->text().contains("1 more data set"),
             qPrintable(told->text()));
    bench.chip("Batch", "16")->click();
    plan.cases.front()["batch"] = {16, 32};
    QVERIFY2(toJson(bench.form().plan()) == toJson(plan),
             toJson(bench.form().plan()).dump().c_str());
    bench.chip("Data", "textures")->click();
    plan.cases.front()["data"] = {"textures"};
    QVERIFY(toJson(bench.form().plan())["cases"] == toJson(plan)["cases"]);
    QVERIFY(!told->text().contains("data set"));
}

void TestTrainingPage::networkBringsItsData() {
    TrainingBench bench("gpu");
    QVERIFY(bench.ready());
    QTest::mouseClick(bench.chip("Network", "mlp"), Qt::LeftButton);
    const Plan& plan = bench.form().plan();
    QCOMPARE(caseValues(plan, "model"), Values{"mlp"});
    QCOMPARE(caseValues(plan, "hidden"), Values{256});
    QCOMPARE(caseValues(plan, "data"), Values{"digits"});
    bench.chip("Neurons of the hidden layer", "500")->click();
    QCOMPARE(caseValues(plan, "model"), Values{"mlp"});
    QCOMPARE(caseValues(plan, "hidden"), (Values{256, 500}));
    // What the user chose stays.
    bench.chip("Data", "synthetic")->click();
    QTest::mouseClick(bench.chip("Network", "lab_alexnet"), Qt::LeftButton);
    QCOMPARE(caseValues(plan, "data"), Values{"synthetic"});
    QCOMPARE(caseValues(plan, "model"), Values{"lab_alexnet"});
    QVERIFY(!bench.chip("Neurons of the hidden layer", "500")->isVisible());
}

void TestTrainingPage::ownFolderIsData() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    QSignalSpy asked(&bench.page(), &Page::dataWanted);
    bench.form().setDataFolder("/fotos/mis flores ñ");
    QCOMPARE(caseValues(bench.form().plan(), "data"), Values{"/fotos/mis flores ñ"});
    QCOMPARE(asked.size(), 1);
    auto* chip = bench.chip("Data", "/fotos/mis flores ñ");
    QVERIFY(chip && chip->isChecked());
    QCOMPARE(chip->text(), QString("mis flores ñ"));
}

void TestTrainingPage::everyFieldIsRead() {
    TrainingBench bench("gpu");
    QVERIFY(bench.ready());
    bench.form().setPlan(trainingPlan());
    for (auto* box : bench.form().findChildren<QCheckBox*>())
        if (box->text() == "Vary the images at random" || box->text() == "Decode in every epoch" ||
            box->text() == "Deterministic" || box->text() == "Save the weights")
            box->click();
    bench.chip("Optimiser", "sgd")->click();
    bench.chip("Mode", "graph")->click();
    bench.chip("CPU threads", "2")->click();
    for (auto* box : bench.form().findChildren<QSpinBox*>()) box->setValue(7);
    for (auto* box : bench.form().findChildren<QDoubleSpinBox*>()) box->setValue(0.5);
    const Plan& plan = bench.form().plan();
    const std::pair<const char*, Json> read[] = {{"augment", true},
                                                 {"decode_every_epoch", true},
                                                 {"deterministic", false},
                                                 {"optimizer", "sgd"},
                                                 {"momentum", 0.5},
                                                 {"until_accuracy", 0.005},
                                                 {"epochs", 7},
                                                 {"patience", 7},
                                                 {"max_time_s", 7.0},
                                                 {"seed", 7}};
    for (const auto& [axis, value] : read) QVERIFY2(caseValues(plan, axis) == Values{value}, axis);
    QVERIFY(plan.run.flag("save_weights"));
    QCOMPARE(valuesIn(plan.variants.front(), "mode"), (Values{"eager", "graph"}));
    QCOMPARE(valuesIn(plan.variants.front(), "threads"), (Values{0, 2}));
    QCOMPARE(plan.experiment, std::string("training"));
}

void TestTrainingPage::wrongRateIsSaidInWords_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("rate");
    QTest::newRow("comma") << "0,02" << 0.02;
    QTest::newRow("exponent") << "3e-4" << 3e-4;
    QTest::newRow("word") << "poco" << 0.0;
    QTest::newRow("zero") << "0" << 0.0;
    QTest::newRow("negative") << "-1" << 0.0;
    QTest::newRow("huge") << "1e9" << 0.0;
    QTest::newRow("nothing") << "" << 0.0;
}

void TestTrainingPage::wrongRateIsSaidInWords() {
    QFETCH(QString, typed);
    QFETCH(double, rate);
    TrainingBench bench;
    QVERIFY(bench.ready());
    QTRY_VERIFY_WITH_TIMEOUT(bench.button().isEnabled(), kSoonMs);
    auto* edit = bench.rateEdit();
    edit->selectAll();
    QTest::keyClick(edit, Qt::Key_Delete);
    QTest::keyClicks(edit, typed);
    const auto* problem = bench.form().findChild<QLabel*>("rateProblem");
    QCOMPARE(problem->isVisible(), rate == 0);
    QCOMPARE(bench.button().isEnabled(), rate != 0);
    if (rate != 0) {
        QCOMPARE(caseValues(bench.form().plan(), "learning_rate"), Values{rate});
    } else {
        QCOMPARE(bench.button().accessibleDescription(), problem->text());
        bench.window->actions().run->trigger();
        QVERIFY(!bench.work->isMeasuring());
    }
}

void TestTrainingPage::dataAreSeenBefore_S2_14_S2_44() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    auto* view = bench.page().findChild<ui::DataView*>();
    QTRY_VERIFY_WITH_TIMEOUT(!view->findChildren<QTableWidget*>().isEmpty(), kSoonMs);
    const auto tables = view->findChildren<QTableWidget*>();
    QCOMPARE(tables.size(), 2);
    const QTableWidget& counts = *tables.front();
    QCOMPARE(counts.rowCount(), 4);  // three classes and their total
    QCOMPARE(counts.item(1, 0)->text(), QString("grass"));
    QCOMPARE(counts.item(1, 1)->text(), QString("60"));
    QCOMPARE(counts.item(3, 3)->text(), QString("45"));
    const QTableWidget& layers = *tables.back();
    QCOMPARE(layers.rowCount(), 3);
    QCOMPARE(layers.item(0, 2)->text(), QString("64 × 16 × 16"));
    int pictures = 0;
    for (auto* label : view->findChildren<QLabel*>()) pictures += !label->pixmap().isNull();
    QCOMPARE(pictures, 12 * 2 + 3 * 4);  // raw and normalised; two Sobels and two poolings
    bool warned = false;
    for (auto* label : view->findChildren<QLabel*>())
        warned |= label->property("role") == "warning" && label->text().contains("45");
    QVERIFY(warned);
}

void TestTrainingPage::refusedDataAreSaid() {
    TrainingBench bench("no-data");
    QVERIFY(bench.ready());
    const auto* told = bench.page().findChild<QLabel*>("dataTold");
    const QString why =
        ui::qs(ui::textOf(bench.settings).reason({"data_class_empty", {{"class", "grass"}}}));
    QTRY_COMPARE_WITH_TIMEOUT(told->text(), why, kSoonMs);
}

int main(int argc, char** argv) {
    return runInApplication<TestTrainingPage>(argc, argv);
}
#include "tst_training_page.moc"
