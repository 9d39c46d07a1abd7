// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "document_testing.h"
#include "lab_report/annex_fit.h"
#include "lab_report_testing.h"
#include "report/interval_digits.h"
#include "report/measured_text.h"
#include "report/writers.h"

using namespace duelo;
using namespace duelo::test;
using duelo::examples::blocks;

namespace {

/// Formulas, scripts, commands of TeX, another direction, signs beyond the first plane.
constexpr const char* kHostile =
    "=cmd|'/c calc'!A1 <script>alert(1)</script> \\input{/etc/passwd} $x_1$ 50% # ~ ^ "
    "\xF0\x9F\x98\x80 \xD7\xA9\xD7\x9C\xD7\x95\xD7\x9D \xE2\x80\xAEtxt.exe \x01 [a](javascript:b)";

struct Written {
    LabReport report;
    ComposedReport composed;
};

Written written(const char* form, Language language = Language::English) {
    Written out;
    const EvidenceBook book = bookOf({examples::gpuPc()}, language);
    out.report.form = form;
    out.report.language = language;
    out.report.authors = {"Ruiz, Ana", "Gil, Luis"};
    out.report.institution = "U. Alicante";
    const std::string time = out.report.cite(firstOf(book, EvidenceKind::Time).citation);
    const std::string box = out.report.cite(firstOf(book, EvidenceKind::Headline).citation);
    out.report.texts["analysis.why"] =
        "The CPU takes " + tokenOf(time) + ".\n" + tokenOf(box) + "so it is slow.";
    out.composed = composeLabReport(out.report, formOf(form), book, optionsOf(out.report));
    return out;
}

QString paragraphsOf(const Document& document) {
    QStringList all;
    for (const DocParagraph& one : blocks<DocParagraph>(document))
        all << QString::fromStdString(one.text);
    return all.join('\n');
}

}  // namespace

/// From a student's text to the Document that every writer takes (S0-26..36, R-24).
class LabReportDocumentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheOrderOfTheForm();
    void numbersTablesAndFigures();
    void saysWhereAFigureIsShown();
    void writesTheStudentsWordsAndNoOthers();
    void declaresThatThereIsNoGpu();
    void keepsWhatWasSaidOfAMissingFile();
    void isSafeInEveryWriter();
    void isWrittenInBothLanguages();
    void citesWhatStandsInTheResults_Y_35();
    void printsPredictionsBehindTheTables_Y_35();
    void hasADate_Y_35();
    void handsInNoListOfWhatIsMissing_Y_37();
    void partsAFigureFromItsSentence_Y_43();
    void keepsWhatWasMeasured_Y_32();
};

/// A chart that stands in the results is cited by its number, and printed once.
void LabReportDocumentTest::citesWhatStandsInTheResults_Y_35() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    LabReport report;
    report.language = Language::English;
    const std::string chart = report.cite(firstOf(book, EvidenceKind::Chart).citation);
    report.texts["analysis.why"] = tokenOf(chart) + "so it is.";
    const auto charts = [&] {
        const Document document =
            composeLabReport(report, formOf("handout_a"), book, optionsOf(report)).document;
        return std::pair(blocks<ChartValue>(document).size(), paragraphsOf(document));
    };
    const auto [cited, text] = charts();
    QVERIFY2(text.contains("(Figure 1, "), qPrintable(text));
    report.texts.clear();
    QCOMPARE(cited, charts().first);
    // Where no results are shown it is printed, the first time.
    report.texts["open.text"] = tokenOf(chart) + "\n" + tokenOf(chart);
    ReportForm words = formOf("open");
    std::erase_if(words.sections,
                  [](const ReportSection& one) { return one.kind != SectionKind::Words; });
    const Document open = composeLabReport(report, words, book, optionsOf(report)).document;
    QCOMPARE(blocks<ChartValue>(open).size(), std::size_t{1});
    QCOMPARE(paragraphsOf(open).count("(Figure 1, "), 2);
}

void LabReportDocumentTest::printsPredictionsBehindTheTables_Y_35() {
    const Document document = written("handout_a").composed.document;
    const auto results = std::ranges::find_if(document.sections, [](const DocSection& one) {
        return one.heading.starts_with(formOf("handout_a").sections[1].title.en);
    });
    std::vector<std::string> ids;
    for (const DocBlock& block : results->blocks)
        if (const auto* table = std::get_if<DocTable>(&block)) ids.push_back(table->id);
    QVERIFY(ids.size() > 1 && ids.front().starts_with("times-"));
    const auto prediction = std::ranges::find(ids, "prediction");
    QVERIFY(prediction == ids.end() || prediction + 1 == ids.end());
}

/// Today's, where nobody typed one (S0-54).
void LabReportDocumentTest::hasADate_Y_35() {
    LabReport report;
    const auto dateOf = [&] {
        const EvidenceBook none(nullptr, {});
        const auto document =
            composeLabReport(report, formOf("handout_a"), none, optionsOf(report)).document;
        for (const auto& [name, value] : document.fields)
            if (name == "Fecha") return QString::fromStdString(value);
        return QString();
    };
    const QString before = QDate::currentDate().toString(Qt::ISODate), told = dateOf();
    QVERIFY(told == before || told == QDate::currentDate().toString(Qt::ISODate));
    report.date = "ayer";
    QCOMPARE(dateOf(), QString("ayer"));
}

/// What each row lacks is for its writer, and stands in the window (tst_facts).
void LabReportDocumentTest::handsInNoListOfWhatIsMissing_Y_37() {
    const Document document = written("handout_a").composed.document;
    QVERIFY(!examples::findTable(document, "rubric"));
    QVERIFY(writeMarkdown(document).find("Not written:") == std::string::npos);
}

void LabReportDocumentTest::partsAFigureFromItsSentence_Y_43() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    LabReport report;
    const std::string id = report.cite(firstOf(book, EvidenceKind::Time).citation);
    report.texts["analysis.why"] = "It is pure." + tokenOf(id) + "And (" + tokenOf(id) + ").";
    const auto composed = composeLabReport(report, formOf("handout_a"), book, optionsOf(report));
    const QString figure = QString::fromStdString(composed.cited.at(id).words);
    const QString wanted = "It is pure. " + figure + " And (" + figure + ").";
    QVERIFY2(paragraphsOf(composed.document).contains(wanted),
             qPrintable(paragraphsOf(composed.document)));
}

/// Sheets give way before figures, and the ends of an interval are other figures than its median.
void LabReportDocumentTest::keepsWhatWasMeasured_Y_32() {
    DocTable cells{.id = "cells", .title = "cells", .columns = {"a", "b"}};
    cells.rows.assign(15, {{"ResNet-18", {}, 0}, {"14.2", {}, 0}});
    DocTable sheet{.id = "machine", .title = "sheet", .columns = {"a", "b"}, .reference = true};
    sheet.rows.assign(40, {{"property", {}, 0}, {"value", {}, 0}});
    DocSection annex{"annex", {cells, sheet}, true};
    fitAnnex(annex, 1, Text(Language::English));
    QCOMPARE(std::get<DocTable>(annex.blocks[0]).rows.size(), std::size_t{15});
    QVERIFY(std::get<DocTable>(annex.blocks[1]).rows.size() < 40);
    annex.blocks = {cells, sheet};
    fitAnnex(annex, 0, Text(Language::English));
    QCOMPARE(std::get<DocTable>(annex.blocks[1]).rows.size(), std::size_t{40});

    for (const double half : {2.0, 0.03, 4e-4, 1e-6, 1e-9}) {
        const double median = 14.2;
        const Interval ci{median - half, median + half};
        const auto told = [&](double value) {
            return formatFixed(value, decimalsApart(median, ci), {});
        };
        QVERIFY2(told(ci.low) != told(median) && told(ci.high) != told(median),
                 told(median).c_str());
    }
    QCOMPARE(decimalsApart(14.2, {14.2, 14.2}), decimalsFor(14.2, Interval{14.2, 14.2}));
}

void LabReportDocumentTest::keepsTheOrderOfTheForm() {
    const Document document = written("handout_a").composed.document;
    const auto& sections = formOf("handout_a").sections;
    QCOMPARE(document.sections.size(), sections.size());
    for (std::size_t i = 0; i < sections.size(); ++i)
        QVERIFY(document.sections[i].heading.starts_with(sections[i].title.en));
    QVERIFY(document.sections[2].heading.ends_with("(CG1, CG3, CE15, RA1)"));
    QVERIFY(document.sections.back().annex && document.contents);
    QCOMPARE(document.fields.front().second, std::string("Ruiz, Ana; Gil, Luis"));
}

void LabReportDocumentTest::numbersTablesAndFigures() {
    const Document document = written("handout_a").composed.document;
    int number = 0;
    std::set<std::string> ids;
    for (const DocTable& table : blocks<DocTable>(document)) {
        const std::string begin = "Table " + std::to_string(++number) + ". ";
        QVERIFY2(table.title.starts_with(begin), table.title.c_str());
        QVERIFY2(ids.insert(table.id).second, table.id.c_str());
    }
    QVERIFY(number > 3);
    const auto charts = blocks<ChartValue>(document);
    QVERIFY(!charts.empty());
    QVERIFY(titleOf(charts.front()).starts_with("Figure 1. "));
    // LaTeX would number them a second time.
    QVERIFY(!QString::fromStdString(writeLatex(document)).contains("\\caption{"));
}

void LabReportDocumentTest::saysWhereAFigureIsShown() {
    const Written made = written("handout_a");
    const CitedWords& cited = made.composed.cited.at("e1");
    QVERIFY(cited.standing == Standing::Current);
    const std::string words = made.report.citations.front().said + " (Table 1)";
    QCOMPARE(cited.words, words);
    QVERIFY(paragraphsOf(made.composed.document)
                .contains(QString::fromStdString("The CPU takes " + words + ".")));
}

/// Nothing of Duelo's outside of boxes, captions, tables and the annex.
void LabReportDocumentTest::writesTheStudentsWordsAndNoOthers() {
    const Written made = written("handout_a");
    std::set<std::string> questions;
    for (const ReportSection& section : formOf("handout_a").sections)
        for (const ReportQuestion& question : section.questions)
            questions.insert(question.heads().en);
    for (const DocSection& section : made.composed.document.sections)
        for (const DocBlock& block : section.blocks) {
            QVERIFY(section.annex || !std::holds_alternative<DocList>(block));
            const auto* paragraph = std::get_if<DocParagraph>(&block);
            if (!paragraph || section.annex) continue;
            const std::string& text = paragraph->text;
            const bool asked =
                paragraph->strong &&
                std::ranges::any_of(questions, [&](const auto& q) { return text.ends_with(q); });
            const bool own = text.starts_with("The CPU takes") || text == "so it is slow.";
            QVERIFY2(asked || own || paragraph->boxed, text.c_str());
            if (paragraph->boxed) QVERIFY(text.starts_with("Measured by Duelo"));
        }
}

void LabReportDocumentTest::declaresThatThereIsNoGpu() {
    LabReport report;
    report.form = "handout_b";
    const EvidenceBook cpu = bookOf({examples::cpuPc()}, Language::Spanish);
    const auto composed = composeLabReport(report, formOf("handout_b"), cpu, optionsOf(report));
    QCOMPARE(composed.document.declaration, cpu.declaration());
    const EvidenceBook none(nullptr, {});
    QVERIFY(composeLabReport(report, formOf("handout_b"), none, optionsOf(report))
                .document.declaration.has_value());
    QVERIFY(!written("handout_a").composed.document.declaration);
}

void LabReportDocumentTest::keepsWhatWasSaidOfAMissingFile() {
    const LabReport report = written("handout_a").report;
    const EvidenceBook none(nullptr, {});
    const auto composed = composeLabReport(report, formOf("handout_a"), none, optionsOf(report));
    const QString text = paragraphsOf(composed.document);
    QVERIFY(text.contains(QString::fromStdString(report.citations.front().said)));
    QVERIFY(text.contains("file not open"));
    QVERIFY(composed.cited.at("e1").standing == Standing::Missing);
}

void LabReportDocumentTest::isSafeInEveryWriter() {
    Written made = written("handout_a");
    made.report.texts["analysis.why"] = kHostile;
    made.report.title = made.report.institution = kHostile;
    made.report.authors = {kHostile};
    made.report.citations.front().said = made.report.citations.front().file = kHostile;
    made.report.texts["analysis.sizes"] = tokenOf("e1");
    const EvidenceBook none(nullptr, {});
    const Document document =
        composeLabReport(made.report, formOf("handout_a"), none, optionsOf(made.report)).document;
    const QString html = QString::fromStdString(writeHtml(document));
    QVERIFY(!html.contains("<script") && html.contains("&lt;script"));
    const QString latex = QString::fromStdString(writeLatex(document));
    QVERIFY(!latex.contains("\\input") && latex.contains("\\textbackslash{}input"));
    QVERIFY(!latex.contains("$x_1$"));
    const QString markdown = QString::fromStdString(writeMarkdown(document));
    QVERIFY(!markdown.contains("<script") && !markdown.contains("[a](javascript"));
    QVERIFY(markdown.contains("\n\\=cmd"));
    for (const QString& text : {html, latex, markdown}) {
        QVERIFY(!text.contains(QChar(0x202E)) && !text.contains(QChar(0x01)));
        QVERIFY(text.contains(QString::fromUtf8("\xD7\xA9")) || text.contains("\\duelochar{05E9}"));
    }
}

void LabReportDocumentTest::isWrittenInBothLanguages() {
    const Document spanish = written("handout_a", Language::Spanish).composed.document;
    QVERIFY(blocks<DocTable>(spanish).front().title.starts_with("Tabla 1. "));
    QVERIFY(paragraphsOf(spanish).contains("Medido por Duelo"));
    const QString html = QString::fromStdString(writeHtml(spanish));
    QVERIFY(html.contains("Contenido") && html.contains("href=\"#s1\""));
    QVERIFY(QString::fromStdString(writeMarkdown(spanish)).contains("> Medido por Duelo"));
    QVERIFY(QString::fromStdString(writeLatex(spanish)).contains("\\tableofcontents"));
}

QTEST_GUILESS_MAIN(LabReportDocumentTest)
#include "tst_lab_report_document.moc"
