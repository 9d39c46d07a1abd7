// SPDX-License-Identifier: GPL-3.0-or-later
// Every number of a chart leads to how it was obtained: the same as a click on the table's row.
#include <QLabel>

#include "ui/charts/bars_chart.h"
#include "ui/charts/lines_chart.h"
#include "ui/results/cards.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// Walks with the keys from point to point until one says this.
bool choosePoint(ui::LinesChart& chart, const QString& size, const QString& variant) {
    chart.setFocus();
    for (int i = 0; i < 40; ++i) {
        QTest::keyClick(&chart, Qt::Key_Right);
        if (chart.pointText().contains(size) && chart.pointText().startsWith(variant)) {
            QTest::keyClick(&chart, Qt::Key_Return);
            return true;
        }
    }
    return false;
}

template <typename C>
C& chartIn(const WindowBench& bench) {
    for (C* chart : bench.frame().findChildren<C*>())
        if (chart->isVisible()) return *chart;
    qFatal("no such chart");
}

bool hasCard(const WindowBench& bench, const QString& title) {
    return std::ranges::any_of(bench.frame().cards().cards(),
                               [&](const CardValue& card) { return ui::qs(card.title) == title; });
}

}  // namespace

class TestChartClicks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPointIsItsRowAndItsVariant();
    void aBarToo();
    void aPointOfAnotherTableTurnsToIt();
};

void TestChartClicks::aPointIsItsRowAndItsVariant() {
    WindowBench bench("gpu", "en");
    bench.window->resize(1700, 900);  // with cards
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    auto& chart = chartIn<ui::LinesChart>(bench);
    QVERIFY(choosePoint(chart, "96 px", "CPU"));
    QCOMPARE(bench.frame().table().currentIndex().row(), 1);
    const auto shown = bench.page().shown();
    QVERIFY(shown && shown->row == std::optional<std::size_t>(1) && shown->column);
    const Comparison& comparison = shown->comparison;
    QCOMPARE(deviceOf(comparison.columns[*shown->column].variant), Device::Cpu);
    const Text text = ui::textOf(bench.settings);
    const Json cell{
        {"variant_name", shown->labels.columnName(*shown->column)},
        {"case_name", shortName(comparison.find("inference"), comparison.rows[1].work, text)}};
    QTRY_VERIFY(hasCard(bench, QString::fromStdString(text("explain.measured_title", cell))));
    QVERIFY(choosePoint(chart, "128 px", "GPU"));
    QCOMPARE(bench.frame().table().currentIndex().row(), 2);
    QCOMPARE(deviceOf(comparison.columns[*bench.page().shown()->column].variant), Device::Cuda);
    // A row of the table speaks of all its variants again.
    bench.frame().table().setCurrentIndex(bench.table().index(0, 0));
    QVERIFY(!bench.page().shown()->column);
}

void TestChartClicks::aBarToo() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(1, {Device::Cpu, Device::Cuda})));
    auto& chart = chartIn<ui::BarsChart>(bench);
    QTest::keyClick(&chart, Qt::Key_Down);
    QTest::keyClick(&chart, Qt::Key_Return);
    QVERIFY(bench.page().shown()->column);
    QCOMPARE(bench.frame().table().currentIndex().row(), 0);
}

void TestChartClicks::aPointOfAnotherTableTurnsToIt() {
    WindowBench bench("normal", "en");
    Plan plan = smallPlan(2);
    plan.cases.front()["model"] = {"resnet18", "mobilenet_v2"};
    QVERIFY(bench.measured(plan));
    const auto shown = bench.page().shown();
    QVERIFY(shown && shown->comparison.tables.size() == 2);
    const std::size_t other = shown->comparison.tables[1].rows.front();
    QVERIFY(bench.page().tableShown() == std::optional<std::size_t>(0));
    auto& chart = chartIn<ui::LinesChart>(bench);
    Q_EMIT chart.cellChosen(CellAt{other, 0});
    QVERIFY(bench.page().tableShown() == std::optional<std::size_t>(1));
    QVERIFY(bench.page().shown()->row == std::optional(other));
    QCOMPARE(bench.frame().table().currentIndex().row(), 0);
    Q_EMIT chart.cellChosen(CellAt{1000, 0});  // of a file that is open no more
    QVERIFY(bench.page().shown()->row == std::optional(other));
}

int main(int argc, char** argv) {
    return runInApplication<TestChartClicks>(argc, argv);
}
#include "tst_chart_clicks.moc"
