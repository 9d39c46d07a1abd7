// SPDX-License-Identifier: GPL-3.0-or-later
// Tests of a class in the window that handed in by Moodle, and of the files that go back to it
// (S0-34, P-11).
#include <QMenu>
#include <QRegularExpression>
#include <QTableWidget>

#include "base/zip_file.h"
#include "class_bench.h"
#include "lab_report/claim.h"
#include "ui/charts/bars_chart.h"
#include "ui/classroom/class_page.h"
#include "ui/classroom/document_view.h"
#include "window_bench.h"

using namespace duelo;
using namespace duelo::testing;
using ui::ClassPage;
using ClassView = ui::ClassFilters::View;

namespace {

constexpr int kHandedIn = 8;

std::string folderOf(int seat) {
    return studentOf(seat) + "_" + std::to_string(100 + seat) + "_assignsubmission_file_";
}

/// Says that the CPU of that PC is faster than its GPU.
std::string wrongReport(int seat) {
    const std::string run = test::headerOf(classPc(seat)).run;
    LabReport report;
    static_cast<void>(report.cite(citationOf(
        Claim{.kind = ClaimKind::Pair, .base = {run, "c2"}, .of = {run, "c1"}, .says = "faster"})));
    return jsonText(toJson(report));
}

/// One of each kind: folders and flat, whole, cut off, a copy, a foreign file, a text alone, and a
/// late one of Canvas.
void writeZipOfMoodle(const QString& path, const QString& scratch) {
    std::vector<ZipItem> items;
    const auto record = [&](int seat) {
        const auto file = ui::pathOf(scratch + QStringLiteral("/%1.duelo").arg(seat));
        if (!std::filesystem::exists(file)) test::writePc(file, classPc(seat));
        return test::contentOf(file);
    };
    for (const int seat : {1, 2}) items.push_back({folderOf(seat) + "/pc.duelo", record(seat)});
    items.push_back({folderOf(2) + "/informe.duelo-report", wrongReport(2)});
    items.push_back({folderOf(3) + "pc.duelo", record(3)});
    const std::string whole = record(4);
    items.push_back({folderOf(4) + "/pc.duelo", whole.substr(0, whole.size() - 150)});
    items.push_back({folderOf(5) + "/pc.duelo", record(1)});
    items.push_back({folderOf(6) + "/" + studentOf(6) + ".pdf", "%PDF"});
    items.push_back({studentOf(7) + "_107_assignsubmission_onlinetext_/onlinetext.html", "<p>no"});
    items.push_back({"benavente8zacarias_LATE_108_900_pc.duelo", record(8)});
    test::put(ui::pathOf(path), test::zipped(items));
}

/// Moodle's worksheet of the first `rows` of them.
QString writeWorksheet(const QString& path, int rows) {
    std::string sheet =
        "Identificador,\"Nombre completo\",Estado,Calificación,\"Última "
        "modificación (calificación)\",\"Comentarios de retroalimentación\"\n";
    for (int seat = 1; seat <= rows; ++seat)
        sheet += "\"Participante " + std::to_string(100 + seat) + "\",\"" + studentOf(seat) +
                 "\",Enviado,,-,\n";
    test::put(ui::pathOf(path), sheet);
    return path;
}

class Bench : public WindowBench {
public:
    Bench() {
        window->showPage("class");
        page = window->findChild<ClassPage*>();
        writeZipOfMoodle(path("L12-Lab-77.zip"), path("made"));
    }
    /// With the list in view.
    [[nodiscard]] bool opened() {
        window->openFiles({path("L12-Lab-77.zip")});
        page->filters().setView(ClassView::Submissions);
        Q_EMIT page->filters().edited();
        return QTest::qWaitFor([this] { return table().rowCount() == kHandedIn; }, kSoonMs);
    }
    [[nodiscard]] QTableWidget& table() const {
        return *page->findChild<QTableWidget*>("submissionTable");
    }
    [[nodiscard]] QString row(int at) const {
        QStringList cells;
        for (int column = 0; column < table().columnCount(); ++column)
            cells << table().item(at, column)->text();
        return cells.join('|');
    }
    [[nodiscard]] QString rows() const {
        QString all;
        for (int at = 0; at < table().rowCount(); ++at) all += row(at) + '\n';
        return all;
    }
    [[nodiscard]] QString message() const {
        return page->findChild<QLabel*>("classMessage")->text();
    }
    void chip(const char* value) const {
        for (QToolButton* each : page->findChildren<QToolButton*>())
            if (each->property("value").toString() == value) each->click();
    }
    void wantWorksheet() const {
        auto* menu = page->findChild<QMenu*>();
        Q_EMIT menu->aboutToShow();
        for (QAction* each : menu->actions())
            if (each->text().contains("Moodle…") && each->text().contains("retro")) each->trigger();
    }

    ClassPage* page = nullptr;
};

/// Answers the dialogs that ask for the worksheet and for both files, one after the other.
void chooseThree(const QString& sheet, const QString& filled, const QString& pages) {
    const auto then = [](const QString& path, auto next) {
        return [path, next](QDialog& dialog) {
            next();
            dialog.findChild<QLineEdit*>("fileNameEdit")->setText(path);
            QMetaObject::invokeMethod(&dialog, "accept", Qt::DirectConnection);
        };
    };
    inNextDialog(then(sheet, [=] {
        QTimer::singleShot(0, [=] {
            inNextDialog(then(filled, [=] { QTimer::singleShot(0, [=] { chooseFile(pages); }); }));
        });
    }));
}

QString textOf(const QWidget& page) {
    QString all;
    for (const QLabel* label : page.findChildren<QLabel*>()) all += label->text() + '\n';
    for (const QTableWidget* table : page.findChildren<QTableWidget*>())
        for (int row = 0; row < table->rowCount(); ++row)
            for (int column = 0; column < table->columnCount(); ++column)
                all += table->item(row, column)->text() + '\n';
    return all;
}

}  // namespace

class TestClassMoodle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void listsEverySubmission();
    void opensThePageOfOne();
    void chartsWhatIsWrong();
    void writesBack();
    void refusesAnotherCourse();
};

void TestClassMoodle::listsEverySubmission() {
    Bench bench;
    QVERIFY(bench.opened());
    QString all = bench.rows();
    QVERIFY2(!all.contains("Benavente", Qt::CaseInsensitive), qPrintable(all));
    for (const char* words :
         {"Cortada:", "Copia de #", "no es de Duelo", "solo un texto", "#8", "con retraso"})
        QVERIFY2(all.contains(words), qPrintable(all));
    QVERIFY2(bench.page->headline().contains("8 entregas: 4 con tiempos"),
             qPrintable(bench.page->headline()));
    bench.chip("names");
    QTRY_COMPARE(bench.table().columnCount(), 5);
    all = bench.rows();
    QVERIFY2(all.contains("Zacarías Benavente4|104|"), qPrintable(all));
    // In a presentation nobody's.
    bench.window->actions().present->trigger();
    QTRY_COMPARE(bench.table().columnCount(), 4);
    QVERIFY(!bench.rows().contains("Benavente", Qt::CaseInsensitive));
}

void TestClassMoodle::opensThePageOfOne() {
    Bench bench;
    QVERIFY(bench.opened());
    const auto rowWith = [&](const char* words) {
        for (int at = 0; at < kHandedIn; ++at)
            if (bench.row(at).contains(words)) return at;
        return -1;
    };
    const auto click = [&](int row) {
        QTest::mouseClick(bench.table().viewport(), Qt::LeftButton, {},
                          bench.table().visualItemRect(bench.table().item(row, 0)).center());
    };
    auto* shown = bench.page->findChild<ui::DocumentView*>("submissionPage");
    click(rowWith("con tiempos"));
    QTRY_VERIFY_WITH_TIMEOUT(shown->isVisible(), kSoonMs);
    const QString words = textOf(*shown);
    QVERIFY2(words.contains("Sus tiempos y los de la clase") || words.contains("Tiempos"),
             qPrintable(words));
    static const QRegularExpression place("[1-5] de [45]");  // among the PCs
    QVERIFY2(words.contains(place), qPrintable(words));
    QVERIFY(bench.page->headline().startsWith("Entrega #"));
    bench.page->findChild<QPushButton*>("allSubmissions")->click();
    QVERIFY(bench.table().isVisible());
    // A file can be called as its student is.
    click(rowWith("no es de Duelo"));
    QTRY_VERIFY_WITH_TIMEOUT(shown->isVisible() && textOf(*shown).contains(".pdf"), kSoonMs);
    QVERIFY2(!textOf(*shown).contains("Benavente"), qPrintable(textOf(*shown)));
}

void TestClassMoodle::chartsWhatIsWrong() {
    Bench bench;
    QVERIFY(bench.opened());
    bench.chip("wrong");
    auto* bars = bench.page->findChild<ui::BarsChart*>("mistakes");
    // The claims stand in files that are read again.
    const auto claim = [bars]() -> const BarsValue::Bar* {
        const auto& all = bars->value().bars;
        const auto at =
            std::ranges::find(all, "Afirmaciones de los informes", &BarsValue::Bar::group);
        return at == all.end() ? nullptr : &*at;
    };
    QTRY_VERIFY_WITH_TIMEOUT(claim(), kSoonMs);
    QCOMPARE(claim()->text, "1 de 1");
    QVERIFY2(claim()->name.find("CPU") != std::string::npos, claim()->name.c_str());
    // The one prediction was right.
    QCOMPARE(bars->value().bars.size(), std::size_t{1});
    QVERIFY2(bench.page->headline().contains("1 de 2"), qPrintable(bench.page->headline()));
    const QString path = bench.path("clase.html");
    chooseFile(path);
    for (const ui::ExportChoice& choice : ui::exportChoices())
        if (choice.target == ui::ExportTarget::Html) Q_EMIT bench.page->exportWanted(choice);
    QTRY_VERIFY_WITH_TIMEOUT(QFileInfo(path).size() > 300, kSoonMs);
    const std::string html = test::contentOf(ui::pathOf(path));
    QVERIFY(html.find("En qué falla la clase") != html.npos);
    QVERIFY(html.find("Benavente") == html.npos);
}

void TestClassMoodle::writesBack() {
    Bench bench;
    QVERIFY(bench.opened());
    // Nobody of the sheet's last row handed in; of the last two submissions it knows nothing.
    const QString sheet = writeWorksheet(bench.path("Calificaciones.csv"), 6);
    test::put(ui::pathOf(sheet), test::contentOf(ui::pathOf(sheet)) +
                                     "\"Participante 300\",\"Otra Persona\",Sin entrega,,-,\n");
    const QString filled = bench.path("hechos.csv"), pages = bench.path("paginas.zip");
    chooseThree(sheet, filled, pages);
    bench.wantWorksheet();
    QTRY_VERIFY2_WITH_TIMEOUT(bench.message().contains("6 filas"), qPrintable(bench.message()),
                              kSoonMs);
    const QString told = bench.message();
    QVERIFY2(told.contains("6 páginas") && told.contains("1 fila de la hoja"), qPrintable(told));
    QCOMPARE(told.count("no está en ninguna fila"), 2);
    QVERIFY(!told.contains("Benavente"));
    const std::string csv = test::contentOf(ui::pathOf(filled));
    QVERIFY(csv.find("[Duelo]") != csv.npos);
    const auto zip = ZipArchive::open(ui::pathOf(pages));
    QVERIFY(zip);
    QCOMPARE(zip->entries().size(), std::size_t{6});
}

void TestClassMoodle::refusesAnotherCourse() {
    Bench bench;
    QVERIFY(bench.opened());
    const QString sheet = bench.path("otra.csv");
    test::put(ui::pathOf(sheet),
              "Identifier,\"Full name\",Grade,\"Last modified (grade)\",\"Feedback comments\"\n"
              "\"Participant 9001\",\"Otra Persona\",,-,\n");
    const QString filled = bench.path("hechos.csv");
    chooseThree(sheet, filled, bench.path("paginas.zip"));
    bench.wantWorksheet();
    QTRY_VERIFY2_WITH_TIMEOUT(bench.message().contains("otro curso"), qPrintable(bench.message()),
                              kSoonMs);
    QVERIFY(!QFileInfo::exists(filled) && !QFileInfo::exists(bench.path("paginas.zip")));
}

int main(int argc, char** argv) {
    return runInApplication<TestClassMoodle>(argc, argv);
}
#include "tst_class_moodle.moc"
