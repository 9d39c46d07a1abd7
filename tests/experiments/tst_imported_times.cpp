// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "../report/comparison_testing.h"
#include "../report/training_examples.h"
#include "base/whole_file.h"
#include "experiments/imported_times.h"
#include "experiments/inference/view.h"
#include "experiments/printed_program.h"
#include "experiments/roofs/limits.h"
#include "experiments/specs.h"
#include "record/write_records.h"
#include "report/document.h"
#include "report/export.h"
#include "report/growth.h"
#include "report/imported.h"
#include "report/labels.h"
#include "report/long_table.h"
#include "report/measured_terms.h"
#include "report/misleading.h"
#include "report/scaling.h"
#include "report/worth.h"

using namespace duelo;
using namespace duelo::test;

namespace {

const Text kSpanish(Language::Spanish), kEnglish(Language::English);
constexpr const char* kColab =
    "CUDA disponible: True\nTiempo en CPU: 0.0912 segundos\n"
    "Tiempo en GPU: 0.3127 segundos\n";

ImportTarget targetOf(const RecordLog& log) {
    return importTarget(compared({log}), std::nullopt, kSpanish).value();
}

ImportedRun typedRun(ImportFacts facts = {.source = "grupo 7, RTX 3060"}) {
    const ImportTarget target = targetOf(examples::cpuPc());
    return importedRun(target, facts, {{0, {.ms = 4}}, {1, {.ms = 9}}, {2, {.ms = 31}}}, "0.2.0")
        .value();
}

ImportedRun colabRun() {
    const ImportTarget target = targetOf(examples::cpuPc());
    const PrintedOutput printed = readPrinted(std::string_view(kColab)).value();
    return importedRun(target,
                       {.origin = Origin::Printed, .source = "Colab, T4", .timing = printed.timing},
                       figuresOf(printed, target, "224").value(), "0.2.0")
        .value();
}

RecordLog logOf(const ImportedRun& run, const char* name) {
    RecordLog log;
    log.path = name;
    log.records = recordsOf(run, "99999999-9999-4999-8999-999999999999", "2026-05-06T10:00:00Z");
    log.records.emplace_back(End{.status = "completed"});
    log.integrity = Integrity::Sealed;
    return log;
}

/// The acceptance of Option B: CPU only, typed times, Colab's single line.
Comparison optionB() {
    return compared(
        {examples::cpuPc(), logOf(typedRun(), "escritos.duelo"), logOf(colabRun(), "colab.duelo")},
        {.roles = {Role::Own, Role::Shared, Role::Reference}});
}

std::string codeOf(const Result<double>& made) {
    return made ? std::string() : made.error().code;
}

}  // namespace

class TestImportedTimes : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void typedTime_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<double>("ms");
        QTest::addColumn<QString>("code");
        const auto is = [](const char* text, double ms) {
            QTest::newRow(text) << QString::fromUtf8(text) << ms << QString();
        };
        const auto fails = [](const char* text, const char* code) {
            QTest::newRow(text) << QString::fromUtf8(text) << 0.0 << QString(code);
        };
        is("0.0040", 4);
        is("0,0040", 4);
        is(" 4 ms ", 4);
        is("4,5ms", 4.5);
        is("12 µs", 0.012);
        is("1.5e-03", 1.5);
        is("1,2 segundos", 1200);
        is("0.5 s", 500);
        fails("", "typed_not_number");
        fails("abc", "typed_not_number");
        fails("nan", "typed_not_number");
        fails("٤", "typed_not_number");
        fails("-0.004", "typed_not_positive");
        fails("−4", "typed_not_positive");
        fails("0", "typed_not_positive");
        fails("0.0000", "typed_not_positive");
        fails("1.234,5", "typed_two_signs");
        fails("1,234,567", "typed_two_signs");
        fails("4 min", "typed_unit_unknown");
        fails("1e99", "typed_out_of_range");
        fails("100000", "typed_out_of_range");
        fails("1e-9", "typed_out_of_range");
    }
    /// X-01.
    void typedTime() {
        QFETCH(QString, text);
        QFETCH(double, ms);
        QFETCH(QString, code);
        const auto made = typedMs(text.toStdString(), TypedUnit::Seconds);
        QCOMPARE(QString::fromStdString(codeOf(made)), code);
        if (code.isEmpty()) QCOMPARE(*made, ms);
    }

    void ownProgramIsRead_data() {
        QTest::addColumn<QString>("output");
        QTest::addColumn<double>("ms");
        QTest::addColumn<double>("accuracy");  // -1: not told
        const auto is = [](const char* output, double ms, double accuracy) {
            QTest::newRow(output) << QString::fromUtf8(output) << ms << accuracy;
        };
        is("Tiempo total: 28,79 s\nExactitud: 91,87 %\n", 28'790, 0.9187);
        is("Epoch 1, time: 2.9 s, accuracy: 0.81\nTotal time: 35.92 s\nTest accuracy: 91.37%",
           35'920, 0.9137);
        is("train acc = 99 %\nElapsed time: 9.74 seconds, accuracy = 0.9139", 9'740, 0.9139);
        is("Time: 812 ms", 812, -1);
    }
    /// S4-03, S4-04: what NumPy or C prints of a training.
    void ownProgramIsRead() {
        QFETCH(QString, output);
        QFETCH(double, ms);
        QFETCH(double, accuracy);
        const auto program = readPrintedProgram(output.toStdString(), "", "");
        QVERIFY(program);
        QCOMPARE(program->total_ms, ms);
        QCOMPARE(program->accuracy.has_value(), accuracy >= 0);
        if (accuracy >= 0) QCOMPARE(*program->accuracy, accuracy);
    }

    void ownProgramsPatternsAndFaults() {
        const auto codeOfRead = [](const char* output, const char* time, const char* accuracy) {
            const auto read = readPrintedProgram(output, time, accuracy);
            return read ? std::string() : read.error().code;
        };
        const auto read = readPrintedProgram("fin en 12.5 s con 900 por mil; hits 0.9",
                                             "fin en {s} s", "hits {share}");
        QVERIFY(read);
        QCOMPARE(read->total_ms, 12'500.0);
        QCOMPARE(*read->accuracy, 0.9);
        QCOMPARE(codeOfRead("nothing", "", ""), std::string("printed_program_no_time"));
        QCOMPARE(codeOfRead("time: 0 s", "", ""), std::string("printed_program_no_time"));
        QCOMPARE(codeOfRead("time: 1 s", "no unit", ""), std::string("program_pattern_no_unit"));
        QCOMPARE(codeOfRead("time: 1 s", "", "hits {share}"),
                 std::string("printed_program_no_accuracy"));
        QCOMPARE(codeOfRead("time: 1 s\naccuracy: 187 %", "", ""),
                 std::string("printed_program_accuracy"));
        QCOMPARE(typedShare("91,87 %").value(), 0.9187);
        QCOMPARE(typedShare("91.87").value(), 0.9187);
        QCOMPARE(typedShare("0.9187").value(), 0.9187);
        for (const char* wrong : {"", "abc", "-1", "101", "1.5e9", "nan"})
            QCOMPARE(typedShare(wrong).error().code, std::string("printed_program_accuracy"));
    }

    /// The handout's line says neither its size nor how often it was timed: nobody guesses (S0-36,
    /// X-02).
    void handoutsLineIsRead() {
        const PrintedOutput out = readPrinted(std::string_view(kColab)).value();
        QCOMPARE(out.times.size(), 1U);
        QCOMPARE(out.times[0].ms, 312.7);
        QCOMPARE(out.times[0].line, 3);
        QVERIFY(!out.times[0].size_px);
        QCOMPARE(out.timing, TimedBy::SingleCold);
        const ImportTarget target = targetOf(examples::cpuPc());
        QCOMPARE(figuresOf(out, target, "").error().code, std::string("typed_size_missing"));
        QCOMPARE(figuresOf(out, target, "300").error().code, std::string("typed_size_unknown"));
    }

    /// The output of Duelo's own program is read, in a version without and one with its own lines.
    void duelosProgramIsRead() {
        const std::string_view words =
            "PyTorch 2.4.0, CUDA: True\nresnet18, 'random', [1, 3, 224, 224]\n"
            "GPU time: 0.0040 seconds (bf16)\nresnet18, 'random', [1, 3, 512, 512]\n"
            "GPU time: 0.0090 seconds (bf16)\n";
        const PrintedOutput told = readPrinted(words).value();
        QCOMPARE(told.times.size(), 2U);
        QCOMPARE(told.times[1].size_px, std::optional<std::int64_t>(512));
        QCOMPARE(told.times[1].model, std::string("resnet18"));
        QCOMPARE(told.times[1].precision, std::string("bf16"));
        QCOMPARE(told.timing, TimedBy::WarmMedian);
        const std::string exact =
            std::string(words) + std::string(kTimeLine) +
            R"({"model": "resnet18", "weights": "random", "input": "random", "size_px": 224, )" +
            R"("batch": 1, "device": "cuda", "gpu": "Tesla T4", "precision": "fp32", )" +
            R"("mode": "eager", "protocol": "warm_median", "n": 42, "median_ms": 4.25})" + "\n";
        const PrintedOutput whole = readPrinted(std::string_view(exact)).value();
        QCOMPARE(whole.times.size(), 1U);
        QCOMPARE(whole.times[0].ms, 4.25);
        QCOMPARE(whole.times[0].n, 42);
        QCOMPARE(whole.times[0].weights, std::string("random"));
        QCOMPARE(whole.gpu, std::string("Tesla T4"));
    }

    void badOutputIsRefused() {
        const auto code = [](std::string_view text) {
            const auto out = readPrinted(text);
            return out ? std::string() : out.error().code;
        };
        QCOMPARE(code(""), std::string("printed_no_times"));
        QCOMPARE(code("Tiempo en CPU: 1.0 segundos"), std::string("printed_no_times"));
        QCOMPARE(code(std::string(100'000'000, 'x')), std::string("printed_too_large"));
        QCOMPARE(code(std::string_view("\x7f"
                                       "ELF\0\0\1",
                                       7)),
                 std::string("printed_not_text"));
        QCOMPARE(code(std::string(4'000'000, 'x')), std::string("printed_no_times"));
        QCOMPARE(code(std::string(1'000'000, '\n')), std::string("printed_no_times"));
        QCOMPARE(code("duelo-time: {\"device\": [[["), std::string("printed_no_times"));
        const PrintedOutput zero =
            readPrinted(std::string_view("Tiempo en GPU: 0.0000 segundos\n")).value();
        QVERIFY(zero.times.empty());
        QCOMPARE(zero.refused.front().second.code, std::string("typed_not_positive"));
        // PowerShell redirects in UTF-16.
        std::string wide("\xFF\xFE", 2);
        for (const char c : std::string("GPU time: 0,0123 seconds\r\n")) wide += {c, '\0'};
        QCOMPARE(readPrinted(std::string_view(wide)).value().times.front().ms, 12.3);
    }

    void whatIsMissingIsAsked() {
        const ImportTarget target = targetOf(examples::cpuPc());
        QCOMPARE(target.tableRows().size(), 3U);
        QCOMPARE(target.other_rows, 1U);  // of another table, which a printed time may name
        QCOMPARE(target.axis, std::string("size_px"));
        const auto code = [&](const ImportFacts& facts, const std::vector<ImportFigure>& figures) {
            const auto run = importedRun(target, facts, figures, "0.2.0");
            return run ? std::string() : run.error().code;
        };
        QCOMPARE(code({.source = "x"}, {}), std::string("typed_nothing"));
        QCOMPARE(code({.source = "  "}, {{0, {.ms = 1}}}), std::string("typed_source_missing"));
        QCOMPARE(code({.source = "x"}, {{0, {.ms = 1}}, {0, {.ms = 2}}}),
                 std::string("typed_twice"));
        QCOMPARE(typedRun().provenance.unchecked,
                 (std::vector<std::string>{"precision", "timing", "weights"}));
        const ImportedRun turned = typedRun({.source = "\u202Eohcom \u0627\u0628"});
        QVERIFY(turned.provenance.source.find("\u202E") == std::string::npos);
        QVERIFY(turned.provenance.source.find("\u0627") != std::string::npos);
    }

    /// S0-31, S0-32, S0-33: three tables, each with its times and where they are from.
    void handoutsTablesAreFilled_S0_31_S0_32_S0_33() {
        const Comparison c = optionB();
        QCOMPARE(c.gpu, GpuColumn::Absent);
        using Kind = CaseTable::Kind;
        const CaseTable* table = nullptr;
        for (const Kind kind : {Kind::CpuOnly, Kind::SharedGpu, Kind::ReferenceGpu}) {
            const auto found = std::ranges::find(c.tables, kind, &CaseTable::kind);
            QVERIFY(found != c.tables.end());
            if (kind == Kind::SharedGpu) table = &*found;
        }
        const double expected[] = {4, 9, 31};
        for (std::size_t i = 0; i < 3; ++i) {
            const Row& row = c.rows[table->rows[i]];
            QCOMPARE(row.cells[*table->gpu].result.summary->median_ms, expected[i]);
            // A ratio that says what it is, and no more (R-30).
            const auto& pair = table->pairs[i].best;
            QVERIFY(pair && pair->givesFactor());
            QVERIFY(!pair->estimate->ci95);
            QCOMPARE(pair->estimate->verdict, Verdict::Inconclusive);
            QCOMPARE(uncheckedText(c, *pair, kSpanish),
                     std::string("sin comprobar: precisión, forma de medir, pesos"));
        }
        const Row& first = c.rows[table->rows[0]];
        QCOMPARE(table->pairs[0].best->estimate->ratio,
                 first.cells[*table->cpu].result.summary->median_ms / 4);
        const std::size_t colab =
            *std::ranges::find(c.tables, Kind::ReferenceGpu, &CaseTable::kind)->gpu;
        QCOMPARE(whyNoRatio(c, c.rows[0], 0, colab)->code, std::string("ratio_single_cold"));
        QVERIFY(warns(c, "file_typed"));
        QVERIFY(warns(c, "file_printed"));
        QVERIFY(!warns(c, "results_without_samples"));
    }

    /// Every writer says what the times are.
    void writersNameTheProvenance_data() {
        QTest::addColumn<int>("format");
        for (const ReportFormat format :
             {ReportFormat::Csv, ReportFormat::Markdown, ReportFormat::Latex, ReportFormat::Html,
              ReportFormat::JsonReport})
            QTest::newRow(std::string(word(format)).c_str()) << int(format);
    }
    void writersNameTheProvenance() {
        QFETCH(int, format);
        const auto kind = static_cast<ReportFormat>(format);
        const QString text = QString::fromStdString(
            reportText(optionB(), kind, {.language = Language::Spanish}).value());
        const bool data = kind == ReportFormat::Csv || kind == ReportFormat::JsonReport;
        QVERIFY(text.contains(data ? "typed" : "escrito, sin archivo"));
        QVERIFY(text.contains(data ? "printed" : "leído de la salida de un programa"));
        if (data) return;
        const bool point = kind == ReportFormat::Latex;  // which sets the sign itself
        QVERIFY(text.contains(point ? "0.0040" : "0,0040"));
        QVERIFY(text.contains(point ? "0.0310" : "0,0310"));
        QVERIFY(text.contains("referencia (GPU)"));  // LaTeX breaks the title into lines
        QVERIFY(text.contains("Declaración"));
        QVERIFY(text.contains("una sola llamada, la primera"));
    }
    void dataSayWhatIsNotChecked() {
        const LongTable table = longTable(optionB(), kSpanish);
        const auto at = [&](const char* name) {
            const auto found = std::ranges::find(table.columns, name);
            return static_cast<std::size_t>(found - table.columns.begin());
        };
        int typed = 0;
        for (const auto& row : table.rows) {
            const auto& from = std::get<std::string>(row[at("provenance")]);
            if (from == "measured") continue;
            QVERIFY(std::holds_alternative<std::monostate>(row[at("ratio_ci95_low")]));
            QVERIFY(std::holds_alternative<std::monostate>(row[at("verdict")]));
            QVERIFY(std::holds_alternative<std::monostate>(row[at("p25_ms")]) || from != "typed");
            if (from != "typed") continue;
            ++typed;
            QCOMPARE(std::get<std::string>(row[at("not_checked")]),
                     std::string("precision timing weights"));
            QVERIFY(std::holds_alternative<std::monostate>(row[at("n")]));
        }
        QCOMPARE(typed, 3);
    }

    /// Known differences give no ratio and are named; the column is there all the same.
    void knownDifferenceHasNoRatio() {
        const auto why = [](const ImportedRun& run) {
            const Comparison c = compared({examples::cpuPc(), logOf(run, "otro.duelo")});
            const CaseTable& table =
                *std::ranges::find(c.tables, CaseTable::Kind::SharedGpu, &CaseTable::kind);
            return whyNoRatio(c, c.rows[table.rows[0]], *table.cpu, *table.gpu)->code;
        };
        QCOMPARE(why(typedRun({.source = "x", .precision = "bf16"})),
                 std::string("ratio_precision_differs"));
        QCOMPARE(why(typedRun({.source = "x", .timing = TimedBy::SingleCold})),
                 std::string("ratio_single_cold"));
        const ImportTarget target = targetOf(examples::cpuPc());
        const ImportedRun other =
            importedRun(target, {.source = "x"}, {{0, {.ms = 4, .model = "resnet50"}}}, "0")
                .value();
        const Comparison c = compared({examples::cpuPc(), logOf(other, "otro.duelo")});
        const CaseTable& table =
            *std::ranges::find(c.tables, CaseTable::Kind::SharedGpu, &CaseTable::kind);
        QCOMPARE(table.kind, CaseTable::Kind::SharedGpu);
        const Reason empty = whyColumnEmpty(c, table.rows, *table.gpu, kEnglish);
        QCOMPARE(empty.code, std::string("not_measured_differs"));
        QVERIFY(kEnglish.reason(empty).find("ResNet") != std::string::npos);
        const Document report = compose(c, {.language = Language::English});
        QVERIFY(!report.sections.empty());
    }

    /// A classmate's file in other precision is measured, and is other work (S0-32).
    void anotherGroupsPrecisionHasNoRatio() {
        RecordLog log = examples::otherPc();
        for (Record& record : log.records)
            if (auto* cell = std::get_if<CellRecord>(&record))
                cell->variant.set("precision", "bf16");
        const Comparison c = compared({examples::cpuPc(), log});
        QCOMPARE(whyNoRatio(c, c.rows[0], 0, columnOf(c, Device::Cuda, Mode::Eager, 1))->code,
                 std::string("ratio_precision_differs"));
    }

    /// An estimate is in no table of times and in no ratio, and the report shows it apart (X-03).
    void estimateStandsApart() {
        const Comparison c = compared(
            {examples::cpuPc(),
             logOf(typedRun({.origin = Origin::Simulated, .source = "cálculo"}), "est.duelo")});
        for (const CaseTable& table : c.tables) QCOMPARE(table.kind, CaseTable::Kind::CpuOnly);
        QCOMPARE(whyNoRatio(c, c.rows[0], 0, c.columns.size() - 1)->code,
                 std::string("ratio_simulated"));
        const Document report = compose(c, {.language = Language::Spanish});
        bool apart = false;
        for (const DocSection& section : report.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block)) {
                    apart |= table->id == "estimates";
                    if (table->id.starts_with("times-"))
                        QCOMPARE(std::ranges::count(table->numeric, true), 1);
                }
        QVERIFY(apart);
    }

    /// Written, sealed, read again, and nothing that a measured file could be taken for.
    void fileIsItsOwnKind() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("tiempos ñ.duelo").toStdString();
        QVERIFY(writeImported(typedRun(), path).has_value());
        QCOMPARE(writeImported(typedRun(), path).error().code, std::string("file_exists"));
        const RecordLog log = readRecords(path).value();
        QCOMPARE(log.integrity, Integrity::Sealed);
        QCOMPARE(log.header().schema, kImportedSchema);
        QCOMPARE(provenanceOf(log.header())->kind(), Origin::Typed);
        QCOMPARE(log.finishedCells().size(), 3U);
        const Comparison c = compared({examples::cpuPc(), log});
        QCOMPARE(c.rows[0].cells[c.columns.size() - 1].result.summary->median_ms, 4.0);
        // Without its provenance it is a file of a newer Duelo, not a measured one.
        std::ifstream in(path);
        std::string text((std::istreambuf_iterator<char>(in)), {});
        const std::size_t at = text.find("\"provenance\"");
        text.replace(at, 12, "\"provenancf\"");
        QVERIFY(writeWhole(text, path, true).has_value());
        QCOMPARE(readRecords(path).error().code, std::string("schema_too_new"));
    }

    /// A file of the same kind with samples, intervals and metrics of somebody's making has the
    /// bare time alone; no fit, term or map of what was measured has any of it (Y-07).
    void broughtTimesEnterNoAnalysis_Y07() {
        const ImportTarget target = targetOf(examples::cpuPc());
        const std::vector<ImportFigure> squares{
            {0, {.ms = 4}}, {1, {.ms = 20.9}}, {2, {.ms = 83.6}}};
        RecordLog log = logOf(importedRun(target, {.source = "board"}, squares, "0.2.0").value(),
                              "typed.duelo");
        for (Record& record : log.records)
            if (auto* result = std::get_if<ResultRecord>(&record)) {
                const double ms = result->summary->median_ms;
                result->summary->ci95_ms = Interval{ms * 0.99, ms * 1.01};
                result->metrics.push_back({.id = "throughput", .unit = "image/s", .value = 250});
            }
        const Samples samples{
            .cell = "t1", .round = {0, 1, 2}, .t0_ms = {0, 9, 18}, .wall_ms = {4, 4, 4}};
        log.records.insert(std::prev(log.records.end()), samples);
        log.records.insert(std::prev(log.records.end()),
                           Cold{.cell = "t1", .load_ms = 1, .first_ms = 2});
        const Comparison alone = compared({log});
        const ReportCell& first = alone.rows[0].cells[0];
        QVERIFY(first.timed() && first.samples.wall_ms.empty() && !first.cold);
        QVERIFY(!first.result.summary->ci95_ms && first.result.metrics.empty());
        const Labels labels(alone, kEnglish);
        QVERIFY(measuredTerms(alone, labels).empty());
        const auto growthTold = [](const RecordLog& of) {
            const Comparison c = compared({examples::cpuPc(), of});
            const auto table = std::ranges::find_if(
                c.tables, [](const CaseTable& one) { return one.gpu.has_value(); });
            const Labels words(c, kEnglish);
            const Shown shown{.comparison = c,
                              .labels = words,
                              .table = static_cast<std::size_t>(table - c.tables.begin())};
            return table != c.tables.end() && growthOf(shown, *table->gpu).has_value();
        };
        RecordLog measured = log;
        std::get<Header>(measured.records.front()).extra.erase(kProvenanceField);
        QVERIFY(growthTold(measured) && !growthTold(log));
        QVERIFY(worthMapsOf(compared({examples::cpuPc(), log})).empty());
    }

    /// Nor is it in a scaling, a roof or a game: the same times, measured, are (Y-07).
    void broughtTimesAreInNoScalingRoofOrGame_Y07() {
        const auto compareTimes = [](const char* experiment, const std::vector<ImportedTime>& times,
                                     bool measured) {
            RecordLog log = logOf({.experiment = experiment,
                                   .spec_version = findSpec(experiment)->version,
                                   .app = "0.2.0",
                                   .provenance = {.origin = "typed", .source = "board"},
                                   .times = times},
                                  "times.duelo");
            Header& header = std::get<Header>(log.records.front());
            header.machine.id = "abcd0123";
            if (measured) header.extra.erase(kProvenanceField);
            return compared({log});
        };
        const Comparison known = compared({examples::cpuPc()});
        std::vector<ImportedTime> threads;
        for (const int number : {1, 2, 4, 8}) {
            Params variant = known.columns.front().variant;
            variant.set("threads", number);
            threads.push_back({.work = known.rows.front().work,
                               .variant = variant,
                               .ms = 100.0 / number,
                               .n = 20});
        }
        const std::vector<ImportedTime> pipe{{.work = Params{{"kind", "pipe"}},
                                              .variant = Params{{"device", "cpu"}},
                                              .ms = 2,
                                              .n = 20}};
        for (const bool measured : {true, false}) {
            const Comparison scaled = compareTimes("inference", threads, measured);
            const Labels labels(scaled, kEnglish);
            QCOMPARE(scalingOf(labels, scaled).empty(), !measured);
            QCOMPARE(scalingSection(scaled, {}).blocks.empty(), !measured);
            const Comparison limits = compareTimes("roofs", pipe, measured);
            QCOMPARE(sharingCostsOf(limits, *limits.rows.front().cells.begin()).known(), measured);
            const auto game = misleadingOf(scaled, labels,
                                           {.slow_cell = scaled.rows.front().cells[0].id,
                                            .fast_cell = scaled.rows.front().cells[1].id});
            QCOMPARE(game.has_value(), measured);
            if (!game) QCOMPARE(game.error().code, std::string("game_cell_unknown"));
        }
    }

    /// Imported times stand in a file of their own: behind a measured header they would pass for
    /// measured (Y-07).
    void measuredAndBroughtAreNoOneFile_Y07() {
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("both.duelo").toStdString();
        for (const bool broughtFirst : {false, true}) {
            RecordLog first = examples::cpuPc(), then = logOf(typedRun(), "typed.duelo");
            if (broughtFirst) std::swap(first, then);
            std::string text;
            for (const RecordLog* log : {&first, &then})
                for (const Record& record : log->records) text += encode(record) + '\n';
            QVERIFY(writeWhole(text, path, true).has_value());
            QCOMPARE(readRecords(path).error().code, std::string("file_mixes_origins"));
        }
    }

    /// The place of another PC is printed, and nobody's name.
    void referencePrintsSeatAndNoName() {
        RecordLog log = examples::otherPc();
        std::get<Header>(log.records.front()).label =
            Json{{"student", "Ana Pérez"}, {"room", "L21"}, {"seat", "14"}};
        const Comparison c = compared({examples::cpuPc(), log});
        const Labels labels(c, kSpanish);
        QVERIFY(labels.provenance(c.sources[1]).ends_with("Aula: L21, Puesto: 14."));
        for (const ReportFormat format : {ReportFormat::JsonReport, ReportFormat::Html})
            QVERIFY(reportText(c, format, {}).value().find("Pérez") == std::string::npos);
    }

    /// The command `import`: its words to the file that it writes.
    void commandsRequest() {
        QTemporaryDir folder;
        const auto in = [&](const char* name) {
            return std::filesystem::path(folder.filePath(name).toStdString());
        };
        const RecordLog own = examples::cpuPc();
        {
            auto file = RecordFile::create(in("casa.duelo")).value();
            for (const Record& record : own.records) QVERIFY(file->write(record).has_value());
        }
        QVERIFY(writeWhole(kColab, in("colab.txt")).has_value());
        ImportRequest request{.own = in("casa.duelo"),
                              .typed = {"224=0,0040", "512=9 ms"},
                              .facts = {.source = "grupo 7"}};
        const ImportedRun typed = importedRun(request, kSpanish, "0").value();
        QCOMPARE(typed.times.size(), 2U);
        QCOMPARE(typed.times[1].ms, 9.0);
        request.typed = {"300=1"};
        QCOMPARE(importedRun(request, kSpanish, "0").error().code,
                 std::string("typed_size_unknown"));
        request.typed = {};
        request.printed = in("colab.txt");
        QCOMPARE(importedRun(request, kSpanish, "0").error().code,
                 std::string("typed_size_missing"));
        request.size = "224";
        const ImportedRun printed = importedRun(request, kSpanish, "0").value();
        QCOMPARE(printed.provenance.timing, std::string("single_cold"));
        request.timing = "often";
        QCOMPARE(importedRun(request, kSpanish, "0").error().code, std::string("unknown_value"));
        // S4-03: what only a program that trains has is refused for other rows.
        request.timing = "unknown";
        request.facts.technology = "C";
        QCOMPARE(importedRun(request, kSpanish, "0").error().code,
                 std::string("import_no_program"));
    }

    /// S4-03, S4-04: the time of a whole training, by its epochs; printed, or typed.
    void ownProgramOnTheCommandLine() {
        const QTemporaryDir folder;
        const auto in = [&](const char* name) {
            return std::filesystem::path(folder.filePath(name).toStdString());
        };
        examples::TrainingFile file("", {.epochs = 5});
        file.add(examples::Training{});
        QVERIFY(writeRecords(file.finish().records, in("mlp.duelo")).has_value());
        QVERIFY(writeWhole("Total time: 12.0 s\nAccuracy: 91.87 %\n", in("numpy.txt")).has_value());
        ImportRequest request{.own = in("mlp.duelo"),
                              .printed = in("numpy.txt"),
                              .facts = {.source = "mine", .technology = "NumPy", .threads = 4}};
        const ImportedRun printed = importedRun(request, kEnglish, "0").value();
        QCOMPARE(printed.times.size(), 1U);
        QCOMPARE(printed.times[0].ms, 2400.0);
        QCOMPARE(printed.times[0].variant.text("device"), std::string("cpu"));
        QCOMPARE(printed.times[0].variant.integer("threads"), 4);
        QCOMPARE(printed.provenance.origin, std::string("printed"));
        QCOMPARE(printed.provenance.technology, std::string("NumPy"));
        QCOMPARE(*printed.provenance.accuracy, 0.9187);
        // What the file says comes back from it.
        const auto header = std::get<Header>(recordsOf(printed, "r", "s").front());
        QCOMPARE(*provenanceOf(header)->accuracy, 0.9187);
        request.printed.clear();
        request.typed = {"12 s"};
        request.accuracy = "91,37 %";
        request.device = "cuda";
        const ImportedRun typed = importedRun(request, kEnglish, "0").value();
        QCOMPARE(typed.times[0].ms, 2400.0);
        QCOMPARE(typed.times[0].variant.text("device"), std::string("cuda"));
        QCOMPARE(*typed.provenance.accuracy, 0.9137);
        request.typed = {"12 s", "13 s"};
        QCOMPARE(importedRun(request, kEnglish, "0").error().code,
                 std::string("typed_one_program"));
        request.typed = {"12 s"};
        request.accuracy = "910";
        QCOMPARE(importedRun(request, kEnglish, "0").error().code,
                 std::string("printed_program_accuracy"));
    }
};

QTEST_GUILESS_MAIN(TestImportedTimes)
#include "tst_imported_times.moc"
