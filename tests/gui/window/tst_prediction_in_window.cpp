// SPDX-License-Identifier: GPL-3.0-or-later
// Predict first (P-01): what is asked before a run, what is kept of it and where it is shown.
#include <QToolButton>

#include "record/record_file.h"
#include "ui/form/chip_group.h"
#include "ui/results/cards.h"
#include "ui/results/prediction_form.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

ui::PredictionForm& questionsOf(const WindowBench& bench) {
    return *bench.frame().findChild<ui::PredictionForm*>();
}

bool asks(const WindowBench& bench) {
    return questionsOf(bench).isVisible();
}

void click(const WindowBench& bench, const char* question, const char* answer) {
    const auto* chips = questionsOf(bench).findChild<ui::ChipGroup*>(question);
    if (!chips) qFatal("no question %s", question);
    for (QToolButton* chip : chips->findChildren<QToolButton*>())
        if (chip->property("value").toString() == answer)
            return QTest::mouseClick(chip, Qt::LeftButton);
    qFatal("no answer %s", answer);
}

std::vector<std::optional<Prediction>> keptIn(const QString& file) {
    std::vector<std::optional<Prediction>> kept;
    const auto log = readRecords(ui::pathOf(file));
    for (const Record& record : log ? log->records : std::vector<Record>())
        if (const auto* header = std::get_if<Header>(&record)) kept.push_back(header->prediction);
    return kept;
}

QStringList cardOf(const WindowBench& bench) {
    QStringList lines;
    for (const CardValue& card : bench.frame().cards().cards())
        if (card.id == "prediction")
            for (const std::string& line : card.lines) lines << ui::qs(line);
    return lines;
}

void show(const WindowBench& bench, const Plan& plan) {
    bench.window->showPage("inference");
    bench.page().setPlan(plan);
}

/// 64, 96 and 128 px; the fake GPU is slower in the first and faster in the last, by less than ten.
Plan duelPlan() {
    return smallPlan(3, {Device::Cpu, Device::Cuda});
}

QStringList questionNames(const WindowBench& bench) {
    QStringList names;
    for (const auto* chips : questionsOf(bench).findChildren<ui::ChipGroup*>())
        names << chips->objectName();
    return names;
}

}  // namespace

class TestPredictionInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void threeClicksAreKept_P_01();
    void withoutAnswersItIsSkipped_P_01();
    void theStartPageAsksOnce_P_01();
    void whoGoesOnIsNotAsked_P_01();
    void aFileShowsItsOwn_P_01();
    void anotherPlanAsksAnew_P_01();
    void aSecondRunIsAskedToo_P_01();
    void anAnswerStaysWithItsQuestion_Y_33();
};

void TestPredictionInWindow::threeClicksAreKept_P_01() {
    WindowBench bench("gpu+slow=300");
    QVERIFY(bench.ready());
    QVERIFY(!asks(bench));  // its page is not in view
    show(bench, duelPlan());
    QVERIFY(asks(bench));
    QVERIFY(!bench.frame().table().isVisible());
    QCOMPARE(questionsOf(bench).findChildren<ui::ChipGroup*>().size(), 3);
    click(bench, "faster_first", "base");
    click(bench, "faster_last", "tie");
    click(bench, "times_last", "10_to_30");
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(!asks(bench));
    QTRY_VERIFY_WITH_TIMEOUT(bench.frame().table().isVisible(), kSoonMs);
    QVERIFY(bench.idle());
    const auto kept = keptIn(bench.work->run().path());
    QCOMPARE(kept.size(), 1U);
    QVERIFY(kept[0] && !kept[0]->skipped);
    QCOMPARE(
        kept[0]->answers,
        (TextTable{{"faster_first", "base"}, {"faster_last", "tie"}, {"times_last", "10_to_30"}}));
    QCOMPARE(kept[0]->seen_runs, 0);
    QVERIFY(kept[0]->other["device"] == "cuda");
    const QStringList card = cardOf(bench);
    QCOMPARE(card.size(), 3);
    QVERIFY2(card[0].endsWith(ui::qs(bench.word("prediction.met"))), qPrintable(card[0]));
    QVERIFY2(card[1].endsWith(ui::qs(bench.word("prediction.not_met"))), qPrintable(card[1]));
    QVERIFY2(card[2].endsWith(ui::qs(bench.word("prediction.not_met"))), qPrintable(card[2]));
    // What is on show has been seen: the next run of the same page is not asked about.
    QVERIFY(!asks(bench));
    QVERIFY(bench.measured(duelPlan()));
    QVERIFY(!keptIn(bench.work->run().path())[0]);
    QVERIFY(cardOf(bench).isEmpty());
}

void TestPredictionInWindow::withoutAnswersItIsSkipped_P_01() {
    WindowBench bench;
    QVERIFY(bench.ready());
    show(bench, smallPlan());
    QVERIFY(asks(bench));
    QVERIFY(questionsOf(bench).findChild<ui::ChipGroup*>("growth"));  // there is no GPU
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    auto kept = keptIn(bench.work->run().path());
    QVERIFY(kept[0] && kept[0]->skipped && kept[0]->answers.empty());
    QCOMPARE(cardOf(bench), QStringList{ui::qs(bench.word("prediction.skipped"))});

    // Another day, after one run; a chip that is clicked twice says nothing.
    bench.work->run().clear();
    QTRY_VERIFY_WITH_TIMEOUT(asks(bench), kSoonMs);
    click(bench, "growth", "below_1");
    click(bench, "growth", "below_1");
    QVERIFY(bench.page().prediction()->skipped);
    click(bench, "growth", "3_to_10");
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    kept = keptIn(bench.work->run().path());
    QCOMPARE(kept[0]->answers, (TextTable{{"growth", "3_to_10"}}));
    QCOMPARE(kept[0]->seen_runs, 1);
    QVERIFY(!kept[0]->skipped);
    QCOMPARE(cardOf(bench).size(), 2);  // the question, and what was seen before
}

/// A student who has not measured yet is asked wherever the run is begun; later nobody is held up.
void TestPredictionInWindow::theStartPageAsksOnce_P_01() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    auto* compare = bench.window->findChild<QPushButton*>("compareButton");
    QTest::mouseClick(compare, Qt::LeftButton);
    QVERIFY(bench.window->property("page") == "inference");
    QVERIFY(asks(bench) && !bench.work->isMeasuring());
    bench.window->showPage("home");
    bench.window->actions().run->trigger();  // F5 there does not pass by the questions either
    QVERIFY(bench.window->property("page") == "inference" && !bench.work->isMeasuring());
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QVERIFY(keptIn(bench.work->run().path())[0]->skipped);

    bench.work->run().clear();
    bench.window->showPage("home");
    QTRY_VERIFY_WITH_TIMEOUT(compare->isEnabled(), kSoonMs);
    QTest::mouseClick(compare, Qt::LeftButton);
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QVERIFY(!keptIn(bench.work->run().path())[0]);  // nobody was asked
}

void TestPredictionInWindow::whoGoesOnIsNotAsked_P_01() {
    WindowBench bench("slow=600");
    QVERIFY(bench.ready());
    show(bench, smallPlan(4));
    click(bench, "growth", "above_30");
    bench.window->actions().run->trigger();
    QVERIFY(bench.hasMeasured(2));
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(bench.idle());
    QVERIFY(!asks(bench));
    QTRY_VERIFY(bench.resumeButton().isVisible());
    QTest::mouseClick(&bench.resumeButton(), Qt::LeftButton);
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    const auto kept = keptIn(bench.work->run().path());
    QCOMPARE(kept.size(), 2U);
    QVERIFY(kept[0] && kept[0] == kept[1]);
    QCOMPARE(kept[1]->answerTo("growth"), std::string("above_30"));
    QCOMPARE(cardOf(bench).size(), 1);
}

void TestPredictionInWindow::aFileShowsItsOwn_P_01() {
    WindowBench other("gpu");
    QVERIFY(other.ready());
    show(other, duelPlan());
    click(other, "faster_last", "other");
    other.window->actions().run->trigger();
    QVERIFY(other.idle());
    const QStringList said = cardOf(other);
    QVERIFY(!said.isEmpty());

    WindowBench bench;
    QVERIFY(bench.ready());
    bench.window->openFiles({other.work->run().path()});
    QTRY_COMPARE_WITH_TIMEOUT(cardOf(bench), said, kSoonMs);
    QVERIFY(!asks(bench));
}

void TestPredictionInWindow::anotherPlanAsksAnew_P_01() {
    WindowBench bench;
    QVERIFY(bench.ready());
    show(bench, smallPlan(3));
    click(bench, "growth", "above_30");
    bench.page().setPlan(smallPlan(3));
    QCOMPARE(bench.page().prediction()->answers.size(), 1U);
    bench.page().setPlan(smallPlan(4));  // another last size
    QVERIFY(asks(bench));
    QVERIFY(bench.page().prediction()->answers.empty());
    bench.page().setPlan(smallPlan(1));  // nothing to predict
    QVERIFY(!asks(bench));
    QVERIFY(!bench.page().prediction());
}

/// In the same session, what has not been measured yet can still be predicted.
void TestPredictionInWindow::aSecondRunIsAskedToo_P_01() {
    WindowBench bench;
    QVERIFY(bench.measured(smallPlan(3)));
    QVERIFY(!asks(bench));  // what has been seen is no prediction
    show(bench, smallPlan(3));
    QVERIFY(!asks(bench));
    show(bench, smallPlan(2));  // a part of what was seen, but for a GPU of another PC
    QCOMPARE(questionNames(bench), QStringList{"times_elsewhere"});
    show(bench, smallPlan(4));
    QCOMPARE(questionNames(bench), (QStringList{"growth", "times_elsewhere"}));
    QVERIFY(bench.frame().table().isVisible());  // what was measured stays in view
    click(bench, "growth", "3_to_10");
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    const auto kept = keptIn(bench.work->run().path());
    QVERIFY(kept[0] && kept[0]->answerTo("growth") == "3_to_10");
    QCOMPARE(kept[0]->seen_runs, 1);
    QVERIFY(!asks(bench));
}

/// From one network to another, at the size that the question says: other sizes beside it change
/// nothing, another size asks anew.
void TestPredictionInWindow::anAnswerStaysWithItsQuestion_Y_33() {
    WindowBench bench;
    QVERIFY(bench.ready());
    const auto planOf = [](std::vector<Json> sizes) {
        Plan plan = smallPlan(1);
        plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
        plan.cases.front()["size_px"] = std::move(sizes);
        return plan;
    };
    show(bench, planOf({64, 128}));
    const auto says = [&bench](const char* words) {
        for (const auto* label : questionsOf(bench).findChildren<QLabel*>())
            if (label->text().contains(words)) return true;
        return false;
    };
    QVERIFY(says("64"));
    click(bench, "growth", "0_3_to_0_9");
    bench.page().setPlan(planOf({64, 96, 256}));
    QCOMPARE(bench.page().prediction()->answerTo("growth"), std::string("0_3_to_0_9"));
    bench.page().setPlan(planOf({96, 256}));
    QVERIFY(says("96") && !says("64"));
    QVERIFY(bench.page().prediction()->answers.empty());
    bench.page().setPlan(planOf({64}));
    QCOMPARE(bench.page().prediction()->answerTo("growth"), std::string("0_3_to_0_9"));
}

int main(int argc, char** argv) {
    return runInApplication<TestPredictionInWindow>(argc, argv);
}
#include "tst_prediction_in_window.moc"
