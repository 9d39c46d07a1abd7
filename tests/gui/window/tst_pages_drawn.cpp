// SPDX-License-Identifier: GPL-3.0-or-later
// Every page is drawn, with a result where it has one, and what is read on it is looked at: no text
// is cut, none lies on another, tabs take one line. Languages, themes, sizes, zoom and, by the
// registered test, the scale of the screen (QT_SCALE_FACTOR) go through their combinations by
// night; a usual run has a few in which each value meets each other's.
#include <array>
#include <vector>

#include <QDir>

#include "drawn_texts.h"
#include "measured_run.h"
#include "record/write_records.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

constexpr int kLaidOut_ms = 150, kSettles_ms = 1500;
const std::vector<QSize> kScreens_px{{1024, 600}, {1280, 720}, {1920, 1080}};
const std::vector<ui::ThemeChoice> kThemes{ui::ThemeChoice::Light, ui::ThemeChoice::Dark,
                                           ui::ThemeChoice::Contrast};
const std::vector<int> kZooms_percent{100, 200};
const std::vector<const char*> kLanguages{"es", "en"};

std::string wordOfTheme(std::size_t theme) {
    return std::string(ui::kThemeWords[static_cast<std::size_t>(kThemes[theme])]);
}

bool byNight() {
    return qEnvironmentVariableIsSet("DUELO_BY_NIGHT");
}

/// Tells whether a usual run draws a combination at this scale of the screen, each by its place in
/// its list: over the three scales each value meets each of the other lists.
bool isUsual(std::size_t scale, std::size_t screen, std::size_t theme, std::size_t zoom,
             std::size_t language) {
    constexpr std::array<std::array<std::size_t, 3>, 3> kLanguageOf{
        {{0, 1, 0}, {0, 1, 1}, {1, 0, 0}}};
    return theme == (screen + scale) % 3 && zoom == (screen == scale ? 1u : 0u) &&
           language == kLanguageOf[screen][scale];
}

/// Returns the size of a window that fills such a screen, in the units of this process.
QSize sizeOn(QSize screen_px) {
    return (QSizeF(screen_px) / qApp->devicePixelRatio()).toSize();
}

}  // namespace

class TestPagesDrawn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theChecksFindWhatTheyMust();
    void nothingIsCutOrCovered_data();
    void nothingIsCutOrCovered();

private:
    /// Returns the file of a page's result; empty where the page measures nothing.
    [[nodiscard]] QString fileOf(const QString& page) const {
        const QString file = m_folder.filePath(page + ".duelo");
        return QFile::exists(file) ? file : QString();
    }
    static QStringList faultsOf(QWidget& window) {
        const QList<DrawnText> texts = textsDrawnIn(window);
        return cutTexts(texts) + overlappingTexts(texts) + brokenTabRows(window);
    }
    /// Keeps what was looked at for people, as build/<preset>/screenshots/drawn/….
    static void keepPicture(QWidget& window, const QString& page) {
        const QString folder = QString(DUELO_BINARY_DIR "/screenshots/drawn/%1")
                                   .arg(QString(QTest::currentDataTag()).replace(' ', '_'));
        QVERIFY(QDir().mkpath(folder));
        QVERIFY(window.grab().save(folder + '/' + page + ".png"));
    }

    QTemporaryDir m_folder;
};

void TestPagesDrawn::initTestCase() {
    for (const Spec& spec : specs())
        if (spec.page.empty())  // others are shown on another's
            QVERIFY(writeRecords(measuredRun(spec).records,
                                 ui::pathOf(m_folder.filePath(ui::qs(spec.id) + ".duelo"))));
}

void TestPagesDrawn::theChecksFindWhatTheyMust() {
    QWidget window;
    window.resize(400, 300);
    auto* good = new QLabel("whole", &window);
    good->setGeometry(0, 0, 100, 30);
    auto* cut = new QLabel("a sentence that does not fit into so small a label", &window);
    cut->setGeometry(0, 40, 60, 30);
    window.show();
    QCOMPARE(cutTexts(textsDrawnIn(window)).size(), 1);
    QVERIFY(overlappingTexts(textsDrawnIn(window)).isEmpty());
    auto* on = new QLabel("whole too", &window);
    on->setGeometry(10, 5, 100, 30);
    on->show();
    QCOMPARE(overlappingTexts(textsDrawnIn(window)).size(), 1);
    QVERIFY(brokenTabRows(window).isEmpty());
    for (const int y : {100, 130}) {
        auto* tab = new QPushButton("tab", &window);
        tab->setProperty("role", "tab");
        tab->move(0, y);
        tab->show();
    }
    QCOMPARE(brokenTabRows(window).size(), 1);
}

void TestPagesDrawn::nothingIsCutOrCovered_data() {
    QTest::addColumn<QSize>("screen_px");
    QTest::addColumn<int>("theme");
    QTest::addColumn<int>("zoom_percent");
    QTest::addColumn<QByteArray>("language");
    const double ratio = qApp->devicePixelRatio();
    const std::size_t scale = ratio < 1.25 ? 0 : ratio < 1.75 ? 1 : 2;
    for (std::size_t screen = 0; screen < kScreens_px.size(); ++screen)
        for (std::size_t theme = 0; theme < kThemes.size(); ++theme)
            for (std::size_t zoom = 0; zoom < kZooms_percent.size(); ++zoom)
                for (std::size_t language = 0; language < kLanguages.size(); ++language)
                    if (byNight() || isUsual(scale, screen, theme, zoom, language))
                        QTest::addRow("%d at %g %s %d %% %s", kScreens_px[screen].width(), ratio,
                                      wordOfTheme(theme).c_str(), kZooms_percent[zoom],
                                      kLanguages[language])
                            << kScreens_px[screen] << static_cast<int>(theme)
                            << kZooms_percent[zoom] << QByteArray(kLanguages[language]);
}

void TestPagesDrawn::nothingIsCutOrCovered() {
    QFETCH(QSize, screen_px);
    QFETCH(int, theme);
    QFETCH(int, zoom_percent);
    QFETCH(QByteArray, language);
    WindowBench bench("gpu", language.constData());
    bench.settings.setTheme(kThemes[static_cast<std::size_t>(theme)]);
    bench.settings.setZoomPercent(zoom_percent);
    static_cast<ui::Application*>(qApp)->applyAppearance(bench.settings);
    bench.window->rebuild();
    const QSize size = sizeOn(screen_px);
    bench.window->setMinimumSize(bench.window->minimumSize().boundedTo(size));
    bench.window->resize(size);
    QVERIFY(bench.ready());
    QStringList found;
    for (const QString& page : bench.window->pageIds()) {
        const QString file = fileOf(page);
        if (!file.isEmpty()) {
            bench.window->openRecords({file});
            QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().path(), file, kSoonMs);
        }
        bench.window->showPage(page);
        if (!file.isEmpty())
            QTRY_VERIFY_WITH_TIMEOUT(bench.window->experimentPage(page.toStdString()).shown(),
                                     kSoonMs);
        // Cards come a turn later, and what has come moves the rest.
        QTest::qWait(kLaidOut_ms);
        QStringList faults;
        const bool good = QTest::qWaitFor(
            [&] {
                faults = faultsOf(*bench.window);
                return faults.isEmpty();
            },
            kSettles_ms);
        if (!good) found << page + ":\n  " + faults.join("\n  ");
        if (!good || byNight()) keepPicture(*bench.window, page);
    }
    QVERIFY2(found.isEmpty(), qPrintable(found.join('\n')));
}

int main(int argc, char** argv) {
    return runInApplication<TestPagesDrawn>(argc, argv);
}
#include "tst_pages_drawn.moc"
