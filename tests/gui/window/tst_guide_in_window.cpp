// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the guided session in the window (S0-45).
#include <set>

#include <QListWidget>

#include "ui/lab_report/report_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/guide_steps.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestGuideInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compareMeasuresBothSidesInOneRun_S0_45();
    void compareMeasuresTheCpuWhereThereIsNoGpu_S0_45();
    void choicesGoToTheirFields();
    void threadsAreMeasuredAndTold_Y_40();
    void leadsFromTheLastStepToTheReport_S0_45();
    void aDoubtfulTimeIsToldAsOne_R32();
    void showsWhatIsReallyDone_Y_33();
    void eachQuestionLeadsToItsField_Y_33();

private:
    static std::set<std::string> devicesOf(const WindowBench& bench) {
        std::set<std::string> devices;
        const auto plan = bench.work->run().plan();
        for (const Block& block : plan ? plan->variants : std::vector<Block>())
            for (const Json& device : valuesIn(block, "device")) devices.insert(device);
        return devices;
    }
    static QString wordsOf(const WindowBench& bench) {
        QStringList told;
        for (const auto* label : bench.window->findChild<ui::GuidePage*>()->findChildren<QLabel*>())
            told << label->text();
        return told.join('\n');
    }
    static QString entry(const WindowBench& bench, int row) {
        return bench.window->findChild<ui::GuidePage*>()
            ->findChild<QListWidget*>()
            ->item(row)
            ->text();
    }
    static void ask(const WindowBench& bench, const char* action) {
        bench.window->showPage("guide");
        Q_EMIT bench.window->findChild<ui::GuidePage*>()->actionRequested(action);
    }
};

void TestGuideInWindow::compareMeasuresBothSidesInOneRun_S0_45() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(2, {Device::Cpu})));
    const QString former = bench.work->run().path();
    ask(bench, "compare");
    // What is expected is asked here too (P-01, Y-33).
    QVERIFY(!bench.work->isMeasuring() && bench.page().prediction());
    QVERIFY2(bench.message().startsWith("The open file has no time of the GPU"),
             qPrintable(bench.message()));
    QVERIFY(bench.message().endsWith("F5."));
    // The form shows what will run: both devices are ticked in its one block.
    const Plan wanted = bench.page().form().plan();
    QCOMPARE(wanted.variants.size(), 1U);
    QVERIFY(valuesIn(wanted.variants.front(), "device") == (std::vector<Json>{"cpu", "cuda"}));
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QVERIFY(bench.work->run().path() != former);
    QCOMPARE(devicesOf(bench), (std::set<std::string>{"cpu", "cuda"}));
    // Now there is nothing to measure.
    const QString both = bench.work->run().path();
    ask(bench, "compare");
    QVERIFY(!bench.work->isMeasuring());
    QCOMPARE(bench.work->run().path(), both);
    QVERIFY(bench.page().isVisible());
    QCOMPARE(wordsOf(bench).count("Both have their times"), 1);
    QCOMPARE(entry(bench, 6), QString::fromUtf8("7. Compare  ✓"));
}

void TestGuideInWindow::compareMeasuresTheCpuWhereThereIsNoGpu_S0_45() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.page().form().setPlan(smallPlan(2, {Device::Cpu, Device::Cuda}));
    ask(bench, "compare");
    QVERIFY(!bench.work->isMeasuring() && bench.page().prediction());
    QVERIFY2(bench.message().contains("this PC has no GPU"), qPrintable(bench.message()));
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    QCOMPARE(devicesOf(bench), (std::set<std::string>{"cpu"}));  // no cell that is only skipped
    QCOMPARE(entry(bench, 6), QString("7. Compare"));            // several sizes, but of one side
    // What is missing now can only come from elsewhere.
    const QString own = bench.work->run().path();
    ask(bench, "compare");
    QVERIFY(!bench.work->isMeasuring());
    QCOMPARE(bench.work->run().path(), own);
    QVERIFY2(bench.message().startsWith("The GPU has no time"), qPrintable(bench.message()));
    QVERIFY2(bench.message().contains("No reference file comes with"), qPrintable(bench.message()));
    QCOMPARE(bench.messageAction().text(), QString("Add another group's file…"));
    QVERIFY(bench.messageAction().isVisible());
}

void TestGuideInWindow::choicesGoToTheirFields() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    for (const auto& [action, axis] :
         {std::pair("images", "input"), std::pair("models", "model")}) {
        ask(bench, action);
        QVERIFY(bench.page().isVisible());
        const QWidget* field = bench.page().form().field(axis);
        const QWidget* focus = bench.window->focusWidget();
        QVERIFY(focus && (focus == field || field->isAncestorOf(focus)));
    }
}

/// Y-40: the evidence of threads comes by a step of the session: the smallest case, quickly, with
/// as many as this PC has; what came out stands in the step, and the step is done.
void TestGuideInWindow::threadsAreMeasuredAndTold_Y_40() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.page().form().setPlan(smallPlan(3));
    bench.window->showPage("guide");
    QVERIFY2(!entry(bench, 8).contains(QString::fromUtf8("✓")), qPrintable(entry(bench, 8)));
    ask(bench, "measure_threads");
    const Plan asked = bench.page().plan();
    QCOMPARE(caseValues(asked, "size_px"), (Values{64}));
    QCOMPARE(asked.preset, Preset::Quick);
    const Values numbers = valuesIn(asked.variants.front(), "threads");
    QVERIFY(numbers.size() > 1 && numbers.front() == 1 && numbers[1] == 2);
    QVERIFY(!bench.work->isMeasuring() && bench.page().prediction());
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    bench.window->showPage("guide");
    QVERIFY2(entry(bench, 8).contains(QString::fromUtf8("✓")), qPrintable(entry(bench, 8)));
    for (const char* told : {"1 thread, ", "2 threads, "})
        QVERIFY2(wordsOf(bench).contains(told), qPrintable(wordsOf(bench)));
}

void TestGuideInWindow::leadsFromTheLastStepToTheReport_S0_45() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.window->showPage("guide");
    auto* guide = bench.window->findChild<ui::GuidePage*>();
    guide->showStep(9);
    const auto press = [guide](const char* caption) {
        for (auto* button : guide->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == caption) return button->click(), true;
        return false;
    };
    QVERIFY(press("The three aspects"));
    QVERIFY(press("Write the report"));
    QVERIFY(!guide->isVisible());
    QVERIFY(bench.window->findChild<ui::ReportPage*>()->isVisible());
}

void TestGuideInWindow::aDoubtfulTimeIsToldAsOne_R32() {
    WindowBench bench("noisy@c001", "en");
    QVERIFY(bench.measured(smallPlan(2, {Device::Cpu})));
    bench.window->showPage("guide");
    QVERIFY2(wordsOf(bench).contains(" s (doubtful: noisy)"), qPrintable(wordsOf(bench)));
}

/// Nobody has done anything on a fresh profile; what a run has shown is remembered without it.
void TestGuideInWindow::showsWhatIsReallyDone_Y_33() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    const auto done = [&bench] {
        QList<int> rows;
        for (int row = 0; row < static_cast<int>(ui::kGuideSteps.size()); ++row)
            if (entry(bench, row).contains(QString::fromUtf8("✓"))) rows << row;
        return rows;
    };
    bench.window->showPage("guide");
    QCOMPARE(done(), QList<int>());
    // The fake engine has trained weights of some networks only: of the others it is said.
    ask(bench, "measure_cpu");
    QVERIFY(!bench.work->isMeasuring() && bench.page().prediction());
    bench.page().setPlan(smallPlan(2));
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    bench.window->showPage("guide");
    QCOMPARE(done(), (QList<int>{0, 1, 2, 3, 4, 7}));
    bench.work->run().clear();
    bench.window->showPage("home");
    bench.window->showPage("guide");
    QCOMPARE(done(), (QList<int>{0, 1, 2, 3, 4, 7}));
    QVERIFY2(wordsOf(bench).contains("Done in an earlier measurement"), qPrintable(wordsOf(bench)));
}

void TestGuideInWindow::eachQuestionLeadsToItsField_Y_33() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.window->showPage("guide");
    auto* guide = bench.window->findChild<ui::GuidePage*>();
    int asked = 0;
    for (int step = 1; step <= static_cast<int>(ui::kGuideSteps.size()); ++step) {
        const char* question = ui::kGuideSteps[static_cast<std::size_t>(step) - 1].question;
        bench.window->showPage("guide");
        guide->showStep(step);
        QPushButton* link = nullptr;
        for (auto* button : guide->findChildren<QPushButton*>())
            if (button->isVisible() && button->text() == "Answer it in the report") link = button;
        QCOMPARE(link != nullptr, question != nullptr);
        if (!link) continue;
        ++asked;
        link->click();
        auto& page = *bench.window->findChild<ui::ReportPage*>();
        const auto answered = [&] {
            for (ui::AnswerEditor* editor : page.editors())
                if (editor->hasFocus()) {
                    editor->setAnswer(QString("answer %1").arg(step));
                    Q_EMIT editor->edited();
                    return true;
                }
            return false;
        };
        QTRY_VERIFY(page.isVisible() && answered());
        QCOMPARE(page.report().texts.at(question), "answer " + std::to_string(step));
    }
    QCOMPARE(asked, 6);
}

int main(int argc, char** argv) {
    return runInApplication<TestGuideInWindow>(argc, argv);
}
#include "tst_guide_in_window.moc"
