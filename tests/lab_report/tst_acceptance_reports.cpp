// SPDX-License-Identifier: Apache-2.0
// The reports of the handout's Option B and of the MLP project, from the files to the document that
// is handed in (S0-30..36, X-01..X-03; S4-05..08, S4-21..23; X-09).
#include <QtTest>

#include "document_testing.h"
#include "experiments/imported_times.h"
#include "lab_report_testing.h"
#include "measured_file.h"
#include "report/writers.h"

using namespace duelo;
using namespace duelo::test;
using duelo::examples::blocks;

namespace {

const Text kSpanish(Language::Spanish);

RecordLog brought(const ImportedRun& run, const char* name) {
    RecordLog log;
    log.path = name;
    log.records = recordsOf(run, std::string("run of ") + name, "2026-05-06T10:00:00Z");
    log.records.emplace_back(End{.status = "completed"});
    log.integrity = Integrity::Sealed;
    return log;
}

/// A classmate's file, measured in bf16.
RecordLog classmate() {
    RecordLog log = examples::otherPc();
    for (Record& record : log.records)
        if (auto* cell = std::get_if<CellRecord>(&record);
            cell && deviceOf(cell->variant) == Device::Cuda)
            cell->variant.set("precision", "bf16");
    return log;
}

/// This PC has no GPU; what others brought stands beside it.
std::vector<RecordLog> optionB() {
    const ImportTarget target =
        importTarget(compared({examples::cpuPc()}), std::nullopt, kSpanish).value();
    const auto typed = importedRun(target, {.source = "grupo 7, RTX 3060"},
                                   {{0, {.ms = 4}}, {1, {.ms = 9}}, {2, {.ms = 31}}}, "0.2.0");
    const PrintedOutput printed = readPrinted(std::string_view("Tiempo en CPU: 0.0912 segundos\n"
                                                               "Tiempo en GPU: 0.3127 segundos\n"))
                                      .value();
    const auto colab = importedRun(
        target, {.origin = Origin::Printed, .source = "Colab, T4", .timing = printed.timing},
        figuresOf(printed, target, "224").value(), "0.2.0");
    return {examples::cpuPc(), classmate(), brought(typed.value(), "escritos.duelo"),
            brought(colab.value(), "colab.duelo")};
}

Document reportB(const std::vector<RecordLog>& logs, Role role) {
    std::vector<Role> roles(logs.size(), role);
    roles.front() = Role::Own;
    const Comparison comparison = compare(logs, ComparisonOptions{.roles = roles}).value();
    LabReport report;
    report.form = "handout_b";
    report.authors = {"Ana Peña"};
    report.texts["reflection.summary"] = "Se midió sin GPU.";
    return documentOf(report, &comparison).value();
}

std::string everything(const Document& document) {
    return writeMarkdown(document);
}

bool holds(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

/// S4-05 and S4-07, as somebody typed them.
RecordLog sweepOf(const char* name, const std::vector<std::pair<int, double>>& times) {
    examples::MeasuredFile file("training", name);
    for (const auto& [count, ms] : times)
        file.add({{"model", "mlp"}, {"data", "digits"}, {"batch", 256}},
                 {{"device", "cpu"}, {"threads", count}, {"precision", "fp32"}, {"mode", "eager"}},
                 ms, {.typed = true});
    return file.log();
}

}  // namespace

class AcceptanceReportsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void optionBFillsEveryTable();
    void optionBGivesNoRatioOfWhatDiffers();
    void optionBSaysNothingOfItsOwn();
    void theProjectsSweepsAreJudged();
};

void AcceptanceReportsTest::optionBFillsEveryTable() {
    // S0-31: the CPU alone; S0-32: "obtained from another group"; S0-33: a reference.
    const Document alone = reportB({examples::cpuPc()}, Role::Shared);
    QVERIFY(alone.declaration && !alone.declaration->empty());
    QCOMPARE(examples::tableOf(alone, "times-1").columns.size(), 2U);
    const Document shared = reportB(optionB(), Role::Shared);
    const DocTable table = examples::tableOf(shared, "times-1");
    QCOMPARE(table.columns.size(), 3U);
    QCOMPARE(table.rows.size(), 3U);
    for (const auto& row : table.rows) QVERIFY(row[1].value && row[1].decimals == 4);
    std::vector<RecordLog> typed = optionB();
    typed.erase(typed.begin() + 1);
    const Document reference = reportB(typed, Role::Reference);
    const DocTable beside = examples::tableOf(reference, "times-1");
    QCOMPARE(beside.columns.size(), 3U);
    QVERIFY2(holds(beside.columns[2], "referencia"), beside.columns[2].c_str());
    QCOMPARE(beside.rows[0][2].text, std::string("0,0040"));
    QCOMPARE(beside.rows[2][2].text, std::string("0,0310"));
    // The declaration is what stands first of all.
    const std::string text = everything(reference);
    QVERIFY(text.find(*reference.declaration) < text.find("Tabla 1"));
}

void AcceptanceReportsTest::optionBGivesNoRatioOfWhatDiffers() {
    const std::string text = everything(reportB(optionB(), Role::Shared));
    QVERIFY(holds(text, "un lado calculó en fp32 y el otro en bf16") ||
            holds(text, "FP32"));                  // a classmate's bf16
    QVERIFY(holds(text, "una sola llamada"));      // Colab's first call
    QVERIFY(holds(text, "escrito, sin archivo"));  // typed
    const Comparison comparison = compared(optionB());
    for (const Row& row : comparison.rows)
        for (const ColumnRatio& ratio : row.ratios) {
            if (!ratio.estimate) continue;
            const auto& column = comparison.columns[ratio.column];
            QVERIFY(column.variant.text("precision") != "bf16");
            if (provenanceOf(comparison.sourceOf(column).header)) QVERIFY(!ratio.estimate->ci95);
        }
}

/// No sentence outside of boxes, captions, tables and the annex.
void AcceptanceReportsTest::optionBSaysNothingOfItsOwn() {
    const Document document = reportB(optionB(), Role::Shared);
    std::set<std::string> asked;
    for (const ReportSection& section : formOf("handout_b").sections)
        for (const ReportQuestion& question : section.questions) asked.insert(question.ask.es);
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks) {
            const auto* paragraph = std::get_if<DocParagraph>(&block);
            if (!paragraph || section.annex || paragraph->boxed) continue;
            const bool question = std::ranges::any_of(
                asked, [&](const std::string& one) { return paragraph->text.ends_with(one); });
            QVERIFY2(question || paragraph->text == "Se midió sin GPU.", paragraph->text.c_str());
        }
}

void AcceptanceReportsTest::theProjectsSweepsAreJudged() {
    const std::vector<RecordLog> logs{
        sweepOf("openmp.duelo", {{1, 27881}, {2, 27621}, {4, 20212}, {8, 5078}, {16, 9772}})};
    const Comparison comparison = compared(logs);
    LabReport report;
    report.form = "mlp";
    const Document document = documentOf(report, &comparison).value();
    const std::string text = everything(document);
    QVERIFY(holds(text, "Tabla 1. "));
    QVERIFY(holds(text, "Karp-Flatt"));
    bool ideal = false, numbered = false;
    for (const ChartValue& chart : blocks<ChartValue>(document)) {
        numbered |= titleOf(chart).starts_with("Figura 1. ");
        if (const auto* lines = std::get_if<LinesValue>(&chart))
            ideal |= std::ranges::any_of(
                         lines->series,
                         [](const LinesValue::Series& one) { return holds(one.name, "ideal"); }) ||
                     holds(lines->dashed_name, "ideal");
    }
    QVERIFY(ideal && numbered);
    // What no law explains is told where Duelo's own sentences stand: with a claim that is checked.
    const EvidenceBook book(&comparison, optionsOf(report));
    QVERIFY(std::ranges::any_of(book.boxes(), [](const Evidence& one) {
        return holds(one.words, "Karp") || holds(one.title, "Aceleración");
    }));
}

QTEST_GUILESS_MAIN(AcceptanceReportsTest)
#include "tst_acceptance_reports.moc"
