// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of the window beside its runs: pages, files, language, size of the text, presentation,
// dialogs.
#include <stdexcept>

#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/lsan_interface.h>
#endif

#include <QButtonGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileInfo>
#include <QListWidget>
#include <QMessageBox>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableWidget>
#include <QToolButton>
#include <QWheelEvent>

#include "../session/child_processes.h"
#include "report/labels.h"
#include "ui/form/device_list.h"
#include "ui/look/breakable.h"
#include "ui/look/theme.h"
#include "ui/pages/gallery_page.h"
#include "ui/results/cards.h"
#include "ui/results/results_model.h"
#include "ui/shell/application.h"
#include "ui/shell/dialogs.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// No line of a card is cut.
bool cardsAreWhole(ui::ExperimentFrame& frame) {
    const auto lines = frame.cards().findChildren<QLabel*>();
    return !lines.isEmpty() && std::ranges::all_of(lines, [](const QLabel* line) {
        return !line->isVisible() || line->height() + 2 >= line->heightForWidth(line->width());
    });
}

}  // namespace

class TestMainWindow : public QObject {
    Q_OBJECT

private:
    static ui::Application& application() { return *static_cast<ui::Application*>(qApp); }

private Q_SLOTS:
    void startTellsWhatThisPcCan_S3_09();
    void languageChangesUnderARun_R_31();
    void focusChoosesNoRow();
    void languageKeepsWhatIsLookedAt();
    void f5DoesWhatTheButtonInViewDoes();
    void settingsAreKept();
    void settingsCancelledChangeNothing();
    void zoomHasEnds();
    void iconsGrowWithTheText();
    void iconsFollowTheTheme();
    void wheelChangesNoValue();
    void railShowsEveryCaption();
    void galleryOpensEveryExperiment();
    void galleryTellsTheLastResult();
    void altAndADigitTurnThePages();
    void searchFinds_data();
    void searchFinds();
    void searchIsTakenAndLeft();
    void filesAreTakenByWhatTheyAre();
    void brokenFilesAreTold_data();
    void brokenFilesAreTold();
    void anotherPcStandsBeside_S0_32_S0_33();
    void keysTableIsOfTheActions();
    void everyKeyIsUsedOnce();
    void scriptOfTheConfiguredRun_S0_50();
    void typingInTheGlossarySearches();
    void diagnosisIsSaved_S0_38();
    void dialogsSurviveAThrow_R_26();
    void keysObeyWhatIsSeen();
    void closingARunLeavesNoEngine_data();
    void closingARunLeavesNoEngine();
};

void TestMainWindow::startTellsWhatThisPcCan_S3_09() {
    for (const char* scenario : {"normal", "gpu"}) {
        WindowBench bench(scenario);
        QVERIFY(bench.window->isVisible());  // before the engine has said a word
        QVERIFY(bench.ready());
        const bool gpu = qstrcmp(scenario, "gpu") == 0;
        const Text text = ui::textOf(bench.settings);
        for (const char* key : {gpu ? "start.cuda_yes" : "start.cuda_no",
                                gpu ? "start.verdict_gpu" : "start.gpu_none"}) {
            const auto seen = [&] {
                const auto labels = bench.window->findChildren<QLabel*>();
                return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
                    return label->isVisible() && label->text() == ui::qs(text(key));
                });
            };
            QTRY_VERIFY2_WITH_TIMEOUT(seen(), key, kSoonMs);
        }
        bench.window->showPage("inference");
        QTRY_VERIFY_WITH_TIMEOUT(!bench.page().expectation().isEmpty(), kSoonMs);
    }
}

/// A change of language in the middle of a run: form, table and run go on.
void TestMainWindow::languageChangesUnderARun_R_31() {
    WindowBench bench("slow=1500");
    QVERIFY(bench.ready());
    const Plan plan = smallPlan(3);
    // Of the photographs that come with Duelo; the form is disabled while it measures.
    const auto pictures = [&] {
        int count = 0;
        for (const auto* tile : bench.page().form().findChildren<QToolButton*>())
            count += tile->property("role") == "tile" && !tile->icon().isNull();
        return count;
    };
    bench.window->showPage("inference");
    QTRY_VERIFY_WITH_TIMEOUT(pictures() > 1, kSoonMs);
    QTest::qWait(200);
    const int before = pictures();
    bench.measure(plan);
    QVERIFY(bench.hasMeasured(1));
    const QString spanish = bench.headline();
    bench.settings.setLanguage(Language::English);
    bench.settings.setDecimal('.');
    application().applyAppearance(bench.settings);
    bench.window->rebuild();
    QVERIFY(bench.work->isMeasuring());
    QVERIFY(bench.headline() != spanish);
    QTRY_COMPARE(pictures(), before);
    QTRY_VERIFY(cardsAreWhole(bench.frame()));
    QVERIFY(bench.work->isMeasuring());
    QTRY_VERIFY(bench.cell(0, 1).contains('.') && !bench.cell(0, 1).contains(','));
    QVERIFY(toJson(bench.window->experimentPage("inference").form().plan()) == toJson(plan));
    QVERIFY(bench.idle());
    QCOMPARE(bench.work->run().openCells(), 0);
    QVERIFY(bench.button().isEnabled());
}

/// Where the keys go to is no choice: the headline stays with what the finding is about.
void TestMainWindow::focusChoosesNoRow() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const QString headline = bench.headline();
    QVERIFY(!headline.startsWith("64 px"));
    QTableView& table = bench.frame().table();
    for (const auto reason : {Qt::ActiveWindowFocusReason, Qt::TabFocusReason}) {
        QFocusEvent event(QEvent::FocusIn, reason);
        QCoreApplication::sendEvent(&table, &event);
        QCOMPARE(bench.headline(), headline);
    }
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(table.currentIndex().row(), 0);
    QVERIFY(bench.headline().startsWith("64 px"));
}

/// Row, tab and presentation are the same in the other language.
void TestMainWindow::languageKeepsWhatIsLookedAt() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    QVERIFY(!bench.headline().startsWith("64 px"));
    bench.frame().table().selectRow(0);
    bench.frame().showChart(1);
    QVERIFY(bench.headline().startsWith("64 px"));
    QTest::keyClick(bench.window.get(), Qt::Key_F11);
    bench.settings.setLanguage(Language::English);
    application().applyAppearance(bench.settings);
    bench.window->rebuild();
    QCOMPARE(bench.frame().currentChart(), 1);
    QTRY_VERIFY(bench.headline().startsWith("64 px"));
    QVERIFY(bench.frame().table().selectionModel()->isRowSelected(0));
    QVERIFY(bench.window->actions().present->isChecked());
    QVERIFY(!bench.window->findChild<QWidget*>("rail")->isVisible());
    QVERIFY(bench.window->isFullScreen());
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(bench.window->findChild<QWidget*>("rail")->isVisible());
}

/// On the start page that is the big one: its own plan, whatever a form shows.
void TestMainWindow::f5DoesWhatTheButtonInViewDoes() {
    WindowBench bench("gpu");
    QVERIFY(bench.ready());
    bench.page().setPlan(smallPlan(1));
    bench.window->showPage("home");
    QTest::keyClick(bench.window.get(), Qt::Key_F5);
    auto plan = planFromJson(bench.work->probe()->default_plan);
    plan->preset = Preset::Quick;  // nothing was measured here before
    QCOMPARE(toJson(bench.page().plan()).dump(), toJson(*plan).dump());
    bench.work->controller().cancel();
    QVERIFY(bench.idle());
}

void TestMainWindow::settingsAreKept() {
    WindowBench bench;
    QSignalSpy changed(bench.window.get(), &ui::MainWindow::appearanceChanged);
    inNextDialog([](QDialog& dialog) {
        for (QComboBox* box : dialog.findChildren<QComboBox*>())
            if (box->findData("en") >= 0) box->setCurrentIndex(box->findData("en"));
        for (QLineEdit* line : dialog.findChildren<QLineEdit*>())
            if (line->objectName() == "student") line->setText("  Ñusta Pérez ");
        dialog.accept();
    });
    bench.window->actions().settings->trigger();
    QCOMPARE(changed.size(), 1);
    const ui::Settings again(bench.settings.file(), {});
    QCOMPARE(again.language(), std::optional(Language::English));
    QCOMPARE(again.field("student"), QString("Ñusta Pérez"));
}

void TestMainWindow::settingsCancelledChangeNothing() {
    WindowBench bench;
    QSignalSpy changed(bench.window.get(), &ui::MainWindow::appearanceChanged);
    inNextDialog([](QDialog& dialog) {
        for (QComboBox* box : dialog.findChildren<QComboBox*>())
            box->setCurrentIndex(box->count() - 1);
        dialog.reject();
    });
    bench.window->actions().settings->trigger();
    QCOMPARE(changed.size(), 0);
    QCOMPARE(bench.settings.language(), std::optional(Language::Spanish));
    QCOMPARE(bench.settings.theme(), ui::ThemeChoice::Light);
}

void TestMainWindow::wheelChangesNoValue() {
    WindowBench bench("normal");
    QVERIFY(bench.ready());
    const auto turned = [](QWidget* widget) {
        QWheelEvent event(widget->rect().center(), widget->mapToGlobal(widget->rect().center()), {},
                          {0, -120}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &event);
    };
    bench.window->showPage("training");
    int tried = 0;
    for (auto* box : bench.window->findChildren<QComboBox*>()) {
        const int index = box->currentIndex();
        turned(box);
        QCOMPARE(box->currentIndex(), index);
        tried += box->count() > 1;
    }
    for (auto* box : bench.window->findChildren<QSpinBox*>()) {
        const int value = box->value();
        turned(box);
        QCOMPARE(box->value(), value);
        ++tried;
    }
    for (auto* edit : bench.window->findChildren<QLineEdit*>()) {
        const QString typed = edit->text();
        turned(edit);
        QCOMPARE(edit->text(), typed);
        tried += !typed.isEmpty();
    }
    QVERIFY2(tried > 4, qPrintable(QString::number(tried)));
}

void TestMainWindow::zoomHasEnds() {
    WindowBench bench;
    for (int i = 0; i < 30; ++i) bench.window->actions().zoomIn->trigger();
    QCOMPARE(bench.settings.zoomPercent(), 200);
    bench.window->actions().zoomUsual->trigger();
    QCOMPARE(bench.settings.zoomPercent(), 100);
    bench.window->actions().zoomIn->trigger();
    for (int i = 0; i < 30; ++i) bench.window->actions().zoomOut->trigger();
    QCOMPARE(bench.settings.zoomPercent(), 100);
}

/// Signs, check boxes and photographs as well, without a page being built anew.
/// Icons in the colour of the theme before would vanish upon the ground of the new one.
void TestMainWindow::iconsFollowTheTheme() {
    WindowBench bench("normal");
    QVERIFY(bench.ready());
    for (const ui::ThemeChoice theme :
         {ui::ThemeChoice::Dark, ui::ThemeChoice::Light, ui::ThemeChoice::Contrast}) {
        bench.settings.setTheme(theme);
        application().applyAppearance(bench.settings);
        int seen = 0;
        for (const auto* button : bench.window->findChildren<QAbstractButton*>()) {
            const QString role = button->property("role").toString();
            if (button->icon().isNull() || (role != "bar" && role != "rail" && role != "find"))
                continue;
            const QImage drawn = button->icon().pixmap(48).toImage();
            bool inked = false;
            for (int y = 0; y < drawn.height(); ++y)
                for (int x = 0; x < drawn.width(); ++x)
                    inked |= drawn.pixelColor(x, y) == ui::tokens().text;
            QVERIFY2(inked, qPrintable(role + ' ' + button->accessibleName() + button->text()));
            ++seen;
        }
        QVERIFY(seen > 10);
    }
}

void TestMainWindow::iconsGrowWithTheText() {
    WindowBench bench("normal");
    QVERIFY(bench.ready());
    bench.window->showPage("inference");
    const auto sizes = [&] {
        QVector<int> found;
        const auto* rail = bench.window->findChild<QWidget*>("rail");
        const auto* bar = bench.window->findChild<QWidget*>("topBar");
        for (const char* role : {"rail", "bar", "tile"}) {
            const QWidget* of = qstrcmp(role, "rail") == 0  ? rail
                                : qstrcmp(role, "bar") == 0 ? bar
                                                            : &bench.page().form();
            for (const auto* button : of->findChildren<QToolButton*>())
                if (button->property("role") == role) found << button->iconSize().height();
        }
        const auto* box = bench.page().form().findChild<QCheckBox*>();
        found << box->style()->pixelMetric(QStyle::PM_IndicatorHeight, nullptr, box)
              << rail->width();
        // A page grows when it is shown.
        bench.window->showPage("home");
        found << bench.window->findChild<QPushButton*>("compareButton")->sizeHint().height();
        bench.window->showPage("inference");
        for (const auto* label : bar->findChildren<QLabel*>())
            if (label->property("role") == "pill") found << label->sizeHint().height();
        return found;
    };
    const auto* page = &bench.page();
    const QVector<int> usual = sizes();
    bench.settings.setZoomPercent(200);
    application().applyAppearance(bench.settings);
    QCOMPARE(&bench.page(), page);
    const QVector<int> large = sizes();
    QCOMPARE(large.size(), usual.size());
    for (qsizetype i = 0; i < usual.size(); ++i)
        QVERIFY2(large[i] >= 1.4 * usual[i], qPrintable(QString::number(i)));  // padding stays
    bench.settings.setZoomPercent(100);
    application().applyAppearance(bench.settings);
    QCOMPARE(sizes(), usual);
}

/// Six entries, settings among them, all of them in sight however low the window is.
void TestMainWindow::railShowsEveryCaption() {
    WindowBench bench;
    bench.window->resize(1024, 640);
    bench.window->show();
    QVERIFY(QTest::qWaitForWindowExposed(bench.window.get()));
    QCoreApplication::processEvents();
    auto* rail = bench.window->findChild<QWidget*>("rail");
    QStringList captions;
    for (const auto* button : rail->findChildren<QToolButton*>()) {
        QVERIFY2(button->height() >= button->sizeHint().height(), qPrintable(button->text()));
        QVERIFY2(button->visibleRegion().boundingRect().size() == button->size(),
                 qPrintable(button->text()));
        captions << button->text();
    }
    QCOMPARE(captions, (QStringList{"Inicio", "Medir", "Informe", "Clase", "Aprender", "Ajustes"}));
    // Whatever page is in view, the entry that leads to it is chosen.
    for (const auto& [page, entry] : {std::pair{"diagnosis", "Aprender"}, {"pi", "Medir"}}) {
        bench.window->showPage(page);
        for (const auto* button : rail->findChildren<QToolButton*>())
            QCOMPARE(button->isChecked(), button->text() == QLatin1String(entry));
    }
}

/// Every experiment with a page of its own stands once among the tiles, with its question; a click
/// opens it, and the bar leads back.
void TestMainWindow::galleryOpensEveryExperiment() {
    WindowBench bench("normal");
    QVERIFY(bench.ready());
    const Text text = ui::textOf(bench.settings);
    int pages = 0;
    for (const Spec& spec : specs()) {
        if (!spec.page.empty()) continue;
        ++pages;
        QTest::keyClick(bench.window.get(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(bench.window->property("page").toString(), QString("measure"));
        auto* gallery = bench.window->findChild<ui::GalleryPage*>("gallery");
        const auto tiles = gallery->findChildren<ui::GalleryTile*>("tile_" + ui::qs(spec.id));
        QCOMPARE(tiles.size(), 1);
        QCOMPARE(tiles.first()->accessibleName(), ui::qs(text.word("page", spec.id)));
        const QString question = ui::qs(text.of(spec.id)("tile." + spec.id));
        QVERIFY2(question.size() <= 36, qPrintable(question));
        QVERIFY(tiles.first()->accessibleDescription().contains(question));
        QTest::mouseClick(tiles.first(), Qt::LeftButton);
        QCOMPARE(bench.window->property("page").toString(), ui::qs(spec.id));
        QVERIFY(bench.window->experimentPage(spec.id).isVisible());
    }
    QCOMPARE(bench.window->findChild<ui::GalleryPage*>("gallery")
                 ->findChildren<ui::GalleryTile*>()
                 .size(),
             pages);
}

/// After a restart too, in the language that is then chosen; and it is no result of another page.
void TestMainWindow::galleryTellsTheLastResult() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const QString headline = bench.headline();
    bench.window->showPage("measure");
    const auto told = [](ui::MainWindow& window, const char* id) {
        return window.findChild<ui::GalleryTile*>(QString("tile_") + id)->accessibleDescription();
    };
    QTRY_VERIFY2(told(*bench.window, "inference").contains(headline),
                 qPrintable(told(*bench.window, "inference") + " / " + headline));
    QVERIFY(!told(*bench.window, "pi").contains(headline));
    bench.settings.setLanguage(Language::English);
    application().applyAppearance(bench.settings);
    ui::MainWindow later(bench.settings, *bench.work);
    later.showPage("measure");
    const QString english = told(later, "inference");
    QVERIFY2(english.contains("GPU") && !english.contains(headline), qPrintable(english));
    // Over midnight it was yesterday.
    QVERIFY2(english.contains("today") || english.contains("yesterday"), qPrintable(english));
}

/// Alt and a digit, as the rail goes; what had such a key before and lost none keeps it.
void TestMainWindow::altAndADigitTurnThePages() {
    WindowBench bench("normal");
    QVERIFY(bench.ready());
    const std::pair<Qt::Key, const char*> keys[] = {
        {Qt::Key_1, "home"},     {Qt::Key_2, "measure"}, {Qt::Key_3, "report"},
        {Qt::Key_4, "class"},    {Qt::Key_5, "learn"},   {Qt::Key_0, "class"},
        {Qt::Key_7, "transfer"}, {Qt::Key_8, "faces"},   {Qt::Key_9, "pi"}};
    for (const auto& [key, page] : keys) {
        QTest::keyClick(bench.window.get(), key, Qt::AltModifier);
        QCOMPARE(bench.window->property("page").toString(), QString(page));
    }
    bool opened = false;
    inNextDialog([&](QDialog& dialog) {
        opened = qobject_cast<ui::SettingsDialog*>(&dialog) != nullptr;
        dialog.reject();
    });
    QTest::keyClick(bench.window.get(), Qt::Key_6, Qt::AltModifier);
    QVERIFY(opened);
}

void TestMainWindow::searchFinds_data() {
    QTest::addColumn<QString>("language");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("first");  // of the list, and where Enter leads
    QTest::addColumn<QString>("page");
    QTest::newRow("experiment") << "es"
                                << "matri"
                                << "Matrices"
                                << "matrix_product";
    QTest::newRow("by its question") << "es"
                                     << "cuantos hilos merecen"
                                     << "Pi"
                                     << "pi";
    QTest::newRow("page, folded") << "es"
                                  << "DIAGNOSTICO"
                                  << "Diagnóstico"
                                  << "diagnosis";
    QTest::newRow("term, folded") << "es"
                                  << "NUCLEO TENSOR"
                                  << "Núcleo tensorial"
                                  << "glossary";
    QTest::newRow("experiment en") << "en"
                                   << "matri"
                                   << "Matrices"
                                   << "matrix_product";
    QTest::newRow("page en") << "en"
                             << "diagno"
                             << "Diagnosis"
                             << "diagnosis";
    QTest::newRow("exercises") << "es"
                               << "ejercicios"
                               << "Ejercicios"
                               << "matrix_product";
}

/// Ctrl+K, some letters, Enter: accents and case do not matter.
void TestMainWindow::searchFinds() {
    QFETCH(QString, language);
    QFETCH(QString, typed);
    QFETCH(QString, first);
    QFETCH(QString, page);
    WindowBench bench("normal", language.toUtf8().constData());
    QVERIFY(bench.ready());
    QTest::keyClick(bench.window.get(), Qt::Key_K, Qt::ControlModifier);
    auto* box = bench.window->findChild<QWidget*>("searchBox");
    QVERIFY(box && box->isVisible());
    auto* line = box->findChild<QLineEdit*>();
    const auto* list = box->findChild<QListWidget*>();
    const int all = list->count();
    QTest::keyClicks(line, typed);
    QVERIFY(list->count() > 0 && list->count() < all);
    QVERIFY2(list->item(0)->text().startsWith(first), qPrintable(list->item(0)->text()));
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(bench.window->property("page").toString(), page);
    QTRY_VERIFY(!bench.window->findChild<QWidget*>("searchBox"));
}

void TestMainWindow::searchIsTakenAndLeft() {
    WindowBench bench("gpu");
    QVERIFY(bench.measured(smallPlan(3, {Device::Cpu, Device::Cuda})));
    const auto open = [&]() -> QWidget* {
        bench.window->actions().search->trigger();
        return bench.window->findChild<QWidget*>("searchBox");
    };
    // A result that lies there, by the mouse.
    bench.window->showPage("glossary");
    QWidget* box = open();
    const QString file = QFileInfo(bench.work->run().path()).fileName();
    QTest::keyClicks(box->findChild<QLineEdit*>(), file.left(12));
    auto* list = box->findChild<QListWidget*>();
    QVERIFY(list->count() > 0);
    QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                      list->visualItemRect(list->item(0)).center());
    QTRY_COMPARE_WITH_TIMEOUT(bench.window->property("page").toString(), QString("inference"),
                              kSoonMs);
    // An action: the second of two by the arrows.
    box = open();
    QTest::keyClicks(box->findChild<QLineEdit*>(), "texto mas");
    list = box->findChild<QListWidget*>();
    QVERIFY(list->count() >= 1);
    QTest::keyClick(box->findChild<QLineEdit*>(), Qt::Key_Return);
    QTRY_COMPARE(bench.settings.zoomPercent(), 110);
    bench.window->setZoom(100);
    // Escape closes it and does nothing else; what is not there is said.
    box = open();
    QTest::keyClicks(box->findChild<QLineEdit*>(), "xyzzy");
    QVERIFY(!box->findChild<QListWidget*>()->isVisible());
    QTest::keyClick(box->findChild<QLineEdit*>(), Qt::Key_Escape);
    QTRY_VERIFY(!bench.window->findChild<QWidget*>("searchBox"));
    QCOMPARE(bench.window->property("page").toString(), QString("inference"));
}

void TestMainWindow::filesAreTakenByWhatTheyAre() {
    WindowBench bench;
    QVERIFY(bench.ready());
    const QString photo = bench.path("foto ñ.png");
    QImage image(32, 32, QImage::Format_RGB32);
    image.fill(Qt::red);
    QVERIFY(image.save(photo));
    auto* mime = new QMimeData;
    mime->setUrls({QUrl::fromLocalFile(photo)});
    QDragEnterEvent enter({50, 50}, Qt::CopyAction, mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(bench.window.get(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({50, 50}, Qt::CopyAction, mime, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(bench.window.get(), &drop);
    delete mime;
    const auto chosen = [&] { return caseValues(bench.page().plan(), "input"); };
    QTRY_VERIFY_WITH_TIMEOUT(std::ranges::count(chosen(), Json(photo.toStdString())) == 1, kSoonMs);
    QVERIFY(bench.window->property("page") == "inference");
    // A folder for each class is data to learn from, whatever page is in view.
    for (const char* of : {"datos/rojo", "datos/azul"}) {
        QVERIFY(QDir().mkpath(bench.path(of)));
        QVERIFY(image.save(bench.path(of) + "/1.png"));
    }
    bench.window->openFiles({bench.path("datos")});
    QCOMPARE(bench.window->property("page").toString(), QString("training"));
    QVERIFY(std::ranges::count(caseValues(bench.window->experimentPage("training").plan(), "data"),
                               Json(bench.path("datos").toStdString())) == 1);
}

void TestMainWindow::brokenFilesAreTold_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("exists");
    QTest::newRow("missing") << QByteArray() << false;
    QTest::newRow("empty") << QByteArray() << true;
    QTest::newRow("garbage") << QByteArray(5000, '\xfe') << true;
    QTest::newRow("html") << QByteArray("<html><body>login</body></html>\n") << true;
    QTest::newRow("other json") << QByteArray("{\"a\": 1}\n") << true;
}

void TestMainWindow::brokenFilesAreTold() {
    QFETCH(QByteArray, bytes);
    QFETCH(bool, exists);
    WindowBench bench;
    QVERIFY(bench.measured());
    const QString shown = bench.work->run().path(), broken = bench.path("roto.duelo");
    if (exists) {
        QFile file(broken);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(bytes);
    }
    bench.window->openFiles({broken});
    QTRY_VERIFY_WITH_TIMEOUT(bench.message().contains("roto.duelo"), kSoonMs);
    QCOMPARE(bench.work->run().path(), shown);  // what was there stays
    QVERIFY(!bench.work->recent().paths().contains(broken));
}

void TestMainWindow::anotherPcStandsBeside_S0_32_S0_33() {
    WindowBench other("gpu");
    // Of a size whose times are told in seconds, as the handout's columns are called.
    const auto sized = [](Plan plan) {
        plan.cases.front()["size_px"] = {224, 256, 288};
        return plan;
    };
    QVERIFY(other.measured(sized(smallPlan(3, {Device::Cpu, Device::Cuda}))));
    const QString file = other.work->run().path();
    for (const bool reference : {false, true}) {
        WindowBench bench;
        QVERIFY(bench.measured(sized(smallPlan())));
        QCOMPARE(bench.table().columnCount(), 2);
        chooseFile(file);
        Q_EMIT bench.work->run().reading(file, 1, 2);  // a large one tells how far it is
        Q_EMIT bench.page().form().otherPcWanted(reference);
        QTRY_COMPARE_WITH_TIMEOUT(bench.work->run().logs().size(), 2U, kSoonMs);
        QVERIFY(bench.table().columnCount() > 2);
        const auto* strip = bench.window->findChild<QWidget*>("progressStrip");
        QCOMPARE(strip->findChildren<QLabel*>().front()->text(), QString());  // nothing is read
        QVERIFY(
            bench.window->windowTitle().startsWith(QFileInfo(bench.work->run().path()).fileName()));
        QStringList titles;
        for (int c = 0; c < bench.table().columnCount(); ++c)
            titles << bench.table().headerData(c, Qt::Horizontal).toString();
        const QString wanted = QString::fromStdString(
            bench.word(reference ? "report.column_gpu_reference" : "report.column_gpu_shared"));
        QVERIFY2(titles.contains(wanted), qPrintable(titles.join(" | ")));
        // Its provenance stands in a card.
        const Labels labels(*bench.work->run().comparison(), ui::textOf(bench.settings));
        const QString provenance =
            ui::qs(labels.provenance(bench.work->run().comparison()->sources.back()));
        const auto told = [&] {
            return std::ranges::any_of(
                bench.frame().findChildren<QLabel*>(),
                [&](const QLabel* label) { return label->text() == ui::breakable(provenance); });
        };
        QTRY_VERIFY2(told(), qPrintable(provenance));
        // Where the form is folded the menu that added it takes it away.
        const auto* add = bench.page().findChild<QPushButton*>("addOtherPc");
        QVERIFY(add->menu());
        const qsizetype entries = add->menu()->actions().size();
        add->menu()->actions().last()->trigger();
        QTRY_COMPARE(bench.work->run().logs().size(), 1U);
        QTRY_COMPARE(add->menu()->actions().size(), entries - 2);  // and its separator
        QCOMPARE(bench.table().columnCount(), 2);
    }
}

void TestMainWindow::keysTableIsOfTheActions() {
    WindowBench bench;
    QStringList rows;
    inNextDialog([&](QDialog& dialog) {
        auto* table = dialog.findChild<QTableWidget*>();
        for (int r = 0; r < table->rowCount(); ++r) rows << table->item(r, 0)->text();
        dialog.reject();
    });
    QTest::keyClick(bench.window.get(), Qt::Key_F1);
    QTRY_VERIFY_WITH_TIMEOUT(!rows.isEmpty(), kSoonMs);
    for (const QAction* action : bench.window->actions().all())
        QCOMPARE(rows.contains(action->iconText()), !action->shortcuts().isEmpty());
}

void TestMainWindow::everyKeyIsUsedOnce() {
    const WindowBench bench;
    QStringList used;
    for (const QAction* action : bench.window->actions().all())
        for (const QKeySequence& key : action->shortcuts()) {
            QVERIFY2(!used.contains(key.toString()), qPrintable(key.toString()));
            used << key.toString();
        }
    for (const char* key : {"F5", "Esc", "F11", "Ctrl+Shift+C", "Ctrl+O"})
        QVERIFY2(used.contains(key), key);
}

void TestMainWindow::scriptOfTheConfiguredRun_S0_50() {
    WindowBench bench;
    QVERIFY(bench.ready());
    Plan plan = smallPlan();
    plan.cases.front()["size_px"] = {352};
    bench.window->experimentPage("inference").form().setPlan(plan);
    QString script;
    const QString target = bench.path("duelo.py");
    inNextDialog([&](QDialog& dialog) {
        script = dialog.findChild<QPlainTextEdit*>()->toPlainText();
        chooseFile(target);
        for (auto* button : dialog.findChildren<QPushButton*>())
            if (button->text().contains("Save") || button->text().contains("Guardar"))
                button->click();
        dialog.reject();
    });
    bench.window->actions().script->trigger();
    QVERIFY(script.contains("352") && script.contains("resnet18") &&
            script.contains("import torch"));
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), script);
}

/// Typing in the glossary searches, from whatever page and focus one comes.
void TestMainWindow::typingInTheGlossarySearches() {
    WindowBench bench("normal", "en");
    QVERIFY(bench.ready());
    auto* group = bench.window->findChild<QButtonGroup*>();
    for (const char* before : {"inference", "diagnosis", "home"}) {
        bench.window->showPage(before);
        group->checkedButton()->setFocus();
        QTest::mouseClick(group->button(bench.window->pageIds().indexOf("learn")), Qt::LeftButton);
        QTest::mouseClick(bench.window->findChild<QWidget*>("tile_glossary"), Qt::LeftButton);
        QTest::keyClicks(QApplication::focusWidget(), "kernel");
        auto* search = bench.window->findChild<QWidget*>("glossaryPage")->findChild<QLineEdit*>();
        QCOMPARE(search->text(), QString("kernel"));
        search->clear();
        // Elsewhere it is nobody's.
        bench.window->showPage(before);
        QTest::keyClicks(bench.window.get(), "kernel");
        QCOMPARE(search->text(), QString());
    }
}

void TestMainWindow::diagnosisIsSaved_S0_38() {
    WindowBench bench;
    QVERIFY(bench.ready());
    bench.window->showPage("diagnosis");
    const QString target = bench.path("informe.txt");
    chooseFile(target);
    auto* page = bench.window->findChild<QWidget*>("diagnosisPage");
    QVERIFY(page);
    QVERIFY(QMetaObject::invokeMethod(page, "saveRequested", Qt::DirectConnection));
    QFile file(target);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QString text = QString::fromUtf8(file.readAll());
    QVERIFY2(text.contains("CPU") && text.size() > 500, qPrintable(text));
}

/// Each dialog with a button whose slot throws: told once, and the dialog still closes.
void TestMainWindow::dialogsSurviveAThrow_R_26() {
#ifdef __SANITIZE_ADDRESS__
    // Frames of Qt that an exception passes keep what they hold: a few of Qt's own objects.
    const __lsan::ScopedDisabler notOurs;
#endif
    QSignalSpy caught(&application(), &ui::Application::exceptionCaught);
    WindowBench bench;
    QVERIFY(bench.ready());
    const auto& actions = bench.window->actions();
    int dialogs = 0;
    for (QAction* action : {actions.settings, actions.keys, actions.script, actions.about}) {
        const auto before = caught.size();
        int buttons = 0;
        inNextDialog([&](QDialog& dialog) {
            for (auto* button : dialog.findChildren<QAbstractButton*>()) {
                if (!button->isVisible() || buttons > 0) continue;
                ++buttons;
                connect(button, &QAbstractButton::pressed, button,
                        [] { throw std::runtime_error("slot"); });
                QTest::mousePress(button, Qt::LeftButton);
            }
            ++dialogs;
            dialog.reject();
        });
        action->trigger();
        QCOMPARE(buttons, 1);
        QCOMPARE(caught.size(), before + 1);
        QCOMPARE(caught.last().first().toString(), QString("slot"));
    }
    QCOMPARE(dialogs, 4);
    bench.measure();
    QVERIFY(bench.idle());
    QCOMPARE(bench.table().rowCount(), 3);
}

/// Esc leaves the presentation and ends nothing; F5 does what the button would.
void TestMainWindow::keysObeyWhatIsSeen() {
    WindowBench bench("slow=20000");
    QVERIFY(bench.ready());
    bench.measure();
    QTRY_COMPARE_WITH_TIMEOUT(bench.work->controller().state(), ui::RunController::State::Measuring,
                              kSoonMs);
    QTest::keyClick(bench.window.get(), Qt::Key_F11);
    QVERIFY(bench.window->isFullScreen());
    const auto promisesEsc = [&] {
        const auto labels =
            bench.window->findChild<QWidget*>("progressStrip")->findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->isVisible() && label->text().contains(QLatin1String("Esc"));
        });
    };
    QTRY_VERIFY(!promisesEsc());
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QTRY_VERIFY(promisesEsc());
    QVERIFY(!bench.window->isFullScreen());
    QCOMPARE(bench.work->controller().state(), ui::RunController::State::Measuring);
    QTest::keyClick(bench.window.get(), Qt::Key_Escape);
    QVERIFY(bench.idle());

    QTRY_VERIFY_WITH_TIMEOUT(bench.button().isEnabled(), kSoonMs);
    bench.page().setEngineReady(false);
    QVERIFY(!bench.button().isEnabled());
    QTest::keyClick(bench.window.get(), Qt::Key_F5);
    QVERIFY(!bench.work->isMeasuring());
}

void TestMainWindow::closingARunLeavesNoEngine_data() {
    QTest::addColumn<QString>("engine");
    QTest::newRow("it obeys") << "slow=20000";
    QTest::newRow("it would stay") << "slow=20000+deaf";
}

void TestMainWindow::closingARunLeavesNoEngine() {
    QFETCH(QString, engine);
    if (const auto before = childProcesses()) QCOMPARE(*before, QStringList());
    auto bench = std::make_unique<WindowBench>(engine);
    QVERIFY(bench->ready());
    bench->measure();
    QTRY_COMPARE_WITH_TIMEOUT(bench->work->controller().state(),
                              ui::RunController::State::Measuring, kSoonMs);
    if (const auto running = childProcesses()) QCOMPARE(running->size(), 1);
    // It asks first, and nothing stops where the answer is no.
    const auto answer = [](int button) {
        inNextDialog([button](QDialog& dialog) {
            qobject_cast<QMessageBox*>(&dialog)->buttons().at(button)->click();
        });
    };
    answer(1);
    QVERIFY(!bench->window->close());
    QVERIFY(bench->work->isMeasuring());
    QVERIFY(bench->work->recent().paths().contains(bench->work->run().path()));
    answer(0);
    QVERIFY(bench->window->close());
    QVERIFY(bench->idle());
    QVERIFY(QFileInfo::exists(bench->work->run().path()));
    // As the program does when its last window is gone; no process of it is left, nor a dead one.
    bench.reset();
    if (const auto left = childProcesses()) QCOMPARE(*left, QStringList());
}

int main(int argc, char** argv) {
    return runInApplication<TestMainWindow>(argc, argv);
}
#include "tst_main_window.moc"
