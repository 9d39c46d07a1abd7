// SPDX-License-Identifier: GPL-3.0-or-later
// S2-26, S2-M12, S2-M13: a student without a GPU sees what one would do. The fake engine answers
// this question by the real emulator.
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QTableWidget>

#include "ui/experiments/emulated/emulated_tab.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// The tab of an experiment's page, in view.
class Bench : public WindowBench {
public:
    Bench(const char* experiment, const char* language, const char* title)
        : WindowBench("normal", language) {
        window->showPage(experiment);
        page = &window->experimentPage(experiment);
        page->showTab(title);
        tab = page->findChild<ui::EmulatedTab*>();
    }

    [[nodiscard]] QSpinBox& number(const char* name) const {
        return *tab->findChild<QSpinBox*>(name);
    }
    [[nodiscard]] QTableWidget& table() const { return *tab->findChild<QTableWidget*>(); }
    [[nodiscard]] QString told() const { return tab->findChild<QLabel*>("emulatedTold")->text(); }
    /// Waits for the answer, right or not.
    [[nodiscard]] bool emulates() const {
        auto* start = tab->findChild<QPushButton*>("emulate");
        start->click();
        return QTest::qWaitFor([start] { return start->isEnabled(); }, 60'000);
    }
    /// The text of a kernel's counter; empty: there is none.
    [[nodiscard]] QString cell(const QString& counter, const QString& kernel) const {
        for (int c = 0; c < table().columnCount(); ++c)
            for (int r = 0; r < table().rowCount(); ++r)
                if (table().horizontalHeaderItem(c)->text() == kernel &&
                    table().item(r, 0)->text() == counter)
                    return table().item(r, c)->text();
        return {};
    }

    ui::ExperimentPage* page;
    ui::EmulatedTab* tab;
};

}  // namespace

class TestEmulatedTab : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void productIsCounted();
    void poolIsCountedInSpanish();
    void refusalIsSaid();
};

void TestEmulatedTab::productIsCounted() {
    Bench bench("matrix_product", "en", "Emulated GPU");
    QVERIFY(bench.ready());
    QVERIFY(bench.tab->isVisible());
    bench.number("n").setValue(2);
    QVERIFY(bench.emulates());
    QVERIFY(bench.table().isVisible());
    QCOMPARE(bench.cell("Right result", "matmul1"), QString("yes"));
    QCOMPARE(bench.cell("Threads", "matmul1"), QString("1024"));
    QCOMPARE(bench.cell("Threads without a result", "matmul1"), QString("1020"));
    QCOMPARE(bench.cell("Diverging ifs", "matmul1"), QString("2 of 32"));
    QVERIFY(bench.told().contains("2 × 2"));
}

void TestEmulatedTab::poolIsCountedInSpanish() {
    Bench bench("max_pool", "es", "GPU emulada");
    QVERIFY(bench.ready());
    bench.number("size_px").setValue(8);
    QVERIFY(bench.emulates());
    QCOMPARE(bench.cell("Lanzamientos", "pool_identity_transferred"), QString("16"));
    QCOMPARE(bench.cell("Copias", "pool_identity_transferred"), QString("48"));
    QCOMPARE(bench.cell("Lanzamientos", "pool_each_window"), QString("1"));
    // The row kernel has no such windows, and says so.
    bench.number("window").setValue(3);
    QVERIFY(bench.emulates());
    QCOMPARE(bench.cell("Lanzamientos", "pool_rows"), QString());
    QVERIFY(bench.told().contains("pool_rows"));
}

void TestEmulatedTab::refusalIsSaid() {
    Bench bench("max_pool", "en", "Emulated GPU");
    QVERIFY(bench.ready());
    bench.number("size_px").setValue(2);
    bench.number("window").setValue(5);
    QVERIFY(bench.emulates());
    QVERIFY(!bench.table().isVisible());
    QVERIFY2(bench.told().contains("Window"), qPrintable(bench.told()));
}

int main(int argc, char** argv) {
    return runInApplication<TestEmulatedTab>(argc, argv);
}
#include "tst_emulated_tab.moc"
