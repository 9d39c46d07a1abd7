// SPDX-License-Identifier: GPL-3.0-or-later
// The teacher's pack in the window: made on the page of the class, opened by students with one
// click each (S0-08, S0-17, S0-33, P-11).
#include <QImage>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QScopeGuard>

#ifdef Q_OS_LINUX
#include <unistd.h>
#endif

#include "base/places.h"
#include "class_bench.h"
#include "plan/plan_files.h"
#include "ui/classroom/class_page.h"
#include "ui/classroom/wanted_folder.h"
#include "ui/look/pack_settings.h"
#include "ui/pages/pack_card.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;

namespace {

/// With a plan of one size and a photograph, and the times of PC 1.
QString packIn(const WindowBench& bench, const char* name = "material") {
    const QString photograph = bench.path("puente.png");
    QImage image(64, 48, QImage::Format_RGB32);
    image.fill(Qt::darkGreen);
    image.save(photograph);
    test::writePc(ui::pathOf(bench.path("gpu.duelo")), {.number = 1, .sizes = {64}});
    Plan plan = smallPlan(1);
    plan.cases.front()["input"] = {"random"};
    const PackRequest request{.defaults = {{"language", "en"},
                                           {"report/room", "L12"},
                                           {"report/teacher", "N. N."},
                                           {"pack/name", "Session 1"}},
                              .plan = plan,
                              .references = {ui::pathOf(bench.path("gpu.duelo"))},
                              .photographs = {ui::pathOf(photograph)}};
    const QString folder = bench.path(name);
    const auto made = makePack(request, findSpec, ui::pathOf(folder));
    if (!made) qFatal("%s", made.error().code.c_str());
    return folder;
}

ui::PackCard& cardOf(const WindowBench& bench) {
    return *bench.window->findChild<ui::PackCard*>();
}

QString saidBy(const ui::PackCard& card) {
    QString all;
    for (const QLabel* label : card.findChildren<QLabel*>())
        if (label->isVisibleTo(&card)) all += label->text() + '\n';
    return all;
}

QPushButton& buttonOf(const WindowBench& bench, const char* name) {
    return *cardOf(bench).findChild<QPushButton*>(name);
}

bool isOpen(const WindowBench& bench) {
    return QTest::qWaitFor(
        [&] {
            return saidBy(cardOf(bench)).contains("Session 1") &&
                   buttonOf(bench, "packReferenceButton").isVisibleTo(&cardOf(bench));
        },
        kSoonMs);
}

}  // namespace

class TestPackInWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void offersEachPartWithOneClick();
    void presetsWhatIsNotChosen();
    void isRememberedAndLeft();
    void asksWhereToSave();
    void saysWhoseFolderItIs();
    void saysThatItIsAway();
    void putsTheReferenceBesideARun();
    void severalReferencesAreChosenFrom();
    void thoseOfTheBoxAreOffered();
    void isMadeOnThePageOfTheClass();
    void otherFoldersStayWhatTheyWere();
};

void TestPackInWindow::offersEachPartWithOneClick() {
    WindowBench bench;
    QVERIFY(!cardOf(bench).isVisibleTo(bench.window.get()));
    const QString folder = packIn(bench);
    bench.window->openFiles({folder});
    QCOMPARE(bench.window->property("page").toString(), QString("home"));
    QVERIFY(isOpen(bench));
    QVERIFY2(saidBy(cardOf(bench)).contains("2026-05-04"), qPrintable(saidBy(cardOf(bench))));

    buttonOf(bench, "packPlanButton").click();
    QCOMPARE(bench.window->property("page").toString(), QString("inference"));
    QCOMPARE(bench.page().plan().cases.front().at("size_px"), (Values{64}));

    bench.window->showPage("home");
    buttonOf(bench, "packPhotographsButton").click();
    QCOMPARE(bench.window->property("page").toString(), QString("inference"));
    QTRY_VERIFY_WITH_TIMEOUT(!filesOf(bench.page().plan(), *findSpec("inference")).empty(),
                             kSoonMs);

    bench.window->showPage("home");
    QVERIFY(buttonOf(bench, "packReferenceButton").text().contains("RTX 3060"));
    buttonOf(bench, "packReferenceButton").click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().path().endsWith("material/reference.duelo"),
                             kSoonMs);
}

void TestPackInWindow::presetsWhatIsNotChosen() {
    WindowBench bench;
    bench.settings.setField("teacher", "Chosen here");
    // The file of the presets stands for its folder: a file dialog shows no folders to open.
    bench.window->openFiles({packIn(bench) + "/duelo.defaults.ini"});
    QVERIFY(isOpen(bench));
    QCOMPARE(bench.settings.field("room"), QString("L12"));
    QCOMPARE(bench.settings.field("teacher"), QString("Chosen here"));
    QCOMPARE(*bench.settings.language(), Language::Spanish);  // chosen by the bench
    auto* seat = cardOf(bench).findChild<QLineEdit*>("packSeat");
    QTest::keyClicks(seat, "14");
    // Both stand in what is measured, by which the class finds this PC.
    QVERIFY(bench.measured(smallPlan(1)));
    QTRY_VERIFY(!bench.work->run().logs().empty());
    const Json& label = bench.work->run().logs().front().header().label;
    QCOMPARE(label.value("seat", std::string()), "14");
    QCOMPARE(label.value("room", std::string()), "L12");
}

void TestPackInWindow::isRememberedAndLeft() {
    WindowBench bench;
    bench.window->openFiles({packIn(bench)});
    QVERIFY(isOpen(bench));
    bench.window = std::make_unique<ui::MainWindow>(bench.settings, *bench.work);
    bench.window->show();
    QVERIFY(isOpen(bench));
    for (QPushButton* link : cardOf(bench).findChildren<QPushButton*>())
        if (link->text() == "Cerrar el material") link->click();
    QVERIFY(!cardOf(bench).isVisibleTo(bench.window.get()));
    QVERIFY(bench.settings.field("room").isEmpty());
    QVERIFY(ui::PackSettings(bench.settings).folder().isEmpty());
}

/// Y-06: a pack saves nothing at a place of its choice before somebody here has seen that place,
/// and is asked once.
void TestPackInWindow::asksWhereToSave() {
    for (const bool agrees : {false, true}) {
        WindowBench bench;
        bench.settings.setResultsFolder({});  // nothing was chosen here
        const QString before = bench.settings.resultsFolder();
        const QString wanted = bench.path("<b>aquí</b>" + QString(200, 'x').insert(100, "    "));
        const QString folder = packIn(bench);
        QFile defaults(folder + "/duelo.defaults.ini");
        QVERIFY(defaults.open(QIODevice::Append));
        defaults.write("\n[General]\nresults_folder=\"" + wanted.toUtf8() + "\"\n");
        defaults.close();
        QString shown;
        inNextDialog([&](QDialog& dialog) {
            QCOMPARE(dialog.objectName(), QString("folderDialog"));
            // Until then nothing is saved there.
            QCOMPARE(bench.settings.resultsFolder(), before);
            auto* view = dialog.findChild<QPlainTextEdit*>();
            shown = view->toPlainText();
            QCOMPARE(view->wordWrapMode(), QTextOption::WrapAnywhere);
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                QCOMPARE(label->textFormat(), Qt::PlainText);
            agrees ? dialog.accept() : dialog.reject();
        });
        bench.window->openFiles({folder});
        QVERIFY(isOpen(bench));
        QTRY_VERIFY_WITH_TIMEOUT(!shown.isEmpty(), kSoonMs);
        QCOMPARE(shown, wanted);
        const QString after = agrees ? wanted : before;
        QTRY_COMPARE_WITH_TIMEOUT(bench.settings.resultsFolder(), after, kSoonMs);
        // The answer is the pack's: opened again, nobody is asked.
        QVERIFY(ui::PackSettings(bench.settings).answer(wanted) == agrees);
        bench.window = std::make_unique<ui::MainWindow>(bench.settings, *bench.work);
        bench.window->show();
        QVERIFY(isOpen(bench));
        QTest::qWait(100);
        QVERIFY(!QApplication::activeModalWidget());
        QCOMPARE(bench.settings.resultsFolder(), after);
    }
}

/// Y-06: what somebody should know before agreeing.
void TestPackInWindow::saysWhoseFolderItIs() {
    QVERIFY(ui::wantedFolder("//server/share/x", "/pack").network);
    QVERIFY(ui::wantedFolder("\\\\server\\share", "/pack").network);
    QCOMPARE(ui::wantedFolder("//server/share/x", "/pack").path, QString("//server/share/x"));
    QCOMPARE(ui::wantedFolder("results", "/pack").path, QString("/pack/results"));
    QCOMPARE(ui::wantedFolder({}, "/pack").path, QString());
    const QTemporaryDir own;
    QCOMPARE(ui::wantedFolder(own.filePath("new/deeper"), "/pack").owner, QString());
    QVERIFY(!ui::wantedFolder(own.path(), "/pack").network);
#ifdef Q_OS_LINUX
    if (::geteuid() != 0) QSKIP("only an administrator can make another user's folder");
    constexpr uid_t nobody = 65534;
    QCOMPARE(::chown(own.path().toUtf8(), nobody, nobody), 0);
    QVERIFY(!ui::wantedFolder(own.filePath("new"), "/pack").owner.isEmpty());
#endif
}

void TestPackInWindow::saysThatItIsAway() {
    WindowBench bench;
    const QString folder = packIn(bench);
    bench.window->openFiles({folder});
    QVERIFY(isOpen(bench));
    QVERIFY(QDir().rename(folder, folder + "-away"));
    bench.window = std::make_unique<ui::MainWindow>(bench.settings, *bench.work);
    bench.window->show();
    QTRY_VERIFY_WITH_TIMEOUT(saidBy(cardOf(bench)).contains("no está disponible"), kSoonMs);
    QVERIFY(saidBy(cardOf(bench)).contains("Session 1"));
    QVERIFY(!buttonOf(bench, "packPlanButton").isVisibleTo(&cardOf(bench)));
    QCOMPARE(bench.settings.field("room"), QString("L12"));  // what it presets holds
}

void TestPackInWindow::putsTheReferenceBesideARun() {
    WindowBench bench;
    bench.window->openFiles({packIn(bench)});
    QVERIFY(isOpen(bench));
    QVERIFY(bench.measured(smallPlan(1)));
    // A PC without a GPU is offered the column that it lacks.
    QTRY_VERIFY2(bench.message().contains("tiempos de una GPU"), qPrintable(bench.message()));
    bench.messageAction().click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().logs().size() == 2, kSoonMs);
    QVERIFY(bench.work->run().roleOf(1) == duelo::Role::Reference);
}

/// Each with its GPU and date, whatever a file says its GPU is called; what cannot be used is told.
void TestPackInWindow::severalReferencesAreChosenFrom() {
    WindowBench bench;
    const QString folder = packIn(bench);
    const auto at = [&](const char* name) { return ui::pathOf(folder + "/references/" + name); };
    test::writePc(
        at("b.duelo"),
        {.number = 2, .sizes = {64}, .gpu_name = "<img src=x>&RTX\n\x1B" + std::string(3000, 'x')});
    test::writePc(at("cpu.duelo"), {.number = 3, .gpu = false, .sizes = {64}});
    std::string edited = test::contentOf(ui::pathOf(folder + "/reference.duelo"));
    edited.replace(edited.find("RTX 3060"), 8, "RTX 4090");
    test::put(at("edited.duelo"), edited);
    bench.window->openFiles({folder});
    QVERIFY(isOpen(bench));
    const QString said = saidBy(cardOf(bench));
    for (const char* name : {"RTX 3060", "b.duelo", "cpu.duelo", "edited.duelo"})
        QVERIFY2(said.contains(name), qPrintable(said));
    QVERIFY(!said.contains("RTX 4090"));
    QStringList titles;
    inNextDialog([&](QDialog& dialog) {
        auto* list = dialog.findChild<QListWidget*>("references");
        for (int i = 0; i < list->count(); ++i) titles << list->item(i)->text();
        list->setCurrentRow(1);
        dialog.findChild<QPushButton*>("referenceTake")->click();
    });
    buttonOf(bench, "packReferenceButton").click();
    QCOMPARE(titles.size(), 2);
    QVERIFY2(titles[0].startsWith("RTX 3060, 2026-05-04"), qPrintable(titles[0]));
    QVERIFY2(titles[1].startsWith("<img src=x>&RTX") && titles[1].size() < 300,
             qPrintable(titles[1]));
    QVERIFY(!titles[1].contains('\n') && !titles[1].contains('\x1B'));
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().path().endsWith("references/b.duelo"), kSoonMs);
}

/// With no file there it is said, with the place for one's own; one that is put there is offered.
void TestPackInWindow::thoseOfTheBoxAreOffered() {
    const QTemporaryDir own;
    std::map<const char*, QByteArray> before;
    for (const char* name : {"DUELO_DATA_DIR", "XDG_DATA_HOME", "LOCALAPPDATA"}) {
        before[name] = qgetenv(name);
        qputenv(name, own.path().toUtf8());
    }
    const auto restore = qScopeGuard([&] {
        for (const auto& [name, value] : before) qputenv(name, value);
    });
    WindowBench bench;
    QVERIFY(bench.measured(smallPlan(1)));
    QVERIFY2(!bench.message().contains("tiempos de una GPU"), qPrintable(bench.message()));
    QString said;
    inNextDialog([&](QDialog& dialog) {
        const auto* label = dialog.findChild<QLabel*>("referencesSaid");
        if (QTest::qWaitFor([&] { return label->text().contains("no trae"); }, kSoonMs))
            for (const QLabel* each : dialog.findChildren<QLabel*>()) said += each->text() + '\n';
        dialog.reject();
    });
    Q_EMIT bench.page().form().referenceWanted();
    QVERIFY2(said.contains(ui::qs(utf8(ownReferencesDir()))), qPrintable(said));
    QCOMPARE(bench.work->run().logs().size(), std::size_t{1});

    test::writePc(ownReferencesDir() / "mate.duelo", {.number = 2, .sizes = {64}});
    inNextDialog([&](QDialog& dialog) {
        const auto* list = dialog.findChild<QListWidget*>("references");
        if (!QTest::qWaitFor([&] { return list->count() == 1; }, kSoonMs)) return dialog.reject();
        dialog.findChild<QPushButton*>("referenceTake")->click();
    });
    Q_EMIT bench.page().form().referenceWanted();
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().logs().size() == 2, kSoonMs);
    QVERIFY(bench.work->run().roleOf(1) == duelo::Role::Reference);
    // Next time it is offered by itself after a run.
    WindowBench next;
    QVERIFY(next.measured(smallPlan(1)));
    QTRY_VERIFY2(next.message().contains("RTX 3060"), qPrintable(next.message()));
    next.messageAction().click();
    QTRY_VERIFY_WITH_TIMEOUT(next.work->run().logs().size() == 2, kSoonMs);
}

void TestPackInWindow::isMadeOnThePageOfTheClass() {
    WindowBench bench;
    QVERIFY(bench.ready());
    bench.settings.setField("subject", "Arquitectura");
    bench.page().form().setPlan(smallPlan(1));
    test::writePc(ui::pathOf(bench.path("gpu.duelo")), {.number = 1, .sizes = {64}});
    test::writePc(ui::pathOf(bench.path("gpu2.duelo")), {.number = 2, .sizes = {64}});
    bench.window->showPage("class");
    auto* page = bench.window->findChild<ui::ClassPage*>();
    const QString folder = bench.path("para la clase");
    inNextDialog([&](QDialog& dialog) {
        dialog.findChild<QLineEdit*>("packName")->setText("Sesión 2");
        auto* references = dialog.findChild<QListWidget*>("packReferences");
        for (const char* file : {"gpu.duelo", "gpu2.duelo", "gpu.duelo"}) {
            chooseFile(bench.path(file));
            dialog.findChild<QPushButton*>("packAddReferences")->click();
        }
        QCOMPARE(references->count(), 2);  // none of them twice
        dialog.findChild<QLineEdit*>("packFolder")->setText(folder);
        dialog.accept();
    });
    Q_EMIT page->packWanted();
    auto* message = page->findChild<QLabel*>("classMessage");
    QTRY_VERIFY2_WITH_TIMEOUT(message->text().contains("escrito: "), qPrintable(message->text()),
                              kSoonMs);
    const auto pack = readPack(ui::pathOf(folder), findSpec);
    QVERIFY(pack && pack->plan && pack->problems.empty());
    QCOMPARE(valuesIn(pack->plan->cases.front(), "size_px"), Values{64});
    QCOMPARE(pack->references.size(), 2U);
    QCOMPARE(pack->references[0].gpu, "RTX 3060");
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(saidBy(cardOf(bench)).contains("Sesión 2"), kSoonMs);

    // What cannot be is said where it was asked for.
    inNextDialog([&](QDialog& dialog) {
        dialog.findChild<QLineEdit*>("packFolder")->setText(folder);
        dialog.accept();
    });
    bench.window->showPage("class");
    Q_EMIT page->packWanted();
    QTRY_VERIFY2_WITH_TIMEOUT(message->text().contains("no está vacía"),
                              qPrintable(message->text()), kSoonMs);
}

/// Folders of folders of a class go to the class, whatever page is in view, and images do not.
void TestPackInWindow::otherFoldersStayWhatTheyWere() {
    WindowBench bench;
    writeClass(bench.path("L12"), 2);
    bench.window->showPage("inference");
    bench.window->openFiles({bench.path("L12")});
    QCOMPARE(bench.window->property("page").toString(), QString("class"));
    bench.window->showPage("inference");
    QVERIFY(QDir().mkpath(bench.path("fotos/viaje")));
    bench.window->openFiles({bench.path("fotos")});
    QCOMPARE(bench.window->property("page").toString(), QString("inference"));
}

int main(int argc, char** argv) {
    return runInApplication<TestPackInWindow>(argc, argv);
}
#include "tst_pack_in_window.moc"
