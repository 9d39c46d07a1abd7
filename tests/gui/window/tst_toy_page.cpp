// SPDX-License-Identifier: GPL-3.0-or-later
// An experiment that no file of ui knows has a tile in the gallery, a form with a field for each of
// its axes, charts, a table, cards and every export.
#include <QCheckBox>
#include <QFileInfo>
#include <QTableView>

#include "base/places.h"
#include "experiments/toy/toy.h"
#include "ui/export/exporter.h"
#include "ui/form/field.h"
#include "ui/pages/gallery_page.h"
#include "ui/results/cards.h"
#include "ui/results/results_model.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

class TestToyPage : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    QString m_file = m_folder.filePath("toy.duelo");

private Q_SLOTS:
    void initTestCase() { measureToy(fromUtf8(m_file.toStdString()), false); }
    void standsInTheGallery();
    void formIsItsAxes();
    void runIsShown();
    void isExported();
};

void TestToyPage::standsInTheGallery() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.window->pageIds().contains("toy"));
    bench.window->showPage("measure");
    auto* tile = bench.window->findChild<ui::GalleryTile*>("tile_toy");
    QVERIFY(tile);
    QVERIFY(tile->accessibleDescription().contains("How long does adding take?"));
    tile->click();
    QCOMPARE(bench.window->property("page").toString(), QString("toy"));
    QVERIFY(bench.window->experimentPage("toy").isVisible());
}

void TestToyPage::formIsItsAxes() {
    WindowBench bench("normal", "en");
    ui::ExperimentPage& page = bench.window->experimentPage("toy");
    bench.window->showPage("toy");
    for (const Axis& axis : page.spec().axes) QVERIFY2(page.form().field(axis.id), axis.id.c_str());
    page.setPlan(toyPlan());
    QVERIFY2(toJson(page.plan()) == toJson(toyPlan()), toJson(page.plan()).dump().c_str());
    // What does not apply is not seen: sides belong to squares.
    QVERIFY(!page.form().field("sides")->isVisibleTo(&page.form()));
    QVERIFY(page.form().field("shape")->isVisibleTo(&page.form()));
    auto* sorted = page.form().field("sorted")->findChild<QCheckBox*>();
    QVERIFY(sorted);
    sorted->click();
    QCOMPARE(caseValues(page.plan(), "sorted"), Values{false});
    page.form().setValue("shape", "square");
    QVERIFY(page.form().field("sides")->isVisibleTo(&page.form()));
}

void TestToyPage::runIsShown() {
    WindowBench bench("normal", "en");
    bench.window->openFiles({m_file});
    QTRY_COMPARE_WITH_TIMEOUT(bench.window->property("page").toString(), QString("toy"), kSoonMs);
    ui::ExperimentPage& page = bench.window->experimentPage("toy");
    const QAbstractItemModel& table = *page.frame().table().model();
    QTRY_COMPARE_WITH_TIMEOUT(table.rowCount(), 9, kSoonMs);  // three sizes, three variants
    QVERIFY(toJson(page.plan()) == toJson(toyPlan()));
    QCOMPARE(table.headerData(0, Qt::Horizontal).toString(), QString("Numbers to add"));
    QCOMPARE(table.index(3, 0).data().toString(), QString("2000"));
    const double time = table.index(3, 2).data(ui::ResultsModel::ValueRole).toDouble();
    QVERIFY2(std::abs(time - 500) < 10, qPrintable(QString::number(time)));  // in µs
    const QString headline = page.frame().findChild<QLabel*>("headline")->text();
    QVERIFY2(headline.contains("times as fast"), qPrintable(headline));
    QCOMPARE(std::get<LinesValue>(page.currentChart()).series.size(), std::size_t{2});
    QVERIFY(!page.frame().cards().cards().empty());
    page.frame().table().selectRow(7);
    QVERIFY2(page.frame().findChild<QLabel*>("headline")->text().contains("4000"),
             qPrintable(page.frame().findChild<QLabel*>("headline")->text()));
}

void TestToyPage::isExported() {
    WindowBench bench("normal", "en");
    bench.window->openFiles({m_file});
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().comparison(), kSoonMs);
    for (const ui::ExportChoice& choice : ui::exportChoices()) {
        using Target = ui::ExportTarget;
        if (choice.target == Target::ChartPng || choice.target == Target::ChartSvg ||
            choice.target == Target::Program)
            continue;
        const QString path = m_folder.filePath("out-" + choice.fileName(m_file));
        const auto written = ui::exportTo(choice.target, *bench.work->run().comparison(),
                                          {.language = Language::English}, path, true, m_file);
        QVERIFY2(written && QFileInfo(written->first()).size() > 300, qPrintable(path));
    }
}

int main(int argc, char** argv) {
    return runInApplication<TestToyPage>(argc, argv);
}
#include "tst_toy_page.moc"
