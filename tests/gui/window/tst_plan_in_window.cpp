// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the plans in the forms: undone and done again, marked where they differ from what was
// measured, and there after the window was closed.
#include <QSignalSpy>

#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestPlanInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void editsAreUndone();
    void whatIsTypedInARowIsOneEdit();
    void markTellsThatTheFormHasAnother();
    void openedPlanCanBeUndone();
    void formsOutliveTheWindow();

private:
    static constexpr int kPause_ms = 800;  ///< longer than between letters of one word
};

void TestPlanInWindow::editsAreUndone() {
    WindowBench bench("slow=1500");
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    const auto &undo = *bench.window->actions().undo, &redo = *bench.window->actions().redo;
    QVERIFY(!undo.isEnabled() && !redo.isEnabled());
    const Plan first = bench.page().plan();
    bench.page().form().setValue("batch", 8);
    QTest::qWait(kPause_ms);
    const Plan second = bench.page().plan();
    bench.page().form().setValue("size_px", 64);
    const Plan third = bench.page().plan();
    QTest::keyClick(bench.window.get(), Qt::Key_Z, Qt::ControlModifier);
    QVERIFY(bench.page().plan() == second);
    bench.window->actions().undo->trigger();
    QVERIFY(bench.page().plan() == first);
    QVERIFY(!undo.isEnabled());
    bench.window->actions().redo->trigger();
    bench.window->actions().redo->trigger();
    QVERIFY(bench.page().plan() == third);
    // Each page has its own; another language keeps them.
    bench.window->showPage("training");
    QVERIFY(!undo.isEnabled());
    bench.window->showPage("inference");
    bench.window->rebuild();
    QVERIFY(bench.window->actions().undo->isEnabled());
    bench.window->actions().undo->trigger();
    QVERIFY(bench.page().plan() == second);
    // What is measured cannot change any more, and the next plan can be prepared meanwhile.
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring());
    const Plan measured = bench.page().plan();
    QVERIFY(bench.page().form().isEnabled());
    bench.page().form().setValue("batch", 4);
    const Plan next = bench.page().plan();
    QVERIFY(!(next == measured));
    bench.window->actions().undo->trigger();
    QVERIFY(bench.page().plan() == measured);
    bench.window->actions().redo->trigger();
    QVERIFY(bench.idle());
    QVERIFY(bench.page().plan() == next);
    QVERIFY(bench.work->run().plan() == measured);
}

void TestPlanInWindow::whatIsTypedInARowIsOneEdit() {
    WindowBench bench;
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    const Plan first = bench.page().plan();
    for (const int batch : {1, 12, 128}) bench.page().form().setValue("batch", batch);
    bench.window->actions().undo->trigger();
    QVERIFY(bench.page().plan() == first);
}

void TestPlanInWindow::markTellsThatTheFormHasAnother() {
    WindowBench bench;
    QVERIFY(bench.measured());
    QVERIFY(!bench.window->isWindowModified());
    bench.page().form().setValue("batch", 8);
    QVERIFY(bench.window->isWindowModified());
    bench.window->showPage("glossary");
    QVERIFY(!bench.window->isWindowModified());
    bench.window->showPage("inference");
    QVERIFY(bench.window->isWindowModified());
    bench.window->actions().run->trigger();
    QVERIFY(bench.idle());
    QVERIFY(!bench.window->isWindowModified());
}

void TestPlanInWindow::openedPlanCanBeUndone() {
    WindowBench bench;
    QVERIFY(bench.measured(smallPlan(2)));
    const QString file = bench.work->run().path();
    bench.page().form().setValue("batch", 8);
    const Plan edited = bench.page().plan();
    QTest::qWait(kPause_ms);
    QSignalSpy opened(bench.work.get(), &ui::Session::opened);
    bench.window->openFiles({file});
    QTRY_COMPARE_WITH_TIMEOUT(opened.size(), 1, kSoonMs);
    QVERIFY(!bench.window->isWindowModified());
    QVERIFY(bench.page().plan() != edited);
    bench.window->actions().undo->trigger();
    QVERIFY(bench.page().plan() == edited);
    QVERIFY(bench.window->isWindowModified());
}

void TestPlanInWindow::formsOutliveTheWindow() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    std::vector<Json> edited;
    for (const char* page : {"inference", "training", "matrix_product"}) {
        bench.window->showPage(page);
        ui::ExperimentPage& shown = bench.window->experimentPage(page);
        const bool sizes = shown.spec().find("size_px") != nullptr;
        shown.form().setValue(sizes                           ? "size_px"
                              : shown.spec().id == "training" ? "epochs"
                                                              : "n",
                              96);
        edited.push_back(toJson(shown.plan()));
    }
    QVERIFY(bench.window->close());
    bench.window = std::make_unique<ui::MainWindow>(bench.settings, *bench.work);
    QVERIFY(toJson(bench.window->experimentPage("inference").plan()) == edited[0]);
    QVERIFY(toJson(bench.window->experimentPage("training").plan()) == edited[1]);
    QVERIFY(toJson(bench.window->experimentPage("matrix_product").plan()) == edited[2]);
}

int main(int argc, char** argv) {
    return runInApplication<TestPlanInWindow>(argc, argv);
}
#include "tst_plan_in_window.moc"
