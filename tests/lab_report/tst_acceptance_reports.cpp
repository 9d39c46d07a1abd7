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

/// The classmate's is "obtained from another group", all else a reference.
Document reportB(const std::vector<RecordLog>& logs) {
    std::vector<Role> roles(logs.size(), Role::Reference);
    roles.front() = Role::Own;
    if (roles.size() > 1) roles[1] = Role::Shared;
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
    void theProjectsSweepsAreJudged_data();
    void theProjectsSweepsAreJudged();
};

/// The only table of a document whose third column has this in its title.
DocTable tableWith(const Document& document, const char* title) {
    for (const DocTable& table : blocks<DocTable>(document))
        if (table.id.starts_with("times-") && table.columns.size() == 3 &&
            holds(table.columns[2], title))
            return table;
    qFatal("no table with %s", title);
}

void AcceptanceReportsTest::optionBFillsEveryTable() {
    const Document document = reportB(optionB());
    // S0-31: the CPU alone.
    const DocTable alone = examples::tableOf(document, "times-1");
    QCOMPARE(alone.columns.size(), std::size_t{2});
    QCOMPARE(alone.rows.size(), std::size_t{3});
    for (const auto& row : alone.rows) QVERIFY(row[1].value && row[1].decimals >= 4);
    // S0-32: "obtained from another group".
    const DocTable shared = tableWith(document, "obtenido de otro grupo");
    for (const auto& row : shared.rows) QVERIFY(row[2].value && row[2].decimals >= 4);
    // S0-33: a reference; of Colab's single line the one row.
    const DocTable typed = tableWith(document, "escrito, sin archivo");
    QVERIFY(holds(typed.columns[2], "referencia"));
    QCOMPARE(typed.rows[0][2].text, std::string("0,00400"));
    QCOMPARE(typed.rows[1][2].text, std::string("0,00900"));
    QCOMPARE(typed.rows[2][2].text, std::string("0,0310"));
    const DocTable printed = tableWith(document, "leído de la salida");
    QVERIFY(printed.rows[0][2].value && !printed.rows[1][2].value);
    // The handout's tables are 1, 2 and 3, each with a title of its own (Y-35).
    std::set<std::string> titles;
    int number = 0;
    for (const DocTable& table : blocks<DocTable>(document))
        if (table.id.starts_with("times-")) {
            const std::string begin = "Tabla " + std::to_string(++number) + ". ";
            QVERIFY2(table.title.starts_with(begin), table.title.c_str());
            QVERIFY2(titles.insert(table.title.substr(begin.size())).second, table.title.c_str());
        }
    QCOMPARE(number, 6);
    QVERIFY2(holds(alone.title, "solo la CPU"), alone.title.c_str());
    // The declaration is what stands first of all, and gives no advice on drivers.
    const std::string text = everything(document);
    QVERIFY(document.declaration && !document.declaration->empty());
    QVERIFY(!holds(*document.declaration, "instale"));
    QVERIFY(text.find(*document.declaration) < text.find("Tabla 1"));
}

void AcceptanceReportsTest::optionBGivesNoRatioOfWhatDiffers() {
    const std::string text = everything(reportB(optionB()));
    QVERIFY(holds(text, "calculó en fp32 y el otro en bf16") || holds(text, "BF16"));
    QVERIFY(holds(text, "una sola llamada"));  // Colab's first call
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
    const Document document = reportB(optionB());
    std::set<std::string> asked;
    for (const ReportSection& section : formOf("handout_b").sections)
        for (const ReportQuestion& question : section.questions) asked.insert(question.heads().es);
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks) {
            const auto* paragraph = std::get_if<DocParagraph>(&block);
            if (!paragraph || section.annex || paragraph->boxed) continue;
            const bool question = std::ranges::any_of(
                asked, [&](const std::string& one) { return paragraph->text.ends_with(one); });
            QVERIFY2(question || paragraph->text == "Se midió sin GPU.", paragraph->text.c_str());
        }
}

void AcceptanceReportsTest::theProjectsSweepsAreJudged_data() {
    QTest::addColumn<QList<double>>("times_s");
    QTest::newRow("S4-05") << QList<double>{27.881, 27.621, 20.212, 5.078, 9.772};
    QTest::newRow("S4-07") << QList<double>{49.09, 52.70, 79.40, 97.23, 212.20};
}

void AcceptanceReportsTest::theProjectsSweepsAreJudged() {
    QFETCH(QList<double>, times_s);
    std::vector<std::pair<int, double>> times;
    for (const double time_s : times_s) times.emplace_back(1 << times.size(), 1000 * time_s);
    const std::vector<RecordLog> logs{sweepOf("mlp.duelo", times)};
    const Comparison comparison = compared(logs);
    LabReport report;
    report.form = "mlp";
    const Document document = documentOf(report, &comparison).value();
    const std::string text = everything(document);
    QVERIFY(holds(text, "Tabla 1. "));
    QVERIFY(holds(text, "Karp-Flatt"));
    // What no law explains is told below the table that shows it, and not only in the annex.
    QVERIFY(std::ranges::any_of(blocks<DocTable>(document), [](const DocTable& table) {
        return table.id == "scaling" &&
               std::ranges::any_of(table.notes, [](const std::string& one) {
                   return holds(one, "Esto no es Amdahl: hay contención");
               });
    }));
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
    const EvidenceBook book(&comparison, optionsOf(report));
    QVERIFY(std::ranges::any_of(book.boxes(), [](const Evidence& one) {
        return holds(one.words, "Karp") || holds(one.title, "Aceleración");
    }));
}

QTEST_GUILESS_MAIN(AcceptanceReportsTest)
#include "tst_acceptance_reports.moc"
