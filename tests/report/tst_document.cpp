// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <variant>

#include "document_testing.h"
#include "experiments/compare.h"
#include "many_cells.h"
#include "report/document.h"
#include "report/finding.h"
#include "report/labels.h"
#include "report/long_table.h"
#include "report/series_look.h"
#include "report/time_unit.h"
#include "report/writers.h"
#include "report_examples.h"
#include "training_examples.h"

using namespace duelo;

using examples::blocks;
using examples::ratioOfRounds;
using examples::tableOf;

namespace {

Document composed(const std::vector<RecordLog>& logs, Language language = Language::Spanish) {
    const auto comparison = compare(logs);
    ReportOptions options;
    options.language = language;
    return compose(*comparison, options);
}

std::string toldTime(const Comparison& c, std::size_t row, std::size_t column) {
    const Summary& summary = *c.rows[row].cells[column].result.summary;
    return timeCell(summary.median_ms, summary.ci95_ms, inSeconds(), {','}).text;
}

/// The charts of a document; all of them are lines.
std::vector<LinesValue> linesIn(const Document& document) {
    std::vector<LinesValue> out;
    for (const ChartValue& chart : blocks<ChartValue>(document))
        if (const auto* lines = std::get_if<LinesValue>(&chart)) out.push_back(*lines);
    return out;
}

}  // namespace

class TestDocument : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// Y-13: a value is told to the second digit of the half width of its interval, the larger
    /// side; with 2 to 5 digits, and 3 without an interval.
    void digits_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::addColumn<QString>("text");
        QTest::newRow("second digit of the half") << 14.2034 << 14.17 << 14.22 << "14,203";
        QTest::newRow("larger side") << 14.2034 << 14.2 << 15.9 << "14,2";
        QTest::newRow("never one digit") << 1.59 << 0.3 << 4.8 << "1,6";
        QTest::newRow("no more than five") << 14.2034567 << 14.20345 << 14.20347 << "14,203";
        QTest::newRow("exact") << 14.2 << 14.2 << 14.2 << "14,200";
        QTest::newRow("tiny") << 2.0e-6 << 1.8e-6 << 2.2e-6 << "0,00000200";
        QTest::newRow("large") << 118545.0 << 90000.0 << 140000.0 << "118545";
    }
    void digits() {
        QFETCH(double, value);
        QFETCH(double, low);
        QFETCH(double, high);
        QFETCH(QString, text);
        QCOMPARE(QString::fromStdString(measuredText(value, Interval{low, high}, {','})), text);
    }
    void digitsWithoutAnInterval() {
        QCOMPARE(measuredText(41.23, std::nullopt, {','}), std::string("41,2"));
        QCOMPARE(measuredText(0.0000042, std::nullopt, {','}), std::string("0,00000420"));
        QCOMPARE(measuredText(0, std::nullopt, {','}), std::string("0"));
        QCOMPARE(rangeText(14.2034, Interval{14.17, 14.22}, {','}), std::string("14,170–14,220"));
        QCOMPARE(rangeText(14.2, std::nullopt, {','}), std::string());
    }

    /// Y-13: of a third of the times the longest decides; the handout's experiment has seconds.
    void unitOfTimes() {
        const auto unit = [](std::vector<double> medians_ms) {
            return timeUnitOf(medians_ms).symbol;
        };
        QCOMPARE(unit({}), std::string("ms"));
        QCOMPARE(unit({1.522, 1.571}), std::string("ms"));
        QCOMPARE(unit({2500, 3000}), std::string("s"));
        QCOMPARE(unit({0.002, 0.02, 0.2, 2, 20, 200, 3000}), std::string("ms"));
        QCOMPARE(unit({0.0000781, 0.00593}), std::string("ns"));
        QCOMPARE(unit({0.00593, 0.0198}), std::string("µs"));
        const TimeUnit ms = inMilliseconds();
        QCOMPARE(timeText(1.522, Interval{1.48, 1.56}, ms, {','}), std::string("1,522 ms"));
        QCOMPARE(timeCell(1.522, Interval{1.48, 1.56}, ms, {','}).decimals, 3);
        const auto handout = compare(std::vector<RecordLog>{examples::gpuPc()});
        QCOMPARE(timeUnitOf(*handout), inSeconds());  // S0-15, S0-19
        // Seconds that would be "0.0000000125" are no help to a reader.
        QCOMPARE(timeUnitOf(std::vector{1.522, 3000.0}, inSeconds()), inSeconds());
        QCOMPARE(timeUnitOf(std::vector{0.0399, 3000.0}, inSeconds()).symbol, std::string("µs"));
        QCOMPARE(timeUnitOf(std::vector<double>(), inSeconds()), inSeconds());
    }

    /// P-12: what a call took, one of what is counted, and the mean power; of rows that somebody
    /// counted alone.
    void energyIsToldOfEachCounted_P_12() {
        RecordLog log = examples::gpuPc();
        ResultRecord& result = examples::resultOf(log, "c001");
        result.energy = EnergyUse{.source = "rapl", .joules = 30, .calls = 20, .span_ms = 1500};
        const auto images = static_cast<double>(result.quantities.at("images"));
        const auto c = compare(std::vector<RecordLog>{log});
        const DocTable table = tableOf(compose(*c, {.language = Language::English}), "energy");
        QCOMPARE(table.rows.size(), 1U);
        const std::size_t columns = table.columns.size();
        const auto fromEnd = [&](std::size_t i) { return table.rows.front()[columns - i]; };
        QCOMPARE(fromEnd(4).value, std::optional(1.5));  // per call
        QCOMPARE(images, 1.0);
        QCOMPARE(fromEnd(3).text, std::string("1.50 J per image"));
        QCOMPARE(fromEnd(2).value, std::optional(20.0));  // watts
        QCOMPARE(fromEnd(1).value, std::optional(20.0));  // calls
        QCOMPARE(table.notes.size(), 1U);
        QVERIFY(!examples::findTable(
            compose(*compare(std::vector<RecordLog>{examples::gpuPc()}), {}), "energy"));
    }

    /// The CO2 of an energy is told where somebody states what a kilowatt hour stands for, and
    /// whose figure that is; never by a constant of Duelo's.
    void carbonNeedsItsSource_P_12() {
        RecordLog log = examples::gpuPc();
        examples::resultOf(log, "c001").energy = {
            .source = "rapl", .joules = 36, .calls = 20, .span_ms = 1500};
        const auto tableWith = [&](const std::string& g_per_kwh, const std::string& source) {
            ReportOptions options{.language = Language::English};
            options.fields.carbon_g_per_kwh = g_per_kwh;
            options.fields.carbon_source = source;
            return tableOf(compose(*compare(std::vector<RecordLog>{log}), options), "energy");
        };
        const std::size_t plain = tableWith("", "").columns.size();
        const DocTable told = tableWith("200,5", "Grid, 2025");
        QCOMPARE(told.columns.size(), plain + 1);
        // 36 J / 20 calls = 0.5e-6 kWh.
        QCOMPARE(told.rows.front().back().text, std::string("100 µg per image"));
        QVERIFY(told.notes.back().find("Grid, 2025") != std::string::npos ||
                told.notes.front().find("Grid, 2025") != std::string::npos);
        for (const char* wrong : {"much", "0", "-3", "1e9", "200 g", "nan"}) {
            const DocTable refused = tableWith(wrong, "Grid, 2025");
            QCOMPARE(refused.columns.size(), plain);
            QVERIFY2(refused.notes.front().find(wrong) != std::string::npos, wrong);
        }
        QCOMPARE(tableWith("200", "").columns.size(), plain);
        QCOMPARE(tableWith("200", "").notes.size(), 2U);
        // A file brings what was stated where it was measured; CodeCarbon has kilograms.
        std::get<Header>(log.records.front()).label = {{"carbon_g_per_kwh", "200"},
                                                       {"carbon_source", "Grid"}};
        const LongTable cells =
            longTable(*compare(std::vector<RecordLog>{log}), Text(Language::English));
        const auto at = static_cast<std::size_t>(std::ranges::find(cells.columns, "emissions") -
                                                 cells.columns.begin());
        QVERIFY(at < cells.columns.size());
        QVERIFY(cells.rows.front()[at] == LongTable::Value{2e-6});
    }

    /// P-12: scripts that read CodeCarbon's files find its columns, in its units; of whoever
    /// counted.
    void energyHasTheNamesOfCodeCarbon_P_12() {
        RecordLog log = examples::gpuPc();
        examples::resultOf(log, "c001").energy = {
            .source = "rapl", .joules = 36, .calls = 20, .span_ms = 1500};
        examples::resultOf(log, "c002").energy = {
            .source = "nvml", .joules = 72, .calls = 9, .span_ms = 250};
        const auto c = compare(std::vector<RecordLog>{log});
        const LongTable table = longTable(*c, Text(Language::English));
        const auto told = [&](const std::string& cell, const std::string& column) {
            const auto at = [&](const std::string& id) {
                return static_cast<std::size_t>(std::ranges::find(table.columns, id) -
                                                table.columns.begin());
            };
            const auto row = std::ranges::find_if(table.rows, [&](const auto& one) {
                return one[at("cell")] == LongTable::Value{cell};
            });
            return (*row)[at(column)];
        };
        const LongTable::Value none{};
        QVERIFY(told("c001", "duration") == LongTable::Value{1.5});
        QVERIFY(told("c001", "energy_consumed") == LongTable::Value{1e-5});
        QVERIFY(told("c001", "cpu_energy") == LongTable::Value{1e-5});
        QVERIFY(told("c001", "gpu_energy") == none);
        QVERIFY(told("c002", "gpu_energy") == LongTable::Value{2e-5});
        QVERIFY(told("c002", "cpu_energy") == none);
        QVERIFY(told("c003", "energy_consumed") == none);
    }

    /// Y-13: the same unit and digits in the first table, in that of all variants, in the annex and
    /// in the chart; median and ends are told apart where they differ by a digit that counts.
    void oneUnitEverywhere() {
        const auto c = compare(std::vector<RecordLog>{examples::gpuPc()});
        const Document document = compose(*c, {});
        const DocTable first = blocks<DocTable>(document).front();
        const DocTable variants = tableOf(document, "variants"), cells = tableOf(document, "cells");
        std::set<std::string> told, annexed;
        for (const auto& row : variants.rows) told.insert(row[2].text);
        const auto median = static_cast<std::size_t>(
            std::ranges::find(cells.columns, "Mediana (s)") - cells.columns.begin());
        QVERIFY(median < cells.columns.size());
        for (const auto& row : cells.rows) annexed.insert(row[median].text);
        for (const auto& row : first.rows)
            for (const std::size_t i : {1U, 2U})
                if (row[i].value) {
                    QVERIFY2(told.contains(row[i].text), row[i].text.c_str());
                    QVERIFY2(annexed.contains(row[i].text), row[i].text.c_str());
                }
        for (const auto& row : cells.rows)
            if (row[median].value && row[median + 1].value &&
                *row[median + 1].value < *row[median].value)
                QVERIFY2(row[median + 1].text != row[median].text ||
                             row[median + 2].text != row[median].text,
                         row[median].text.c_str());
        for (const LinesValue& chart : linesIn(document))
            if (chart.y_title.starts_with("Tiempo")) QCOMPARE(chart.y_unit, std::string(" s"));
    }

    /// Y-20: each printed ratio of every golden is the median of the ratios of the rounds,
    /// recomputed here from the samples, and where there are no common rounds the quotient of the
    /// times; a table where one is not the quotient of its shown times says so.
    void printedRatios_data() {
        QTest::addColumn<QString>("golden");
        for (const char* golden : {"gpu", "option_b", "training"}) QTest::newRow(golden) << golden;
    }
    void printedRatios() {
        QFETCH(QString, golden);
        const std::map<QString, std::vector<RecordLog>> logs{
            {"gpu", {examples::gpuPc()}},
            {"option_b", {examples::cpuPc(), examples::otherPc()}},
            {"training", {examples::trainingPc()}}};
        const auto c = compare(logs.at(golden));
        const Text text(Language::Spanish);
        const Labels labels(*c, text);
        const auto expectedOf = [&](const Row& row, const ColumnRatio& ratio) {
            const ReportCell &base = row.cells[ratio.base], &cell = row.cells[ratio.column];
            return ratio.paired ? ratioOfRounds(base.samples, cell.samples)
                                : base.result.summary->median_ms / cell.result.summary->median_ms;
        };
        std::set<double> expected;
        bool differs = false;
        for (const Row& row : c->rows) {
            std::vector<ColumnRatio> all = row.ratios;
            for (const CaseTable& table : c->tables)
                for (std::size_t i = 0; i < table.rows.size(); ++i)
                    for (const auto& one : {table.pairs[i].best, table.pairs[i].naive})
                        if (one && &c->rows[table.rows[i]] == &row) all.push_back(*one);
            for (const ColumnRatio& ratio : all) {
                if (!ratio.givesFactor()) continue;
                const double value = expectedOf(row, ratio);
                QVERIFY(std::abs(ratio.estimate->ratio - value) <= 1e-9 * value);
                expected.insert(value);
                const auto shown = [&](std::size_t column) {
                    const Summary& of = *row.cells[column].result.summary;
                    const DocCell told =
                        timeCell(of.median_ms, of.ci95_ms, labels.timeUnit(), {','});
                    const double unit = std::pow(10, told.decimals);
                    return std::round(*told.value * unit) / unit;
                };
                const int decimals = decimalsFor(value, ratio.estimate->ci95);
                differs |= formatFixed(shown(ratio.base) / shown(ratio.column), decimals, {}) !=
                           formatFixed(value, decimals, {});
            }
        }
        const std::set<std::string> titles{text("report.column_ratio"),
                                           text("scaling.column_speed_up"),
                                           text("training.column_relative")};
        std::size_t printed = 0, notes = 0;
        for (const DocTable& table : blocks<DocTable>(compose(*c, {}))) {
            for (std::size_t i = 0; i < table.columns.size(); ++i) {
                if (!titles.contains(table.columns[i])) continue;
                for (const auto& line : table.rows) {
                    if (!line[i].value || *line[i].value == 1) continue;  // the base
                    const auto same = std::ranges::find_if(expected, [&](double value) {
                        return std::abs(*line[i].value - value) <= 1e-9 * value;
                    });
                    QVERIFY2(same != expected.end(), (table.id + ": " + line[i].text).c_str());
                    QCOMPARE(line[i].text,
                             formatFixed(*same, line[i].decimals, defaultNumberStyle({})));
                    ++printed;
                }
            }
            for (const char* note :
                 {"report.ratio_not_quotient", "report.ratio_rounded", "report.ratio_unrounded"})
                notes += static_cast<std::size_t>(std::ranges::count(table.notes, text(note)));
        }
        QVERIFY(printed > 1);
        QCOMPARE(notes > 0, differs);
    }

    /// The handout's table to the letter (S0-19, S0-27).
    void handoutTable() {
        const DocTable table = blocks<DocTable>(composed({examples::gpuPc()})).front();
        QCOMPARE(table.columns, (std::vector<std::string>{"Tamaño de la imagen", "Tiempo CPU (s)",
                                                          "Tiempo GPU (s)"}));
        QCOMPARE(table.rows.size(), 3U);
        QCOMPARE(table.rows[0][0].text, std::string("224x224"));
        QCOMPARE(table.rows[1][0].text, std::string("512x512"));
        QVERIFY(table.rows[1][1].text.size() >= std::string("0,1200").size());
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

    /// The window's finding about its first table stands first; the long answers follow.
    void answer() {
        const auto c = compare(std::vector<RecordLog>{examples::gpuPc()});
        const auto told = blocks<DocParagraph>(compose(*c, {.language = Language::English}));
        const Labels labels(*c, Text(Language::English));
        const Finding finding = findingOf({.comparison = *c, .labels = labels, .table = 0});
        QVERIFY(told[0].strong && !told[1].strong && !told[2].strong);
        QCOMPARE(told[0].text, finding.headline);
        QCOMPARE(told[1].text, finding.detail);
        QVERIFY2(told[2].text.starts_with("At 1024 px, with ResNet-18"), told[2].text.c_str());
        QVERIFY(told[2].text.find("RTX 3060") != std::string::npos);
        QVERIFY(told[2].text.find("eager on both sides") != std::string::npos);
    }

    /// Beside the handout's table, every variant that was measured, with its origin (S4-31).
    void allVariants() {
        const auto c = compare(std::vector<RecordLog>{examples::gpuPc()});
        const DocTable table = tableOf(compose(*c, {}), "variants");
        QCOMPARE(table.rows.size(), 15U);  // the one that was refused with its reason
        QCOMPARE(table.rows[0][2].text, toldTime(*c, 0, 0));
        QCOMPARE(*table.rows[0][4].value, 1.0);
        QCOMPARE(table.rows[0][6].text, std::string("base"));
        QCOMPARE(table.rows[1][2].text, toldTime(*c, 0, 1));
        QVERIFY2(table.rows[1][3].text.starts_with("± "), table.rows[1][3].text.c_str());
        QVERIFY(std::abs(*table.rows[1][4].value - 1.25) < 0.02);
        QVERIFY2(table.rows[2][3].text.ends_with("ruidosa, límite de tiempo"),
                 table.rows[2][3].text.c_str());
        QVERIFY(table.rows[10][2].text.starts_with("no medido"));

        const Document others = composed(
            {examples::cpuPc(), examples::otherPc(), examples::gpuPc()}, Language::English);
        const DocTable all = tableOf(others, "variants");
        for (const auto& row : all.rows) QVERIFY(row[1].text != "GPU, eager");  // this PC has none
        QCOMPARE(std::ranges::count_if(all.notes,
                                       [](const std::string& note) {
                                           return note.find(".duelo;") != std::string::npos;
                                       }),
                 2);
        // One pair has been told already.
        for (const DocTable& one :
             blocks<DocTable>(composed({examples::cpuPc(), examples::otherPc()})))
            QVERIFY(one.id != "variants");
    }

    /// Nothing speaks of a GPU that nobody measured but the declaration and the reason of a cell.
    void nothingOfAGpuWithoutOne() {
        for (const Language language : {Language::Spanish, Language::English}) {
            const auto c = compare(std::vector<RecordLog>{examples::cpuPc()});
            const ReportOptions options{.language = language};
            const Document document = compose(*c, options);
            std::vector<std::string> texts{document.title};
            for (const DocParagraph& one : blocks<DocParagraph>(document))
                texts.push_back(one.text);
            for (const DocList& list : blocks<DocList>(document))
                texts.insert(texts.end(), list.items.begin(), list.items.end());
            for (const LinesValue& chart : linesIn(document)) {
                texts.insert(texts.end(), {chart.title, chart.description});
                for (const auto& series : chart.series) texts.push_back(series.name);
            }
            for (const DocTable& table : blocks<DocTable>(document)) {
                texts.push_back(table.title);
                texts.insert(texts.end(), table.columns.begin(), table.columns.end());
                texts.insert(texts.end(), table.notes.begin(), table.notes.end());
                QVERIFY(table.id != "ledger" && table.id != "variants" && table.id != "fair");
            }
            const std::string excel = writeCsvExcel(*c, options);
            texts.push_back(excel.substr(0, excel.find('\n')));
            for (const std::string& text : texts)
                QVERIFY2(text.find("GPU") == std::string::npos, text.c_str());
        }
    }

    /// Where the GPU alone was measured nothing says that a CPU is compared with it.
    void gpuAlone_S0_03() {
        RecordLog log = examples::gpuPc();
        std::set<std::string> ofCpu;
        for (const Record& record : log.records)
            if (const auto* cell = std::get_if<CellRecord>(&record))
                if (deviceOf(cell->variant) == Device::Cpu) ofCpu.insert(cell->cell);
        std::erase_if(log.records, [&](const Record& record) {
            const auto* result = std::get_if<ResultRecord>(&record);
            return result && ofCpu.contains(result->cell);
        });
        const Document document = composed({log}, Language::English);
        QCOMPARE(document.title, std::string("GPU times in image recognition"));
        QVERIFY(!document.declaration);
        bool told = false;
        for (const DocList& list : blocks<DocList>(document))
            for (const std::string& item : list.items) {
                QVERIFY2(!item.starts_with("Internal") && !item.starts_with("CPU time"),
                         item.c_str());
                told |= item.starts_with("GPU time");
            }
        QVERIFY(told);
    }

    /// Nothing is said to be the only thing that was measured.
    void nothingMeasured() {
        RecordLog log = examples::gpuPc();
        std::erase_if(log.records, [](const Record& record) {
            return std::holds_alternative<ResultRecord>(record);
        });
        const Document document = composed({log}, Language::English);
        QVERIFY(!document.declaration);
        for (const DocParagraph& one : blocks<DocParagraph>(document))
            QVERIFY2(one.text.find("only one variant") == std::string::npos, one.text.c_str());
    }

    /// Every field of a GPU's sheet has a name in the annex.
    void fieldsOfAGpuHaveNames() {
        const GpuSheet sheet;
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);
            GpuSheet::fields(sheet, [&](std::string_view name, const auto& field) {
                using Field = std::decay_t<decltype(field)>;
                if constexpr (!std::is_same_v<Field, std::optional<Reason>> &&
                              !std::is_same_v<Field, TextTable>) {
                    const std::string path = "engine.gpu." + std::string(name);
                    QVERIFY2(text.word("machine", path) != path, path.c_str());
                }
            });
        }
    }

    /// A random tensor depicts nothing.
    void nothingRecognisedInATensor() {
        RecordLog log = examples::otherPc();
        std::erase_if(log.records, [](const Record& record) {
            return std::visit(
                [](const auto& line) {
                    if constexpr (requires { line.cell; }) return line.cell == "c004";
                    return false;
                },
                record);
        });
        for (const DocTable& table : blocks<DocTable>(composed({log})))
            QVERIFY(table.id != "classes");
        for (const DocParagraph& one : blocks<DocParagraph>(composed({log})))
            QVERIFY2(one.text.find("reconocid") == std::string::npos, one.text.c_str());
        const LongTable table = longTable(*compare(std::vector<RecordLog>{log}), Text({}));
        const auto label = std::ranges::find(table.columns, "top1_label") - table.columns.begin();
        for (const auto& row : table.rows)
            QVERIFY(std::holds_alternative<std::monostate>(row[static_cast<std::size_t>(label)]));
    }

    /// The sheet of a machine is said once, in two columns, whatever the files of it.
    void machineSheets() {
        RecordLog again = examples::gpuPc();
        again.path = "otra.duelo";
        std::get<Header>(again.records.front()).run = "another";
        std::get<Header>(again.records.front()).engine.libraries = {
            {.name = "libgomp.so", .path = "/home/ana/libgomp.so"}};
        const auto tables = blocks<DocTable>(
            composed({examples::gpuPc(), again, examples::otherPc()}, Language::English));
        std::vector<DocTable> sheets;
        std::ranges::copy_if(tables, std::back_inserter(sheets), &DocTable::reference);
        QCOMPARE(sheets.size(), 2U);
        QCOMPARE(sheets[0].columns.size(), 4U);
        QVERIFY2(sheets[0].title.ends_with(": i5-12400, RTX 3060"), sheets[0].title.c_str());
        QVERIFY2(sheets[1].title.find(".duelo") == std::string::npos, sheets[1].title.c_str());
        QVERIFY(sheets[0].title != sheets[1].title);
        std::map<std::string, int> values;
        for (const auto& row : sheets[0].rows) ++values[row[1].text], ++values[row[3].text];
        // Read row by row, so that a page may break anywhere.
        QCOMPARE(sheets[0].rows[0][0].text, std::string("File"));
        QCOMPARE(sheets[0].rows[0][2].text, std::string("File"));  // of its two files
        QCOMPARE(values["Intel(R) Core(TM) i5-12400"], 1);
        QCOMPARE(values["aaaa1111"], 1);
        QCOMPARE(values["another"], 1);  // only what the second file tells otherwise
        for (const auto& [value, count] : values)
            QVERIFY2(value.find("libgomp") == std::string::npos, value.c_str());
        // What is a code there has its word.
        const Text spanish(Language::Spanish);
        const auto comparison = compare(std::vector<RecordLog>{examples::gpuPc()});
        const auto sheet = machineSheet(*comparison, spanish);
        const auto clock = std::ranges::find(sheet, "engine.clock.clock", &SheetLine::path);
        QVERIFY(clock != sheet.end());
        QCOMPARE(clock->value, spanish.word("clock", "steady"));
    }

    /// Lists of a sheet are told in words, and the memory once.
    void aSheetTellsNothingTwice() {
        RecordLog log = examples::gpuPc();
        auto& header = std::get<Header>(log.records.front());
        header.machine.memory.total_bytes = std::int64_t{16} << 30;
        header.state.memory.total_bytes = header.machine.memory.total_bytes;
        header.machine.cpu.caches = {
            {.level = 1, .kind = "data", .size_bytes = 32 << 10, .count = 2}};
        const auto valuesOf = [](const RecordLog& of) {
            std::multiset<std::string> values;
            for (const DocTable& table : blocks<DocTable>(composed({of}, Language::English)))
                if (table.reference)
                    for (const auto& row : table.rows)
                        for (const std::size_t i : {1U, 3U}) values.insert(row[i].text);
            return values;
        };
        QCOMPARE(valuesOf(log).count("16 GiB"), std::size_t{1});
        QCOMPARE(valuesOf(log).count("level 1, data, 32 KiB, count 2"), std::size_t{1});
        // A container may be granted less.
        header.state.memory.total_bytes = std::int64_t{8} << 30;
        QCOMPARE(valuesOf(log).count("8 GiB"), std::size_t{1});
    }

    /// A table whose calls have one part says nothing, and a sentence is enough; the copies of a
    /// GPU are worth a table.
    void onePartIsNoTable() {
        RecordLog log = examples::cpuPc();
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record); result && result->summary)
                result->parts = {{"compute", result->summary->median_ms}};
        const Document one = composed({log}, Language::English);
        QVERIFY(std::ranges::none_of(blocks<DocTable>(one),
                                     [](const DocTable& table) { return table.id == "parts"; }));
        const auto says = [](const std::string& note) {
            return note.find("a single part, “Compute”") != std::string::npos;
        };
        QCOMPARE(std::ranges::count_if(tableOf(one, "cells").notes, says), 1);
        const Document two = composed({examples::gpuPc()}, Language::English);
        QVERIFY(!tableOf(two, "parts").rows.empty());
        QCOMPARE(std::ranges::count_if(tableOf(two, "cells").notes, says), 0);
    }

    /// Where there are too few calls for a 99th percentile a sign says so, and one note why.
    void aMissingPercentileIsASign() {
        const DocTable table =
            tableOf(composed({examples::cpuPc()}, Language::English), "critical");
        const auto tail = static_cast<std::size_t>(
            std::ranges::find(table.columns, "Images/s (99th percentile)") - table.columns.begin());
        QVERIFY(tail < table.columns.size() && !table.rows.empty());
        for (const auto& row : table.rows) QCOMPARE(row[tail].text, std::string("–"));
        QCOMPARE(std::ranges::count(table.notes,
                                    "–: fewer than 662 calls, so there is no 99th percentile."),
                 1);
    }

    /// However many times are doubtful, the note below the table stays short.
    void namesFewDoubtfulTimes() {
        constexpr std::size_t kCellsOfASize = 4;
        const auto noteOf = [](std::size_t clean, int sizes = 12) {
            RecordLog log = examples::manyCells(sizes);
            std::size_t at = 0;
            for (Record& record : log.records)
                if (auto* result = std::get_if<ResultRecord>(&record))
                    result->flags = at++ / kCellsOfASize < clean
                                        ? std::vector<std::string>()
                                        : std::vector<std::string>{"very_noisy"};
            for (const DocTable& table : blocks<DocTable>(composed({log}, Language::English)))
                if (table.id.starts_with("times"))
                    for (const std::string& note : table.notes)
                        if (note.find("oubtful") != std::string::npos) return note;
            return std::string();
        };
        QCOMPARE(noteOf(12), std::string());
        QVERIFY(noteOf(11).starts_with("Doubtful: "));
        QVERIFY2(noteOf(8).find("more") == std::string::npos, noteOf(8).c_str());
        const std::string half = noteOf(5);
        QVERIFY2(half.find("All times of this table are doubtful but: ") == 0, half.c_str());
        QCOMPARE(std::ranges::count(half, ';'), 4);
        QVERIFY(noteOf(0).starts_with("All times of this table are doubtful. "));
        QVERIFY2(noteOf(8, 16).find("; and 2 more. Cause: ") != std::string::npos,
                 noteOf(8, 16).c_str());
    }

    /// A verdict never stands beside "too few measurements": it says what it rests on.
    void verdictsHaveGrounds() {
        int decided = 0;
        for (const DocTable& table :
             blocks<DocTable>(composed({examples::gpuPc()}, Language::English)))
            if (table.id == "fair" || table.id == "variants")
                for (const auto& row : table.rows) {
                    const std::string& verdict = row.back().text;
                    if (!verdict.starts_with("FASTER") && !verdict.starts_with("SLOWER")) continue;
                    ++decided;
                    QVERIFY2(row[row.size() - 2].text.find("too few") == std::string::npos,
                             row[0].text.c_str());
                }
        QVERIFY(decided > 10);
    }

    /// A clean side and one that scatters by a third: who is doubtful, and in what, stands where
    /// the factor would. That a long call's warm-up reached its cap is no reason by itself.
    void doubtfulSideHasNoFactorInAnyFile() {
        RecordLog log = examples::gpuPc();
        examples::resultOf(log, "c006").flags = {"warmup_capped"};
        QVERIFY(compare(std::vector{log})->rows[1].ratios.back().givesFactor());
        examples::resultOf(log, "c006").flags = {"warmup_capped", "wide_interval"};
        const auto comparison = compare(std::vector{log});
        const ColumnRatio& ratio = comparison->rows[1].ratios.back();
        QVERIFY(!ratio.givesFactor());
        QCOMPARE(ratio.estimate->verdict, Verdict::Inconclusive);
        const std::string why = "(GPU eager: wide interval)";
        const auto has = [](const std::string& text, const std::string& part) {
            return text.find(part) != std::string::npos;
        };

        // Against the best of the CPU, eager against eager, and among all variants; at 224 px the
        // GPU is noisy too.
        int told = 0;
        for (const DocTable& table : blocks<DocTable>(composed({log}, Language::English)))
            if (table.id == "fair" || table.id == "variants") {
                for (const auto& row : table.rows) {
                    const std::string& verdict = row.back().text;
                    if (!has(verdict, "doubtful")) continue;
                    // The reason fills no column: it stands below the table, once.
                    QCOMPARE(verdict, std::string("INCONCLUSIVE (doubtful measurement)"));
                    for (const std::size_t back : {2U, 3U})
                        QCOMPARE(row[row.size() - back].text, std::string("–"));
                    ++told;
                }
                QCOMPARE(std::ranges::count_if(
                             table.notes, [&](const std::string& note) { return has(note, why); }),
                         1);
            }
        QCOMPARE(told, 2 * 3);

        ReportOptions english;
        english.language = Language::English;
        const Json json = Json::parse(writeJson(*comparison, english));
        const Json& pair = json["ratios"][1]["against_base"].back();
        QVERIFY(!pair.contains("ratio") && !pair.contains("ci95"));
        QCOMPARE(pair["verdict"], Json("inconclusive"));
        QCOMPARE(pair["reason"]["code"], Json("ratio_doubtful"));

        const LongTable data = longTable(*comparison, Text(Language::English));
        const auto at = [&](const std::vector<LongTable::Value>& row, const char* column) {
            return row[static_cast<std::size_t>(std::ranges::find(data.columns, column) -
                                                data.columns.begin())];
        };
        for (const auto& row : data.rows) {
            if (at(row, "cell") != LongTable::Value{"c006"}) continue;
            for (const char* column : {"ratio", "ratio_ci95_low", "ratio_ci95_high"})
                QVERIFY(std::holds_alternative<std::monostate>(at(row, column)));
            QVERIFY(at(row, "verdict") == LongTable::Value{"inconclusive"});
            QVERIFY(has(std::get<std::string>(at(row, "ratio_reason")), why));
        }
    }

    /// S0-20: 'o' and 'x', real sizes; logarithmic only where the times span it.
    void chart() {
        const Document document = composed({examples::gpuPc()});
        const auto charts = linesIn(document);
        QCOMPARE(charts.size(), 1U);
        // One size and photographs are bars; then the map of what is worth it.
        QCOMPARE(blocks<ChartValue>(document).size(), 4U);
        QCOMPARE(charts[0].series.size(), 3U);  // as in the window: the fused CPU too
        QVERIFY(seriesLook(charts[0].series[0].style).marker == Marker::Circle);
        QVERIFY(seriesLook(charts[0].series[1].style).marker == Marker::Cross);
        QCOMPARE(charts[0].series[0].points[2].x, 1024.0);
        QVERIFY(charts[0].series[0].points[2].interval.has_value());
        QCOMPARE(charts[0].ratios.size(), 2U);  // none of a noisy time
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
                    // The last line of a sheet may have no second half.
                    QVERIFY2(!text.empty() || table.reference, table.id.c_str());
                    QVERIFY2(text.find("report.") == text.npos && text.find('{') == text.npos,
                             text.c_str());
                }
            }
        const Text spanish = Text(Language::Spanish).of("inference"),
                   english = Text(Language::English).of("inference");
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
        QCOMPARE(number("c012", "throughput"), 1000 / number("c012", "median_ms"));
        QCOMPARE(number("c012", "throughput_ci95_low"), 1000 / number("c012", "ci95_high_ms"));
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

    /// A column of its own where strict measured, with why a percentile is missing.
    void theAnnexHasThePercentileOfStrict() {
        RecordLog log = examples::gpuPc();
        const auto cells = [&] {
            auto comparison = compare(std::vector<RecordLog>{log}).value();
            comparison.rows[1].cells.begin()->result.summary->p99_ms = 131.7;
            comparison.rows[2].cells.begin()->result.summary->calls_per_sample = 8;
            return tableOf(compose(comparison, {.language = Language::English}), "cells");
        };
        const DocTable quick = cells();
        std::get<Header>(log.records.front()).protocol = sheetOf(protocolOf(Preset::Strict));
        const DocTable strict = cells();
        QCOMPARE(strict.columns.size(), quick.columns.size() + 1);
        QCOMPARE(strict.columns.back(), std::string("Percentile 99, at most (s)"));
        QVERIFY(strict.notes.size() == quick.notes.size() + 1);
        std::vector<std::string> told;
        for (const auto& row : strict.rows) {
            QCOMPARE(row.size(), strict.columns.size());
            told.push_back(row.back().text);
        }
        QVERIFY(std::ranges::count(told, "0.132") == 1);
        QCOMPARE(std::ranges::count(told, "in blocks of 8"), 1);
        QVERIFY(std::ranges::count(told, "n < 662") > 1);
    }

    /// also what was worth no notice.
    void theMachinesStateIsInItsSheet() {
        RecordLog log = examples::gpuPc();
        std::get<Header>(log.records.front()).state = {
            .power_source = "battery",
            .power = {.governor = "powersave", .turbo = false},
            .temperature_c = 61,
            .gpu_temperature_c = 48};
        std::map<std::string, std::string> sheet;
        for (const DocTable& table : blocks<DocTable>(composed({log}, Language::English)))
            if (table.reference)
                for (const auto& row : table.rows) {
                    sheet[row[0].text] = row[1].text;
                    sheet[row[2].text] = row[3].text;
                }
        QCOMPARE(sheet["Power source"], std::string("battery"));
        QCOMPARE(sheet["Frequency governor"], std::string("powersave"));
        QCOMPARE(sheet["Turbo"], std::string("no"));
        QCOMPARE(sheet["CPU temperature (°C)"], std::string("61"));
        QCOMPARE(sheet["GPU temperature (°C)"], std::string("48"));
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
