// SPDX-License-Identifier: GPL-3.0-or-later
// A form follows from the axes of an experiment: every choice is a value of the plan, and every
// plan can be shown and comes back as it was.
#include <QCheckBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTimer>
#include <QWheelEvent>

#include "../../plan/spec_examples.h"
#include "form_testing.h"
#include "ui/form/chip_group.h"
#include "ui/form/number_words.h"
#include "ui/form/tip.h"
#include "ui/form/wheel_guard.h"

using namespace duelo;
using namespace duelo::testing;

class TestExperimentForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void plansComeBack_data();
    void plansComeBack();
    void everyKindIsEdited();
    void runAxesAreEdited();
    void optionalValuesCanBeAbsent();
    void whatNoChosenDeviceHasIsNotAsked();
    void devicesOfTheCpuAloneAreNoChoice();
    void everyDeviceHasARow();
    void typedValuesJoin();
    void bytesAreReadAsTheyAreShown();
    void lastChoiceStays();
    void whatMostNeverTouchFoldsAway();
    void oneLineSaysWhatIsSet();
    void longListsFold();
    void longTipsAreShort();
    void fieldsAreNamedAndExplained();
    void oneClickSweepsTheThreads();
    void whatDoesNotApplyIsHidden();
    void wordsThatDoNotApplySayWhy();
    void partsAreBlocks();
    void settingsHoldInAllParts();
    void modeOnlyWhereWorkIsRepeated();
    void wrongNumbersAreSaid_data();
    void wrongNumbersAreSaid();
    void suggestionsAreTaken();
    void oddFilesAreKept();
    void otherVariantsAreKeptAndSaid();
    void sourcesAreAttached();
    void impossibleIsSaidInPlace_R_07();
    void everyControlHasAName();
    void tabGoesFromTopToBottom();
    void theWheelChangesNothing();

private:
    static const Spec& sample() {
        static const Spec spec = examples::sample();
        return spec;
    }
    static void type(QLineEdit& edit, const QString& text) {
        edit.selectAll();
        QTest::keyClick(&edit, Qt::Key_Delete);
        QTest::keyClicks(&edit, text);
    }
};

void TestExperimentForm::plansComeBack_data() {
    QTest::addColumn<const Spec*>("spec");
    for (const Spec& spec : specs()) QTest::newRow(spec.id.c_str()) << &spec;
    QTest::newRow("of every kind") << &sample();
}

void TestExperimentForm::plansComeBack() {
    QFETCH(const Spec*, spec);
    FormBench bench(*spec);
    Plan plan = usualPlan(*spec, Facts{.devices = {Device::Cpu, Device::Cuda}});
    plan.preset = Preset::Strict;
    QSignalSpy edited(bench.form.get(), &ui::ExperimentForm::planEdited);
    bench.form->setPlan(plan);
    QVERIFY(bench.plan() == plan);
    QVERIFY(bench.ready());
    QVERIFY(bench.plan() == plan);  // what the engine knows is offered, not chosen
    QVERIFY(edited.isEmpty());
    for (const Axis& axis : spec->axes) {
        if (!axis.per.empty()) continue;
        const ui::Field* field = bench.form->field(axis.id);
        QVERIFY2(field, axis.id.c_str());
        const Values expected =
            axis.role == AxisRole::Run
                ? (plan.run.has(axis.id) ? Values{plan.run.at(axis.id)} : Values{})
                : valuesIn(axis.role == AxisRole::Case ? plan.cases.front() : plan.variants.front(),
                           axis.id);
        QVERIFY2(field->values() == expected, axis.id.c_str());
    }
    QVERIFY(bench.form->invalid().isEmpty());
}

void TestExperimentForm::everyKindIsEdited() {
    FormBench bench(sample());
    QVERIFY(bench.ready());
    Plan plan = bench.plan();
    QSignalSpy edited(bench.form.get(), &ui::ExperimentForm::planEdited);
    bench.chip("n", "2")->click();
    type(*bench.part<QLineEdit>("share"), "30");
    type(*bench.part<QLineEdit>("rate"), "0,75");
    bench.chip("order", "columns")->click();
    bench.part<QCheckBox>("warm")->click();
    type(*bench.part<QLineEdit>("label"), "fast");
    bench.chip("threads", "2")->click();
    QVERIFY(edited.size() >= 7);
    Block& block = plan.cases.front();
    block["n"] = {4};
    block["share"] = {0.3};
    block["rate"] = {0.75};
    block["order"] = {"columns"};
    block["warm"] = {false};
    block["label"] = {"fast"};
    plan.variants.front()["threads"] = {0, 2};
    QVERIFY2(bench.plan() == plan, toJson(bench.plan()).dump().c_str());
    QVERIFY(problemsOf(bench.plan(), sample(), Facts{}).empty());
}

void TestExperimentForm::runAxesAreEdited() {
    FormBench bench(sample());
    bench.part<QCheckBox>("save")->click();
    QVERIFY(bench.plan().run.flag("save"));
    type(*bench.part<QLineEdit>("keep"), "3");
    QCOMPARE(bench.plan().run.integer("keep"), 3);
    type(*bench.part<QLineEdit>("keep"), "");
    QVERIFY(!bench.plan().run.has("keep"));
}

void TestExperimentForm::optionalValuesCanBeAbsent() {
    FormBench bench(sample());
    auto* rate = bench.part<QLineEdit>("rate");
    QVERIFY(rate->text().isEmpty() && !rate->placeholderText().isEmpty());
    type(*rate, "2");
    QCOMPARE(caseValues(bench.plan(), "rate"), Values{2.0});
    type(*rate, "");
    QVERIFY(!bench.plan().cases.front().contains("rate"));
    QVERIFY(bench.form->invalid().isEmpty());
}

void TestExperimentForm::bytesAreReadAsTheyAreShown() {
    const Spec& spec = *findSpec("transfer");
    FormBench bench(spec);
    QCOMPARE(bench.chip("bytes", "65536")->text(), QString("64 KiB"));
    const ui::NumberWords words(*spec.find("bytes"), {','});
    for (const auto& [typed, bytes] :
         {std::pair{"64 KiB", 65536}, {"64k", 65536}, {"1,5 MiB", 1572864}, {"4096", 4096}})
        QCOMPARE(words.read(typed), std::optional<Json>(bytes));
    for (const char* wrong : {"KiB", "-1k", "64 KB s", "900 GiB", "0"})
        QVERIFY2(!words.read(wrong), wrong);
    QCOMPARE(words.range(), QString("1 B – 64 GiB"));
}

/// Directions over the bus are chosen as ever, but without a GPU there are none: what is asked of
/// them alone is asked by nobody.
void TestExperimentForm::whatNoChosenDeviceHasIsNotAsked() {
    const Spec& spec = *findSpec("transfer");
    FormBench bench(spec);
    QVERIFY(bench.ready());
    const auto choose = [&](std::vector<std::string> devices) {
        bench.form->setPlan(planFromWords(spec, {{"device", std::move(devices)}}, {}).value());
    };
    choose({"cpu"});
    QVERIFY(bench.shows("threads") && !bench.shows("memory") && !bench.shows("beside"));
    choose({"cpu", "cuda"});
    QVERIFY(bench.shows("threads") && bench.shows("memory") && bench.shows("beside"));
    choose({"cuda"});
    QVERIFY(!bench.shows("threads") && bench.shows("memory"));
}

void TestExperimentForm::typedValuesJoin() {
    FormBench bench(sample());
    bench.form->show();
    const Values before{4, 2}, twelve{2, 4, 12}, doubled{2, 3, 4, 6, 12};
    for (const auto& [typed, chosen] : {std::pair{"0", before},
                                        {"doce", before},
                                        {"12..3", before},
                                        {"12", twelve},
                                        {"3..20", doubled}}) {
        bool warned = false;
        QTimer::singleShot(100, qApp, [typed = QString(typed), &warned] {
            QWidget* popup = QApplication::activePopupWidget();
            auto* edit = popup->findChild<QLineEdit*>();
            edit->setText(typed);
            QTest::keyClick(edit, Qt::Key_Return);
            warned = popup->findChild<QLabel*>()->property("tone") == "warn";
            if (popup->isVisible()) popup->close();
        });
        for (auto* button : bench.form->field("n")->findChildren<QToolButton*>())
            if (button->text() == "+") button->click();
        QCOMPARE(caseValues(bench.plan(), "n"), chosen);
        QCOMPARE(warned, chosen == before);  // what adds nothing is answered
    }
}

/// A plan without a value cannot be measured.
void TestExperimentForm::lastChoiceStays() {
    FormBench bench(sample());
    bench.chip("n", "2")->click();
    bench.chip("n", "4")->click();
    QCOMPARE(caseValues(bench.plan(), "n"), Values{4});
    bench.box("device", "CPU")->click();
    QCOMPARE(valuesIn(bench.plan().variants.front(), "device"), Values{"cpu"});
}

void TestExperimentForm::whatMostNeverTouchFoldsAway() {
    for (const Spec& spec : specs()) {
        FormBench bench(spec);
        const auto isSeen = [&](const Axis& axis) {
            return bench.form->field(axis.id)->isVisibleTo(bench.form.get());
        };
        const auto folds = [&](const Axis& axis) { return axis.advanced && axis.when.empty(); };
        if (std::ranges::none_of(spec.axes, folds)) continue;
        for (const Axis& axis : spec.axes)
            if (folds(axis)) QVERIFY2(!isSeen(axis), axis.id.c_str());
        bench.form->findChild<QToolButton*>("settings")->click();
        for (const Axis& axis : spec.axes)
            if (folds(axis)) QVERIFY2(isSeen(axis), axis.id.c_str());
    }
}

void TestExperimentForm::oneLineSaysWhatIsSet() {
    FormBench bench(*findSpec("inference"));
    const auto* line = bench.form->findChild<QToolButton*>("settings");
    QVERIFY2(line->accessibleDescription().startsWith("Standard · All cores · FP32"),
             qPrintable(line->accessibleDescription()));
    bench.chipOf("Measurement mode", "quick")->click();
    bench.form->setValue("threads", Json{1, 2});
    QVERIFY2(line->accessibleDescription().startsWith("Quick · 1, 2 CPU threads · FP32"),
             qPrintable(line->accessibleDescription()));
    QVERIFY(line->text().startsWith("Quick · 1, 2"));
    bench.press("Add a part");
    QVERIFY(line->accessibleDescription().contains("2 part"));
}

/// A long list folds behind how many of it are chosen; opened again it stays so.
void TestExperimentForm::longListsFold() {
    FormBench bench(*findSpec("pi"));
    QVERIFY(bench.ready());
    const auto* way = bench.form->field("how");
    auto* fold = way->findChild<QToolButton*>("fold");
    auto* chips = way->findChild<ui::ChipGroup*>();
    const auto* method = bench.form->field("method")->findChild<ui::ChipGroup*>();
    const auto isSeen = [&](const QWidget* one) { return one->isVisibleTo(bench.form.get()); };
    QVERIFY(isSeen(chips) && !isSeen(fold));
    bench.form->foldLists();
    QVERIFY(!isSeen(chips) && isSeen(fold) && isSeen(method));
    const auto chosen = way->values().size();
    QCOMPARE(fold->text().section(' ', 0, 0).toULongLong(), chosen);
    fold->click();
    QVERIFY(isSeen(chips));
    for (auto* chip : chips->findChildren<QToolButton*>())
        if (chip->isChecked() && way->values().size() == chosen) chip->click();
    QCOMPARE(way->values().size(), chosen - 1);
    QCOMPARE(fold->text().section(' ', 0, 0).toULongLong(), chosen - 1);
    QVERIFY(isSeen(chips));
}

/// A long explanation is no tip: its beginning is, and Shift+F1 shows all of it.
void TestExperimentForm::longTipsAreShort() {
    QWidget widget;
    ui::setTip(widget, "Short <b>");
    QCOMPARE(widget.toolTip(), QString("Short <b>"));
    QVERIFY(widget.whatsThis().isEmpty());
    const QString help = QStringList(20, "word").join(' ') + " <img src=x>";
    ui::setTip(widget, help);
    QCOMPARE(widget.toolTip().count("word"), 10);
    QVERIFY(widget.toolTip().endsWith("(Shift+F1)"));
    QCOMPARE(widget.whatsThis().count("word"), 20);
    QVERIFY(!widget.whatsThis().contains("<img"));
}

void TestExperimentForm::fieldsAreNamedAndExplained() {
    FormBench bench(*findSpec("training"));
    auto* augment = bench.part<QCheckBox>("augment");
    QCOMPARE(augment->text(), QString("Vary the images at random"));
    QVERIFY(bench.form->field("augment")->toolTip().startsWith("Turned"));
    QCOMPARE(bench.part<QSpinBox>("patience")->text(), QString("never"));
    QCOMPARE(bench.part<QLineEdit>("max_time_s")->placeholderText(), QString("no limit"));
    QCOMPARE(bench.part<QLineEdit>("test_share")->text(), QString("15"));  // percent
    QCOMPARE(bench.chip("optimizer", "sgd")->text(), QString("SGD"));
    QVERIFY(!bench.chip("mode", "fused")->toolTip().isEmpty());
    // What the Spec offers can be chosen at once.
    for (const char* batch : {"16", "32", "64", "128"}) QVERIFY2(bench.chip("batch", batch), batch);
    QCOMPARE(bench.chip("threads", "0")->text(), QString("All cores"));
    QVERIFY(bench.ready());
    QVERIFY(bench.chip("threads", "1") && bench.chip("threads", "2"));
}

/// S0-12, P-06: one click chooses the numbers of threads that show a speed-up, each by its chip.
void TestExperimentForm::oneClickSweepsTheThreads() {
    FormBench bench(*findSpec("inference"));
    QVERIFY(bench.ready());
    // Each axis that counts workers has its own; a thread is one, and so is an image at a time.
    for (const char* axis : {"threads", "instances"}) {
        for (auto* button : bench.form->field(axis)->findChildren<QAbstractButton*>())
            if (button->text() == "Measure the scaling") button->click();
        QCOMPARE(valuesIn(bench.plan().variants.front(), axis), (Values{1, 2, 3, 4, 8}));
    }
    for (const char* number : {"1", "2", "3", "4", "8"})
        QVERIFY2(bench.chip("threads", number)->isChecked(), number);
    QVERIFY(!bench.chip("threads", "0")->isChecked());
    const FormBench programs(*findSpec("program"));  // has no threads
    for (const auto* button : programs.form->findChildren<QAbstractButton*>())
        QVERIFY(button->text() != "Measure the scaling");
}

void TestExperimentForm::whatDoesNotApplyIsHidden() {
    FormBench bench(sample());
    Plan plan = usualPlan(sample(), Facts{.devices = {Device::Cpu, Device::Cuda}});
    bench.form->setPlan(plan);
    QVERIFY(bench.shows("threads"));
    bench.box("device", "CPU")->click();
    QVERIFY(!bench.shows("threads"));
    plan.variants.front()["device"] = {"cuda"};
    QVERIFY(bench.plan() == plan);  // its values wait
    bench.box("device", "CPU")->click();
    QVERIFY(bench.shows("threads"));

    FormBench training(*findSpec("training"));
    QVERIFY(training.ready());
    QVERIFY(!training.shows("hidden") && !training.shows("momentum"));
    training.chip("model", "mlp")->click();
    QVERIFY(training.shows("hidden"));
    training.chip("optimizer", "sgd")->click();
    QVERIFY(training.shows("momentum"));
}

void TestExperimentForm::wordsThatDoNotApplySayWhy() {
    FormBench bench(*findSpec("training"));
    QVERIFY(bench.ready());
    auto* graph = bench.chip("mode", "graph");
    QVERIFY(!graph->isEnabled());
    QCOMPARE(graph->toolTip(), QString("Only with Devices: GPU"));
    bench.form->setPlan(usualPlan(bench.form->spec(), Facts{.devices = {Device::Cuda}}));
    graph = bench.chip("mode", "graph");
    QVERIFY(graph->isEnabled() && !graph->toolTip().startsWith("Only"));
    graph->click();
    // What was chosen can be left when it applies no more.
    bench.form->setValue("device", "cpu");
    QVERIFY(bench.chip("mode", "graph")->isEnabled());
    // It takes no room beside others that do.
    QVERIFY(bench.chip("mode", "graph")->isHidden());
    bench.form->setValue("device", "cuda");
    QVERIFY(!bench.chip("mode", "graph")->isHidden());
    bench.form->setValue("device", "cpu");
    bench.chip("mode", "graph")->click();
    QVERIFY(!bench.chip("mode", "graph")->isEnabled());
    QVERIFY(!bench.chip("mode", "graph")->isHidden());
}

void TestExperimentForm::partsAreBlocks() {
    FormBench bench(sample());
    const Plan before = bench.plan();
    bench.press("Add a part");
    QCOMPARE(bench.plan().cases.size(), 2U);
    bench.chip("n", "2")->click();
    QCOMPARE(valuesIn(bench.plan().cases[0], "n"), (Values{4, 2}));
    QCOMPARE(valuesIn(bench.plan().cases[1], "n"), Values{4});
    QCOMPARE(bench.chipOf("Part of the plan", "0")->text(), QString("1: 4, 2"));
    bench.chipOf("Part of the plan", "0")->click();
    QVERIFY(bench.chip("n", "2")->isChecked());
    bench.chipOf("Part of the plan", "1")->click();
    QVERIFY(!bench.chip("n", "2")->isChecked());
    bench.press("Remove this part");
    QVERIFY(bench.plan() == before);
}

/// A setting holds in all parts: work done in different ways could not be compared (S4-30).
void TestExperimentForm::settingsHoldInAllParts() {
    FormBench bench(sample());
    Plan plan = bench.plan();
    plan.cases.push_back(plan.cases.front());
    plan.cases[1]["n"] = {9};
    plan.cases[1]["order"] = {"columns"};
    bench.form->setPlan(plan);
    QVERIFY(bench.plan() == plan);
    type(*bench.part<QLineEdit>("share"), "40");
    for (Block& block : plan.cases) block["share"] = {0.4};
    QVERIFY(bench.plan() == plan);  // the other settings stay as different as they were
}

void TestExperimentForm::modeOnlyWhereWorkIsRepeated() {
    FormBench inference(*findSpec("inference")), training(*findSpec("training"));
    auto* strict = inference.chipOf("Measurement mode", "strict");
    QVERIFY(strict && !training.chipOf("Measurement mode", "strict"));
    QSignalSpy edited(inference.form.get(), &ui::ExperimentForm::planEdited);
    strict->click();
    QVERIFY(inference.plan().preset == Preset::Strict);
    QCOMPARE(edited.size(), 1);
}

void TestExperimentForm::wrongNumbersAreSaid_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<double>("rate");
    QTest::newRow("comma") << "0,02" << 0.02;
    QTest::newRow("exponent") << "3e-4" << 3e-4;
    QTest::newRow("word") << "poco" << 0.0;
    QTest::newRow("zero") << "0" << 0.0;
    QTest::newRow("negative") << "-1" << 0.0;
    QTest::newRow("huge") << "1e9" << 0.0;
    QTest::newRow("endless") << "inf" << 0.0;
    QTest::newRow("nothing") << "" << 0.0;
}

void TestExperimentForm::wrongNumbersAreSaid() {
    QFETCH(QString, typed);
    QFETCH(double, rate);
    FormBench bench(*findSpec("training"));
    QSignalSpy edited(bench.form.get(), &ui::ExperimentForm::planEdited);
    type(*bench.part<QLineEdit>("learning_rate"), typed);
    QVERIFY(!edited.isEmpty());
    const auto* problem = bench.form->field("learning_rate")->findChild<QLabel*>("problem");
    QCOMPARE(bench.form->invalid(), problem->text());
    if (rate != 0) {
        QVERIFY(bench.form->invalid().isEmpty());
        QCOMPARE(caseValues(bench.plan(), "learning_rate"), Values{rate});
    } else {
        QCOMPARE(bench.form->invalid(),
                 QString("Learning rate: a number is needed. Possible: 1e-12 – 1000."));
        QVERIFY(problem->isVisibleTo(bench.form.get()));
        // Another plan has another value.
        bench.form->setPlan(usualPlan(bench.form->spec(), Facts{}));
        QVERIFY(bench.form->invalid().isEmpty());
    }
}

void TestExperimentForm::suggestionsAreTaken() {
    FormBench bench(*findSpec("training"));
    bench.press("Add a part");
    QSignalSpy edited(bench.form.get(), &ui::ExperimentForm::planEdited);
    bench.form->setValue("learning_rate", 0.0021);
    QCOMPARE(edited.size(), 1);
    for (const Block& block : bench.plan().cases)
        QCOMPARE(valuesIn(block, "learning_rate"), Values{0.0021});
    QCOMPARE(bench.part<QLineEdit>("learning_rate")->text(), QString("0,0021"));
    bench.form->setValue("nothing of the kind", 1);
    QCOMPARE(edited.size(), 1);
}

/// Files can hold anything: it is shown, kept as it is, and told by whoever checks the plan.
void TestExperimentForm::oddFilesAreKept() {
    for (const Spec& spec : specs()) {
        // Edited among all that is odd: what every experiment can be swept over.
        const auto swept = std::ranges::find_if(spec.axes, [](const Axis& axis) {
            return axis.many && axis.role == AxisRole::Case && axis.when.empty() &&
                   !axis.offered.empty();
        });
        FormBench bench(spec);
        Plan plan = usualPlan(spec, Facts{});
        plan.cases.resize(1);
        Block& block = plan.cases.front();
        block["seed"] = {std::uint64_t{18446744073709551615ULL}};
        if (swept != spec.axes.end()) block[swept->id] = {"many", 3.5, -1};
        block["model"] = {"no such network", 7};
        block["nothing of the kind"] = {1};
        plan.variants.front()["device"] = {"quantum"};
        plan.variants.front()["mode"] = {Json::array({1}), "eager"};
        for (const Axis& axis : spec.axes)
            if (!axis.many && axis.role == AxisRole::Case && axis.per.empty() && axis.id != "seed")
                block[axis.id] = {Json::object({{"name", 5}}), 2};
        bench.form->setPlan(plan);
        QVERIFY2(bench.plan() == plan, spec.id.c_str());
        QVERIFY(bench.ready());
        QVERIFY(bench.plan() == plan);
        if (swept == spec.axes.end()) continue;
        bench.chip(swept->id.c_str(), QString::fromStdString(swept->offered.front().dump()))
            ->click();
        Plan after = bench.plan();
        after.cases.front()[swept->id] = block[swept->id];
        QVERIFY2(after == plan, spec.id.c_str());
    }
}

void TestExperimentForm::otherVariantsAreKeptAndSaid() {
    FormBench bench(sample());
    const auto* told = bench.form->findChild<QLabel*>("unseen");
    QVERIFY(!told->isVisibleTo(bench.form.get()));
    Plan plan = bench.plan();
    plan.variants.push_back({{"device", {"cpu"}}, {"threads", {7}}});
    bench.form->setPlan(plan);
    QVERIFY(told->isVisibleTo(bench.form.get()));
    bench.chip("order", "columns")->click();
    plan.cases.front()["order"] = {"columns"};
    QVERIFY(bench.plan() == plan);
}

void TestExperimentForm::sourcesAreAttached() {
    FormBench bench(sample());
    const QTemporaryDir folder;
    const QString path = folder.filePath("núcleo.txt");
    const auto write = [&](const char* text) {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) > 0);
    };
    const auto choose = [&] {
        auto* timer = new QTimer(qApp);
        QObject::connect(timer, &QTimer::timeout, qApp, [&path, timer] {
            auto* dialog = QApplication::activeModalWidget();
            auto* name = dialog ? dialog->findChild<QLineEdit*>("fileNameEdit") : nullptr;
            if (!name) return;
            timer->stop();
            timer->deleteLater();
            name->setText(path);
            QMetaObject::invokeMethod(dialog, "accept", Qt::DirectConnection);
        });
        timer->start(20);
        for (auto* link : bench.form->field("source")->findChildren<QPushButton*>()) link->click();
    };
    write("one");
    choose();
    QVERIFY(problemsOf(bench.plan(), sample(), Facts{}).empty());
    QCOMPARE(bench.plan().attachments.at("núcleo.txt").text(), std::string("one"));
    QCOMPARE(caseValues(bench.plan(), "source").front()["name"], Json("núcleo.txt"));
    // Chosen again it is read again, and only what is named is brought along.
    write("two");
    choose();
    QCOMPARE(bench.plan().attachments.size(), 1U);
    QCOMPARE(bench.plan().attachments.at("núcleo.txt").text(), std::string("two"));
    QVERIFY(problemsOf(bench.plan(), sample(), Facts{}).empty());
    // Optional: it can be left.
    for (auto* chip : bench.form->field("source")->findChildren<QToolButton*>())
        if (chip->isChecked()) chip->click();
    QVERIFY(caseValues(bench.plan(), "source").empty() && bench.plan().attachments.empty());
}

/// Without a GPU the box is off and says why.
void TestExperimentForm::impossibleIsSaidInPlace_R_07() {
    FormBench bench(*findSpec("inference"), "normal");
    QVERIFY(bench.ready());
    QString why;
    for (auto* box : bench.form->field("device")->findChildren<QCheckBox*>())
        if (!box->isEnabled()) why = box->accessibleDescription();
    QVERIFY(!why.isEmpty());
    // In view once it is asked.
    const auto isRead = [&] {
        for (auto* label : bench.form->field("device")->findChildren<QLabel*>())
            if (label->text() == why) return label->isVisibleTo(bench.form.get());
        return false;
    };
    QVERIFY(!isRead());
    for (auto* ask : bench.form->field("device")->findChildren<QToolButton*>())
        if (ask->text().startsWith("not available")) {
            for (const QChar sign : ask->text())  // a sign that a face lacks is an empty box
                QVERIFY(ask->fontMetrics().inFont(sign));
            ask->click();
        }
    QVERIFY(isRead());
    bench.form->setImpossible({"One.", "Two."});
    const auto* impossible = bench.form->findChild<QLabel*>("impossible");
    QVERIFY(impossible->isVisibleTo(bench.form.get()));
    QCOMPARE(impossible->text(), QString("One.\nTwo."));
    bench.form->setImpossible({});
    QVERIFY(!impossible->isVisibleTo(bench.form.get()));
}

/// Work that only the CPU does has no choice of devices, and axes that depend on the CPU apply.
void TestExperimentForm::devicesOfTheCpuAloneAreNoChoice() {
    Spec spec = sample();
    std::ranges::find(spec.axes, kDeviceAxis, &Axis::id)->gpus = false;
    FormBench bench(spec);
    QVERIFY(bench.ready());
    bench.form->setPlan(usualPlan(spec, Facts{.devices = {Device::Cpu, Device::Cuda}}));
    QVERIFY(bench.form->field(kDeviceAxis) == nullptr);
    QVERIFY(bench.form->findChildren<ui::DeviceList*>().isEmpty());
    QVERIFY(bench.shows("threads"));
    QCOMPARE(valuesIn(bench.plan().variants.front(), kDeviceAxis), Values{"cpu"});
}

/// A row for each, those of a plan too that this PC has not; what cannot be chosen says why.
void TestExperimentForm::everyDeviceHasARow() {
    FormBench bench(*findSpec("inference"));
    QVERIFY(bench.ready());
    ProbeSheet probe = *bench.session->probe();
    probe.devices = {
        sheetOf(Device::Cpu, "CPU"), sheetOf(Device::Cuda, "RTX 3060"),
        sheetOf({Api::Cuda, 1}, "RTX 3070", Reason{"device_not_used", {{"name", "RTX 3070"}}})};
    bench.form->setProbe(probe);
    const auto* gpu = bench.box(kDeviceAxis, "GPU");
    auto* second = bench.box(kDeviceAxis, "GPU 1");
    QVERIFY(gpu && gpu->isEnabled() && gpu->accessibleDescription().isEmpty());
    QVERIFY(second && !second->isEnabled());
    QVERIFY(second->accessibleDescription().contains("RTX 3070"));
    QVERIFY(bench.box(kDeviceAxis, "rocm") == nullptr);

    Plan plan = bench.plan();
    plan.variants.front()[kDeviceAxis] = {"cpu", "cuda:1", "rocm"};
    bench.form->setPlan(plan);
    QVERIFY(bench.plan() == plan);
    auto* foreign = bench.box(kDeviceAxis, "rocm");
    QVERIFY(foreign && foreign->isChecked() && foreign->isEnabled());
    QVERIFY(foreign->accessibleDescription().contains("rocm"));
    second = bench.box(kDeviceAxis, "GPU 1");
    QVERIFY(second->isChecked() && second->isEnabled());
    for (auto* box : {second, foreign}) box->click();
    QCOMPARE(valuesIn(bench.plan().variants.front(), kDeviceAxis), Values{"cpu"});
    QVERIFY(!second->isEnabled() && !foreign->isEnabled());

    probe.devices.resize(1);
    probe.gpu = {.available = false, .reason = Reason{"no_gpu"}};
    bench.form->setProbe(probe);
    gpu = bench.box(kDeviceAxis, "GPU");
    QVERIFY(gpu && !gpu->isEnabled() && !gpu->accessibleDescription().isEmpty());
    QVERIFY(bench.box(kDeviceAxis, "GPU 1") == nullptr);
}

void TestExperimentForm::everyControlHasAName() {
    for (const Spec* spec : {&specs()[0], &specs()[1], &sample()}) {
        FormBench bench(*spec);
        QVERIFY(bench.ready());
        for (auto* widget : bench.form->findChildren<QWidget*>()) {
            const auto* button = qobject_cast<QAbstractButton*>(widget);
            const bool inside = qobject_cast<QAbstractSpinBox*>(widget->parentWidget());
            if (!button && !qobject_cast<QLineEdit*>(widget) && !qobject_cast<QSpinBox*>(widget))
                continue;
            const bool named =
                !widget->accessibleName().isEmpty() || (button && button->text().size() > 1);
            QVERIFY2(named || inside, widget->parentWidget()->metaObject()->className());
        }
    }
}

void TestExperimentForm::tabGoesFromTopToBottom() {
    for (const Spec& spec : specs()) {
        FormBench bench(spec);
        QVERIFY(bench.ready());
        if (bench.form->field("seed")) QVERIFY(bench.shows("seed"));  // all is open
        bench.press("Add a part");
        bench.form->resize(340, 3000);
        bench.form->show();
        QVERIFY(QTest::qWaitForWindowExposed(bench.form.get()));
        int stops = 0, top = -1;
        const auto isStop = [](const QWidget* at) {
            return at->isVisible() && at->isEnabled() && (at->focusPolicy() & Qt::TabFocus) &&
                   !at->focusProxy();
        };
        const auto placeOf = [&](const QWidget* at) {
            const QPoint place = at->mapTo(bench.form.get(), QPoint(0, 0));
            return isStop(at) ? std::pair(place.y(), place.x()) : std::pair(INT_MAX, INT_MAX);
        };
        const auto widgets = bench.form->findChildren<QWidget*>();
        const QWidget* first = *std::ranges::min_element(widgets, {}, placeOf);
        const QWidget* at = first;
        do {
            if (isStop(at)) {
                const QRect place(at->mapTo(bench.form.get(), QPoint(0, 0)), at->size());
                QVERIFY2(place.bottom() > top,
                         qPrintable(QString("%1 %2 %3 after %4 of %5")
                                        .arg(spec.id.c_str(), at->accessibleName())
                                        .arg(place.top())
                                        .arg(top)
                                        .arg(first->accessibleName())));
                top = place.top();
                ++stops;
            }
            at = at->nextInFocusChain();
        } while (at != first);
        QVERIFY2(stops > 5, spec.id.c_str());
    }
}

/// A person who scrolls over the form leaves it as it was.
void TestExperimentForm::theWheelChangesNothing() {
    ui::WheelGuard guard;
    qApp->installEventFilter(&guard);
    FormBench bench(*findSpec("training"));
    bench.form->show();
    const Plan before = bench.plan();
    for (auto* box : bench.form->findChildren<QSpinBox*>()) {
        QWheelEvent wheel(QPointF(2, 2), box->mapToGlobal(QPointF(2, 2)), {}, {0, -120},
                          Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(box, &wheel);
    }
    QVERIFY(bench.plan() == before);
}

QTEST_MAIN(TestExperimentForm)
#include "tst_experiment_form.moc"
