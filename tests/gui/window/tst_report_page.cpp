// SPDX-License-Identifier: GPL-3.0-or-later
// The student's report in the window, played as a student does (S0-26..30, S0-42, S0-54, R-20,
//
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QListWidget>
#include <QMenu>
#include <QProcess>
#include <QRegularExpression>
#include <QScrollArea>
#include <QSignalSpy>

#include "../export/export_testing.h"
#include "experiments/compare.h"
#include "experiments/exercises.h"
#include "lab_report/compose_lab_report.h"
#include "many_cells.h"
#include "report_page_bench.h"
#include "ui/lab_report/report_outline.h"
#include "ui/look/search_key.h"
#include "ui/session/background.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ReportPage;

namespace {

constexpr int kFiveSeconds_ms = 5000;
constexpr const char* kTyped = "escrito sin guardar";

/// Returns the document that an export of the page would write.
Document documentOf(ReportPage& page) {
    if (!page.finishFiles()) qFatal("given up");
    const ui::HeldGroups files = page.groups();
    return duelo::documentOf(page.report(), files.groups, NumberStyle{}).value();
}

bool opens(ui::ReportStore& store, const QString& path) {
    QSignalSpy opened(&store, &ui::ReportStore::opened);
    QSignalSpy none(&store, &ui::ReportStore::noneOpened);
    store.open({path});
    return QTest::qWaitFor([&] { return opened.size() + none.size() > 0; }) && !opened.isEmpty();
}

QString reportIn(const QString& folder) {
    const QStringList found = QDir(folder).entryList({"*.duelo-report"});
    return found.isEmpty() ? QString() : QDir(folder).filePath(found.first());
}

std::string textIn(const QString& path, const char* question) {
    auto report = readLabReport(ui::pathOf(path));
    return report ? report->texts[question] : "none: " + report.error().code;
}

/// Types into a window and goes on until it is killed: never asked to save.
int typeForever(ui::Application& application, const QString& folder) {
    ui::Settings settings(QDir(folder).filePath("duelo.ini"), {});
    settings.setResultsFolder(folder);
    ui::Session work(settings, QStringLiteral(DUELO_FAKE_ENGINE), {"serve"});
    ui::MainWindow window(settings, work);
    window.show();
    ReportPage& page = reportOf(window);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), kTyped);
    std::puts("typed");
    std::fflush(stdout);
    return application.exec();
}

}  // namespace

class TestReportPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void citesByAClick();
    void searchesWithoutAccents();
    void checksAClaim_P_09();
    void asksWhatIf_P_10();
    void keepsWhatWasOpenBefore_P_10();
    void keepsThePagesInView();
    void outlivesAKillWithinFiveSeconds();
    void secondWindowMayOnlyRead();
    void exportsWhatIsWritten();
    void exportsOneWithoutAWord();
    void changesTemplateAndKeepsTheWords();
    void speaksTheLanguageOfTheReport();
    void saysWhichExercisesAreSolved();
    void opensAReportAmongFiles();
    void columnsGrowWithTheLetters();
    void aLongFileNameWidensNothing();
    void anotherIsBegunWhileOneIsRead();
    void closesWhileFilesAreAsked_Y_17_data();
    void closesWhileFilesAreAsked_Y_17();
    void isLookedAtBesideTheWindow_Y_17();
    void closesWhileItIsLookedAt_Y_17();
};

void TestReportPage::citesByAClick() {
    WindowBench bench("gpu", "en");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    auto* evidence = page.findChild<QListWidget*>("evidence");
    QTRY_VERIFY(evidence->count() > 5 && page.editors().first()->isVisible());
    QTest::keyClicks(page.editors().first(), "It was ");
    evidence->scrollToItem(evidence->item(0));
    QTest::mouseClick(evidence->viewport(), Qt::LeftButton, {},
                      evidence->visualItemRect(evidence->item(0)).center());
    // A box begins a line of its own.
    QTRY_VERIFY2(page.editors().first()->answer().startsWith("It was \n[[e1]]"),
                 qPrintable(page.editors().first()->answer()));
    QVERIFY(page.editors().first()->hasFocus());
    // What is cited is in the document as it is measured.
    bool boxed = false;
    const Document document = documentOf(page);
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* paragraph = std::get_if<DocParagraph>(&block))
                boxed |= paragraph->boxed && paragraph->text.starts_with("Measured by Duelo");
    QVERIFY(boxed);
    // The other question is still missing, and said so.
    QTRY_VERIFY(std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->text() == "Analysis of the results, question 2: has no words of yours.";
    }));
}

/// A search without accents finds words that have some.
void TestReportPage::searchesWithoutAccents() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    auto* evidence = page.findChild<QListWidget*>("evidence");
    QTRY_VERIFY(evidence->count() > 5);
    const QRegularExpression accented("\\w*[áéíóú]\\w*",
                                      QRegularExpression::UseUnicodePropertiesOption);
    QListWidgetItem* item = nullptr;
    for (int i = 0; i < evidence->count() && !item; ++i)
        if (accented.match(evidence->item(i)->text()).hasMatch()) item = evidence->item(i);
    QVERIFY(item);
    const QString word = accented.match(item->text()).captured();
    auto* search = evidence->parentWidget()->findChild<QLineEdit*>();
    search->setText("esto no lo dice nada");
    QVERIFY(item->isHidden());
    search->setText(ui::searchKey(word));
    QVERIFY2(!item->isHidden(), qPrintable(word));
}

void choose(QDialog& dialog, const char* name, const QString& code) {
    auto* choice = dialog.findChild<QComboBox*>(name);
    const int at = choice->findData(code);
    if (at < 0) qFatal("no choice %s", qPrintable(code));
    choice->setCurrentIndex(at);
}

/// Y-17: what was chosen is judged beside the window, and can be put into the report after that.
bool answersOnAThread(const QDialog& dialog, const char* put) {
    const auto* button = dialog.findChild<QPushButton*>(put);
    return !button->isEnabled() && QTest::qWaitFor([&] { return button->isEnabled(); }, kSoonMs);
}

/// The student says why, sees that it is contradicted, and gets the figures to write about.
void TestReportPage::checksAClaim_P_09() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    auto* button = page.findChild<QPushButton*>("claim");
    QTRY_VERIFY(button->isVisible());
    QString answered;
    bool judged = false;
    inNextDialog([&](QDialog& dialog) {
        choose(dialog, "claimSays", "slower");
        choose(dialog, "claimCause", "axis:precision");
        judged = answersOnAThread(dialog, "claimPut");
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            if (label->text().contains("contradicha")) answered = label->text();
        QTest::mouseClick(dialog.findChild<QPushButton*>("claimPut"), Qt::LeftButton);
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(judged);
    QCOMPARE(answered, QString("contradicha por lo medido"));
    QTRY_VERIFY(page.editors().first()->answer().contains("[[e1]]"));
    const Document document = documentOf(page);
    bool told = false;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* table = std::get_if<DocTable>(&block))
                told |= table->id == "claim" && table->rows.size() == 2;
    QVERIFY(told);
}

/// A change that was measured is cited with its source; another one is measured on its page, which
/// asks for a prediction again (P-01).
void TestReportPage::asksWhatIf_P_10() {
    WindowBench bench("normal", "es");
    QVERIFY(bench.measured(smallPlan(3)));
    ReportPage& page = reportOf(*bench.window);
    page.showSection(4);
    auto* button = page.findChild<QPushButton*>("change");
    QTRY_VERIFY(button->isVisible());
    bool judged = false;
    inNextDialog([&](QDialog& dialog) {
        auto* from = dialog.findChild<QComboBox*>("changeFrom");
        from->setCurrentIndex(1);
        from->setCurrentIndex(0);
        judged = answersOnAThread(dialog, "changePut");
        // A paper that Duelo knows is one click away; another is typed.
        auto* papers = dialog.findChild<QComboBox*>("changePapers");
        papers->setCurrentIndex(1);
        Q_EMIT papers->activated(1);
        auto* source = dialog.findChild<QLineEdit*>("changeSource");
        if (!source->text().contains("doi:") && !source->text().contains("arXiv:")) qFatal("none");
        source->setText("Hennessy y Patterson 2019");
        QTest::mouseClick(dialog.findChild<QPushButton*>("changePut"), Qt::LeftButton);
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(judged);
    QTRY_VERIFY(!page.editors().isEmpty() && page.editors().first()->answer().contains("[[e1]]"));
    QTRY_VERIFY(std::ranges::none_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->text().contains("no tiene fuente");
    }));
    bool offered = false, asksForASource = true;
    inNextDialog([&](QDialog& dialog) {
        auto* to = dialog.findChild<QComboBox*>("changeTo");
        for (int i = 0; i < to->count(); ++i)
            if (to->itemText(i).contains("MobileNet") && to->itemText(i).contains("sin medir")) {
                to->setCurrentIndex(i);
                offered = true;
                asksForASource = dialog.findChild<QLineEdit*>("changeSource")->isVisible();
            }
        QTest::mouseClick(dialog.findChild<QPushButton*>("changePut"), Qt::LeftButton);
    });
    QTest::mouseClick(button, Qt::LeftButton);
    QVERIFY(offered && !asksForASource);
    QTRY_COMPARE(bench.window->property("page").toString(), QString("inference"));
    QCOMPARE(caseValues(bench.page().plan(), "model").size(), 2U);
    // What was measured stays in view, and the new plan is predicted first.
    QTRY_VERIFY(bench.page().prediction());
    QVERIFY(bench.frame().table().isVisible());
    // Once it is measured, there is the way back to where it was proposed.
    bench.window->actions().run->trigger();
    QVERIFY(bench.work->isMeasuring() && bench.idle());
    QCOMPARE(bench.messageAction().text(), QString("Volver al informe"));
    QCOMPARE(bench.message(), QString::fromUtf8("Su propuesta está medida."));
    bench.messageAction().click();
    QVERIFY(page.isVisible());
}

void TestReportPage::keepsThePagesInView() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured());
    ReportPage& page = reportOf(*bench.window);
    auto* pages = page.findChild<QLabel*>("pages");
    QTRY_VERIFY_WITH_TIMEOUT(pages->isVisible(), kSoonMs);
    const auto bodyPages = [&] {
        const auto found = QRegularExpression("Cuerpo: (\\d+) página").match(pages->text());
        return found.captured(1).toInt();
    };
    QVERIFY2(bodyPages() > 0 && pages->text().contains("Anexo: "), qPrintable(pages->text()));
    const int before = bodyPages();
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "a");
    page.editors().first()->setAnswer(QString("Muchas palabras.\n").repeated(400));
    Q_EMIT page.editors().first()->edited();
    QTRY_VERIFY_WITH_TIMEOUT(bodyPages() > before + 3, kSoonMs);
}

/// A proposal is measured in a file of its own: what stood in the report before stays in it, and
/// its file goes along when it is handed in.
void TestReportPage::keepsWhatWasOpenBefore_P_10() {
    WindowBench bench("normal", "es");
    QVERIFY(bench.measured(smallPlan(3)));
    const QString first = bench.work->run().path();
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    auto* evidence = page.findChild<QListWidget*>("evidence");
    QTRY_VERIFY(evidence->count() > 2);
    const int before = evidence->count();
    QTest::mouseClick(evidence->viewport(), Qt::LeftButton, {},
                      evidence->visualItemRect(evidence->item(0)).center());
    QTRY_VERIFY(page.editors().first()->answer().contains("[[e1]]"));
    const auto tables = [&page] {
        std::size_t n = 0;
        const Document document = documentOf(page);
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks)
                n += !section.annex && std::holds_alternative<DocTable>(block);
        return n;
    };
    const std::size_t alone = tables();
    QVERIFY(bench.measured(smallPlan(2)));
    QVERIFY(bench.work->run().path() != first);
    bench.window->showPage("report");
    const auto missing = [&page] {
        return std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
            return label->text().contains("no está abierto");
        });
    };
    QTRY_VERIFY(evidence->count() > before && !missing());
    QCOMPARE(tables(), alone);  // those of the run that the report stands on
    // Its owner may do without it; then the citation waits.
    auto* kept = page.findChild<QMenu*>("kept");
    Q_EMIT qobject_cast<QMenu*>(kept->parent())->aboutToShow();
    QCOMPARE(kept->actions().size(), 1);
    kept->actions().first()->trigger();
    QTRY_VERIFY(missing());
}

/// kill -9 costs what was typed in the last five seconds at most.
void TestReportPage::outlivesAKillWithinFiveSeconds() {
    QTemporaryDir folder;
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {"--type", folder.path()});
    QByteArray said;
    QTRY_VERIFY_WITH_TIMEOUT((said += child.readAllStandardOutput()).contains("typed"), kSoonMs);
    QTest::qWait(kFiveSeconds_ms);
    child.kill();
    QVERIFY(child.waitForFinished());
    const QString path = reportIn(folder.path());
    QCOMPARE(textIn(path, "reflection.summary"), std::string(kTyped));
    // Whoever comes next may write: nobody holds the lock of a process that is gone.
    ui::ReportStore store;
    QVERIFY(opens(store, path));
    QVERIFY(!store.isReadOnly());
}

void TestReportPage::secondWindowMayOnlyRead() {
    WindowBench bench("normal", "en");
    QVERIFY(QDir().mkpath(bench.settings.resultsFolder()));
    const QString path = QDir(bench.settings.resultsFolder()).filePath("shared.duelo-report");
    QVERIFY(writeLabReport({}, ui::pathOf(path)));
    ui::ReportStore first;
    QVERIFY(opens(first, path));
    bench.window->openFiles({path});
    ReportPage& page = reportOf(*bench.window);
    page.showSection(1);
    QVERIFY(page.editors().first()->isReadOnly());
    QVERIFY(std::ranges::any_of(page.findChildren<QLabel*>(), [](const QLabel* label) {
        return label->text().startsWith("Another window is writing shared.duelo-report");
    }));
}

void TestReportPage::exportsWhatIsWritten() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured());
    ReportPage& page = reportOf(*bench.window);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "Mi resumen.");
    for (const ui::ExportChoice& choice : ui::exportChoices()) {
        if (!ui::isDocument(choice.target)) continue;
        const QString path = bench.path("informe" + choice.suffix);
        chooseFile(path);
        Q_EMIT page.exportWanted(choice);
        QTRY_VERIFY2(QFileInfo(path).size() > 500, qPrintable(path));
    }
    QFile html(bench.path("informe.html"));
    QVERIFY(html.open(QIODevice::ReadOnly));
    QVERIFY(html.readAll().contains("Mi resumen."));
    QCOMPARE(textIn(reportIn(bench.settings.resultsFolder()), "reflection.summary"),
             std::string("Mi resumen."));
}

/// Neither its own file nor that of the export exists yet.
void TestReportPage::exportsOneWithoutAWord() {
    WindowBench bench("normal", "es");
    ReportPage& page = reportOf(*bench.window);
    for (QAction* action : page.findChild<QPushButton*>("file")->menu()->actions())
        if (action->text() == "Informe nuevo…") {
            chooseFile(bench.path("nuevo.duelo-report"));
            action->trigger();
        }
    const auto choices = ui::exportChoices();
    const auto choice =
        std::ranges::find(choices, ui::ExportTarget::Html, &ui::ExportChoice::target);
    const auto told = [&bench](const QString& words) {
        return std::ranges::any_of(bench.window->findChildren<QLabel*>(), [&](const QLabel* label) {
            return label->text().contains(words);
        });
    };
    chooseFile(bench.path("sin nada.html"));
    Q_EMIT page.exportWanted(*choice);
    QTRY_VERIFY(QFileInfo(bench.path("sin nada.html")).size() > 500);
    QVERIFY(told("sin nada.html") && !told("perdería"));
    // Where the report is to be saved no export goes, though it has no file yet.
    chooseFile(bench.path("nuevo.duelo-report"));
    Q_EMIT page.exportWanted(*choice);
    QTRY_VERIFY(told("perdería"));
}

void TestReportPage::changesTemplateAndKeepsTheWords() {
    WindowBench bench("normal", "es");
    ReportPage& page = reportOf(*bench.window);
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "queda");
    auto* forms = page.findChild<QComboBox*>("forms");
    QCOMPARE(forms->count(), 5);
    forms->setCurrentIndex(3);
    Q_EMIT forms->activated(3);
    QCOMPARE(page.findChild<QListWidget*>("sections")->count(), 4);  // cover, text, results, annex
    forms->setCurrentIndex(1);
    Q_EMIT forms->activated(1);
    page.showSection(1);
    QCOMPARE(page.editors().first()->answer(), QString("queda"));
    QVERIFY(documentOf(page).declaration.has_value());
}

void TestReportPage::speaksTheLanguageOfTheReport() {
    WindowBench bench("normal", "es");
    ReportPage& page = reportOf(*bench.window);
    page.showSection(0);
    auto* language = page.findChildren<QComboBox*>("reportLanguage").last();
    language->setCurrentIndex(1);
    Q_EMIT language->activated(1);
    QTRY_VERIFY(documentOf(page).language == Language::English);
    QTRY_COMPARE(page.findChild<QListWidget*>("sections")->item(1)->text(), QString("Reflection"));
}

/// The author asks for that fact; it is what this user has solved by then, and can be taken back.
void TestReportPage::saysWhichExercisesAreSolved() {
    WindowBench bench("normal", "en");
    ReportPage& page = reportOf(*bench.window);
    page.showSection(0);
    auto* asked = page.findChildren<QCheckBox*>("coverExercises").last();
    QVERIFY(!asked->isChecked() && !page.report().exercises);
    asked->click();
    QTRY_VERIFY(page.report().exercises);
    QCOMPARE(page.report().exercises->all, std::int64_t(exercises().size()));
    const auto known = SolvedExercises::standard().all();
    QCOMPARE(page.report().exercises->solved.size(), known.size());
    asked->click();
    QTRY_VERIFY(!page.report().exercises);
}

void TestReportPage::opensAReportAmongFiles() {
    WindowBench bench("normal", "en");
    LabReport report;
    report.texts["reflection.summary"] = "mine";
    const QString path = bench.path("other.duelo-report");
    QVERIFY(writeLabReport(report, ui::pathOf(path)));
    bench.window->openFiles({path});
    QCOMPARE(bench.window->property("page").toString(), QString("report"));
    ReportPage& page = reportOf(*bench.window);
    page.showSection(1);
    QCOMPARE(page.editors().first()->answer(), QString("mine"));
    bench.window->rebuild();
    QCOMPARE(reportOf(*bench.window).section(), 1);
}

/// Nothing is cut at the sides, however large the letters are.
void TestReportPage::columnsGrowWithTheLetters() {
    WindowBench bench("gpu", "es");
    QVERIFY(bench.measured());
    ReportPage& page = reportOf(*bench.window);
    page.showSection(3);
    auto* evidence = page.findChild<QListWidget*>("evidence");
    auto* sections = page.findChild<QListWidget*>("sections");
    QTRY_VERIFY(evidence->count() > 2);
    const int before = evidence->width(), left = sections->width();
    const auto fits = [&] {
        auto* area =
            qobject_cast<QScrollArea*>(sections->parentWidget()->parentWidget()->parentWidget());
        return area && area->widget()->minimumSizeHint().width() <= area->viewport()->width();
    };
    QVERIFY(fits());
    // Every name is whole, in as many lines as it needs.
    const auto whole = [&] {
        int height = 0;
        for (int i = 0; i < sections->count(); ++i) {
            const QRect row = sections->visualItemRect(sections->item(i));
            const int wide =
                QFontMetrics(sections->font()).horizontalAdvance(sections->item(i)->text());
            const int lines = row.height() / QFontMetrics(sections->font()).height();
            if (lines * row.width() < wide) return false;
            height = row.bottom();
        }
        return height < sections->viewport()->height();
    };
    QVERIFY(whole());
    const auto zoom = [&](int percent) {
        bench.settings.setZoomPercent(percent);
        qobject_cast<ui::Application*>(qApp)->applyAppearance(bench.settings);
    };
    zoom(150);
    QTRY_VERIFY(evidence->width() > before);
    QTRY_VERIFY(sections->width() > left);
    QTRY_VERIFY(fits() && whole());
    zoom(100);
    QTRY_COMPARE(evidence->width(), before);
}

/// A share that does not answer keeps one report, and nobody from another.
void TestReportPage::aLongFileNameWidensNothing() {
    WindowBench bench("normal", "es");
    ReportPage& page = reportOf(*bench.window);
    auto* outline = page.findChild<ui::ReportOutline*>();
    const int before = outline->minimumSizeHint().width();
    ReportFact fact;
    fact.sentence = "De duelo-2026-11-30-101500-portatil_de_marta_rtx3060.duelo falta todo.";
    outline->showFacts(*findForm("handout_b"), {fact}, Text(Language::Spanish));
    const auto* area = qobject_cast<QScrollArea*>(outline->parentWidget()->parentWidget());
    QVERIFY(area && before <= area->viewport()->width());
    outline->layout()->activate();
    QVERIFY2(outline->minimumSizeHint().width() <= area->viewport()->width(),
             qPrintable(QString::number(outline->minimumSizeHint().width())));
}

void TestReportPage::anotherIsBegunWhileOneIsRead() {
    WindowBench bench("normal", "es");
    bench.window->showPage("report");
    auto& page = *bench.window->findChild<ReportPage*>();
    const auto* handIn = page.findChild<QPushButton*>("handIn");
    const auto* file = page.findChild<QPushButton*>("file");
    // Nothing of what the thread finds has arrived yet, as if it never did.
    QVERIFY(!handIn->isEnabled());
    QVERIFY(file->isEnabled());
    QAction* begin = nullptr;
    for (QAction* action : file->menu()->actions()) {
        if (action->text() == "Informe nuevo…") begin = action;
        if (action->text().startsWith("Exportar")) QVERIFY(!action->isEnabled());
    }
    QVERIFY(begin && begin->isEnabled());
    chooseFile(bench.path("mine.duelo-report"));
    begin->trigger();
    QTRY_VERIFY(handIn->isEnabled());
    page.showSection(1);
    QTest::keyClicks(page.editors().first(), "sigo");
    QTRY_COMPARE_WITH_TIMEOUT(textIn(bench.path("mine.duelo-report"), "reflection.summary"),
                              std::string("sigo"), kSoonMs);
}

namespace {

/// A page on a file of so many cells, which a test shows and throws away as it likes.
struct PageBench {
    explicit PageBench(int sizes)
        : files(std::make_shared<const Comparison>(
              compare(std::vector<RecordLog>{examples::manyCells(sizes)}).value())),
          kept([] { return QString(); }) {
        if (!store.begin(folder.filePath("mine.duelo-report"), LabReport())) qFatal("no report");
        page = std::make_unique<ReportPage>(
            store, kept, [this] { return files; }, [] { return Facts{}; }, Text(Language::English));
        page->show();
    }

    QTemporaryDir folder;
    std::shared_ptr<const Comparison> files;
    ui::ReportStore store;
    ui::KeptGroups kept;
    std::unique_ptr<ReportPage> page;
};

}  // namespace

void TestReportPage::closesWhileFilesAreAsked_Y_17_data() {
    QTest::addColumn<QString>("button");  // empty: the page looks at the files by itself
    for (const char* button : {"", "claim", "change"})
        QTest::newRow(*button ? button : "look") << button;
}

/// The window is destroyed as soon as it is closed, as in main(), whatever is being asked of its
/// files then.
void TestReportPage::closesWhileFilesAreAsked_Y_17() {
    QFETCH(QString, button);
    auto bench = std::make_unique<WindowBench>("normal", "en");
    bench->window->openRecords({recordFile(examples::manyCells(30), bench->path("many.duelo"))});
    QTRY_VERIFY_WITH_TIMEOUT(bench->work->run().comparison(), kSoonMs);
    ReportPage& page = reportOf(*bench->window);
    page.showSection(4);
    QTimer::singleShot(0, bench->window.get(), [&] {
        QTimer::singleShot(0, bench->window.get(), [&] { bench->window->close(); });
        if (button.isEmpty()) return page.filesChanged();
        page.findChild<QPushButton*>(button)->click();
    });
    QTimer::singleShot(kSoonMs, qApp, [] { QApplication::exit(1); });
    QCOMPARE(QApplication::exec(), 0);
    bench.reset();
    ui::Background::waitForAll(std::chrono::milliseconds(kSoonMs));
}

/// The evidence in the files is put together on a thread: the window goes on meanwhile, other files
/// may be opened, and the page shows the evidence of those that are open then.
void TestReportPage::isLookedAtBesideTheWindow_Y_17() {
    PageBench bench(200);
    auto* evidence = bench.page->findChild<QListWidget*>("evidence");
    // Nothing of it is done where it is asked for.
    QVERIFY(QTest::qWaitForWindowExposed(bench.page.get()));
    bench.page->filesChanged();
    QCOMPARE(evidence->count(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(evidence->count() > 1000, 3 * kSoonMs);
    const int many = evidence->count();
    // Another file, and then another, while the first is looked at: only the last is told.
    const auto small = std::make_shared<const Comparison>(
        compare(std::vector<RecordLog>{examples::manyCells(3)}).value());
    bench.page->filesChanged();
    bench.files = nullptr;
    bench.page->filesChanged();
    bench.files = small;
    bench.page->filesChanged();
    QTRY_VERIFY_WITH_TIMEOUT(evidence->count() > 0 && evidence->count() < many / 10, kSoonMs);
    QTest::qWait(2000);  // what was begun before has come and gone
    QVERIFY(evidence->count() < many / 10);
}

void TestReportPage::closesWhileItIsLookedAt_Y_17() {
    for (const int wait_ms : {0, 1, 20, 100, 600}) {
        PageBench bench(300);
        QVERIFY(QTest::qWaitForWindowExposed(bench.page.get()));
        bench.page->filesChanged();
        QTest::qWait(wait_ms);
        bench.files.reset();  // the window lets the files go
        bench.page.reset();
    }
}

int main(int argc, char** argv) {
    if (argc == 3 && QByteArray(argv[1]) == "--type") {
        ui::Application application(argc, argv);
        return typeForever(application, QString::fromLocal8Bit(argv[2]));
    }
    return runInApplication<TestReportPage>(argc, argv);
}
#include "tst_report_page.moc"
