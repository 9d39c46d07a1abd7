// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/places.h"
#include "experiments/compare.h"
#include "record/game.h"
#include "report/export.h"
#include "report/writers.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

/// The workbook is read back by another program's XML reader (xlsx_cells.py).
class TestXlsx : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_folder;

    Json read(const Comparison& comparison, Language language) {
        const auto path = fromUtf8(m_folder.filePath(QStringLiteral("año.xlsx")).toStdString());
        ReportOptions options;
        options.language = language;
        if (auto done = exportReport(comparison, ReportFormat::Xlsx, options, path, true); !done)
            qFatal("%s", done.error().code.c_str());
        QProcess python;
        python.start(qEnvironmentVariable("DUELO_PYTHON"),
                     {QStringLiteral(DUELO_SOURCE_DIR "/tests/report/xlsx_cells.py"),
                      QString::fromStdString(utf8(path))});
        python.waitForFinished();
        return Json::parse(python.readAllStandardOutput().toStdString());
    }
    static bool holds(const Json& sheet, const std::string& text) {
        for (const Json& cell : sheet["cells"])
            if (cell.is_string() && cell.get<std::string>() == text) return true;
        return false;
    }

private Q_SLOTS:
    void initTestCase() {
        if (!QFile::exists(qEnvironmentVariable("DUELO_PYTHON")))
            QSKIP("no python3 to read the workbook with");
    }

    /// Where a program leaves the height of a row as it is, what breaks would lie upon the next.
    void longValuesOfTheMachineHaveRoom() {
        RecordLog log = examples::gpuPc();
        std::get<Header>(log.records.front()).machine.cpu.name = std::string(200, 'x');
        const Json book = read(*compare(std::vector<RecordLog>{std::move(log)}), Language::Spanish);
        const Json& machine = book["sheets"]["Equipo"];
        std::string row;
        for (const auto& [at, value] : machine["cells"].items())
            if (value == std::string(200, 'x')) row = at.substr(1);
        QVERIFY(machine["heights"].contains(row));
        QVERIFY(machine["heights"][row].get<double>() >= 45);
    }

    void sheetsAndFigures() {
        const Comparison c = *compare(std::vector<RecordLog>{examples::gpuPc()});
        const Json book = read(c, Language::Spanish);
        QCOMPARE(book["order"].dump(), std::string(R"(["Informe","Datos","Equipo","Muestras"])"));
        const Json& report = book["sheets"]["Informe"];
        QVERIFY(holds(report, "Tamaño de la imagen"));
        QVERIFY(holds(report, "224x224"));
        QVERIFY(report["frozen"].get<bool>() && book["sheets"]["Datos"]["frozen"].get<bool>());
        std::set<double> numbers;
        for (const Json& cell : report["cells"])
            if (cell.is_number()) numbers.insert(cell.get<double>());
        // Figures are numbers, not texts, with the 16 digits that the library writes.
        const double seconds = c.rows[1].cells[0].result.summary->median_ms / 1000;
        const auto near = numbers.lower_bound(seconds * (1 - 1e-15));
        QVERIFY(near != numbers.end() && *near <= seconds * (1 + 1e-15));
        QVERIFY(holds(book["sheets"]["Equipo"], "Intel(R) Core(TM) i5-12400"));
        QCOMPARE(book["sheets"]["Datos"]["cells"]["A2"].get<std::string>(),
                 std::string("aula.duelo"));
        QVERIFY(book["sheets"]["Muestras"]["cells"].size() > 14U * 42);
        QVERIFY(holds(read(c, Language::English)["sheets"]["Report"], "Image size"));
    }

    /// A comparison that misleads on purpose says so on each sheet with times, line by line.
    void games_P_08() {
        RecordLog game = examples::gpuPc();
        std::get<Header>(game.records.front()).extra[kGameField] =
            toJson(Game{.slow_cell = "c007", .fast_cell = "c003"});
        const Json book =
            read(*compare(std::vector<RecordLog>{std::move(game)}), Language::Spanish);
        const std::string watermark = Text(Language::Spanish)("game.watermark");
        QVERIFY(holds(book["sheets"]["Datos"], watermark));
        QVERIFY(holds(book["sheets"]["Muestras"], watermark));
        bool told = false;
        for (const Json& cell : book["sheets"]["Informe"]["cells"])
            told |= cell.is_string() && cell.get<std::string>().starts_with(watermark);
        QVERIFY(told);
    }

    /// Trainings have a sheet of their epochs, and several variants a colour each in their charts.
    void trainings() {
        const Json book =
            read(*compare(std::vector<RecordLog>{examples::trainingPc()}), Language::Spanish);
        QCOMPARE(book["order"].dump(),
                 std::string(R"(["Informe","Datos","Equipo","Muestras","Épocas"])"));
        const Json& epochs = book["sheets"]["Épocas"];
        QVERIFY(holds(epochs, "Pérdida de validación"));
        QVERIFY(epochs["frozen"].get<bool>());
        QVERIFY(epochs["cells"].contains("A62") && !epochs["cells"].contains("A63"));
        QCOMPARE(book["charts"].size(), 6U);
        QCOMPARE(book["charts"][0]["symbols"].size(), 6U);
        QCOMPARE(book["charts"][5]["log"].size(), 1U);  // the finder's rates
        QVERIFY(holds(book["sheets"]["Informe"], "Fila: lo que es. Columna: lo que dijo la red"));
        for (const Json& sheet : book["sheets"]) QCOMPARE(sheet["formulas"].get<int>(), 0);
    }

    /// A matrix of many classes is wider than the other tables: it is printed whole, and what the
    /// charts are drawn from stands right of it.
    void manyClasses() {
        constexpr std::size_t kClasses = 10;
        RecordLog log = examples::trainingPc();
        Json names = Json::array(), rows = Json::array();
        for (std::size_t i = 0; i < kClasses; ++i) {
            names.push_back("class " + std::to_string(i));
            rows.push_back(std::vector<int>(kClasses, 1));
        }
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record);
                result && result->output.contains("trained")) {
                result->output["trained"]["classes"] = names;
                result->output["trained"]["confusion"] = rows;
            }
        const Json book = read(*compare(std::vector<RecordLog>{log}), Language::English);
        const Json& sheet = book["sheets"]["Report"];
        const auto printed = sheet["printed"].get<std::string>();
        QVERIFY2(printed.starts_with("Report!$A$1:$K$"), printed.c_str());  // K is the 11th
        for (const Json& chart : book["charts"])
            for (const Json& range : chart["ranges"]) {
                const auto place = range.get<std::string>();  // Report!$O$40:$O$43
                const std::size_t at = place.find('$') + 1;
                const std::string column = place.substr(at, place.find('$', at) - at);
                QVERIFY2(column.size() > 1 || column > "K", place.c_str());
            }
    }

    /// Native chart: CPU 'o', GPU 'x', logarithmic where the times span it, and then over the sizes
    /// too (S0-20, Y-43).
    void chart() {
        const Json book =
            read(*compare(std::vector<RecordLog>{examples::gpuPc()}), Language::English);
        QCOMPARE(book["charts"].size(), 3U);
        QCOMPARE(book["charts"][0]["symbols"].dump(), std::string(R"(["circle","x","square"])"));
        QCOMPARE(book["charts"][0]["log"].size(), 2U);
        QCOMPARE(book["charts"][0]["ranges"].size(), 6U);
        // One size and photographs are bars, in the colours of their series.
        QCOMPARE(book["charts"][1]["bars"].dump(), std::string(R"(["0072B2"])"));
        QCOMPARE(book["charts"][2]["bars"].dump(),
                 std::string(R"(["0072B2","D55E00","0072B2","D55E00"])"));
    }

    /// On paper: every sheet in the width of its pages, headers repeated, no chart across two
    /// pages, and of the samples, which would fill hundreds of pages, the first.
    void printing() {
        RecordLog log = examples::gpuPc();
        const Json book = read(*compare(std::vector<RecordLog>{log}), Language::English);
        for (const Json& sheet : book["sheets"])
            QCOMPARE(sheet["fit"].dump(), std::string(R"(["0"])"));  // any number of pages high
        const Json& samples = book["sheets"]["Samples"];
        QCOMPARE(samples["repeated"].get<std::string>(), std::string("Samples!$1:$2"));
        const auto printed = samples["printed"].get<std::string>();
        QVERIFY2(printed.starts_with("Samples!$A$1:$") && printed.ends_with("$102"),
                 printed.c_str());
        QVERIFY(samples["cells"].contains("A500"));  // the sheet itself has them all
        QCOMPARE(book["sheets"]["Machine"]["repeated"].get<std::string>(),
                 std::string("Machine!$1:$1"));
        QCOMPARE(book["sheets"]["Report"]["breaks"].size(), 4U);  // before charts, the third, annex
    }

    /// R-24: no formula anywhere, the hostile name is there as it is; figures have the
    /// decimals of their document.
    void textStaysText() {
        const Json book =
            read(*compare(std::vector<RecordLog>{examples::gpuPc()}), Language::English);
        for (const Json& sheet : book["sheets"]) QCOMPARE(sheet["formulas"].get<int>(), 0);
        QVERIFY(holds(book["sheets"]["Data"], "/home/ana/fotos/=cmd|'/c calc'!A1.png"));
        const std::string formats = book["formats"].dump();
        QVERIFY(formats.find("\"0.0000\"") != formats.npos);
    }

    void optionB() {
        ComparisonOptions roles;
        roles.roles = {Role::Own, Role::Shared};
        const auto c =
            compare(std::vector<RecordLog>{examples::cpuPc(), examples::otherPc()}, roles);
        const Json book = read(*c, Language::Spanish);
        const std::string first = book["sheets"]["Informe"]["cells"]["A1"];
        QVERIFY2(first.starts_with("Declaración: este PC"), first.c_str());
        QVERIFY(holds(book["sheets"]["Informe"], "Tiempo GPU (s) (obtenido de otro grupo)"));
    }

    void unwritable() {
        const auto c = compare(std::vector<RecordLog>{examples::gpuPc()});
        const auto done =
            writeXlsx(*c, {}, fromUtf8(m_folder.filePath("no/such/folder.xlsx").toStdString()));
        QVERIFY(!done);
        QCOMPARE(done.error().code, std::string("write_failed"));
    }
};

QTEST_APPLESS_MAIN(TestXlsx)
#include "tst_xlsx.moc"
