// SPDX-License-Identifier: GPL-3.0-or-later
// S2-25, S2-26, S2-30, S2-41, X-14: lessons and texts of kernels, before anything is measured.
#include <QClipboard>
#include <QComboBox>
#include <QMouseEvent>
#include <QSlider>
#include <QSpinBox>
#include <QToolButton>

#include "report/view.h"
#include "ui/charts/grids_chart.h"
#include "ui/results/code_view.h"
#include "ui/results/lesson_tab.h"
#include "ui/results/text_tab.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// The window on a page, before any result, with one of its tabs in front.
struct Page {
    WindowBench bench{"normal", "en"};
    ui::ExperimentPage* page = nullptr;

    [[nodiscard]] bool opens(const QString& experiment, const char* tab) {
        bench.window->showPage(experiment);
        page = &bench.window->experimentPage(experiment.toStdString());
        page->showTab(QString::fromUtf8(tab));
        return bench.ready() && (bench.window->showPage(experiment), front()->isVisible());
    }
    [[nodiscard]] QWidget* front() const {
        return page->frame().chart(page->frame().currentChart());
    }
    template <typename T>
    [[nodiscard]] T& part(const char* name) const {
        return *front()->findChild<T*>(name);
    }
    [[nodiscard]] ui::LessonTab& lesson() const { return *qobject_cast<ui::LessonTab*>(front()); }
    [[nodiscard]] ui::GridsChart& chart() const { return part<ui::GridsChart>("lesson"); }
};

}  // namespace

class TestLessonsInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theThesisMapIsThreeClicksAway_S2_20();
    void aLessonNeedsNoResult();
    void stepsByMouseAndKeyboard();
    void itPlaysWhileItIsSeen();
    void settingsChangeThePicture();
    void itsPictureIsExported();
    void aTextBesideTheOneBefore();
    void whatIsCopiedIsTheText();
};

/// 9, 7, 8, 9: a click on Measure, one on the tile, one on the tab.
void TestLessonsInWindow::theThesisMapIsThreeClicksAway_S2_20() {
    WindowBench bench("normal", "es");
    QVERIFY(bench.ready());
    const auto click = [&](QWidget& among, const char* caption) {
        for (QAbstractButton* button : among.findChildren<QAbstractButton*>())
            if (button->isVisible() && button->text() == QString::fromUtf8(caption)) {
                QTest::mouseClick(button, Qt::LeftButton);
                return true;
            }
        return false;
    };
    QVERIFY(click(*bench.window, "Medir"));
    auto* tile = bench.window->findChild<QAbstractButton*>("tile_max_pool");
    QVERIFY(tile && tile->isVisible());
    QTest::mouseClick(tile, Qt::LeftButton);
    QVERIFY(click(bench.window->experimentPage("max_pool"), "Detalle"));
    const ui::ExperimentFrame& frame = bench.window->experimentPage("max_pool").frame();
    const auto* chart = frame.chart(frame.currentChart())->findChild<ui::GridsChart*>("lesson");
    QVERIFY(chart && chart->isVisible());
    QStringList map;
    for (const GridsValue::Cell& cell : chart->value().grids.at(1).cells)
        map << QString::fromStdString(cell.text);
    QCOMPARE(map, (QStringList{"9", "7", "8", "9"}));
}

/// The questions stand before results, and not before what needs none.
void TestLessonsInWindow::aLessonNeedsNoResult() {
    Page made;
    QVERIFY(made.opens("max_pool", "Window by window"));
    QVERIFY(!made.page->shown());
    QWidget& questions = *made.page->findChild<QWidget*>("questions");
    QVERIFY(questions.isHidden());
    QVERIFY(!made.page->frame().table().isVisible());
    QCOMPARE(made.chart().accessibleName(), QString("Max pooling, window by window"));
    QVERIFY(made.chart().accessibleDescription().contains("(9 5 / 3 1) → 9"));
    made.page->showTab("Time");
    QCOMPARE(questions.isHidden(), !made.page->prediction().has_value());
    for (const char* tab : {"Row by column", "Threads", "Kernel text"}) {
        Page other;
        QVERIFY2(other.opens("matrix_product", tab), tab);
    }
}

void TestLessonsInWindow::stepsByMouseAndKeyboard() {
    Page made;
    QVERIFY(made.opens("max_pool", "Window by window"));
    ui::GridsChart& chart = made.chart();
    const QRectF third = chart.cellAt(1, 2);
    QVERIFY(!third.isEmpty() && chart.rect().contains(third.toRect()));
    QTest::mouseClick(&chart, Qt::LeftButton, {}, third.center().toPoint());
    QCOMPARE(made.lesson().step(), 2);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.cellAt(0, 0).center().toPoint());
    QCOMPARE(made.lesson().step(), 2);  // leads nowhere
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(made.lesson().step(), 3);
    QVERIFY(!made.part<QToolButton>("next").isEnabled());
    QTest::keyClick(&chart, Qt::Key_Left);
    made.part<QToolButton>("back").click();
    QCOMPARE(made.lesson().step(), 1);
    QVERIFY(chart.focusPolicy() & Qt::TabFocus);
}

void TestLessonsInWindow::itPlaysWhileItIsSeen() {
    Page made;
    QVERIFY(made.opens("max_pool", "Window by window"));
    QTest::keyClick(&made.chart(), Qt::Key_Space);
    ui::LessonTab& lesson = made.lesson();
    QVERIFY(lesson.isPlaying());
    QTRY_VERIFY_WITH_TIMEOUT(lesson.step() > 0, kSoonMs);
    made.page->showTab("Time");
    QVERIFY(!lesson.isPlaying());
    made.page->showTab("Window by window");
    lesson.setLive(true);
    made.part<QToolButton>("play").click();
    QVERIFY(!lesson.isPlaying());  // nothing moves beside a measurement
    lesson.setLive(false);
    lesson.setStep(2);
    made.part<QToolButton>("play").click();
    QTRY_VERIFY_WITH_TIMEOUT(!lesson.isPlaying(), kSoonMs);
    QCOMPARE(lesson.step(), 3);
}

void TestLessonsInWindow::settingsChangeThePicture() {
    Page made;
    QVERIFY(made.opens("max_pool", "Window by window"));
    QVERIFY(!made.part<QSpinBox>("size").isVisible());
    made.lesson().setStep(3);
    made.part<QSpinBox>("stride").setValue(1);
    QCOMPARE(made.lesson().step(), 0);
    QCOMPARE(made.part<QSlider>("").maximum(), 8);
    QComboBox& numbers = made.part<QComboBox>("numbers");
    numbers.setCurrentIndex(numbers.findData("digits"));
    QVERIFY(made.part<QSpinBox>("size").isVisible());
    QCOMPARE(made.chart().value().grids.front().columns, std::size_t{8});
    QComboBox& show = made.part<QComboBox>("show");
    show.setCurrentIndex(show.findData("shift"));
    QCOMPARE(made.chart().value().grids.size(), std::size_t{4});
    QVERIFY(!made.part<QToolButton>("play").isVisible());
}

void TestLessonsInWindow::itsPictureIsExported() {
    Page made;
    QVERIFY(made.opens("matrix_product", "Row by column"));
    made.lesson().setStep(3);
    const ChartValue chart = made.page->currentChart();
    const auto* grids = std::get_if<GridsValue>(&chart);
    QVERIFY(grids);
    QCOMPARE(grids->grids.at(2).cells.at(1).text, std::string("42"));
}

void TestLessonsInWindow::aTextBesideTheOneBefore() {
    Page made;
    QVERIFY(made.opens("matrix_product", "Kernel text"));
    auto& kernel = made.part<QComboBox>("kernel");
    auto& text = made.part<ui::CodeView>("text");
    auto& before = made.part<ui::CodeView>("before");
    QVERIFY(text.toPlainText().contains("float sum = 0;") && text.isReadOnly());
    QVERIFY(!before.isVisible());
    const int order = kernel.findData("loop_order");
    kernel.setCurrentIndex(order);
    Q_EMIT kernel.activated(order);
    QVERIFY(before.isVisible() && before.toPlainText().contains("float sum = 0;"));
    QCOMPARE(before.blockCount(), text.blockCount());  // what is equal stands beside itself
    QVERIFY(!text.extraSelections().isEmpty() && !before.extraSelections().isEmpty());
    QVERIFY(made.part<QLabel>("gain").text().startsWith("Measure"));
    auto& besides = made.part<QComboBox>("besides");
    besides.setCurrentIndex(0);
    Q_EMIT besides.activated(0);
    QVERIFY(!before.isVisible() && text.extraSelections().isEmpty());
    const std::string_view whole = findSpec("matrix_product")->view->texts.at(1).text;
    QCOMPARE(text.toPlainText() + '\n', QString::fromUtf8(whole.data(), qsizetype(whole.size())));
}

/// Room for the lines of the other text is no part of it.
void TestLessonsInWindow::whatIsCopiedIsTheText() {
    Page made;
    QVERIFY(made.opens("max_pool", "Kernel text"));
    auto& kernel = made.part<QComboBox>("kernel");
    const int rows = kernel.findData("rows");
    kernel.setCurrentIndex(rows);
    Q_EMIT kernel.activated(rows);
    const std::string_view whole = findSpec("max_pool")->view->texts.at(1).text;
    const QString expected = QString::fromUtf8(whole.data(), qsizetype(whole.size()));
    auto& text = made.part<ui::CodeView>("text");
    QVERIFY(text.toPlainText() + '\n' != expected);  // there is such room
    text.selectAll();
    text.copy();
    QCOMPARE(QGuiApplication::clipboard()->text() + '\n', expected);
    QGuiApplication::clipboard()->clear();
    made.part<QPushButton>("copyText").click();
    QCOMPARE(QGuiApplication::clipboard()->text(), expected);
}

int main(int argc, char** argv) {
    return runInApplication<TestLessonsInWindow>(argc, argv);
}
#include "tst_lessons_in_window.moc"
