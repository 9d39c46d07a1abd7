// SPDX-License-Identifier: GPL-3.0-or-later
// What the guided session asks of the window (S0-45).
#include <set>

#include <QListWidget>

#include "ui/lab_report/report_page.h"
#include "ui/pages/guide_page.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestGuideInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void compareMeasuresBothSidesInOneRun_S0_45();
    void compareMeasuresTheCpuWhereThereIsNoGpu_S0_45();
    void choicesGoToTheirFields();
    void leadsFromTheLastStepToTheReport_S0_45();
    void aDoubtfulTimeIsToldAsOne_R32();

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
    QVERIFY(bench.work->isMeasuring());
    QVERIFY2(bench.message().startsWith("The GPU has no time yet"), qPrintable(bench.message()));
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
    QVERIFY(bench.work->isMeasuring());
    QVERIFY2(bench.message().contains("this PC has no GPU"), qPrintable(bench.message()));
    QVERIFY(bench.idle());
    QCOMPARE(devicesOf(bench), (std::set<std::string>{"cpu"}));  // no cell that is only skipped
    QCOMPARE(entry(bench, 6), QString("7. Compare"));            // several sizes, but of one side
    // What is missing now can only come from elsewhere.
    const QString own = bench.work->run().path();
    ask(bench, "compare");
    QVERIFY(!bench.work->isMeasuring());
    QCOMPARE(bench.work->run().path(), own);
    QVERIFY2(bench.message().startsWith("The GPU has no time"), qPrintable(bench.message()));
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

void TestGuideInWindow::leadsFromTheLastStepToTheReport_S0_45() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    bench.window->showPage("guide");
    auto* guide = bench.window->findChild<ui::GuidePage*>();
    guide->showStep(8);
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

int main(int argc, char** argv) {
    return runInApplication<TestGuideInWindow>(argc, argv);
}
#include "tst_guide_in_window.moc"
