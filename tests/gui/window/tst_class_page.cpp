// SPDX-License-Identifier: GPL-3.0-or-later
// The class in the window, as a teacher projects it (S0-31..36, S0-51, P-11, X-10).
#include <QClipboard>
#include <QDropEvent>
#include <QElapsedTimer>
#include <QMenu>
#include <QMimeData>
#include <QTableWidget>

#include "class_bench.h"
#include "ui/charts/bars_chart.h"
#include "ui/charts/distribution_chart.h"
#include "ui/charts/scatter_chart.h"
#include "ui/classroom/class_cards.h"
#include "ui/classroom/class_page.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ClassFilters;
using ui::ClassPage;

namespace {

ClassPage& classOf(ui::MainWindow& window) {
    window.showPage("class");
    return *window.findChild<ClassPage*>();
}

void drop(QWidget& target, const QStringList& paths) {
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths) urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    QDragEnterEvent enter(QPoint(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&target, &enter);
    QDropEvent event(QPointF(200, 200), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&target, &event);
}

int marksOf(const ClassPage& page, int style, const std::string& size = {}) {
    const ScatterValue& value = page.chart().value();
    return static_cast<int>(std::ranges::count_if(value.marks, [&](const auto& mark) {
        return mark.style == style &&
               (size.empty() || mark.words.find("\n" + size) != std::string::npos);
    }));
}

/// All that can be read in the window now, on screen and aloud.
QString wordsIn(const QWidget& window) {
    QString all;
    for (const QWidget* each : window.findChildren<QWidget*>()) {
        if (!each->isVisibleTo(&window)) continue;
        all += each->accessibleName() + '\n' + each->accessibleDescription() + '\n' +
               each->toolTip() + '\n';
        if (const auto* label = qobject_cast<const QLabel*>(each)) all += label->text() + '\n';
        if (const auto* button = qobject_cast<const QAbstractButton*>(each))
            all += button->text() + '\n';
        if (const auto* chart = qobject_cast<const ui::ScatterChart*>(each))
            for (const auto& mark : chart->value().marks) all += ui::qs(mark.words) + '\n';
        if (const auto* table = qobject_cast<const QTableWidget*>(each))
            for (int row = 0; row < table->rowCount(); ++row)
                for (int column = 0; column < table->columnCount(); ++column)
                    if (const auto* item = table->item(row, column)) all += item->text() + '\n';
    }
    return all;
}

QString firstFileIn(const QString& folder) {
    const QDir own(folder + '/' +
                   QDir(folder).entryList(QDir::Dirs | QDir::NoDotAndDotDot).first());
    return own.filePath(own.entryList({"*.duelo"}).first());
}

QString textOf(const QWidget* card) {
    QString all;
    if (card)
        for (const QLabel* label : card->findChildren<QLabel*>()) all += label->text() + '\n';
    return all;
}

QByteArray contentOf(const QString& path) {
    return QByteArray::fromStdString(test::contentOf(ui::pathOf(path)));
}

bool isRead(const ui::MainWindow& window) {
    auto* status = window.findChild<QLabel*>("classStatus");
    return status && !window.findChild<QPushButton*>("classCancel")->isVisible() &&
           status->text().contains("30 ");
}

}  // namespace

class TestClassPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsEveryPcOfADroppedFolder();
    void takesWhatAPlatformPacks();
    void hidesNamesInAPresentation();
    void tellsWhatDiffersAfterAClick();
    void filtersAndOtherViews();
    void setsAsideWhatDoesNotCount();
    void showsTheWallOfSeats();
    void addsWhatArrivesLater();
    void saysThatAFolderIsGone();
    void stopsReadingAtOnce();
    void exportsTheClass();
    void outlivesAnotherLanguage();
};

void TestClassPage::showsEveryPcOfADroppedFolder() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder);
    ClassPage& page = classOf(*bench.window);
    // Whoever waits for a share must not notice in the window.
    QElapsedTimer since;
    qint64 longest_ms = 0;
    QTimer beat;
    connect(&beat, &QTimer::timeout, this, [&] { longest_ms = qMax(longest_ms, since.restart()); });
    drop(*bench.window, {folder});
    since.start();
    beat.start(5);
    QTRY_VERIFY_WITH_TIMEOUT(isRead(*bench.window), kSoonMs);
    QTRY_COMPARE(marksOf(page, 0, "224"), kClassPcs);
    QCOMPARE(marksOf(page, 1, "224"), kClassPcs - kClassWithoutGpu);
    qInfo("longest block: %lld ms", longest_ms);
    // Of every size a box of each side, and ticks in order.
    QCOMPARE(page.chart().value().grounds.size(), 6U);
    QCOMPARE(page.chart().value().ticks.front().label, std::string("224"));
    QVERIFY(page.headline().contains("30") && page.headline().contains("26"));
}

/// Thirty nested ZIPs in one, three repeats, one torn, one edited and one foreign file, dropped.
void TestClassPage::takesWhatAPlatformPacks() {
    WindowBench bench("gpu", "es");
    const QString made = bench.path("made"), folder = bench.path("L12");
    std::vector<ZipItem> all;
    const auto record = [&](int seat) {
        return QStringLiteral("%1/pc%2.duelo").arg(made).arg(seat, 2, 10, QChar('0'));
    };
    for (int seat = 1; seat <= kClassPcs; ++seat) {
        test::writePc(ui::pathOf(record(seat)), classPc(seat));
        const std::string name = "pc" + classPc(seat).seat();
        all.push_back({studentOf(seat) + "_" + std::to_string(1000 + seat) +
                           "_assignsubmission_file_/" + name + ".zip",
                       test::zipped({{name + ".duelo", contentOf(record(seat)).toStdString()},
                                     {"informe.pdf", "%PDF"}})});
    }
    test::put(ui::pathOf(folder + "/entregas.zip"), test::zipped(all));
    for (const int seat : {1, 2, 3}) {
        test::Pc again = classPc(seat);
        again.started = "2026-05-04T08:00:00Z";
        test::writePc(ui::pathOf(QStringLiteral("%1/antes/pc%2-b.duelo").arg(folder).arg(seat)),
                      again);
    }
    const QByteArray whole = contentOf(record(4));
    test::put(ui::pathOf(folder + "/roto.duelo"), whole.left(whole.size() - 150).toStdString());
    test::put(ui::pathOf(folder + "/Benavente6-x.duelo"),
              contentOf(record(6)).replace("Core i5", "Core i9").toStdString());
    test::put(ui::pathOf(folder + "/notas.txt"), "no");
    ClassPage& page = classOf(*bench.window);
    QElapsedTimer since;
    since.start();
    drop(*bench.window, {folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == kClassPcs &&
                                 page.findChild<QFrame*>("leftCard") &&
                                 textOf(page.findChild<QFrame*>("leftCard")).contains("(6)"),
                             kSoonMs);
    qInfo("thirty nested ZIPs: %lld ms", since.elapsed());
    QCOMPARE(marksOf(page, 1, "224"), kClassPcs - kClassWithoutGpu);
    const QString card = textOf(page.findChild<QFrame*>("leftCard"));
    for (const char* name : {"pc1-b", "pc2-b", "pc3-b", "roto", "-x.duelo", "notas.txt"})
        QVERIFY2(card.contains(name), qPrintable(card));
    bench.window->actions().present->trigger();
    QVERIFY(!wordsIn(*bench.window).contains("Benavente", Qt::CaseInsensitive));
}

void TestClassPage::hidesNamesInAPresentation() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder);
    test::put(ui::pathOf(folder + "/Benavente7_notas.txt"), "no");
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == kClassPcs, kSoonMs);
    const auto showsNames = [&] {
        return wordsIn(*bench.window).contains("Benavente", Qt::CaseInsensitive);
    };
    QVERIFY(!showsNames());
    // A teacher may ask for them, but nobody projects them.
    for (QToolButton* chip : page.findChildren<QToolButton*>())
        if (chip->property("value").toString() == "names") chip->click();
    QVERIFY(showsNames());
    bench.window->actions().present->trigger();
    QCOMPARE(bench.window->property("page").toString(), QString("class"));
    QVERIFY(!showsNames());
    QVERIFY(!page.filters().isVisibleTo(&page));
    QVERIFY(page.chart().isVisibleTo(&page));
    bench.window->actions().present->trigger();
    QVERIFY(showsNames());
}

void TestClassPage::tellsWhatDiffersAfterAClick() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder);
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == kClassPcs, kSoonMs);
    const ScatterValue& value = page.chart().value();
    const auto mark = std::ranges::find_if(value.marks, [](const auto& one) {
        return one.style == 0 && one.words.starts_with("puesto 14\n512");
    });
    QVERIFY(mark != value.marks.end());
    const QPoint at =
        page.chart().placeOf(static_cast<std::size_t>(mark - value.marks.begin())).toPoint();
    QTest::mouseClick(&page.chart(), Qt::LeftButton, {}, at);
    const QString card = textOf(page.findChild<QFrame*>("seatCard"));
    QVERIFY2(card.contains("puesto 14") && card.contains("512"), qPrintable(card));
    // What differs is looked for in the sheets of the whole class, on a thread.
    QTRY_VERIFY2(textOf(page.findChild<QFrame*>("seatCard")).contains("batería"),
                 qPrintable(textOf(page.findChild<QFrame*>("seatCard"))));
    QVERIFY2(card.contains("veces la mediana de la clase"), qPrintable(card));
    // Its samples come from the file, which is read again.
    QTRY_VERIFY_WITH_TIMEOUT(page.findChild<ui::DistributionChart*>("seatSamples"), kSoonMs);
    // Nothing of a card is cut at its side.
    auto* cards = page.findChild<ui::ClassCards*>();
    QTRY_VERIFY(cards->widget()->width() <= cards->viewport()->width());
    for (QPushButton* link : page.findChild<QFrame*>("seatCard")->findChildren<QPushButton*>())
        if (link->text() == "Abrir archivo") link->click();
    QTRY_VERIFY_WITH_TIMEOUT(bench.work->run().path().endsWith("pc14.duelo"), kSoonMs);
    QTRY_COMPARE(bench.window->property("page").toString(), QString("inference"));
}

void TestClassPage::filtersAndOtherViews() {
    WindowBench bench("gpu", "en");
    const QString folder = bench.path("L12");
    writeClass(folder);
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == kClassPcs, kSoonMs);
    auto* option = page.findChild<QComboBox*>("option");
    option->setCurrentIndex(2);
    Q_EMIT option->activated(2);
    QCOMPARE(marksOf(page, 0, "224"), kClassWithoutGpu);
    QCOMPARE(marksOf(page, 1), 0);
    option->setCurrentIndex(0);
    Q_EMIT option->activated(0);
    const auto see = [&](const char* view) {
        for (QToolButton* chip : page.findChildren<QToolButton*>())
            if (chip->property("value").toString() == view) chip->click();
    };
    see("clean");
    // Of one PC the GPU's time is doubtful, and that alone is left out.
    QCOMPARE(marksOf(page, 0, "224"), kClassPcs);
    QCOMPARE(marksOf(page, 1, "224"), kClassPcs - kClassWithoutGpu - 1);
    see("clean");
    see("ratios");
    const ScatterValue ratios = page.chart().value();
    // Of doubtful times no factor is told.
    QCOMPARE(ratios.marks.size(), std::size_t(kClassPcs - kClassWithoutGpu - 1));
    QCOMPARE(ratios.levels, std::vector<double>{1});
    QCOMPARE(ratios.ticks.size(), std::size_t(kClassPcs));  // by seat, never by speed
    QCOMPARE(ratios.ticks.front().label, std::string("01"));
    QCOMPARE(ratios.ticks.back().label, std::string("30"));
    for (const auto& mark : ratios.marks) QVERIFY(mark.filled);  // all differences are plain
    see("predictions");
    const ScatterValue said = page.chart().value();
    QVERIFY(said.marks.size() > 4);
    QCOMPARE(said.ticks.size(), 5U);
    QCOMPARE(said.grounds.size(), 5U);  // the diagonal
    see("wrong");
    const auto* wrong = page.findChild<ui::BarsChart*>("mistakes");
    QTRY_VERIFY(wrong->isVisible());
    QCOMPARE(wrong->value().bars.size(), 1U);  // one question was asked
    QVERIFY2(page.headline().contains("answers were measured otherwise"),
             qPrintable(page.headline()));
}

void TestClassPage::setsAsideWhatDoesNotCount() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder, 6);
    test::put(ui::pathOf(folder + "/notas.txt"), "nada");
    QVERIFY(QFile::copy(firstFileIn(folder), folder + "/copia.duelo"));
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 6, kSoonMs);
    QTRY_VERIFY(page.findChild<QFrame*>("leftCard"));
    const QString card = textOf(page.findChild<QFrame*>("leftCard"));
    QVERIFY2(card.contains("Apartados (2)"), qPrintable(card));
    QVERIFY2(card.contains("notas.txt") && card.contains("copia"), qPrintable(card));
}

void TestClassPage::showsTheWallOfSeats() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("probes");
    writeProbeOf(folder, 3, true);
    writeProbeOf(folder, 4, false);
    ClassPage& page = classOf(*bench.window);
    // Before the lab nothing else is there to see.
    bench.window->openFiles({folder});
    auto* table = page.findChild<QTableWidget*>("classTable");
    QTRY_COMPARE_WITH_TIMEOUT(table->rowCount(), 2, kSoonMs);
    QString all;
    for (int row = 0; row < 2; ++row)
        for (int column = 0; column < table->columnCount(); ++column)
            all += table->item(row, column)->text() + '|';
    QVERIFY2(all.contains("551.86") && all.contains("580"), qPrintable(all));
    QVERIFY2(page.headline().contains("2 PC: 1 puede medir la GPU"), qPrintable(page.headline()));
    // With the first times their chart is.
    test::writePc(ui::pathOf(folder + "/pc03.duelo"), classPc(3));
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 1, kSoonMs);
    QVERIFY(page.filters().view() == ClassFilters::View::Times);
}

void TestClassPage::addsWhatArrivesLater() {
    WindowBench bench("gpu", "en");
    const QString folder = bench.path("L12");
    writeClass(folder, 3);
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 3, kSoonMs);
    test::writePc(ui::pathOf(folder + "/late.duelo"), classPc(9));
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 4, kSoonMs);
    // A folder that came later tells nobody of what comes into its folders: it is looked at.
    test::writePc(ui::pathOf(folder + "/more/of/them/later.duelo"), classPc(10));
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 5, kSoonMs);
    QVERIFY(QDir(folder + "/more").removeRecursively());
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 4, kSoonMs);
    QVERIFY(QFile::remove(folder + "/late.duelo"));
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 3, kSoonMs);
}

void TestClassPage::saysThatAFolderIsGone() {
    WindowBench bench("gpu", "en");
    const QString folder = bench.path("gone");
    writeClass(folder, 2);
    ClassPage& page = classOf(*bench.window);
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 2, kSoonMs);
    QVERIFY(QDir().rename(folder, folder + "-away"));
    QTRY_VERIFY_WITH_TIMEOUT(
        textOf(page.findChild<QFrame*>("leftCard")).contains("is not there any more"), kSoonMs);
    QCOMPARE(marksOf(page, 0, "224"), 2);  // what was read stays
    QVERIFY(QDir().rename(folder + "-away", folder));
    QTRY_VERIFY_WITH_TIMEOUT(
        !page.findChild<QFrame*>("leftCard") || !page.findChild<QFrame*>("leftCard")->isVisible(),
        kSoonMs);
}

void TestClassPage::stopsReadingAtOnce() {
    WindowBench bench("gpu", "en");
    const QString folder = bench.path("many");
    writeClass(folder, 4);
    const std::string one = test::contentOf(ui::pathOf(firstFileIn(folder)));
    for (int i = 0; i < 400; ++i)
        test::put(ui::pathOf(folder + QStringLiteral("/%1.duelo").arg(i)), one);
    ClassPage& page = classOf(*bench.window);
    auto* cancel = page.findChild<QPushButton*>("classCancel");
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(cancel->isVisible(), kSoonMs);
    cancel->click();
    auto* status = page.findChild<QLabel*>("classStatus");
    QTRY_VERIFY_WITH_TIMEOUT(status->text().contains("cancelled"), kSoonMs);
    QVERIFY(!cancel->isVisible());
}

void TestClassPage::exportsTheClass() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    writeClass(folder, 8);
    ClassPage& page = classOf(*bench.window);
    auto* menu = page.findChild<QMenu*>();
    const auto offered = [menu] {
        Q_EMIT menu->aboutToShow();
        return std::ranges::count_if(menu->actions(), [](const QAction* each) {
            return each->isEnabled() && !each->isSeparator();
        });
    };
    QCOMPARE(offered(), 0);  // nothing is made of nothing; packs have a menu of their own
    bench.window->openFiles({folder});
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(page, 0, "224") == 8, kSoonMs);
    QVERIFY(offered() > 10);
    for (const ui::ExportChoice& choice : ui::exportChoices()) {
        if (choice.target == ui::ExportTarget::Program ||
            choice.target == ui::ExportTarget::RecordCopy)
            continue;
        const QString path =
            bench.path(QString("clase%1%2").arg(int(choice.target)).arg(choice.suffix));
        chooseFile(path);
        Q_EMIT page.exportWanted(choice);
        QTRY_VERIFY2(QFileInfo(path).size() > 300, qPrintable(path));
        if (choice.target == ui::ExportTarget::Html || choice.target == ui::ExportTarget::ChartSvg)
            QVERIFY(!contentOf(path).contains("Benavente") && contentOf(path).contains("<circle"));
    }
    for (const char* ending : {"xml", "gift", "doc"}) {
        const QString path = bench.path(QString("preguntas.") + ending);
        chooseFile(path);
        Q_EMIT page.questionsWanted();
        auto* message = page.findChild<QLabel*>("classMessage");
        const bool known = QString(ending) != "doc";
        QTRY_VERIFY2(message->text().contains(known ? "preguntas de" : "GIFT"),
                     qPrintable(message->text()));
        QCOMPARE(QFileInfo::exists(path), known);
        if (known) QVERIFY(!contentOf(path).contains("Benavente"));
    }
    bench.window->actions().copyChart->trigger();
    QTRY_VERIFY(!QApplication::clipboard()->image().isNull());
    bench.window->actions().copyTable->trigger();
    QTRY_VERIFY(QApplication::clipboard()->text().contains('\t'));
}

void TestClassPage::outlivesAnotherLanguage() {
    WindowBench bench("gpu", "es");
    const QString folder = bench.path("L12");
    for (const int seat : {1, 2, 3})
        test::writePc(ui::pathOf(folder + QStringLiteral("/pc%1.duelo").arg(seat)), classPc(seat));
    // From any page: this is no folder of images.
    bench.window->openFiles({folder});
    QCOMPARE(bench.window->property("page").toString(), QString("class"));
    QTRY_VERIFY_WITH_TIMEOUT(marksOf(classOf(*bench.window), 0, "224") == 3, kSoonMs);
    bench.settings.setLanguage(Language::English);
    bench.window->rebuild();
    QTRY_COMPARE(marksOf(classOf(*bench.window), 0, "224"), 3);
    // Captions follow the translators of the program, which nobody has here.
    QTRY_VERIFY(wordsIn(*bench.window).contains("3 PCs"));
}

int main(int argc, char** argv) {
    return runInApplication<TestClassPage>(argc, argv);
}
#include "tst_class_page.moc"
