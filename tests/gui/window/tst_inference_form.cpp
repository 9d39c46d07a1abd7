// SPDX-License-Identifier: GPL-3.0-or-later
// Every choice of the form is a field of the plan, and every plan can be shown.
#include <QCheckBox>
#include <QComboBox>
#include <QSignalSpy>
#include <QSpinBox>
#include <QToolButton>

#include "ui/frame/chip_group.h"
#include "ui/inference/image_strip.h"
#include "ui/inference/model_list.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestInferenceForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void planIsShownAndReadBack();
    void chipsAreTheChoices_data();
    void chipsAreTheChoices();
    void typedSizeJoins();
    void lastChoiceStays();
    void modelsAndImages();
    void partsAreBlocks();
    void advancedChoices();
    void impossibleIsSaidInPlace_R_07();
    void forecastStandsAtTheButton();

private:
    static QToolButton* chip(const WindowBench& bench, const QString& group, const QString& value) {
        for (auto* each : bench.window->comparePage().form().findChildren<ui::ChipGroup*>())
            if (each->accessibleName() == group)
                for (auto* button : each->findChildren<QToolButton*>())
                    if (button->property("value") == value) return button;
        return nullptr;
    }
};

void TestInferenceForm::planIsShownAndReadBack() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    Plan plan = smallPlan(2, {Device::Cpu, Device::Cuda});
    plan.cases.resize(2, plan.cases.front());
    plan.cases[1]["model"] = {"mobilenet_v2"};
    plan.cases[1]["size_px"] = {300};
    plan.cases[1]["batch"] = {1, 64};
    for (Block& block : plan.cases) {
        block["preprocess"] = {"imagenet"};
        block["seed"] = {99};
    }
    Block& variants = plan.variants.front();
    variants["threads"] = {1, 3};
    variants["precision"] = {"fp32", "fp16"};
    variants["mode"] = {"eager", "fused"};
    plan.preset = Preset::Strict;
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(plan);
    QVERIFY(toJson(form.plan()) == toJson(plan));
    // An edit elsewhere leaves all the rest as it was.
    QTest::mouseClick(chip(bench, "Batch", "8"), Qt::LeftButton);
    plan.cases.front()["batch"] = {1, 8};
    QVERIFY(toJson(form.plan()) == toJson(plan));
}

void TestInferenceForm::chipsAreTheChoices_data() {
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("field");
    QTest::addColumn<QString>("expected");
    QTest::newRow("size") << "Size (px)"
                          << "512"
                          << "/cases/0/size_px"
                          << "[64,96,128,512]";
    QTest::newRow("batch") << "Batch"
                           << "32"
                           << "/cases/0/batch"
                           << "[1,32]";
    QTest::newRow("preset") << "Measurement mode"
                            << "strict"
                            << "/preset"
                            << "\"strict\"";
}

void TestInferenceForm::chipsAreTheChoices() {
    QFETCH(QString, group);
    QFETCH(QString, value);
    QFETCH(QString, field);
    QFETCH(QString, expected);
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan());
    QSignalSpy edited(&form, &ui::InferenceForm::planEdited);
    auto* button = chip(bench, group, value);
    QVERIFY(button);
    QTest::mouseClick(button, Qt::LeftButton);
    QCOMPARE(edited.size(), 1);
    const Json json = toJson(form.plan());
    QCOMPARE(QString::fromStdString(json.at(Json::json_pointer(field.toStdString())).dump()),
             expected);
}

void TestInferenceForm::typedSizeJoins() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan(1));
    QToolButton* plus = nullptr;
    for (auto* each : bench.window->findChildren<ui::ChipGroup*>())
        if (each->accessibleName() == "Size (px)")
            for (auto* button : each->findChildren<QToolButton*>())
                if (button->text() == "+") plus = button;
    QVERIFY(plus);
    QTimer::singleShot(100, qApp, [] {
        auto* box = QApplication::activePopupWidget()->findChild<QSpinBox*>();
        box->setValue(352);
        QTest::keyClick(box, Qt::Key_Return);
    });
    QTest::mouseClick(plus, Qt::LeftButton);
    QCOMPARE(caseValues(form.plan(), "size_px"), (Values{64, 352}));
}

/// A plan without a model, size, batch or device cannot be measured: the last one stays chosen.
void TestInferenceForm::lastChoiceStays() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    Plan plan = smallPlan(1);
    plan.cases.front()["size_px"] = {224};
    form.setPlan(plan);
    QTest::mouseClick(chip(bench, "Size (px)", "224"), Qt::LeftButton);
    QTest::mouseClick(chip(bench, "Batch", "1"), Qt::LeftButton);
    for (auto* box : form.models().findChildren<QCheckBox*>())
        if (box->isChecked()) box->click();
    for (auto* box : form.devices().findChildren<QCheckBox*>())
        if (box->isChecked()) box->click();
    QVERIFY(toJson(form.plan()) == toJson(plan));
}

void TestInferenceForm::modelsAndImages() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan(1));
    for (auto* box : form.models().findChildren<QCheckBox*>())
        if (!box->isChecked()) box->click();
    QVERIFY(caseValues(form.plan(), "model").size() >= 2);
    form.addImages({"/tmp/a.png", "/tmp/b.png", "/tmp/a.png"});
    const auto& inputs = caseValues(form.plan(), "input");
    QCOMPARE(std::count(inputs.begin(), inputs.end(), "/tmp/a.png"), 1);
    // Every model that a file of weights stands beside.
    const auto filesIn = [](const Plan& plan) {
        std::map<Json, Json> files;
        for (const Block& block : plan.cases)
            for (const Json& file : valuesIn(block, "weights"))
                for (const Json& model : valuesIn(block, "model")) files[model] = file;
        return files;
    };
    form.setWeightsFile("resnet18", "/tmp/r.pth");
    QVERIFY(filesIn(form.plan()) == (std::map<Json, Json>{{"resnet18", "/tmp/r.pth"}}));
    form.setWeightsFile("resnet18", {});
    QVERIFY(filesIn(form.plan()).empty());
    QCOMPARE(form.plan().cases.size(), 1U);
}

void TestInferenceForm::partsAreBlocks() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan(1));
    const auto press = [&](const char* caption) {
        for (auto* button : form.findChildren<QPushButton*>())
            if (button->text() == caption) button->click();
    };
    press("Add a part");
    QCOMPARE(form.plan().cases.size(), 2U);
    QTest::mouseClick(chip(bench, "Batch", "8"), Qt::LeftButton);
    QCOMPARE(valuesIn(form.plan().cases[0], "batch"), Values{1});
    QCOMPARE(valuesIn(form.plan().cases[1], "batch"), (Values{1, 8}));
    press("Remove this part");
    QVERIFY(toJson(form.plan()) == toJson(smallPlan(1)));
}

void TestInferenceForm::advancedChoices() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan(1));
    for (const auto& [group, value] :
         {std::pair{"CPU threads", "2"}, {"Number format", "fp16"}, {"Mode", "fused"}}) {
        auto* button = chip(bench, group, value);
        QVERIFY2(button, group);
        button->click();
    }
    auto* seed = form.findChild<QSpinBox*>();
    seed->setValue(7);
    for (auto* box : form.findChildren<QComboBox*>()) {
        box->setCurrentIndex(box->count() - 1);
        Q_EMIT box->activated(box->count() - 1);
    }
    const Plan &plan = form.plan(), usual = smallPlan(1);
    for (const auto& [axis, value] :
         {std::pair<const char*, Json>{"threads", 2}, {"precision", "fp16"}, {"mode", "fused"}}) {
        const Values& values = valuesIn(plan.variants.front(), axis);
        QVERIFY2(std::count(values.begin(), values.end(), value) == 1, axis);
    }
    QCOMPARE(caseValues(plan, "seed"), Values{7});
    QVERIFY(caseValues(plan, "preprocess") != caseValues(usual, "preprocess"));
    QVERIFY(caseValues(plan, "fit") != caseValues(usual, "fit"));
}

/// Without a GPU the box is off and says why; a plan from a PC with one says it for its cells.
void TestInferenceForm::impossibleIsSaidInPlace_R_07() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    bool explained = false;
    for (auto* box : form.devices().findChildren<QCheckBox*>())
        if (!box->isEnabled()) explained = !box->accessibleDescription().isEmpty();
    QVERIFY(explained);
    form.setPlan(smallPlan(1, {Device::Cuda}));
    bench.work->askForecast(form.plan());
    auto* impossible = form.findChild<QLabel*>("impossible");
    QVERIFY(impossible);
    QTRY_VERIFY_WITH_TIMEOUT(impossible->isVisibleTo(&form) && !impossible->text().isEmpty(),
                             kSoonMs);
    QVERIFY(!bench.button().isEnabled());  // nothing of it can be measured
}

void TestInferenceForm::forecastStandsAtTheButton() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    ui::InferenceForm& form = bench.window->comparePage().form();
    form.setPlan(smallPlan(3));
    bench.work->askForecast(form.plan());
    QTRY_VERIFY_WITH_TIMEOUT(bench.window->comparePage().expectation().startsWith("3 "), kSoonMs);
    QCOMPARE(bench.button().accessibleDescription(), bench.window->comparePage().expectation());
    QVERIFY(bench.window->comparePage().expectation().contains(" s"));
}

int main(int argc, char** argv) {
    return runInApplication<TestInferenceForm>(argc, argv);
}
#include "tst_inference_form.moc"
