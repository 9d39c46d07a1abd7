// SPDX-License-Identifier: GPL-3.0-or-later
// A new look, or a slide, costs the hidden pages nothing until they are shown.
#include <utility>
#include <vector>

#include <QDialog>
#include <QImage>
#include <QLabel>
#include <QTest>
#include <QVBoxLayout>

#include "ui/charts/lines_chart.h"
#include "ui/look/theme.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

ui::Application& application() {
    return *qobject_cast<ui::Application*>(qApp);
}

/// Counts what styles the widgets of some pages.
class StyleCounter : public QObject {
public:
    explicit StyleCounter(std::vector<QWidget*> pages) : m_pages(std::move(pages)) {
        qApp->installEventFilter(this);
    }
    [[nodiscard]] int take() { return std::exchange(m_count, 0); }
    /// Waits until no widget of the pages is styled for 300 ms. Returns false after kSoonMs.
    [[nodiscard]] bool calm() {
        return QTest::qWaitFor(
            [this] {
                QTest::qWait(300);
                return take() == 0;
            },
            kSoonMs);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        const auto type = event->type();
        const bool styles = type == QEvent::StyleChange || type == QEvent::FontChange ||
                            type == QEvent::PaletteChange || type == QEvent::Polish;
        const auto* widget = styles ? qobject_cast<const QWidget*>(watched) : nullptr;
        if (widget)
            for (const QWidget* page : m_pages)
                m_count += page == widget || page->isAncestorOf(widget);
        return false;
    }

private:
    std::vector<QWidget*> m_pages;
    int m_count = 0;
};

}  // namespace

class TestHiddenPages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void areLeftAlone();
    void haveTheLookInForceOnceShown();
    void windowsAreDressedWhenTheyAreMeasured();
};

void TestHiddenPages::areLeftAlone() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    std::vector<QWidget*> hidden;
    for (const char* id : {"stencil", "pooling", "training", "pi"}) {
        bench.window->showPage(id);
        hidden.push_back(&bench.window->experimentPage(id));
    }
    bench.window->showPage("glossary");
    hidden.push_back(bench.window->findChild<QWidget*>("glossaryPage"));
    QVERIFY(hidden.back());
    bench.window->showPage("inference");
    QObject::connect(bench.window.get(), &ui::MainWindow::appearanceChanged, bench.window.get(),
                     [&] { application().applyAppearance(bench.settings); });
    StyleCounter counter(hidden), seen({&bench.page()});
    QVERIFY(counter.calm());
    const auto turn = [] { QTest::qWait(50); };

    for (int i = 0; i < 2; ++i) {  // into the presentation and out of it
        QTest::keyClick(bench.window.get(), Qt::Key_F11);
        turn();
        QCOMPARE(counter.take(), 0);
    }
    static_cast<void>(seen.take());
    bench.window->setZoom(130);
    turn();
    QCOMPARE(counter.take(), 0);
    QVERIFY(seen.take() > 0);
    bench.settings.setTheme(ui::ThemeChoice::Dark);
    Q_EMIT bench.window->appearanceChanged();
    turn();
    QCOMPARE(counter.take(), 0);
    QVERIFY(seen.take() > 0);
    // They get all of it once they are shown.
    bench.window->showPage("stencil");
    QVERIFY(counter.take() > 0);
    bench.settings.setTheme(ui::ThemeChoice::Light);
    bench.window->setZoom(100);
}

/// A page looks as if it had never waited for its look.
void TestHiddenPages::haveTheLookInForceOnceShown() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    const auto picture = [&] {
        bench.window->showPage("stencil");
        ui::ExperimentPage& page = bench.window->experimentPage("stencil");
        QImage last;
        const bool calm = QTest::qWaitFor(
            [&] {
                QTest::qWait(300);
                const QImage now = page.grab().toImage();
                return std::exchange(last, now) == now;
            },
            kSoonMs);
        return calm ? last : QImage();
    };
    const auto turnTo = [&](ui::ThemeChoice theme, int zoom) {
        bench.window->showPage("inference");
        bench.settings.setTheme(theme);
        bench.settings.setZoomPercent(zoom);
        application().applyAppearance(bench.settings);
    };
    const QImage light = picture();
    QVERIFY(!light.isNull());
    turnTo(ui::ThemeChoice::Dark, 120);
    const QImage dark = picture();
    QVERIFY(dark != light);
    QCOMPARE(dark.pixelColor(2, 2), ui::tokens().window);
    turnTo(ui::ThemeChoice::Light, 100);
    QCOMPARE(picture(), light);
    turnTo(ui::ThemeChoice::Dark, 120);
    QCOMPARE(picture(), dark);
    turnTo(ui::ThemeChoice::Light, 100);
}

/// A window that is half made is not styled: a chart would be drawn before it is one.
void TestHiddenPages::windowsAreDressedWhenTheyAreMeasured() {
    ui::LinesChart chart;
    chart.setTitle("Times");
    chart.show();
    QVERIFY(chart.isVisible());
    QDialog dialog;
    auto* column = new QVBoxLayout(&dialog);
    auto* title = new QLabel("A title");
    title->setProperty("role", "title");
    const int bare_px = title->fontInfo().pixelSize();
    column->addWidget(title);
    QVERIFY(title->sizeHint().isValid());
    QVERIFY(title->fontInfo().pixelSize() > bare_px);
}

int main(int argc, char** argv) {
    return runInApplication<TestHiddenPages>(argc, argv);
}
#include "tst_hidden_pages.moc"
