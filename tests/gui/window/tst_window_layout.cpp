// SPDX-License-Identifier: GPL-3.0-or-later
// Nothing is cut off: every caption fits its control, from 1024x640 to 3840x2160, 100 % to 200 %.
#include <QAbstractButton>
#include <QHeaderView>
#include <QScrollArea>
#include <QScrollBar>
#include <QStyle>
#include <QToolButton>

#include "../export/export_testing.h"
#include "ui/look/letters.h"
#include "ui/results/cards.h"
#include "ui/shell/application.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

bool seenWhole(const QWidget& widget) {
    const QRect all(widget.mapToGlobal(QPoint()), widget.size());
    for (const QWidget* each = widget.parentWidget(); each; each = each->parentWidget())
        if (!QRect(each->mapToGlobal(QPoint()), each->size()).contains(all)) return false;
    return widget.isVisible();
}

}  // namespace

class TestWindowLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void captionsFit_data();
    void captionsFit();
    void largeLettersScroll();
    void cardsGiveWayFirst();
    void isNoLargerThanTheScreen();
    void heightIsShared_data();
    void heightIsShared();
    void manyDoubtsWrap();
    void optionBFits_data();
    void optionBFits();

private:
    static ui::Application& application() { return *static_cast<ui::Application*>(qApp); }
    static QStringList cutOff(QWidget& root);
};

/// Visible captions that do not fit, as "class 'caption' 80 < 95".
QStringList TestWindowLayout::cutOff(QWidget& root) {
    QStringList found;
    const auto tell = [&](const QWidget* widget, const QString& text, int has, int needs) {
        found << QString("%1 '%2' %3 < %4")
                     .arg(widget->metaObject()->className(), text.left(40))
                     .arg(has)
                     .arg(needs);
    };
    for (auto* button : root.findChildren<QAbstractButton*>()) {
        if (!button->isVisible() || button->text().isEmpty() || button->text() == "×") continue;
        const int needs = button->fontMetrics().size(Qt::TextShowMnemonic, button->text()).width();
        if (button->contentsRect().width() < needs)
            tell(button, button->text(), button->contentsRect().width(), needs);
    }
    for (auto* label : root.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->text().isEmpty()) continue;
        const QSize has = label->size();
        if (label->wordWrap()) {
            const int needs = label->heightForWidth(has.width());
            if (has.height() + 2 < needs) tell(label, label->text(), has.height(), needs);
        } else if (label->sizePolicy().horizontalPolicy() != QSizePolicy::Ignored &&
                   has.width() + 1 < label->sizeHint().width()) {
            tell(label, label->text(), has.width(), label->sizeHint().width());
        }
    }
    for (auto* header : root.findChildren<QHeaderView*>()) {
        if (!header->isVisible() || header->orientation() != Qt::Horizontal) continue;
        QFont bold(header->font());
        bold.setBold(true);
        for (int c = 0; c < header->count(); ++c) {
            const QString title = header->model()->headerData(c, Qt::Horizontal).toString();
            const QRect room(0, 0, header->sectionSize(c) - 16, header->height());
            const QRect needs = QFontMetrics(bold).boundingRect(room, Qt::TextWordWrap, title);
            if (needs.width() > room.width()) tell(header, title, room.width(), needs.width());
            if (needs.height() > room.height()) tell(header, title, room.height(), needs.height());
        }
    }
    // What scrolls down only must not be wider than what is seen.
    for (auto* area : root.findChildren<QScrollArea*>())
        if (area->isVisible() && area->widget() &&
            area->horizontalScrollBarPolicy() == Qt::ScrollBarAlwaysOff &&
            area->widget()->width() > area->viewport()->width())
            tell(area, area->widget()->objectName(), area->viewport()->width(),
                 area->widget()->width());
    return found;
}

void TestWindowLayout::captionsFit_data() {
    QTest::addColumn<QSize>("size");
    QTest::addColumn<int>("zoom");
    QTest::addColumn<QString>("language");
    // Spanish words are the longer ones: where they have much room, English ones have more.
    for (const char* language : {"es", "en"}) {
        for (const QSize size : {QSize(1024, 640), QSize(1280, 720), QSize(1920, 1080)})
            QTest::addRow("%d %s", size.width(), language) << size << 100 << language;
        QTest::addRow("1280 at 130 %s", language) << QSize(1280, 720) << 130 << language;
    }
    QTest::newRow("3840 es") << QSize(3840, 2160) << 100 << QString("es");
    QTest::newRow("1920 at 150 es") << QSize(1920, 1080) << 150 << QString("es");
    QTest::newRow("3840 at 200 es") << QSize(3840, 2160) << 200 << QString("es");
}

void TestWindowLayout::captionsFit() {
    QFETCH(QSize, size);
    QFETCH(int, zoom);
    QFETCH(QString, language);
    WindowBench bench("gpu", language.toUtf8().constData());
    bench.settings.setZoomPercent(zoom);
    application().applyAppearance(bench.settings);
    bench.window->rebuild();
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    for (auto* button : bench.window->findChildren<QAbstractButton*>())
        if (button->isCheckable() &&
            (button->property("role") == "quiet" || button->property("role") == "fold"))
            button->setChecked(true);
    bench.window->resize(size);
    for (const QString& page : bench.window->pageIds()) {
        bench.window->showPage(page);
        QTest::qWait(50);
        QVERIFY(bench.window->width() <= size.width());
        QVERIFY(bench.window->height() <= size.height());
        QStringList found;
        const bool good = QTest::qWaitFor(
            [&] {
                found = cutOff(*bench.window);
                return found.isEmpty();
            },
            2000);
        QVERIFY2(good, qPrintable(QString("page %1: ").arg(page) + found.join("; ")));
        if (page == "inference")
            QVERIFY(bench.frame().table().viewport()->height() >=
                    bench.frame().table().rowHeight(0));
    }
}

/// Letters of twice the size in a small window: what does not fit is scrolled to, and not cut.
void TestWindowLayout::largeLettersScroll() {
    WindowBench bench("gpu");
    bench.settings.setZoomPercent(200);
    application().applyAppearance(bench.settings);
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    bench.window->resize(1280, 720);
    QTest::qWait(50);
    const ui::ExperimentFrame& frame = bench.frame();
    bench.frame().setMessage("Algo que se dice", "Reanudar: faltan 12", [] {});
    bench.frame().setDoubt("Dudosa: procesador compartido", "Otros programas.", "Otra vez");
    QTest::qWait(50);
    QVERIFY(frame.table().viewport()->height() >= frame.table().rowHeight(0));
    // Up and down only: a sentence is read without moving the window.
    for (const auto* area : frame.findChildren<QScrollArea*>())
        if (area->isVisible()) QCOMPARE(area->horizontalScrollBar()->maximum(), 0);
    QCOMPARE(cutOff(*bench.window).join("; "), QString());
    for (const auto* tab : frame.findChildren<QToolButton*>())
        if (tab->isVisible() && tab->property("role") == "tab")
            QVERIFY(tab->width() >= tab->fontMetrics().horizontalAdvance(tab->text()));
}

/// Y-20b: with every face of letters they have their room at 1280 px.
void TestWindowLayout::cardsGiveWayFirst() {
    WindowBench bench;
    application().applyAppearance(bench.settings);
    QVERIFY(bench.measured());
    QTest::qWait(20);
    QVERIFY(bench.frame().cards().isVisible());
    // Narrow letters may leave them their room, but never the table's; larger ones do not.
    bench.window->resize(1024, 640);
    QTest::qWait(20);
    const ui::ResultsTable& table = bench.frame().table();
    QVERIFY(!bench.frame().cards().isVisible() ||
            table.width() >= ui::letters_px(table.fontMetrics(), 70));
    bench.settings.setZoomPercent(120);
    application().applyAppearance(bench.settings);
    QTest::qWait(20);
    QVERIFY(!bench.frame().cards().isVisible());
    QVERIFY(table.isVisible() && bench.button().isVisible());
    bench.settings.setZoomPercent(100);
    application().applyAppearance(bench.settings);
    bench.window->resize(1280, 720);
    QTest::qWait(20);
    QVERIFY(bench.frame().cards().isVisible());
    bench.window->actions().cards->trigger();
    QVERIFY(!bench.frame().cards().isVisible());
}

/// Letters that the system enlarges leave a screen fewer pixels than the window would like.
void TestWindowLayout::isNoLargerThanTheScreen() {
    WindowBench bench;
    const QSize screen = bench.window->screen()->availableSize();
    QVERIFY(bench.window->minimumWidth() <= screen.width());
    QVERIFY(bench.window->minimumHeight() <= screen.height());
    QVERIFY(bench.measured());
    bench.window->resize(screen);
    for (const QString& page : bench.window->pageIds()) {
        bench.window->showPage(page);
        QTest::qWait(20);
        const QSize size = bench.window->size();
        QVERIFY2(size.width() <= screen.width() && size.height() <= screen.height(),
                 qPrintable(page));
    }
}

void TestWindowLayout::heightIsShared_data() {
    QTest::addColumn<int>("cases");
    QTest::newRow("three") << 3;
    QTest::newRow("many") << 12;
}

/// A table takes the room of its rows and no more, the chart the rest, and never below 240 px.
void TestWindowLayout::heightIsShared() {
    QFETCH(int, cases);
    WindowBench bench("gpu");
    application().applyAppearance(bench.settings);
    QVERIFY(bench.measured(smallPlan(cases, {Device::Cpu, Device::Cuda})));
    const ui::ResultsTable& table = bench.frame().table();
    const QWidget* chart = bench.frame().chart(bench.frame().currentChart());
    QTRY_VERIFY(chart->parentWidget()->height() >= 240);
    if (cases > 3) {
        QTRY_VERIFY(table.viewport()->height() >= 4 * table.rowHeight(0));
        QVERIFY(table.height() < table.wholeHeight());
        return;
    }
    QTRY_COMPARE(table.height(), table.wholeHeight());
    for (const auto* area : bench.frame().findChildren<QScrollArea*>())
        if (area->widget() && area->widget()->objectName() == "centre")
            QVERIFY(!area->verticalScrollBar()->isVisible());
    QTRY_VERIFY(seenWhole(*table.viewport()) && seenWhole(*chart));
}

/// Doubts about a result take as many lines as they need, and nothing scrolls sideways.
void TestWindowLayout::manyDoubtsWrap() {
    WindowBench bench("gpu", "es");
    application().applyAppearance(bench.settings);
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    bench.window->resize(1280, 720);
    const QList<QScrollArea*> areas = bench.frame().findChildren<QScrollArea*>();
    const auto centre = std::ranges::find_if(areas, [](const QScrollArea* area) {
        return area->widget() && area->widget()->objectName() == "centre";
    });
    QVERIFY(centre != areas.end());
    const auto fits = [&] {
        return (*centre)->widget()->minimumSizeHint().width() <= (*centre)->viewport()->width();
    };
    QTRY_VERIFY(fits());
    bench.frame().setDoubt(
        "Dudoso: pocas muestras, muy ruidoso, deriva, con otra carga, reloj que cambia, caliente",
        "Por esto.", "Repetir");
    const auto* why = bench.frame().findChild<QPushButton*>("whyButton");
    QVERIFY(why->isVisible());
    QTRY_VERIFY(fits());
    QTRY_VERIFY2(cutOff(*bench.window).isEmpty(), qPrintable(cutOff(*bench.window).join("; ")));
}

void TestWindowLayout::optionBFits_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<bool>("reference");
    for (const char* language : {"es", "en"}) {
        QTest::newRow(language) << QString(language) << true;
        QTest::addRow("%s two PCs", language) << QString(language) << false;
    }
}

/// Own CPU, another group's PC and a reference at 1280x720 (H6), or a PC whose CPU was measured
/// too: every size of the handout is seen, the chart keeps 240 px, nothing scrolls sideways, and no
/// head is the name of a file.
void TestWindowLayout::optionBFits() {
    QFETCH(QString, language);
    QFETCH(bool, reference);
    WindowBench bench("normal", language.toUtf8().constData());
    application().applyAppearance(bench.settings);
    QVERIFY(bench.ready());
    bench.window->openRecords({recordFile(examples::cpuPc(), bench.path("casa.duelo"))});
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().comparison(), kSoonMs);
    Plan seen = bench.page().plan();
    seen.variants.front()["mode"] = {"eager"};
    bench.page().form().setPlan(seen);  // nothing is left to predict
    bench.work->run().addBeside(recordFile(reference ? examples::otherPc() : examples::gpuPc(),
                                           bench.path("companero.duelo")),
                                duelo::Role::Shared);
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
    if (reference) {
        bench.work->run().addBeside(recordFile(examples::gpuPc(), bench.path("docente.duelo")),
                                    duelo::Role::Reference);
        QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 3U, kSoonMs);
    }
    bench.window->resize(1280, 720);
    const ui::ResultsTable& table = bench.frame().table();
    QTRY_VERIFY(table.model()->rowCount() == 3);
    for (int c = 0; c < table.model()->columnCount(); ++c) {
        const QString head = table.model()->headerData(c, Qt::Horizontal).toString();
        QVERIFY2(!head.contains(".duelo") && !head.contains("companero"), qPrintable(head));
        QVERIFY2(!reference || !head.contains("GPU"), qPrintable(head));
    }
    const QWidget* chart = bench.frame().chart(bench.frame().currentChart());
    QTRY_VERIFY(chart->parentWidget()->height() >= 240);
    QTRY_COMPARE(table.height(), table.wholeHeight());
    QTRY_VERIFY(seenWhole(*table.viewport()) && seenWhole(*chart));
    QCOMPARE(table.horizontalScrollBar()->maximum(), 0);
    QTRY_VERIFY2(cutOff(*bench.window).isEmpty(), qPrintable(cutOff(*bench.window).join("; ")));
}

int main(int argc, char** argv) {
    return runInApplication<TestWindowLayout>(argc, argv);
}
#include "tst_window_layout.moc"
