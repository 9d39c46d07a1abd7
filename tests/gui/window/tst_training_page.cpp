// SPDX-License-Identifier: GPL-3.0-or-later
// The page that trains, before anything is trained: the data are seen (S2-14, S2-44).
#include <QTableWidget>

#include "training_bench.h"
#include "ui/experiments/training/data_view.h"

using namespace duelo;
using namespace duelo::testing;

class TestTrainingPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dataAreSeenBefore_S2_14_S2_44();
    void tablesGrowWithTheSlide();
    void refusedDataAreSaid();
    void ownFolderIsSeenAtOnce_Y_24();
};

void TestTrainingPage::dataAreSeenBefore_S2_14_S2_44() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    auto* view = bench.page().findChild<ui::DataView*>();
    QTRY_VERIFY_WITH_TIMEOUT(!view->findChildren<QTableWidget*>().isEmpty(), kSoonMs);
    const auto tables = view->findChildren<QTableWidget*>();
    QCOMPARE(tables.size(), 2);
    const QTableWidget& counts = *tables.front();
    QCOMPARE(counts.rowCount(), 4);  // three classes and their total
    QCOMPARE(counts.item(1, 0)->text(), QString("grass"));
    QCOMPARE(counts.item(1, 1)->text(), QString("60"));
    QCOMPARE(counts.item(3, 3)->text(), QString("45"));
    const QTableWidget& layers = *tables.back();
    QCOMPARE(layers.rowCount(), 3);
    QCOMPARE(layers.item(0, 2)->text(), QString("64 × 16 × 16"));
    int pictures = 0;
    for (auto* label : view->findChildren<QLabel*>()) pictures += !label->pixmap().isNull();
    QCOMPARE(pictures, 12 * 2 + 3 * 4);  // raw and normalised; two Sobels and two poolings
    bool warned = false;
    for (auto* label : view->findChildren<QLabel*>())
        warned |= label->property("role") == "warning" && label->text().contains("45");
    QVERIFY(warned);
}

/// Rows of larger letters lie upon each other unless they are higher too.
void TestTrainingPage::tablesGrowWithTheSlide() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    const auto* view = bench.page().findChild<ui::DataView*>();
    const auto table = [&] { return view->findChild<QTableWidget*>(); };
    QTRY_VERIFY_WITH_TIMEOUT(table(), kSoonMs);
    const auto fits = [&] {
        const int rows_px = table()->rowCount() * table()->rowHeight(0);
        return table()->rowHeight(0) > table()->fontMetrics().height() &&
               table()->viewport()->height() >= rows_px;
    };
    QTRY_VERIFY(fits());
    const int usual_px = table()->rowHeight(0);
    bench.window->actions().present->trigger();
    QTRY_VERIFY(table()->rowHeight(0) > usual_px);
    QTRY_VERIFY(fits());
    table()->grab();  // says nothing of letters without a size
    bench.window->actions().present->trigger();
    QTRY_COMPARE(table()->rowHeight(0), usual_px);
    QVERIFY(fits());
}

void TestTrainingPage::refusedDataAreSaid() {
    TrainingBench bench("no-data");
    QVERIFY(bench.ready());
    const auto* told = bench.page().findChild<QLabel*>("dataTold");
    const QString why =
        ui::qs(ui::textOf(bench.settings).reason({"data_class_empty", {{"class", "grass"}}}));
    QTRY_COMPARE_WITH_TIMEOUT(told->text(), why, kSoonMs);
}

/// A chosen folder is trained on alone, and its pictures and classes are shown, whatever tab is in
/// view.
void TestTrainingPage::ownFolderIsSeenAtOnce_Y_24() {
    TrainingBench bench;
    QVERIFY(bench.ready());
    bench.page().showTab("Loss");
    auto* view = bench.page().findChild<ui::DataView*>();
    QVERIFY(!view->isVisible());
    const QTemporaryDir folder;
    QStringList dropped{folder.path()};
    bench.form().takeFiles(dropped);
    QCOMPARE(valuesIn(bench.form().plan().cases.front(), "data"),
             std::vector<Json>{folder.path().toStdString()});
    QVERIFY(view->isVisible());
    const auto firstClass = [&] {
        const auto tables = view->findChildren<QTableWidget*>();
        return tables.isEmpty() ? QString() : tables.front()->item(0, 0)->text();
    };
    QTRY_COMPARE_WITH_TIMEOUT(firstClass(), QString("gato"), kSoonMs);
    bool told = false;  // what always saying the largest class would score
    for (auto* label : view->findChildren<QLabel*>()) told |= label->text().contains("50 %");
    QVERIFY(told);
    // Whoever goes back to the curves stays there while the rest of the form is edited.
    bench.page().showTab("Loss");
    bench.form().setValue("batch", 32);
    QVERIFY(!view->isVisible());
}

int main(int argc, char** argv) {
    return runInApplication<TestTrainingPage>(argc, argv);
}
#include "tst_training_page.moc"
