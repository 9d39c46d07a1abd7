// SPDX-License-Identifier: GPL-3.0-or-later
// The fields that experiments have of their own: networks with their weights, photographs, what is
// trained on what, and devices.
#include <QCheckBox>
#include <QFileInfo>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QSignalSpy>
#include <QTimer>

#include "form_testing.h"
#include "ui/experiments/inference/network_weights.h"

using namespace duelo;
using namespace duelo::testing;

class TestRegisteredFields : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_bench = std::make_unique<FormBench>(*findSpec("inference")); }
    void cleanup() { m_bench.reset(); }

    void networksAreChosen();
    void weightsBelongToTheirNetwork();
    void weightsAreFetched();
    void droppedWeightsGoToTheFirstNetwork();
    void photographsAreChosen();
    void photographsShareABatch_X_06();
    void onlyPicturesThatAreSeenAreAskedFor();
    void removedPhotographsLeaveThePlan();
    void filesOfNobodyAreLeft();
    void networksToTrainAndTheirData();
    void ownFoldersAreData();
    void devicesAndOtherPcs();

private:
    [[nodiscard]] FormBench& bench() const { return *m_bench; }
    [[nodiscard]] const Plan& plan() const { return m_bench->plan(); }
    /// One network and the random tensor.
    void begin() {
        QVERIFY(bench().ready());
        Plan plan = usualPlan(*findSpec("inference"), Facts{});
        plan.cases.resize(1);
        bench().form->setPlan(plan);
    }
    [[nodiscard]] QCheckBox* network(const QString& title) const {
        for (auto* box : bench().form->field("model")->findChildren<QCheckBox*>())
            if (box->text() == title) return box;
        return nullptr;
    }
    [[nodiscard]] QToolButton* weightsOf(const QString& title) const {
        for (auto* button : bench().form->findChildren<QToolButton*>())
            if (button->accessibleName() == "Weights of " + title) return button;
        return nullptr;
    }
    [[nodiscard]] QToolButton* tile(const QString& name) const {
        for (auto* button : bench().form->field("input")->findChildren<QToolButton*>())
            if (button->accessibleName() == name) return button;
        return nullptr;
    }
    /// Every network that a file of weights stands beside.
    [[nodiscard]] std::map<Json, Json> files() const {
        std::map<Json, Json> found;
        for (const Block& block : plan().cases)
            for (const Json& file : valuesIn(block, "weights"))
                for (const Json& model : valuesIn(block, "model")) found[model] = file;
        return found;
    }
    /// Opens the menu of a button and takes the entry that is called so.
    static void takeFromMenu(QToolButton& button, const QString& entry) {
        QTimer::singleShot(100, qApp, [entry] {
            auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
            QVERIFY(menu);
            for (QAction* action : menu->actions())
                if (action->text() == entry) action->trigger();
            menu->close();
        });
        button.click();
    }
    void drop(const QStringList& files) {
        QStringList left = files;
        bench().form->takeFiles(left);
        QVERIFY(left.isEmpty());
    }

    std::unique_ptr<FormBench> m_bench;
};

void TestRegisteredFields::networksAreChosen() {
    begin();
    QVERIFY(network("ResNet-18"));
    const auto boxes = bench().form->field("model")->findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 2);
    boxes[0]->click();  // the last one stays
    QCOMPARE(caseValues(plan(), "model"), Values{"resnet18"});
    boxes[1]->click();
    QCOMPARE(caseValues(plan(), "model"), (Values{"resnet18", "mobilenet_v2"}));
    // A plan can name networks that this engine does not know, and they can be left.
    Plan foreign = plan();
    foreign.cases.front()["model"] = {"resnet18", "anothernet"};
    bench().form->setPlan(foreign);
    QVERIFY(network("anothernet") && network("anothernet")->isChecked());
    network("anothernet")->click();
    QCOMPARE(caseValues(plan(), "model"), Values{"resnet18"});
}

void TestRegisteredFields::weightsBelongToTheirNetwork() {
    begin();
    drop({"/tmp/r.pth"});
    QTRY_VERIFY_WITH_TIMEOUT(!files().empty(), kSoonMs);
    QVERIFY(files() == (std::map<Json, Json>{{"resnet18", "/tmp/r.pth"}}));
    bench().form->field("model")->findChildren<QCheckBox*>()[1]->click();
    QCOMPARE(plan().cases.size(), 2U);  // a block of its own
    QVERIFY(files() == (std::map<Json, Json>{{"resnet18", "/tmp/r.pth"}}));
    const QString title = bench().form->field("model")->findChildren<QCheckBox*>()[0]->text();
    QVERIFY(weightsOf(title)->text().contains("r.pth"));
    // A part that is added has it too, and what is edited there holds in both.
    bench().press("Add a part");
    QCOMPARE(plan().cases.size(), 4U);
    takeFromMenu(*weightsOf(title), "Found on this PC, else random");
    QVERIFY(files().empty());
    QCOMPARE(plan().cases.size(), 2U);
    QVERIFY(!weightsOf(title)->text().contains("r.pth"));
}

void TestRegisteredFields::weightsAreFetched() {
    begin();
    const QString title = bench().form->field("model")->findChildren<QCheckBox*>()[0]->text();
    const QString before = weightsOf(title)->text();
    auto& weights = ui::NetworkWeights::of(*bench().session);
    QSignalSpy fetched(&weights, &ui::NetworkWeights::fetched);
    QStringList seen;
    QObject::connect(&weights, &ui::NetworkWeights::progressed, bench().form.get(),
                     [&] { seen << weightsOf(title)->text(); });
    takeFromMenu(*weightsOf(title), "Download the official ones");
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 1, kSoonMs);
    QVERIFY(!seen.isEmpty());
    QVERIFY2(seen.last().contains("100 B / 100 B"), qPrintable(seen.last()));
    QCOMPARE(weightsOf(title)->text(), before);
    // The engine fetches one at a time: those of several networks come one after the other.
    QSignalSpy refused(bench().session.get(), &ui::Session::refused);
    weights.download("resnet18");
    weights.download("mobilenet_v2");
    weights.download("mobilenet_v2");
    QTRY_COMPARE_WITH_TIMEOUT(fetched.size(), 3, kSoonMs);
    QCOMPARE(fetched.last().front().toString(), QString("mobilenet_v2"));
    QCOMPARE(refused.size(), 0);
}

void TestRegisteredFields::droppedWeightsGoToTheFirstNetwork() {
    begin();
    bench().form->field("model")->findChildren<QCheckBox*>()[1]->click();
    drop({"/tmp/a.SAFETENSORS"});
    QTRY_VERIFY_WITH_TIMEOUT(!files().empty(), kSoonMs);
    QVERIFY(files() == (std::map<Json, Json>{{"resnet18", "/tmp/a.SAFETENSORS"}}));
    // What another form asked for is not this one's.
    auto& weights = ui::NetworkWeights::of(*bench().session);
    weights.check("mobilenet_v2", "/tmp/b.pth");
    QSignalSpy checked(&weights, &ui::NetworkWeights::checked);
    QTRY_COMPARE_WITH_TIMEOUT(checked.size(), 1, kSoonMs);
    QCOMPARE(files().size(), 1U);
}

void TestRegisteredFields::photographsAreChosen() {
    begin();
    QVERIFY(!bench().shows("preprocess"));  // of photographs alone
    drop({"/tmp/a.png", "/tmp/b.JPG", "/tmp/a.png"});
    QCOMPARE(caseValues(plan(), "input"), (Values{"random", "/tmp/a.png", "/tmp/b.JPG"}));
    QVERIFY(bench().shows("preprocess") && bench().shows("decoding"));
    // Y-18: a tile shows its picture or nothing, never letters.
    for (const auto* one : bench().form->field("input")->findChildren<QToolButton*>())
        QVERIFY2(one->text().isEmpty() || one->text() == "+", qPrintable(one->text()));
    tile("Random tensor")->click();
    QCOMPARE(caseValues(plan(), "input"), (Values{"/tmp/a.png", "/tmp/b.JPG"}));
    QVERIFY(tile("chelsea.png") || tile("sample:chelsea.png"));
    // Another form's images are not this one's.
    Q_EMIT bench().session->imagesArrived({"/tmp/folder/c.png"});
    QCOMPARE(caseValues(plan(), "input").size(), 2U);
    // What a phone writes is asked about, so that the engine names it.
    drop({"/tmp/e.HEIC"});
    QTRY_COMPARE_WITH_TIMEOUT(caseValues(plan(), "input").size(), 3U, kSoonMs);
    tile("e.HEIC")->click();
    const QTemporaryDir folder;
    drop({folder.path()});
    Q_EMIT bench().session->imagesArrived({folder.path() + "/d.png"});
    QCOMPARE(caseValues(plan(), "input").size(), 3U);
}

/// together they are one value, which the form shows again as they are.
void TestRegisteredFields::photographsShareABatch_X_06() {
    begin();
    const auto box = [&] { return bench().form->field("input")->findChild<QCheckBox*>(); };
    drop({"/tmp/a.png"});
    QVERIFY(box()->isHidden());
    drop({"/tmp/b.png"});
    QVERIFY(!box()->isHidden());
    QVERIFY2(box()->text().contains(" 2 "), qPrintable(box()->text()));  // as many places at least
    QCOMPARE(caseValues(plan(), "batch"), Values{1});
    box()->click();
    QCOMPARE(caseValues(plan(), "batch"), Values{2});  // else only the first would be looked at
    const Json both = Json::array({"/tmp/a.png", "/tmp/b.png"});
    QCOMPARE(caseValues(plan(), "input"), (Values{"random", both}));
    const auto again = planFromJson(toJson(plan()));
    QVERIFY(again && *again == plan());
    tile("Random tensor")->click();
    QCOMPARE(caseValues(plan(), "input"), Values{both});
    QCOMPARE(expand(*planFromJson(toJson(plan())), Facts{}).front().work.at("input"), both);
    Plan other = plan();
    other.cases.front()["input"] = {"/tmp/c.png", "/tmp/d.png"};
    bench().form->setPlan(other);
    QVERIFY(!box()->isChecked());
    other.cases.front()["input"] = {Json::array({"/tmp/c.png", "/tmp/d.png"})};
    bench().form->setPlan(other);
    QVERIFY(box()->isChecked() && tile("c.png")->isChecked() && !tile("a.png")->isChecked());
    tile("d.png")->click();
    QCOMPARE(caseValues(plan(), "input"), Values{"/tmp/c.png"});
    QVERIFY(box()->isHidden());
}

/// A folder of hundreds must hold up nothing (issue 11, defect 9).
void TestRegisteredFields::onlyPicturesThatAreSeenAreAskedFor() {
    begin();
    QSignalSpy arrived(bench().session.get(), &ui::Session::thumbnailArrived);
    QStringList many;
    for (int i = 0; i < 300; ++i) many << QString("/tmp/%1.png").arg(i, 3, 10, QChar('0'));
    drop(many);
    QCOMPARE(caseValues(plan(), "input").size(), 301U);
    QTest::qWait(300);
    QVERIFY(arrived.isEmpty());  // nobody sees the form
    QScrollArea area;
    area.setWidgetResizable(true);
    area.setWidget(bench().form.get());
    const auto back = qScopeGuard([&] { area.takeWidget(); });
    area.resize(360, 600);
    area.show();
    QTRY_VERIFY_WITH_TIMEOUT(!tile("000.png")->icon().isNull(), kSoonMs);
    QTest::qWait(300);
    QVERIFY(tile("299.png")->icon().isNull());
    QVERIFY(arrived.size() < 200);
    area.ensureWidgetVisible(tile("299.png"));
    QTRY_VERIFY_WITH_TIMEOUT(!tile("299.png")->icon().isNull(), kSoonMs);
}

void TestRegisteredFields::removedPhotographsLeaveThePlan() {
    begin();
    drop({"/tmp/a.png"});
    QCOMPARE(caseValues(plan(), "input").size(), 2U);
    auto* picture = tile("a.png");
    QTimer::singleShot(100, qApp, [] {
        auto* menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        menu->actions().first()->trigger();
        menu->close();
    });
    Q_EMIT picture->customContextMenuRequested({});
    QCOMPARE(caseValues(plan(), "input"), Values{"random"});
}

void TestRegisteredFields::filesOfNobodyAreLeft() {
    begin();
    QStringList files{"/tmp/notes.txt", "/tmp/a.png"};
    bench().form->takeFiles(files);
    QCOMPARE(files, QStringList{"/tmp/notes.txt"});
}

void TestRegisteredFields::networksToTrainAndTheirData() {
    m_bench = std::make_unique<FormBench>(*findSpec("training"));
    QVERIFY(bench().ready());
    auto* mlp = bench().chip("model", "mlp");
    QCOMPARE(mlp->text(), QString("MLP"));
    QVERIFY2(mlp->toolTip().startsWith("0,20 million"), qPrintable(mlp->toolTip()));
    mlp->click();
    bench().chip("model", "lab_alexnet")->click();
    bench().chip("hidden", "500")->click();
    bench().chip("data", "digits")->click();
    bench().chip("data", "textures")->click();
    QCOMPARE(caseValues(plan(), "model"), Values{"mlp"});
    QCOMPARE(caseValues(plan(), "hidden"), (Values{256, 500}));
    QCOMPARE(caseValues(plan(), "data"), Values{"digits"});
    QCOMPARE(bench().chip("data", "digits")->text(), QString("Digits"));
    QVERIFY(!bench().chip("data", "digits")->toolTip().isEmpty());
}

/// Y-24: a folder of one's own is chosen alone, several at once together; Duelo's can be added.
void TestRegisteredFields::ownFoldersAreData() {
    m_bench = std::make_unique<FormBench>(*findSpec("training"));
    QVERIFY(bench().ready());
    const QTemporaryDir folder(QDir::tempPath() + "/mis flores ñ XXXXXX");
    drop({folder.path()});
    const Json path = folder.path().toStdString();
    QCOMPARE(caseValues(plan(), "data"), Values{path});
    auto* chip = bench().chip("data", folder.path());
    QVERIFY(chip && chip->isChecked());
    QCOMPARE(chip->text(), QFileInfo(folder.path()).fileName());
    QCOMPARE(chip->toolTip(), QDir::toNativeSeparators(folder.path()));
    QVERIFY(!bench().chip("data", "textures")->isChecked());
    bench().chip("data", "textures")->click();
    QCOMPARE(caseValues(plan(), "data"), (Values{"textures", path}));
    const QTemporaryDir other, third;
    drop({other.path(), third.path()});
    QCOMPARE(caseValues(plan(), "data"),
             (Values{other.path().toStdString(), third.path().toStdString()}));
}

void TestRegisteredFields::devicesAndOtherPcs() {
    begin();
    const auto boxes = bench().form->field("device")->findChildren<QCheckBox*>();
    QCOMPARE(boxes.size(), 2);
    boxes[0]->click();  // the last one stays
    QVERIFY(boxes[0]->isChecked());
    boxes[1]->click();
    QCOMPARE(valuesIn(plan().variants.front(), "device"), (Values{"cpu", "cuda"}));
    QSignalSpy wanted(bench().form.get(), &ui::ExperimentForm::otherPcWanted);
    QSignalSpy removed(bench().form.get(), &ui::ExperimentForm::otherPcRemoved);
    bench().form->setOtherPcs({{"mate.duelo", "RTX 3060", false}});
    auto* devices = bench().form->findChild<ui::DeviceList*>();
    Q_EMIT devices->otherPcWanted(true);
    QCOMPARE(wanted.size(), 1);
    QSignalSpy references(bench().form.get(), &ui::ExperimentForm::referenceWanted);
    for (QAction* action : devices->findChild<QMenu*>()->actions())
        if (action->text().startsWith("Reference files")) action->trigger();
    QCOMPARE(references.size(), 1);
    for (auto* button : devices->findChildren<QToolButton*>())
        if (button->accessibleName() == "Remove mate.duelo") button->click();
    QTRY_COMPARE_WITH_TIMEOUT(removed.size(), 1, kSoonMs);
    // The plan of a PC with a GPU is shown on one without, and the GPU can be left.
    m_bench = std::make_unique<FormBench>(*findSpec("inference"), "normal");
    begin();
    bench().form->setPlan(
        usualPlan(*findSpec("inference"), Facts{.devices = {Device::Cpu, Device::Cuda}}));
    auto* gpu = bench().form->field("device")->findChildren<QCheckBox*>()[1];
    QVERIFY(gpu->isChecked() && gpu->isEnabled());
    gpu->click();
    QVERIFY(!gpu->isEnabled());
    QCOMPARE(valuesIn(plan().variants.front(), "device"), Values{"cpu"});
}

QTEST_MAIN(TestRegisteredFields)
#include "tst_registered_fields.moc"
