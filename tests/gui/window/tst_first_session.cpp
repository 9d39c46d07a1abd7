// SPDX-License-Identifier: GPL-3.0-or-later
// A student's first session: a fresh profile, a prediction, F5, the handout's table (S0-15, S0-19,
// P-01). How long it takes is for a person with a watch; how many clicks is for this test.
#include "document_testing.h"
#include "ui/charts/grids_chart.h"
#include "ui/form/chip_group.h"
#include "ui/results/cards.h"
#include "window_bench.h"

#include <QToolButton>

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr int kMostClicks = 8;

}  // namespace

class TestFirstSession : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eightClicksToTheHandoutsTable_data();
    void eightClicksToTheHandoutsTable();
};

void TestFirstSession::eightClicksToTheHandoutsTable_data() {
    QTest::addColumn<QString>("scenario");
    QTest::newRow("with a GPU") << "gpu";
    QTest::newRow("Option B") << "normal";
}

void TestFirstSession::eightClicksToTheHandoutsTable() {
    QFETCH(QString, scenario);
    WindowBench bench(scenario);
    QVERIFY(bench.ready());
    int clicks = 0;
    const auto click = [&](QWidget* widget) {
        QVERIFY(widget && widget->isVisible());
        QTest::mouseClick(widget, Qt::LeftButton);
        ++clicks;
    };
    bench.window->showPage("home");  // where a fresh profile begins
    click(bench.window->findChild<QPushButton*>("compareButton"));
    auto* questions = bench.page().findChild<QWidget*>("prediction");
    QTRY_VERIFY_WITH_TIMEOUT(questions && questions->isVisible(), kSoonMs);
    const auto asked = questions->findChildren<ui::ChipGroup*>();
    QVERIFY(!asked.isEmpty() && asked.size() <= 3);
    for (const ui::ChipGroup* one : asked) click(one->findChildren<QToolButton*>().first());
    click(&bench.button());  // or F5
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.idle());
    QVERIFY2(clicks <= kMostClicks, qPrintable(QString::number(clicks)));
    // The handout's table: its three sizes, in seconds, with the digits of their intervals (Y-13).
    const Comparison* comparison = bench.work->run().comparison();
    QVERIFY(comparison);
    const DocTable table =
        examples::tableOf(compose(*comparison, {.language = Language::Spanish}), "times-1");
    QCOMPARE(table.rows.size(), std::size_t{3});
    for (const char* size : {"224x224", "512x512", "1024x1024"})
        QVERIFY2(
            std::ranges::any_of(table.rows, [&](const auto& row) { return row[0].text == size; }),
            size);
    for (const auto& row : table.rows) QVERIFY(row[1].value && row[1].decimals >= 3);
    // What was predicted stands beside the result.
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::any_of(bench.frame().cards().cards(),
                                                 [](const CardValue& card) {
                                                     return card.id == "prediction" &&
                                                            card.lines.size() >= 1;
                                                 }),
                             kSoonMs);
    // Where a GPU is worth it (P-04), which is no tab where nothing can be said of one.
    bench.page().showTab("¿Merece la pena?");
    const auto* map = bench.frame().findChild<ui::GridsChart*>();
    QCOMPARE(map != nullptr && !map->isEmpty(), scenario == "gpu");
}

int main(int argc, char** argv) {
    return runInApplication<TestFirstSession>(argc, argv);
}
#include "tst_first_session.moc"
