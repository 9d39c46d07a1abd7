// SPDX-License-Identifier: GPL-3.0-or-later
// F11: a page as a slide.
#include <memory>
#include <vector>

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QProgressBar>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QToolButton>

#include "../charts/drawn_words.h"
#include "class_bench.h"
#include "ui/charts/lines_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_page.h"
#include "ui/look/theme.h"
#include "ui/results/duel_view.h"
#include "ui/shell/slide_buttons.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// Shares of the height of a slide that are seen from the back of a room.
constexpr double kLeastLetters = 0.035, kLeastLine = 0.005, kLeastSign = 0.02;

ui::Application& application() {
    return *qobject_cast<ui::Application*>(qApp);
}

/// Returns the parts of the page that a reader sees: all but empty rooms.
QStringList partsInView(const QWidget& window) {
    QStringList parts;
    for (const auto* each : window.findChildren<QWidget*>()) {
        if (!each->isVisible()) continue;
        const auto* label = qobject_cast<const QLabel*>(each);
        const bool seen =
            (label && !label->text().isEmpty()) || qobject_cast<const QAbstractButton*>(each) ||
            qobject_cast<const QComboBox*>(each) || qobject_cast<const QTableView*>(each) ||
            qobject_cast<const QProgressBar*>(each) || qobject_cast<const ui::Chart*>(each);
        if (!seen) continue;
        parts << (qobject_cast<const ui::Chart*>(each)      ? QStringLiteral("chart")
                  : qobject_cast<const QProgressBar*>(each) ? QStringLiteral("progress")
                  : each->objectName().isEmpty()
                      ? QString::fromLatin1(each->metaObject()->className())
                      : each->objectName());
    }
    parts.sort();
    return parts;
}

/// Where every part of a window is and how it looks.
QStringList stateOf(const QWidget& window) {
    QStringList state;
    const auto tell = [&](const QWidget& each) {
        const QRect at(each.mapTo(&window, QPoint()), each.size());
        state << QStringLiteral("%1 %2 %3,%4 %5x%6 %7")
                     .arg(QString::fromLatin1(each.metaObject()->className()), each.objectName())
                     .arg(at.x())
                     .arg(at.y())
                     .arg(at.width())
                     .arg(at.height())
                     .arg(each.fontInfo().pixelSize());
    };
    for (const auto* each : window.findChildren<QWidget*>())
        if (each->isVisible() && !each->isWindow()) tell(*each);
    return state;
}

bool presents(WindowBench& bench) {
    QTest::keyClick(bench.window.get(), Qt::Key_F11);
    return QTest::qWaitFor([&] { return bench.window->isFullScreen(); }) &&
           QTest::qWaitForWindowExposed(bench.window.get());
}

}  // namespace

class TestSlide : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsHeadlineAndChartAlone_data();
    void showsHeadlineAndChartAlone();
    void progressIsAThinLine();
    void isReadFromTheBack_data();
    void isReadFromTheBack();
    void buttonsComeWithTheMouse();
    void buttonsCoverNothing_data();
    void buttonsCoverNothing();
    void stepsThroughTheCharts();
    void duelHasTheScreen();
    void pageIsAsItWas();
    void pageOfBeforeComesBack();
    void classIsASlideToo();
};

void TestSlide::showsHeadlineAndChartAlone_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<ui::ThemeChoice>("theme");
    QTest::newRow("es light") << "es" << ui::ThemeChoice::Light;
    QTest::newRow("en dark") << "en" << ui::ThemeChoice::Dark;
    QTest::newRow("es contrast") << "es" << ui::ThemeChoice::Contrast;
}

void TestSlide::showsHeadlineAndChartAlone() {
    QFETCH(QString, language);
    QFETCH(ui::ThemeChoice, theme);
    WindowBench bench("gpu", language.toLatin1().constData());
    bench.settings.setTheme(theme);
    application().applyAppearance(bench.settings);
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    bench.frame().setMessage("What went wrong");
    bench.frame().setDoubt("Doubtful", "Others used it.", "Measures it again");
    QVERIFY(presents(bench));
    QTRY_COMPARE(partsInView(*bench.window), QStringList({"chart", "headline"}));
    const auto* headline = bench.frame().findChild<QLabel*>("headline");
    QVERIFY(headline->text().size() > 10);
    // In the theme in force, upon its ground, edge to edge.
    const auto groundAt = [&](double share) {
        const QImage slide = bench.window->grab().toImage();
        return slide.pixelColor(4, static_cast<int>(share * (slide.height() - 1)));
    };
    QTRY_COMPARE(groundAt(0.01), ui::tokens().surface);
    QCOMPARE(groundAt(0.5), ui::tokens().surface);
}

void TestSlide::progressIsAThinLine() {
    WindowBench bench("slow=20000");
    QVERIFY(bench.ready());
    bench.measure();
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().isLive(), kSoonMs);
    QVERIFY(presents(bench));
    QTRY_COMPARE(partsInView(*bench.window), QStringList({"chart", "headline", "progress"}));
    const auto* bar =
        bench.window->findChild<QWidget*>("progressStrip")->findChild<QProgressBar*>();
    QTRY_COMPARE(bar->width(), bench.window->width());
    QVERIFY(bar->height() <= 8);
    QVERIFY(bench.window->height() - bar->mapTo(bench.window.get(), bar->rect().bottomLeft()).y() <=
            2);
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(!bench.window->isFullScreen());
    QVERIFY(bench.work->isMeasuring());
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(bench.idle());
}

void TestSlide::isReadFromTheBack_data() {
    QTest::addColumn<QSize>("size");
    QTest::newRow("720") << QSize(1280, 720);
    QTest::newRow("1080") << QSize(1920, 1080);
}

void TestSlide::isReadFromTheBack() {
    QFETCH(QSize, size);
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QVERIFY(presents(bench));
    bench.window->setWindowState(Qt::WindowNoState);
    bench.window->resize(size);
    QTRY_COMPARE(bench.window->size(), size);
    const auto smallest = [&] {
        int least_px = INT_MAX;
        for (const DrawnWords::Piece& piece : wordsDrawnBy(*bench.window))
            if (!piece.text.trimmed().isEmpty()) least_px = qMin(least_px, piece.letters_px);
        return least_px;
    };
    QTRY_VERIFY(smallest() >= kLeastLetters * size.height());
    QVERIFY(smallest() < INT_MAX);
    const auto* chart =
        bench.frame().chart(bench.frame().currentChart())->findChild<ui::LinesChart*>();
    QVERIFY(chart && !chart->marks().signs.empty());
    QTRY_VERIFY(chart->width() >= 0.85 * size.width() && chart->height() >= 0.6 * size.height());
    double line_px = 0;
    for (const auto& line : chart->marks().lines)
        if (!line.name.isEmpty()) line_px = qMax(line_px, line.pen.widthF());
    QVERIFY(line_px >= kLeastLine * size.height());
    for (const auto& signs : chart->marks().signs)
        QVERIFY(signs.look.size_px >= kLeastSign * size.height());
}

void TestSlide::buttonsComeWithTheMouse() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QVERIFY(presents(bench));
    auto* buttons = bench.window->findChild<ui::SlideButtons*>();
    QVERIFY(!buttons->isVisible());
    QWidget* chart = bench.frame().chart(bench.frame().currentChart());
    QTest::mouseMove(chart, QPoint(40, 40));
    QTest::mouseMove(chart, QPoint(80, 60));
    QTRY_VERIFY(buttons->isVisible());
    QVERIFY(bench.window->rect().contains(buttons->geometry()));
    QStringList captions;
    for (const auto* each : buttons->findChildren<QToolButton*>())
        if (each->isVisible()) captions << each->text();
    QCOMPARE(captions, QStringList({"Salir de la presentación", "Gráfico anterior",
                                    "Gráfico siguiente", "Duelo"}));
    // They go by themselves, and the slide is alone again.
    QTRY_VERIFY_WITH_TIMEOUT(!buttons->isVisible(), 2 * ui::SlideButtons::kShown_ms);
    QCOMPARE(partsInView(*bench.window), QStringList({"chart", "headline"}));
    QTest::mouseMove(chart, QPoint(120, 90));
    QTRY_VERIFY(buttons->isVisible());
    QTest::mouseClick(buttons->findChildren<QToolButton*>().front(), Qt::LeftButton);
    QVERIFY(!bench.window->isFullScreen() && !buttons->isVisible());
    QVERIFY(!bench.window->actions().present->isChecked());
    QTest::mouseMove(chart, QPoint(20, 20));
    QTest::qWait(50);
    QVERIFY(!buttons->isVisible());  // on a page there are none
}

void TestSlide::buttonsCoverNothing_data() {
    isReadFromTheBack_data();
}

/// They stand upon the foot of the slide, below the title of an axis and the caption of a duel.
void TestSlide::buttonsCoverNothing() {
    QFETCH(QSize, size);
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QVERIFY(presents(bench));
    bench.window->setWindowState(Qt::WindowNoState);
    bench.window->resize(size);
    QTRY_COMPARE(bench.window->size(), size);
    auto* buttons = bench.window->findChild<ui::SlideButtons*>();
    int at_px = 0;
    const auto free = [&] {
        QTest::mouseMove(&bench.frame(), QPoint(300 + ++at_px, 300));
        const QWidget* shown = bench.frame().chart(bench.frame().currentChart());
        const QPoint foot = shown->mapTo(bench.window.get(), QPoint(0, shown->height()));
        return buttons->isVisible() && buttons->geometry().top() >= foot.y() &&
               bench.window->rect().contains(buttons->geometry());
    };
    QTRY_VERIFY(free());
    bench.window->actions().slideDuel->trigger();
    QTRY_VERIFY(free());
}

void TestSlide::stepsThroughTheCharts() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const int first = bench.frame().currentChart();
    QTest::keyClick(bench.window.get(), Qt::Key_PageDown);
    QCOMPARE(bench.frame().currentChart(), first);  // only on a slide
    QVERIFY(presents(bench));
    QSet<int> seen;
    int steps = 0;
    do {
        seen << bench.frame().currentChart();
        QTest::keyClick(bench.window.get(), Qt::Key_PageDown);
    } while (bench.frame().currentChart() != first && ++steps < 50);
    QVERIFY(seen.size() > 2);
    QCOMPARE(bench.frame().currentChart(), first);
    QTest::keyClick(bench.window.get(), Qt::Key_PageUp);
    QVERIFY(bench.frame().currentChart() != first);
    const QWidget* chart = bench.frame().chart(bench.frame().currentChart());
    QVERIFY(chart->fontInfo().pixelSize() >= kLeastLetters * bench.window->height());
    QTest::keyClick(bench.window.get(), Qt::Key_F11);
    QCOMPARE(bench.frame().currentChart(), first);
    QVERIFY(chart->fontInfo().pixelSize() < kLeastLetters * bench.window->height());
}

void TestSlide::duelHasTheScreen() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QVERIFY(presents(bench));
    const auto& actions = bench.window->actions();
    QTest::mouseMove(&bench.frame(), QPoint(300, 300));
    QTest::mouseMove(&bench.frame(), QPoint(310, 300));
    auto* buttons = bench.window->findChild<ui::SlideButtons*>();
    QTRY_VERIFY(buttons->isVisible());
    QVERIFY(actions.slideDuel->isEnabled());
    actions.slideDuel->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!buttons->isVisible(), 2 * ui::SlideButtons::kShown_ms);
    auto* duel = bench.frame().chart(bench.frame().currentChart())->findChild<ui::DuelView*>();
    QVERIFY(duel && duel->isVisible());
    QVERIFY(duel->height() >= 0.8 * bench.window->height());
    // Nothing tells the result before the race does, and a button starts it, as Space does.
    QVERIFY(!bench.frame().findChild<QLabel*>("headline")->isVisible());
    const auto seen = [&] {
        QList<QAbstractButton*> found;
        for (auto* each : duel->findChildren<QAbstractButton*>())
            if (each->isVisible()) found << each;
        return found;
    };
    QCOMPARE(seen().size(), 1);
    auto* start = seen().front();
    const QRect place(start->mapTo(bench.window.get(), QPoint()), start->size());
    QTest::mouseClick(start, Qt::LeftButton);
    QVERIFY(duel->isRunning());
    QTest::keyClick(bench.window->focusWidget(), Qt::Key_Space);
    QVERIFY(!duel->isRunning());
    QTest::keyClick(bench.window->focusWidget(), Qt::Key_Space);
    QVERIFY(duel->isRunning());
    QTRY_VERIFY_WITH_TIMEOUT(!buttons->isVisible(), 2 * ui::SlideButtons::kShown_ms);
    QVERIFY(duel->isOver() || seen().isEmpty());
    QTest::mouseMove(&bench.frame(), QPoint(320, 330));
    QTRY_VERIFY(duel->findChild<QPushButton*>()->isVisible());
    QCOMPARE(QRect(start->mapTo(bench.window.get(), QPoint()), start->size()).topLeft(),
             place.topLeft());
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(!duel->isVisible());
    QVERIFY(bench.frame().findChild<QLabel*>("headline")->isVisible());
}

void TestSlide::pageIsAsItWas() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    bench.frame().setMessage("What went wrong");
    bench.frame().table().selectRow(1);
    bench.frame().table().setFocus();
    auto* split = bench.frame().findChild<QSplitter*>();
    split->setSizes({split->sizes().front() - 20, split->sizes().back() + 20});
    Q_EMIT split->splitterMoved(0, 1);
    QTest::qWait(1000);  // the forecast below the button comes later than the page
    const QStringList before = stateOf(*bench.window);
    const Json view = bench.page().viewState();
    const QWidget* focus = bench.window->focusWidget();
    QVERIFY(presents(bench));
    for (int i = 0; i < 3; ++i) QTest::keyClick(bench.window.get(), Qt::Key_PageDown);
    bench.window->actions().slideDuel->setEnabled(true);
    bench.window->actions().slideDuel->trigger();
    QTest::qWait(100);
    QVERIFY(stateOf(*bench.window) != before);
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QTRY_COMPARE(stateOf(*bench.window), before);
    QCOMPARE(bench.page().viewState(), view);
    QCOMPARE(bench.window->focusWidget(), focus);
    QCOMPARE(bench.frame().table().currentIndex().row(), 1);
}

void TestSlide::pageOfBeforeComesBack() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured());
    bench.window->showPage("glossary");
    QVERIFY(presents(bench));
    QCOMPARE(bench.window->property("page").toString(), QString("inference"));
    // Another page that is looked at meanwhile is a slide, and the first one no more.
    bench.window->showPage("stencil");
    QVERIFY(!bench.window->experimentPage("stencil").frame().table().isVisible());
    QVERIFY(bench.window->experimentPage("stencil")
                .frame()
                .findChild<QLabel*>("headline")
                ->fontInfo()
                .pixelSize() >= kLeastLetters * bench.window->height());
    QTest::keyClick(bench.window.get(), Qt::Key_F11);
    QCOMPARE(bench.window->property("page").toString(), QString("glossary"));
    bench.window->showPage("inference");
    QTRY_VERIFY(bench.frame().table().isVisible() && bench.button().isVisible());
}

void TestSlide::classIsASlideToo() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder);
    bench.window->openFiles({folder});
    auto& page = *bench.window->findChild<ui::ClassPage*>();
    QTRY_VERIFY_WITH_TIMEOUT(!page.chart().value().marks.empty(), kSoonMs);
    QTest::qWait(300);
    const QStringList before = stateOf(*bench.window);
    QVERIFY(presents(bench));
    QTRY_COMPARE(partsInView(*bench.window), QStringList({"chart", "headline"}));
    QVERIFY(page.chart().fontInfo().pixelSize() >= kLeastLetters * bench.window->height());
    const QString times = page.headline();
    QTest::keyClick(bench.window.get(), Qt::Key_PageDown);
    QTRY_VERIFY(page.headline() != times || page.filters().view() != ui::ClassFilters::View::Times);
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QTRY_COMPARE(page.headline(), times);
    QTRY_COMPARE(stateOf(*bench.window), before);
}

int main(int argc, char** argv) {
    return runInApplication<TestSlide>(argc, argv);
}
#include "tst_slide.moc"
