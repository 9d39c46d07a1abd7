// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <variant>

#include "experiments/compare.h"
#include "report/document.h"
#include "report/long_table.h"
#include "report_examples.h"

using namespace duelo;

namespace {

Document composed(const std::vector<RecordLog>& logs, Language language = Language::Spanish) {
    const auto comparison = compare(logs);
    ReportOptions options;
    options.language = language;
    return compose(*comparison, options);
}

template <typename Block>
std::vector<Block> blocks(const Document& document) {
    std::vector<Block> out;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* found = std::get_if<Block>(&block)) out.push_back(*found);
    return out;
}

}  // namespace

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// S0-15, S0-16: seconds with 4 decimals, and a tiny time is never printed as zero (S0-M02).
    void seconds_data() {
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("text");
        QTest::newRow("handout") << 41.23 << "0,0412";
        QTest::newRow("long") << 12345.6 << "12,3456";
        QTest::newRow("least shown") << 0.05 << "0,0001";
        QTest::newRow("below") << 0.04 << "< 0,0001";
    }
    void seconds() {
        QFETCH(double, ms);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(secondsCell(ms, {','}).text), text);
    }

    /// The handout's table to the letter (S0-19, S0-27).
    void handoutTable() {
        const DocTable table = blocks<DocTable>(composed({examples::gpuPc()})).front();
        QCOMPARE(table.columns, (std::vector<std::string>{"Tamaño de la imagen", "Tiempo CPU (s)",
                                                          "Tiempo GPU (s)"}));
        QCOMPARE(table.rows.size(), 3U);
        QCOMPARE(table.rows[0][0].text, std::string("224x224"));
        QCOMPARE(table.rows[1][0].text, std::string("512x512"));
        QCOMPARE(table.rows[1][1].text.size(), std::string("0,1200").size());
        QVERIFY(std::abs(*table.rows[1][1].value - 0.12) < 0.002);
        QVERIFY(std::abs(*table.rows[1][2].value - 0.03) < 0.001);
    }

    /// S0-30..33: the declaration comes first, then the three tables with their titles.
    void optionB() {
        const std::vector<RecordLog> logs{examples::cpuPc(), examples::otherPc()};
        const Document document = composed(logs);
        QVERIFY(document.declaration->find("GPU no disponible. Ejecutando solo en CPU.") !=
                std::string::npos);
        const auto tables = blocks<DocTable>(document);
        QCOMPARE(tables[0].columns.size(), 2U);
        QCOMPARE(tables[1].columns[2], std::string("Tiempo GPU (s) (obtenido de otro grupo)"));
        QVERIFY(tables[1].notes.back().find("grupo_7.duelo") != std::string::npos);
        QVERIFY(tables[1].notes.back().find("2026-05-03") != std::string::npos);
        ComparisonOptions roles;
        roles.roles = {Role::Own, Role::Reference};
        const Document reference = compose(*compare(logs, roles), {});
        QCOMPARE(blocks<DocTable>(reference)[1].columns[2],
                 std::string("Tiempo de referencia (GPU) (s)"));
        QVERIFY(!composed({examples::gpuPc()}).declaration);
    }

    /// Never a cell without a measurement: words, and the whole sentence below the table.
    void causeInWords() {
        for (const DocTable& table : blocks<DocTable>(composed({examples::gpuPc()}))) {
            if (table.id != "times-2") continue;
            QVERIFY(table.rows[0][2].text.find(
                        "no medido: la GPU no tenía memoria suficiente [1]") == 0);
            QVERIFY(table.notes[0].starts_with("[1] "));
            return;
        }
        QFAIL("the table with the refused cell is missing");
    }

    void answer() {
        const auto first =
            blocks<DocParagraph>(composed({examples::gpuPc()}, Language::English)).front();
        QVERIFY(first.strong);
        QVERIFY2(first.text.starts_with("At 512 px, with resnet18"), first.text.c_str());
        QVERIFY(first.text.find("RTX 3060") != std::string::npos);
        QVERIFY(first.text.find("eager on both sides") != std::string::npos);
    }

    /// A verdict never stands beside "too few measurements": it says what it rests on.
    void verdictsHaveGrounds() {
        int decided = 0;
        for (const DocTable& table :
             blocks<DocTable>(composed({examples::gpuPc()}, Language::English)))
            if (table.id == "fair" || table.id == "relative")
                for (const auto& row : table.rows) {
                    const std::string& verdict = row.back().text;
                    if (!verdict.starts_with("FASTER") && !verdict.starts_with("SLOWER")) continue;
                    ++decided;
                    QVERIFY2(row[row.size() - 2].text.find("too few") == std::string::npos,
                             row[0].text.c_str());
                }
        QVERIFY(decided > 10);
    }

    /// S0-20: 'o' and 'x', real sizes; logarithmic only where the times span it.
    void chart() {
        const auto charts = blocks<DocChart>(composed({examples::gpuPc()}));
        QCOMPARE(charts.size(), 1U);
        QVERIFY(charts[0].series[0].marker == DocChart::Marker::Circle);
        QVERIFY(charts[0].series[1].marker == DocChart::Marker::Cross);
        QCOMPARE(charts[0].series[0].points[2].first, 1024.0);
        QVERIFY(charts[0].log_y);
        QVERIFY(charts[0].description.find("512 px") != std::string::npos);
    }

    /// S0-54, S4-M10.
    void headerFields() {
        ReportOptions options;
        options.fields.teacher = "Dra. Ruiz";
        const auto fields =
            compose(*compare(std::vector<RecordLog>{examples::gpuPc()}), options).fields;
        const auto has = [&](const char* name, const char* value) {
            return std::find(fields.begin(), fields.end(),
                             std::pair<std::string, std::string>(name, value)) != fields.end();
        };
        QVERIFY(has("Asignatura", "Computación de alto rendimiento"));
        QVERIFY(has("Docente", "Dra. Ruiz"));
        QVERIFY(has("Estudiante", "Ana Peña"));
        QVERIFY(has("Fecha", "2026-05-04"));
        QVERIFY(has("GPU", "NVIDIA GeForce RTX 3060"));
    }

    /// Every word of a report is there in both languages: no key shows through.
    void noKeyShowsThrough() {
        for (const Language language : {Language::Spanish, Language::English})
            for (const DocTable& table :
                 blocks<DocTable>(composed({examples::gpuPc(), examples::otherPc()}, language))) {
                std::vector<std::string> texts = table.columns;
                texts.push_back(table.title);
                for (const auto& row : table.rows)
                    for (const DocCell& cell : row) texts.push_back(cell.text);
                for (const std::string& text : texts) {
                    QVERIFY2(!text.empty(), table.id.c_str());
                    QVERIFY2(text.find("report.") == text.npos && text.find('{') == text.npos,
                             text.c_str());
                }
            }
        const Text spanish(Language::Spanish), english(Language::English);
        const auto comparison = compare(std::vector<RecordLog>{examples::gpuPc()});
        const auto samples = sampleTable(*comparison, 10).table;
        for (const LongTable& table : {longTable(*comparison, spanish), samples})
            for (const std::string& column : table.columns) {
                QVERIFY2(spanish.has("column." + column), column.c_str());
                QVERIFY2(english.has("column." + column), column.c_str());
            }
    }

    /// Blocks of calls and the processes of strict are told with each sample; other lines leave
    /// both out, and mean one call of one process.
    void samplesSayTheirCallsAndProcess() {
        RecordLog log = examples::gpuPc();
        for (Record& record : log.records)
            if (auto* samples = std::get_if<Samples>(&record); samples && samples->cell == "c001") {
                samples->process.assign(samples->wall_ms.size(), 2);
                samples->calls.assign(samples->wall_ms.size(), 16);
            }
        const auto comparison = compare(std::vector<RecordLog>{log});
        const LongTable table = sampleTable(*comparison, 100'000).table;
        const auto numberIn = [&](const std::vector<LongTable::Value>& row, const char* column) {
            const auto found = std::ranges::find(table.columns, column);
            return std::get<std::int64_t>(
                row[static_cast<std::size_t>(found - table.columns.begin())]);
        };
        const auto cell = static_cast<std::size_t>(std::ranges::find(table.columns, "cell") -
                                                   table.columns.begin());
        std::set<std::int64_t> processes;
        for (const auto& row : table.rows) {
            const bool split = std::get<std::string>(row[cell]) == "c001";
            QCOMPARE(numberIn(row, "process"), split ? 2 : 0);
            QCOMPARE(numberIn(row, "calls_per_sample"), split ? 16 : 1);
            processes.insert(numberIn(row, "process"));
        }
        QCOMPARE(processes.size(), std::size_t{2});
    }

    /// A data file has a column for each part, metric, quantity and identity of its experiments.
    void columnsFollowTheExperiment() {
        const auto comparison = compare(std::vector<RecordLog>{examples::gpuPc()});
        const LongTable table = longTable(*comparison, Text(Language::English));
        const auto at = [&](const char* column) {
            const auto found = std::ranges::find(table.columns, column);
            if (found == table.columns.end()) qFatal("no column %s", column);
            return static_cast<std::size_t>(found - table.columns.begin());
        };
        std::map<std::string, const std::vector<LongTable::Value>*> lines;
        for (const auto& row : table.rows)
            if (const auto* cell = std::get_if<std::string>(&row[at("cell")])) lines[*cell] = &row;
        const auto number = [&](const char* cell, const char* column) {
            const auto* value = std::get_if<double>(&(*lines.at(cell))[at(column)]);
            return value ? *value : std::nan("");
        };
        const auto words = [&](const char* cell, const char* column) {
            const auto* value = std::get_if<std::string>(&(*lines.at(cell))[at(column)]);
            return value ? *value : std::string();
        };
        // c003: a tensor that rests on the GPU; c013: a photograph on it; c012: on the CPU.
        QCOMPARE(words("c003", "parts_inside"), std::string("compute"));
        QCOMPARE(words("c013", "parts_inside"), std::string("h2d compute d2h"));
        QCOMPARE(words("c012", "parts_inside"), std::string());
        QCOMPARE(number("c013", "decode_ms"), 4.5);
        QCOMPARE(number("c013", "resize_ms"), 1.25);
        QCOMPARE(number("c013", "h2d_ms") + number("c013", "compute_ms") +
                     number("c013", "d2h_ms") + number("c013", "unexplained_ms"),
                 number("c013", "median_ms"));
        QCOMPARE(number("c003", "compute_ms") + number("c003", "unexplained_ms"),
                 number("c003", "median_ms"));
        QVERIFY(std::isnan(number("c012", "unexplained_ms")));
        QCOMPARE(number("c012", "throughput"), 1000 / number("c012", "mean_ms"));
        QVERIFY((*lines.at("c013"))[at("images")] == LongTable::Value{std::int64_t{1}});
        QVERIFY((*lines.at("c013"))[at("parameters")] == LongTable::Value{std::int64_t{11689512}});
        QCOMPARE(words("c013", "fingerprint"), std::string("o-c013"));
        QCOMPARE(words("c013", "input_sha256"), std::string("in-224efficientnet_lite0"));
        QCOMPARE(words("c013", "weights_origin"), std::string("official"));
        QCOMPARE(words("c013", "top1_label"), std::string("Egyptian cat"));
        for (const char* other : {"data_ms", "evaluation_ms", "test_accuracy", "updates"})
            QVERIFY2(std::ranges::find(table.columns, other) == table.columns.end(), other);
        for (const std::string& column : table.columns)
            QCOMPARE(std::ranges::count(table.columns, column), 1);
    }

    /// All tables are rectangles, which the writers rely on.
    void rectangles() {
        for (const DocTable& table : blocks<DocTable>(
                 composed({examples::gpuPc(), examples::cpuPc(), examples::otherPc()}))) {
            QCOMPARE(table.numeric.size(), table.columns.size());
            for (const auto& row : table.rows) QCOMPARE(row.size(), table.columns.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestDocument)
#include "tst_document.moc"
