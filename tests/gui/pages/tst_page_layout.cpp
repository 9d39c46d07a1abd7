// SPDX-License-Identifier: GPL-3.0-or-later
// Every page in both languages, light and dark, at the smallest window and at a common one, drawn
// into the build folder: nothing is cut, everything has a name and is reached by the keyboard.
#include <functional>
#include <memory>

#include <QApplication>
#include <QDir>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QTabWidget>
#include <QTest>

#include "page_checks.h"
#include "ui/look/breakable.h"
#include "ui/look/letters.h"
#include "ui/look/theme.h"
#include "ui/pages/diagnosis_page.h"
#include "ui/pages/glossary_page.h"
#include "ui/pages/guide_page.h"
#include "ui/pages/start_page.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

using Page = std::unique_ptr<QWidget>;

ProbeSheet oldDriver() {
    return cpuSheet("driver_too_old", {{"found", "551.23"}, {"needed", "580"}});
}

Page startPage(const Text& text, const std::function<void(StartPage&)>& tell, bool theory) {
    auto page = std::make_unique<StartPage>(text);
    tell(*page);
    page->setTheoryVisible(theory);
    page->setForecast(text.language() == Language::Spanish ? "unos 25 a 40 s" : "about 25 to 40 s");
    if (!theory)
        page->setRecentFiles(
            {{"/lab/a.duelo", "ResNet18 · 224, 512 y 1024 px · CPU y GPU", "12/05 09:12", false,
              true, 0},
             {"/lab/b.duelo", QString("a file name that is far too long ").repeated(4), "12/05",
              false, false, 3},
             {"/usb/c.duelo", "MobileNetV2 · 128 px", "USB", true, false, 0}});
    return page;
}

Page guidePage(const Text& text, const std::function<void(GuidePage&)>& go) {
    auto page = std::make_unique<GuidePage>(text);
    GuideState state;
    state.steps[0] = {true, "AMD Ryzen 5 3600; CUDA: no", true};
    state.steps[5] = {false, QString::fromStdString(text("start.gpu_none")), false};
    state.has_gpu = false;
    state.untrained = true;
    state.declaration =
        QString::fromStdString(text("report.declaration_no_gpu", {{"machine", "AULA-L12-07"}}));
    state.facts.insert("sizes", "0,0231 s (224 px), 0,1170 s (512 px), 0,4621 s (1024 px).");
    page->setState(state);
    go(*page);
    return page;
}

Page diagnosisPage(const Text& text, const ProbeSheet& sheet, int tab) {
    auto page = std::make_unique<DiagnosisPage>(text);
    page->setProbe(sheet);
    if (tab == 0) page->setReference(Header{.machine = gpuSheet().machine}, "AULA-L12-07");
    page->findChild<QTabWidget*>()->setCurrentIndex(tab);
    return page;
}

struct Maker {
    const char* name;
    std::function<Page(const Text&)> make;
};

const QList<Maker>& makers() {
    static const QList<Maker> all{
        {"start-waiting",
         [](const Text& t) {
             return startPage(
                 t, [](StartPage&) {}, false);
         }},
        {"start-gpu",
         [](const Text& t) {
             return startPage(
                 t, [](StartPage& p) { p.setProbe(gpuSheet()); }, true);
         }},
        {"start-cpu",
         [](const Text& t) {
             return startPage(
                 t, [](StartPage& p) { p.setProbe(oldDriver()); }, false);
         }},
        {"start-engine",
         [](const Text& t) {
             return startPage(
                 t,
                 [](StartPage& p) {
                     p.setEngineProblem({"call_hangs", {{"limit_s", 3}}, {}});
                 },
                 false);
         }},
        {"guide-image",
         [](const Text& t) { return guidePage(t, [](GuidePage& p) { p.showStep(3); }); }},
        {"guide-model",
         [](const Text& t) { return guidePage(t, [](GuidePage& p) { p.showStep(4); }); }},
        {"guide-gpu",
         [](const Text& t) { return guidePage(t, [](GuidePage& p) { p.showStep(6); }); }},
        {"guide-threads",
         [](const Text& t) { return guidePage(t, [](GuidePage& p) { p.showStep(9); }); }},
        {"guide-aspects",
         [](const Text& t) {
             return guidePage(t, [](GuidePage& p) { p.showSection("aspects"); });
         }},
        {"guide-equivalence",
         [](const Text& t) {
             return guidePage(t, [](GuidePage& p) { p.showSection("equivalence"); });
         }},
        {"guide-facts",
         [](const Text& t) { return guidePage(t, [](GuidePage& p) { p.showSection("facts"); }); }},
        {"guide-option-b",
         [](const Text& t) {
             return guidePage(t, [](GuidePage& p) { p.showSection("option_b"); });
         }},
        {"glossary", [](const Text& t) -> Page { return std::make_unique<GlossaryPage>(t); }},
        {"diagnosis-gpu", [](const Text& t) { return diagnosisPage(t, gpuSheet(), 2); }},
        {"diagnosis-cpu", [](const Text& t) { return diagnosisPage(t, oldDriver(), 0); }},
        {"diagnosis-clock", [](const Text& t) { return diagnosisPage(t, gpuSheet(), 1); }},
    };
    return all;
}

}  // namespace

class TestPageLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theChecksFindWhatTheyMust();
    void fits_data();
    void fits();
    void isNamedAndReached_data();
    void isNamedAndReached();
    void goesFromTopToBottom_data();
    void goesFromTopToBottom();
    void usesWideWindows();
    void focusIsShownWhereItIs();
    void linesBreakWhereTheyMay_data();
    void linesBreakWhereTheyMay();
};

void TestPageLayout::initTestCase() {
    QVERIFY(QDir(DUELO_BINARY_DIR).mkpath("screenshots/pages"));
}

void TestPageLayout::theChecksFindWhatTheyMust() {
    QWidget page;
    auto* label =
        makeLabel("a sentence that does not fit into so small a label", ui::Role::Body, &page);
    label->setGeometry(0, 0, 60, 12);
    auto* caption = new QPushButton("a caption that is cut", &page);
    caption->setGeometry(0, 20, 20, 20);
    auto* mute = new QPushButton(&page);
    mute->move(0, 50);
    auto* mouseOnly = new QPushButton("x", &page);
    mouseOnly->setFocusPolicy(Qt::NoFocus);
    mouseOnly->move(0, 90);
    page.resize(300, 200);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QCOMPARE(clipped(page).size(), 2);
    QCOMPARE(nameless(page).size(), 1);
    QCOMPARE(unreachable(page).size(), 1);
    auto* above = new QPushButton("made last", &page);
    above->setGeometry(20, 0, 60, 15);
    auto* below = new QPushButton("and below", &page);
    below->setGeometry(100, 180, 90, 15);
    QWidget::setTabOrder(caption, below);
    QWidget::setTabOrder(below, mute);
    QWidget::setTabOrder(mute, above);
    above->show();
    below->show();
    QVERIFY(!outOfOrder(page).isEmpty());
    label->setText("{name}");
    label->resize(200, 40);
    QVERIFY(clipped(page).join(' ').contains("not filled in"));
}

void TestPageLayout::fits_data() {
    QTest::addColumn<int>("maker");
    QTest::addColumn<bool>("spanish");
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    for (int i = 0; i < makers().size(); ++i)
        for (const bool spanish : {true, false})
            for (const bool dark : {false, true})
                for (const QSize size : {QSize(1024, 640), QSize(1280, 720)})
                    QTest::addRow("%s-%s-%s-%d", makers()[i].name, spanish ? "es" : "en",
                                  dark ? "dark" : "light", size.width())
                        << i << spanish << dark << size;
}

void TestPageLayout::fits() {
    QFETCH(int, maker);
    QFETCH(bool, spanish);
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    applyTheme(*qApp, dark ? ThemeChoice::Dark : ThemeChoice::Light);
    const Page page = makers()[maker].make(Text(spanish ? Language::Spanish : Language::English));
    // The rail at the left and the bars above and below take their share of the window.
    page->resize(size - QSize(84, 80));
    page->show();
    QVERIFY(QTest::qWaitForWindowExposed(page.get()));
    QTest::qWait(1);
    const QString file =
        QString(DUELO_BINARY_DIR "/screenshots/pages/%1.png").arg(QTest::currentDataTag());
    QVERIFY(page->grab().save(file));
    QCOMPARE(clipped(*page).join('\n'), QString());
}

void TestPageLayout::isNamedAndReached_data() {
    QTest::addColumn<int>("maker");
    for (int i = 0; i < makers().size(); ++i) QTest::addRow("%s", makers()[i].name) << i;
}

void TestPageLayout::isNamedAndReached() {
    QFETCH(int, maker);
    const Page page = makers()[maker].make(Text(Language::Spanish));
    page->resize(940, 560);
    page->show();
    page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.get()));
    QCOMPARE(nameless(*page).join('\n'), QString());
    QCOMPARE(unreachable(*page).join('\n'), QString());
}

void TestPageLayout::goesFromTopToBottom_data() {
    isNamedAndReached_data();
}

/// Where the Tab key stops there is something to see, and the next stop is further on.
void TestPageLayout::goesFromTopToBottom() {
    QFETCH(int, maker);
    const Page page = makers()[maker].make(Text(Language::Spanish));
    page->resize(940, 560);
    page->show();
    page->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(page.get()));
    QCOMPARE(outOfOrder(*page).join('\n'), QString());
    for (const QWidget* stop : tabOrder(*page)) {
        QVERIFY(stop->isVisible() && stop->isEnabled() && !stop->size().isEmpty());
        const auto* area = dynamic_cast<const ScrollPage*>(stop);
        QVERIFY(!area || area->verticalScrollBar()->maximum() > 0);
    }
}

void TestPageLayout::usesWideWindows() {
    StartPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    page.show();
    page.resize(940, 560);
    QVERIFY(page.isSideBySide());
    page.resize(500, 560);
    QVERIFY(!page.isSideBySide());
    page.resize(3756, 2000);
    QVERIFY(page.isSideBySide());
    QCoreApplication::processEvents();
    // No line of text is longer than about 80 characters, however wide the screen.
    const int limit = letters_px(page.fontMetrics(), 90);
    for (const QLabel* label : page.findChildren<QLabel*>())
        if (label->isVisible() && label->property("role") == "body")
            QVERIFY2(label->width() <= limit, qPrintable(label->text()));
}

/// A page whose button has the focus drew a frame around itself as well, which stayed.
void TestPageLayout::focusIsShownWhereItIs() {
    applyTheme(*qApp, ThemeChoice::Light);
    StartPage page{Text(Language::English)};
    page.setProbe(gpuSheet());
    page.resize(1600, 1200);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    QVERIFY(page.hasFocus() && page.focusProxy() != nullptr);
    const QImage drawn = page.grab().toImage();
    for (int y = 0; y < drawn.height(); ++y)
        QCOMPARE(drawn.pixelColor(0, y).name(), drawn.pixelColor(4, y).name());
}

void TestPageLayout::linesBreakWhereTheyMay_data() {
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("shown");  // ~: no break here; |: one may be here
    QTest::newRow("share") << "IC 95 %: de 91,8 % a"
                           << "IC 95~%: de 91,8~% a";
    QTest::newRow("times") << "3.42 ms, 5 µs, 2 s and 1 min."
                           << "3.42~ms, 5~µs, 2~s and 1~min.";
    QTest::newRow("bytes") << "3,7 MiB a 12 GB/s"
                           << "3,7~MiB a 12~GB/s";
    QTest::newRow("no unit") << "17 samples of 25 sets"
                             << "17 samples of 25 sets";
    QTest::newRow("long name") << "c001.weights.safetensors"
                               << "c001.|weights.|safetensors";
}

void TestPageLayout::linesBreakWhereTheyMay() {
    QFETCH(QString, line);
    QFETCH(QString, shown);
    QString told = breakable(line);
    QCOMPARE(told.replace(QChar(QChar::Nbsp), '~').replace(QChar(0x200B), '|'), shown);
}

QTEST_MAIN(TestPageLayout)
#include "tst_page_layout.moc"
