// SPDX-License-Identifier: Apache-2.0
// An experiment that exists in this folder only: it is planned, measured, resumed, compared, drawn
// and written, and no file of Duelo knows its name.
#include <QTemporaryDir>
#include <QtTest>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "all_specs.h"
#include "base/places.h"
#include "experiments/toy/toy.h"
#include "plan/protocol.h"
#include "record/progress.h"
#include "report/export.h"
#include "report/finding.h"
#include "report/view.h"
#include "report/writers.h"

using namespace duelo;
namespace fs = std::filesystem;

namespace {

Comparison compared(const fs::path& file) {
    const auto log = readRecords(file);
    return compare(std::span(&*log, 1), findAny).value();
}

template <typename Block>
std::vector<const Block*> blocksOf(const Document& document) {
    std::vector<const Block*> found;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* one = std::get_if<Block>(&block)) found.push_back(one);
    return found;
}

}  // namespace

class TestToyRun final : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;
    const fs::path m_file = fs::path(m_folder.path().toStdString()) / "toy.duelo";

private Q_SLOTS:
    void initTestCase() {
        Progress progress(findAny);
        QCOMPARE(measureToy(m_file, false, &progress).size(), std::size_t{6});
        QCOMPARE(progress.at(1).cells_done, 9);
        QCOMPARE(progress.at(1).cells_total, 9);
    }

    void whoKnowsNoQuestionSaysSo() {
        const auto answer = makeToy()->answer("data", Json::object());
        QCOMPARE(answer.error().code, "question_unknown");
        QVERIFY(answer.error().args == Json({{"query", "data"}, {"accepted", Json::array()}}));
    }

    /// Three sizes, one and two threads on the CPU, and a GPU that is not there.
    void recordsSayWhatWasDone() {
        const auto log = readRecords(m_file);
        QVERIFY(log && log->integrity == Integrity::Sealed);
        QVERIFY(log->header().protocol ==
                sheetOf(protocolOf(planFromJson(log->header().plan).value().preset)));
        int done = 0, skipped = 0;
        for (const Record& record : log->records) {
            if (const auto* cell = std::get_if<CellRecord>(&record)) {
                QCOMPARE(cell->experiment, std::string("toy"));
                QVERIFY(cell->work.integer("n") >= 1000);
            }
            if (const auto* result = std::get_if<ResultRecord>(&record)) {
                done += result->status == Status::Done;
                skipped += result->status == Status::Skipped;
            }
        }
        QCOMPARE(done, 6);
        QCOMPARE(skipped, 3);
    }

    /// Missing cells are measured; those that are there are not measured again.
    void resumes() {
        const fs::path cut = m_file.parent_path() / "cut.duelo";
        std::ifstream whole(m_file);
        std::ofstream part(cut);
        int results = 0;
        for (std::string line; results < 3 && std::getline(whole, line);) {
            part << line << '\n';
            results += line.find(R"("r":"result")") != std::string::npos;
        }
        part.close();
        QCOMPARE(measureToy(cut, true).size(), std::size_t{4});
        const Comparison comparison = compared(cut);
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        for (const Row& row : comparison.rows)
            QVERIFY(row.cells[0].timed() && row.cells[1].timed());
        // No end had sealed what was there, so the file says what it was, and so does its report.
        const auto log = readRecords(cut);
        QCOMPARE(log->integrity, Integrity::Sealed);
        QVERIFY(!log->header().extra.contains(kResumedUnsealed));
        int headers = 0;
        for (const Record& record : log->records)
            if (const auto* header = std::get_if<Header>(&record); header && headers++ > 0)
                QCOMPARE(header->extra[kResumedUnsealed].get<std::string>().size(),
                         std::size_t{64});
        QCOMPARE(headers, 2);
        const auto doubted = [](const Comparison& c) {
            return std::ranges::count(c.warnings, "file_resumed_unsealed", &Reason::code);
        };
        QCOMPARE(doubted(comparison), 1);
        // A file whose end is there is vouched for.
        QVERIFY(measureToy(cut, true).empty());
        QCOMPARE(doubted(compared(cut)), 1);
    }

    /// The base is the plan's, and 2 threads are by construction twice as fast.
    void ratiosAreAgainstTheBase() {
        const Comparison comparison = compared(m_file);
        QVERIFY(comparison.base_column.has_value());
        QCOMPARE(comparison.columns[*comparison.base_column].variant.integer("threads"), 1);
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        for (const Row& row : comparison.rows) {
            const auto& estimate = row.ratios.front().estimate;
            QVERIFY(estimate && estimate->verdict == Verdict::Faster);
            QVERIFY(std::abs(estimate->ratio - 2) < 0.01);
        }
    }

    void hasATableAndAChart() {
        const Comparison comparison = compared(m_file);
        const Document document = compose(comparison, {.language = Language::English});
        const auto tables = blocksOf<DocTable>(document);
        const auto results = std::ranges::find(tables, "results-toy", &DocTable::id);
        QVERIFY(results != tables.end());
        QCOMPARE((*results)->rows.size(), std::size_t{3});
        QCOMPARE((*results)->columns.size(), std::size_t{4});
        QVERIFY(std::abs((*results)->rows[1][1].value.value_or(0) - 500) < 4);
        const auto charts = blocksOf<ChartValue>(document);
        // Its own, and because its variants differ in threads those of their scaling (P-06).
        QCOMPARE(charts.size(), std::size_t{3});
        const auto& chart = std::get<LinesValue>(*charts[0]);
        QCOMPARE(chart.series.size(), std::size_t{2});
        QCOMPARE(chart.series[0].points.front().x, 1000.0);
        QVERIFY2(std::abs(chart.series[0].points.front().y - 250) < 2,
                 qPrintable(QString::number(chart.series[0].points.front().y)));
        QVERIFY(chart.description.find("; 4000, 1") != std::string::npos);
    }

    void hasAnAnswer() {
        const Document document = compose(compared(m_file), {.language = Language::English});
        const auto paragraphs = blocksOf<DocParagraph>(document);
        QVERIFY2(paragraphs.front()->text.find(
                     "2 threads is 2.0000 times as fast as CPU 1 thread") != std::string::npos,
                 paragraphs.front()->text.c_str());
    }

    /// There is a finding for each row, though the toy groups its rows in no tables of its own.
    void everyRowHasAFinding() {
        const Comparison comparison = compared(m_file);
        QVERIFY(comparison.tables.empty());
        const Labels labels(comparison, Text(Language::English));
        for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
            const Finding finding =
                findingOf({.comparison = comparison, .labels = labels, .row = r});
            QVERIFY(finding.row == r && finding.verdict == Verdict::Faster);
            QVERIFY2(finding.headline.starts_with(labels.caseName(comparison.rows[r]) + ": "),
                     finding.headline.c_str());
        }
    }

    /// They stand in its folder, as those of every experiment.
    void speaksItsOwnWords() {
        const Comparison comparison = compared(m_file);
        const std::string spanish = writeMarkdown(compose(comparison, {}));
        QVERIFY(spanish.find("Sumas de juguete") != std::string::npos);
        QVERIFY(spanish.find("en fila") != std::string::npos);
        const std::string english = writeCsvExcel(comparison, {.language = Language::English});
        QVERIFY(english.find("Numbers to add") != std::string::npos);
        QVERIFY(english.find("Sums per second") != std::string::npos);
        QCOMPARE(Text(Language::English).reason({"gpu_absent"}).empty(), false);  // and all others
    }

    /// Names, tables, charts, answers and sections from data alone (report/layout.h).
    void aLayoutMakesTheRest() {
        Spec laidOut = toySpec();
        laidOut.view = &toyLayout();
        const auto log = readRecords(m_file);
        const auto find = [&](std::string_view) -> const Spec* { return &laidOut; };
        const Comparison comparison = compare(std::span(&*log, 1), find).value();
        QCOMPARE(comparison.tables.size(), std::size_t{1});
        const Labels labels(comparison, Text(Language::English));
        QCOMPARE(labels.caseName(comparison.rows[1]), std::string("in a row, 2000 numbers"));
        const Document document = compose(comparison, {.language = Language::English});
        const auto tables = blocksOf<DocTable>(document);
        const auto times = std::ranges::find(tables, "toy-times-1", &DocTable::id);
        QVERIFY(times != tables.end());
        QVERIFY2((*times)->title.starts_with("Sums in a row"), (*times)->title.c_str());
        // The head, and of three variants time and nanoseconds.
        QCOMPARE((*times)->columns.size(), std::size_t{7});
        QCOMPARE((*times)->rows.size(), std::size_t{3});
        // 1000 sums take 250 ms on one thread.
        QVERIFY(std::abs((*times)->rows[0][2].value.value_or(0) / 250e3 - 1) < 0.01);
        QVERIFY((*times)->rows[0].back().text == "–" && !(*times)->rows[0].back().value);
        const std::string said = writeMarkdown(document);
        for (const char* part :
             {"The times come from a formula.", "each sum takes 250",
              "From 1000 numbers to 4000 numbers the time is multiplied by 4.00.",
              "“Numbers to add” to the power of 1.0"})
            QVERIFY2(said.find(part) != std::string::npos, (part + ("\n" + said)).c_str());
        QVERIFY(said.find("A square has sides.") == std::string::npos);
        const Shown shown{.comparison = comparison, .labels = labels, .table = 0};
        const auto each = chartsOf(toyLayout().charts.back(), shown);
        const auto& lines = std::get<LinesValue>(each.at(0));
        QCOMPARE(lines.series.size(), std::size_t{2});
        QVERIFY(lines.series[0].points[0].interval.has_value());
        QCOMPARE(lines.y_title, std::string("ns"));
        const auto notes =
            notesOf(&laidOut, comparison.rows[0].work, comparison.rows[0].cells[0], labels);
        QCOMPARE(notes.size(), std::size_t{1});
    }

    /// A table may begin with an axis that none of its cases has, and a case may lack the one that
    /// the others differ in.
    void aFigureIsDrawnOverWhatTheRowsHave() {
        View view = toyLayout();
        view.layout.rows = {"sides", "n"};
        Spec laidOut = toySpec();
        laidOut.view = &view;
        const auto log = readRecords(m_file);
        const auto find = [&](std::string_view) -> const Spec* { return &laidOut; };
        Comparison comparison = compare(std::span(&*log, 1), find).value();
        const Labels labels(comparison, Text(Language::English));
        const auto lines = [&] {
            return std::get<LinesValue>(
                chartsOf(view.charts.back(),
                         {.comparison = comparison, .labels = labels, .table = 0})
                    .at(0));
        };
        QCOMPARE(lines().x_title, std::string("Numbers to add"));
        QCOMPARE(lines().series.at(0).points.size(), std::size_t{3});
        comparison.rows.front().work.erase("n");
        QCOMPARE(lines().series.at(0).points.size(), std::size_t{2});
        QCOMPARE(lines().series.at(0).points.front().x, 2000.0);
    }

    /// By a Duelo that does not know it.
    void opensWithoutItsSpec() {
        const auto log = readRecords(m_file);
        const auto nobody = [](std::string_view) -> const Spec* { return nullptr; };
        const Comparison comparison = compare(std::span(&*log, 1), nobody).value();
        QCOMPARE(comparison.rows.size(), std::size_t{3});
        const Document document = compose(comparison, {.language = Language::English});
        QCOMPARE(blocksOf<ChartValue>(document).size(), std::size_t{1});
    }

    void isWrittenInEveryFormat() {
        const Comparison comparison = compared(m_file);
        for (const std::string_view name : wordsOf<ReportFormat>) {
            const auto format = *parseWord<ReportFormat>(name);
            const fs::path path = m_file.parent_path() / ("toy-" + std::string(name));
            const auto written = exportReport(comparison, format, {}, path);
            QVERIFY2(written && fs::file_size(path) > 500, std::string(name).c_str());
        }
        QCOMPARE(reportText(comparison, ReportFormat::Csv, {.table = "epochs"}).error().code,
                 std::string("table_unknown"));  // but that of how the machine stood
    }

    /// Columns of the data file are its axes, settings too.
    void dataFileHasItsAxes() {
        const LongTable table = longTable(compared(m_file), Text(Language::English));
        QCOMPARE(table.rows.size(), std::size_t{9});
        for (const char* axis :
             {"experiment", "n", "shape", "share", "sorted", "device", "threads", "kernel"})
            QVERIFY2(std::ranges::find(table.columns, axis) != table.columns.end(), axis);
        QVERIFY(std::ranges::find(table.columns, "model") == table.columns.end());
    }

    /// And of its parts, its metric and its quantity, whose names nobody else knows.
    void dataFileHasWhatItMeasured() {
        const LongTable table = longTable(compared(m_file), Text(Language::English));
        const auto at = [&](const char* id) -> const LongTable::Value& {
            const auto column = std::ranges::find(table.columns, id) - table.columns.begin();
            return table.rows[0].at(static_cast<std::size_t>(column));
        };
        const double median_ms = std::get<double>(at("median_ms"));
        const double compute_ms = std::get<double>(at("compute_ms"));
        QCOMPARE(compute_ms + std::get<double>(at("unexplained_ms")), median_ms);
        QCOMPARE(std::get<std::string>(at("parts_inside")), std::string("compute"));
        QCOMPARE(std::get<std::int64_t>(at("sums")), std::int64_t{1000});
        QVERIFY(std::abs(std::get<double>(at("rate")) * median_ms / 1e6 - 1) < 0.01);
        QCOMPARE(std::get<std::string>(at("fingerprint")).size(), std::size_t{16});
    }
};

QTEST_GUILESS_MAIN(TestToyRun)
#include "tst_toy_run.moc"
