// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>

#include <QAction>
#include <QApplication>
#include <QDesktopServices>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QUrl>

#include "experiments/proposed_plan.h"
#include "experiments/specs.h"
#include "page_checks.h"
#include "report/view.h"
#include "ui/look/settings.h"
#include "ui/pages/start_page.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::ui::test;

namespace {

QString es(const char* key) {
    return QString::fromStdString(Text(Language::Spanish)(key));
}

/// Returns those of two letters or more.
QStringList wordsIn(const QString& text) {
    static const QRegularExpression word("\\p{L}{2,}");
    QStringList words;
    for (auto found = word.globalMatch(text); found.hasNext();) words << found.next().captured();
    return words;
}

/// The control of this name in the row of this file.
QAbstractButton* inRow(const QWidget& page, const char* name, const QString& path) {
    for (QAbstractButton* each : page.findChildren<QAbstractButton*>(name))
        if (each->property("path") == path && each->isVisibleTo(&page)) return each;
    return nullptr;
}

/// Returns the action of this name in the menu of this file's row.
QAction* inMenu(const QWidget& page, const char* name, const QString& path) {
    const QAbstractButton* more = inRow(page, "more", path);
    for (QAction* action : more ? more->actions() : QList<QAction*>())
        if (action->objectName() == name) return action;
    return nullptr;
}

const RecentFile kWhole{"/lab/a.duelo", "ResNet18, 224 to 1024 px", "today", false, false, 0};
const RecentFile kOpen{"/lab/b.duelo", "MobileNetV2, 128 px", "yesterday", false, true, 3};
const RecentFile kGone{"/usb/c.duelo", "AlexNet, 224 px", "last week", true, false, 2};

}  // namespace

/// Takes what would be opened by another program.
class Opened : public QObject {
    Q_OBJECT

public:
    QUrl url;

public Q_SLOTS:
    void open(const QUrl& opened) { url = opened; }
};

class TestStartPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void waitsForTheEngineInWords();
    void saysWhatAPcWithAGpuCanDo_S3_09();
    void namesAGpuByOpenCl_R_02();
    void saysWhyThereIsNoGpu_R07_data();
    void saysWhyThereIsNoGpu_R07();
    void keepsFilesUsableWithoutAnEngine();
    void survivesAnySheet_data();
    void survivesAnySheet();
    void saysWhatTheButtonMeasures();
    void offersOtherPlans_S0_04();
    void hasFewWords_data();
    void hasFewWords();
    void startsNothingWhileMeasuring();
    void putsTheFocusOnTheButton();
    void asksForWhatIsClicked();
    void leadsToTheEightSteps_S0_45();
    void listsRecentFiles();
    void showsTheFolderOfAFile();
    void keepsTheFocusWhenTheListChanges();
    void goesThroughTheListInReadingOrder();
    void showsTheTheoryUntilItIsRead_S3_11();
};

void TestStartPage::waitsForTheEngineInWords() {
    const StartPage page{Text(Language::Spanish)};
    QVERIFY(visibleWords(page).contains(es("start.verdict_waiting")));
    QVERIFY(visibleWords(page).contains(es("start.cuda_waiting")));
    QVERIFY(!button(page, "Compare CPU and GPU")->isEnabled());
}

void TestStartPage::saysWhatAPcWithAGpuCanDo_S3_09() {
    StartPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    const QString words = visibleWords(page);
    QVERIFY(words.contains("CUDA disponible: sí"));
    QVERIFY(words.contains(es("start.verdict_gpu")));
    QVERIFY(!words.contains(es("start.gpu_none")));
    QVERIFY(button(page, "Compare CPU and GPU")->isEnabled());
}

/// A PC without CUDA whose GPU works by OpenCL is none without a GPU; one that is broken is.
void TestStartPage::namesAGpuByOpenCl_R_02() {
    StartPage page{Text(Language::Spanish)};
    ProbeSheet sheet = cpuSheet("no_nvidia_driver", {{"library", "nvcuda.dll"}});
    sheet.devices = {sheetOf(Device::Cpu, "CPU"), sheetOf(Device{Api::OpenCl, 0}, "UHD 770")};
    page.setProbe(sheet);
    QVERIFY(visibleWords(page).contains("CUDA disponible: no"));
    QVERIFY(visibleWords(page).contains("en UHD 770 mediante OpenCL"));
    QVERIFY(!visibleWords(page).contains(es("start.gpu_none")));
    sheet.devices.back().reason = Reason{"opencl_device_off", {{"name", "UHD 770"}}};
    page.setProbe(sheet);
    QVERIFY(visibleWords(page).contains(es("start.gpu_none")));
}

void TestStartPage::saysWhyThereIsNoGpu_R07_data() {
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("args");
    QTest::addColumn<QString>("told");
    QTest::newRow("driver") << "no_nvidia_driver"
                            << "library=nvcuda.dll"
                            << "nvcuda.dll";
    QTest::newRow("old driver") << "driver_too_old"
                                << "found=551.23,needed=580"
                                << "551.23";
    QTest::newRow("old GPU") << "gpu_too_old"
                             << "name=GTX 1050,cc=6.1,needed=7.5"
                             << "GTX 1050";
    QTest::newRow("library") << "gpu_library_missing"
                             << "library=cudnn64_9.dll"
                             << "cudnn64_9.dll";
}

void TestStartPage::saysWhyThereIsNoGpu_R07() {
    QFETCH(QString, code);
    QFETCH(QString, args);
    QFETCH(QString, told);
    Json filled = Json::object();
    for (const QString& arg : args.split(','))
        filled[arg.section('=', 0, 0).toStdString()] = arg.section('=', 1).toStdString();
    StartPage page{Text(Language::Spanish)};
    page.setProbe(cpuSheet(code.toStdString(), filled));

    const QString words = visibleWords(page);
    QVERIFY(words.contains("CUDA disponible: no"));  // S0-18
    QVERIFY(
        words.contains(QString::fromUtf8("GPU no disponible. Ejecutando solo en CPU.")));  // S0-17
    const Reason reason{code.toStdString(), filled, {}};
    const QString why = QString::fromStdString(Text(Language::Spanish).reason(reason));
    QVERIFY(words.contains(firstSentence(why)));
    QVERIFY(firstSentence(why).contains(told));
    const auto labels = page.findChildren<QLabel*>();
    QVERIFY(
        std::ranges::any_of(labels, [&](const QLabel* label) { return label->toolTip() == why; }));
    QVERIFY(!button(page, "Compare CPU and GPU"));
    QVERIFY(button(page, "Measure the CPU")->isEnabled());
}

void TestStartPage::keepsFilesUsableWithoutAnEngine() {
    StartPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    page.setEngineProblem({"call_hangs", {{"limit_s", 3}}, {}});
    page.setRecentFiles({kWhole});
    const QString words = visibleWords(page);
    QVERIFY(words.contains(es("start.verdict_engine")));
    QVERIFY(words.contains("3.00 s") || words.contains("3,00 s"));
    QVERIFY(!words.contains("RTX 3060"));
    QVERIFY(!button(page, "Compare CPU and GPU")->isEnabled());
    QVERIFY(inRow(page, "open", kWhole.path)->isEnabled());
}

void TestStartPage::survivesAnySheet_data() {
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("null") << QByteArray("null");
    QTest::newRow("array") << QByteArray("[1, [2]]");
    QTest::newRow("empty") << QByteArray("{}");
    QTest::newRow("types") << QByteArray(
        "{\"machine\": 3, \"gpu\": [], \"warnings\": {}, \"experiments\": [7, null]}");
    QTest::newRow("kinds") << QByteArray(
        "{\"machine\": {\"cpu\": {\"kinds\": [1, {\"cores\": \"x\"}], \"name\": {}}}}");
    QTest::newRow("reason") << QByteArray("{\"gpu\": {\"available\": \"yes\", \"reason\": 4}}");
}

void TestStartPage::survivesAnySheet() {
    QFETCH(QByteArray, json);
    StartPage page{Text(Language::Spanish)};
    page.setProbe(sheetFrom<ProbeSheet>(Json::parse(json.toStdString())));
    QVERIFY(visibleWords(page).contains("CUDA disponible: no"));
}

/// The handout's plan and nothing else.
void TestStartPage::saysWhatTheButtonMeasures() {
    StartPage page{Text(Language::English)};
    page.setProbe(gpuSheet());
    const char* both = "The handout's plan: ResNet-18, 224 px, 512 px, 1024 px.";
    QVERIFY(visibleWords(page).contains(both));
    page.setProbe(cpuSheet("gpu_absent"));
    QVERIFY(!visibleWords(page).contains(both));
    QVERIFY(visibleWords(page).contains(
        "The handout's plan: ResNet-18, 224 px, 512 px, 1024 px, on the CPU."));
    // A teacher's plan has other sizes, so it is not the handout's.
    const Spec* spec = findSpec("inference");
    Plan own = *planFromJson(cpuSheet("gpu_absent").default_plan);
    own.cases.front()["size_px"] = {32, 64};
    QCOMPARE(spec->view->plan_sentence(own, false, Text(Language::English)),
             std::string("ResNet-18, 32 px, 64 px, on the CPU."));
    // Without a GPU two ways are compared, so that there is a winner.
    const Plan alone = proposedPlan(*spec, Facts{});
    QCOMPARE(spec->view->plan_sentence(alone, false, Text(Language::English)),
             std::string("ResNet-18, 224 px, 512 px, 1024 px, on the CPU: " +
                         Text(Language::English).value("mode", "eager") + ", " +
                         Text(Language::English).value("mode", "compiled") + "."));
    page.setEngineProblem({"call_hangs", {{"limit_s", 3}}, {}});
    QVERIFY(!visibleWords(page).contains("The handout's plan:"));
}

void TestStartPage::offersOtherPlans_S0_04() {
    StartPage page{Text(Language::English)};
    ProbeSheet sheet = gpuSheet();
    const auto offers = [&] {
        QStringList captions;
        for (const QAction* offer : page.findChildren<QAction*>("offer")) captions << offer->text();
        return captions;
    };
    sheet.offers.push_back({.id = "of a newer engine"});
    sheet.offers.push_back({.id = "handout", .plan = sheet.default_plan});
    page.setProbe(sheet);
    page.setProbe(sheet);  // examined again: no second one
    QCOMPARE(offers(), QStringList{"Recognise the photographs"});
    QVERIFY(!button(page, "The handout's plan"));  // the big button's own
    QSignalSpy spy(&page, &StartPage::offerRequested);
    QSignalSpy compare(&page, &StartPage::compareRequested);
    page.findChild<QAction*>("offer")->trigger();
    QCOMPARE(spy.takeFirst(), QVariantList{"samples"});
    sheet.default_plan = toJson(proposedPlan(*findSpec("inference"), Facts{}));
    page.setProbe(sheet);
    button(page, "The handout's plan")->click();
    QCOMPARE(spy.takeFirst(), QVariantList{"handout"});
    QVERIFY(compare.isEmpty());
    page.setEngineProblem({"call_hangs", {{"limit_s", 3}}, {}});
    QVERIFY(!button(page, "More plans")->isEnabled());
    QVERIFY(!button(page, "The handout's plan")->isEnabled());
    sheet.offers.clear();
    page.setProbe(sheet);
    QVERIFY(!button(page, "More plans"));
}

void TestStartPage::hasFewWords_data() {
    QTest::addColumn<Language>("language");
    QTest::addColumn<bool>("gpu");
    for (const bool gpu : {false, true})
        for (const Language language : {Language::Spanish, Language::English})
            QTest::addRow("%s, %s", std::string(word(language)).c_str(), gpu ? "GPU" : "no GPU")
                << language << gpu;
}

/// The page has few words: long texts are not read.
void TestStartPage::hasFewWords() {
    QFETCH(Language, language);
    QFETCH(bool, gpu);
    StartPage page{Text(language)};
    ProbeSheet sheet = gpu ? gpuSheet() : cpuSheet("no_nvidia_driver", {{"library", "nvcuda.dll"}});
    if (!gpu) {
        sheet.default_plan = toJson(proposedPlan(*findSpec("inference"), Facts{}));
        sheet.offers.push_back({.id = "handout"});
    }
    page.setProbe(sheet);
    page.setForecast("12 cases · about 2 min · 210 MiB of memory");
    page.setTheoryVisible(true);
    page.setRecentFiles(
        QVector<RecentFile>(9, {"/lab/a.duelo", "ResNet-18 · 224, 512, 1024 px · CPU",
                                "2026-05-12 09:12, a.duelo", false, false, 1}));
    const auto words = wordsIn(visibleWords(page));
    QVERIFY2(words.size() <= 120,
             qPrintable(QString::number(words.size()) + ": " + words.join(' ')));
    QVERIFY(words.size() > 40);  // they were counted
}

void TestStartPage::startsNothingWhileMeasuring() {
    StartPage page{Text(Language::Spanish)};
    page.setMeasuring(true);
    page.setProbe(gpuSheet());
    page.setForecast("unos 25 a 40 s");
    for (const char* caption : {"Compare CPU and GPU", "More plans", "Search again", "Open…"}) {
        const QAbstractButton* each = button(page, caption);
        QVERIFY2(each && !each->isEnabled(), caption);
        QCOMPARE(each->toolTip(), es("start.measuring"));
    }
    page.setMeasuring(false);
    for (const char* caption : {"Compare CPU and GPU", "More plans", "Search again", "Open…"}) {
        const QAbstractButton* each = button(page, caption);
        QVERIFY2(each->isEnabled(), caption);
        QVERIFY(each->toolTip() != es("start.measuring"));
    }
}

/// It cannot have it while the engine is awaited; whoever went elsewhere since stays there.
void TestStartPage::putsTheFocusOnTheButton() {
    StartPage page{Text(Language::English)};
    page.setRecentFiles({kWhole});
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    page.setProbe(gpuSheet());
    QCOMPARE(QApplication::focusWidget(), button(page, "Compare CPU and GPU"));
    inRow(page, "open", kWhole.path)->setFocus();
    page.setWaiting();
    page.setProbe(gpuSheet());
    QCOMPARE(QApplication::focusWidget(), inRow(page, "open", kWhole.path));

    // The program was started with a file, and this page is seen later.
    StartPage later{Text(Language::English)};
    later.setProbe(gpuSheet());
    later.show();
    later.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&later));
    QTRY_COMPARE(QApplication::focusWidget(), button(later, "Compare CPU and GPU"));
}

void TestStartPage::asksForWhatIsClicked() {
    StartPage page{Text(Language::English)};
    page.setProbe(gpuSheet());
    const QSignalSpy compare(&page, &StartPage::compareRequested);
    const QSignalSpy other(&page, &StartPage::openOtherRequested);
    const QSignalSpy probe(&page, &StartPage::probeRequested);
    const QSignalSpy diagnosis(&page, &StartPage::diagnosisRequested);
    button(page, "Compare CPU and GPU")->click();
    button(page, QString::fromUtf8("Open…"))->click();
    button(page, "Search again")->click();
    button(page, QString::fromUtf8("Diagnosis…"))->click();
    QCOMPARE(compare.size(), 1);
    QCOMPARE(other.size(), 1);
    QCOMPARE(probe.size(), 1);
    QCOMPARE(diagnosis.size(), 1);
    page.setForecast("about 25-40 s");
    QVERIFY(visibleWords(page).contains("about 25-40 s"));
}

void TestStartPage::leadsToTheEightSteps_S0_45() {
    StartPage page{Text(Language::Spanish)};
    QSignalSpy spy(&page, &StartPage::guideRequested);
    button(page, "The session, step by step")->click();
    QCOMPARE(spy.takeFirst(), QVariantList{1});
}

void TestStartPage::listsRecentFiles() {
    StartPage page{Text(Language::Spanish)};
    QVERIFY(visibleWords(page).contains(es("start.recent_none")));
    page.setRecentFiles({kWhole, kOpen, kGone});
    QVERIFY(!visibleWords(page).contains(es("start.recent_none")));
    QSignalSpy open(&page, &StartPage::openRequested);
    QSignalSpy resume(&page, &StartPage::resumeRequested);
    QSignalSpy pin(&page, &StartPage::pinToggled);
    QSignalSpy remove(&page, &StartPage::removeRequested);

    inRow(page, "open", kWhole.path)->click();
    QCOMPARE(open.takeFirst(), QVariantList{kWhole.path});
    QVERIFY(!inRow(page, "resume", kWhole.path));
    inRow(page, "resume", kOpen.path)->click();
    QCOMPARE(resume.takeFirst(), QVariantList{kOpen.path});
    inRow(page, "pin", kWhole.path)->click();
    QCOMPARE(pin.takeFirst(), (QVariantList{kWhole.path, true}));
    inRow(page, "pin", kOpen.path)->click();
    QCOMPARE(pin.takeFirst(), (QVariantList{kOpen.path, false}));

    QVERIFY(!inRow(page, "open", kGone.path)->isEnabled());
    QVERIFY(!inRow(page, "resume", kGone.path));
    QVERIFY(visibleWords(page).contains(es("start.recent_missing")));
    inMenu(page, "remove", kGone.path)->trigger();
    QCOMPARE(remove.takeFirst(), QVariantList{kGone.path});
    QSignalSpy bin(&page, &StartPage::binRequested);
    QVERIFY(!inMenu(page, "bin", kGone.path)->isEnabled());
    inMenu(page, "bin", kWhole.path)->trigger();
    QCOMPARE(bin.takeFirst(), QVariantList{kWhole.path});
    QVERIFY(remove.isEmpty());
    // The rest is shown when it is wanted.
    const RecentFile fourth{"/lab/d.duelo", "VGG-16, 224 px", "older"};
    page.setRecentFiles({kWhole, kOpen, kGone, fourth});
    QVERIFY(!inRow(page, "open", fourth.path));
    page.findChild<QPushButton*>("rest")->click();
    QVERIFY(inRow(page, "open", fourth.path));
}

void TestStartPage::showsTheFolderOfAFile() {
    Opened opened;
    QDesktopServices::setUrlHandler("file", &opened, "open");
    StartPage page{Text(Language::Spanish)};
    page.setRecentFiles({kWhole});
    inMenu(page, "folder", kWhole.path)->trigger();
    QDesktopServices::unsetUrlHandler("file");
    QCOMPARE(opened.url, QUrl::fromLocalFile("/lab"));
}

void TestStartPage::keepsTheFocusWhenTheListChanges() {
    StartPage page{Text(Language::Spanish)};
    page.setRecentFiles({kWhole, kOpen});
    page.resize(1024, 640);
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    inRow(page, "pin", kOpen.path)->setFocus();
    page.setRecentFiles({kOpen, kWhole});  // pinned files move up
    QWidget* focus = QApplication::focusWidget();
    QVERIFY(focus);
    QCOMPARE(focus->objectName(), QString("pin"));
    QCOMPARE(focus->property("path").toString(), kOpen.path);
}

void TestStartPage::goesThroughTheListInReadingOrder() {
    StartPage page{Text(Language::Spanish)};
    page.setProbe(gpuSheet());
    page.setRecentFiles({kWhole});
    page.setRecentFiles({kOpen, kWhole});
    page.show();
    page.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&page));
    const QList<QWidget*> order = tabOrder(page);
    const auto at = [&](QWidget* widget) { return order.indexOf(widget); };
    const QList<QWidget*> expected{
        button(page, QString::fromUtf8("Open…")), inRow(page, "open", kOpen.path),
        inRow(page, "resume", kOpen.path),        inRow(page, "pin", kOpen.path),
        inRow(page, "more", kOpen.path),          inRow(page, "open", kWhole.path),
        inRow(page, "pin", kWhole.path),          inRow(page, "more", kWhole.path)};
    QVERIFY(at(expected.front()) >= 0);
    for (int i = 1; i < expected.size(); ++i) QCOMPARE(at(expected[i]), at(expected[i - 1]) + 1);
}

void TestStartPage::showsTheTheoryUntilItIsRead_S3_11() {
    StartPage page{Text(Language::Spanish)};
    QVERIFY(!visibleWords(page).contains(es("card.theory_title")));
    page.setTheoryVisible(true);
    QVERIFY(!visibleWords(page).contains(es("card.theory_asynchronous")));
    button(page, "Read")->click();
    QVERIFY(visibleWords(page).contains(es("card.theory_asynchronous")));
    const QSignalSpy spy(&page, &StartPage::theoryDismissed);
    button(page, "Understood, do not show again")->click();
    QCOMPARE(spy.size(), 1);
    QVERIFY(!visibleWords(page).contains(es("card.theory_title")));
}

QTEST_MAIN(TestStartPage)
#include "tst_start_page.moc"
