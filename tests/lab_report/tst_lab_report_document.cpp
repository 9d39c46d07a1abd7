// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <array>

#include "document_testing.h"
#include "lab_report/annex_fit.h"
#include "lab_report/claim.h"
#include "lab_report/facts.h"
#include "lab_report/names.h"
#include "lab_report/what_if.h"
#include "lab_report_testing.h"
#include "measured_file.h"
#include "report/finding.h"
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

Params image(int size_px) {
    return {{"model", "resnet18"},
            {"input", "random"},
            {"size_px", size_px},
            {"batch", 1},
            {"seed", 1234}};
}
Params onCpu(int threads) {
    return {{"device", "cpu"}, {"threads", threads}, {"precision", "fp32"}, {"mode", "eager"}};
}

/// Returns the id of a table; empty for a block that is none.
std::string tableId(const DocBlock& block) {
    const auto* table = std::get_if<DocTable>(&block);
    return table ? table->id : std::string();
}

/// The PC with a GPU whose student was asked before: the GPU is faster in the last size.
RecordLog predicted() {
    RecordLog log = examples::gpuPc();
    const auto cell = [&](const char* id) -> const CellRecord& {
        for (const Record& record : log.records)
            if (const auto* one = std::get_if<CellRecord>(&record); one && one->cell == id)
                return *one;
        qFatal("no cell %s", id);
    };
    Prediction asked{.base = cell("c001").variant.json(),
                     .other = cell("c003").variant.json(),
                     .first = cell("c001").work.json(),
                     .last = cell("c007").work.json(),
                     .answers = {{"faster_last", "other"}},
                     .skipped = false};
    std::get<Header>(log.records.front()).prediction = std::move(asked);
    return log;
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
    void tellsAFileOfTwoRunsOnce_Y_35();
    void printsPredictionsBehindTheTables_Y_35();
    void hasADate_Y_35();
    void saysWhichExercisesAreSolved();
    void handsInNoListOfWhatIsMissing_Y_37();
    void partsAFigureFromItsSentence_Y_43_data();
    void partsAFigureFromItsSentence_Y_43();
    void printsTheEvidenceOfEachBox_data();
    void printsTheEvidenceOfEachBox();
    void namesItsAuthorsAsTheCoverDoes_Y_38();
    void keepsWhatWasMeasured_Y_32();
    void printsRatiosOnce_Y_35();
    void saysWhyNothingIsRecognised_S0_48();
    void givesNoAdviceInTheAnnex_Y_35();
    void bringsLayersAndThreads_Y_40();
    void beginsWithTheHandoutsTables_Y_35_data();
    void beginsWithTheHandoutsTables_Y_35();
    void printsTheBarsOfOneSizeOnce_Y_35();
    void listsNoCellWithoutItsPair_Y_35();
    void namesColumnsAndFilesOnce_Y_35();
    void aHeadlineNamesItsTable_Y_35();
    void tablesStandAtTheirQuestions_Y_40();
    void growthHasTheGpu_Y_40();
    void aBoxHasItsKeyFigure_Y_35();
    void listsWhatTheTextCites_Y_35();
    void aProposalLeadsWithItsPair_P_10();
};

/// Two ways of one CPU that were measured for a proposal are what is told first, whoever's GPU
/// stands beside them; where nobody asked about them the GPU is.
void LabReportDocumentTest::aProposalLeadsWithItsPair_P_10() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    Params fused = onCpu(4);
    fused.set("mode", "fused");
    mine.add(image(224), onCpu(4), 20, {.images = 1});
    mine.add(image(224), fused, 10, {.images = 1});
    theirs.add(image(224), {{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}}, 1,
               {.images = 1});
    const auto headline = [&] {
        const Comparison c = compared({mine.log(), theirs.log()});
        const Labels labels(c, Text(Language::English));
        return findingOf({.comparison = c, .labels = labels, .table = 0}).headline;
    };
    QVERIFY2(headline().find("GPU") != std::string::npos, headline().c_str());
    mine.header().prediction = Prediction{.base = onCpu(4).json(),
                                          .other = fused.json(),
                                          .first = image(224).json(),
                                          .last = image(224).json(),
                                          .skipped = true};
    QVERIFY2(headline().find("fused") != std::string::npos &&
                 headline().find("GPU") == std::string::npos,
             headline().c_str());
}

/// Evidence stands below the answer that leans on it, and not among the results.
void LabReportDocumentTest::tablesStandAtTheirQuestions_Y_40() {
    examples::MeasuredFile sizes("inference", "sizes.duelo");
    for (const auto& [size_px, ms] : {std::pair(224, 20.0), {512, 100.0}, {1024, 450.0}})
        sizes.add(image(size_px), onCpu(4), ms, {.images = 1});
    const Comparison open = compared({sizes.log()});
    LabReport report;
    report.language = Language::English;
    const EvidenceBook book(&open, optionsOf(report));
    const Document document =
        composeLabReport(report, formOf("handout_b"), book, optionsOf(report)).document;
    const auto placeOf = [&](const char* what) {
        int place = 0;
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks) {
                ++place;
                const auto* words = std::get_if<DocParagraph>(&block);
                if (tableId(block) == what || (words && words->text.find(what) < 5)) return place;
            }
        return 0;
    };
    const int why = placeOf("Why is the CPU slower"), growing = placeOf("What happens when"),
              situations = placeOf("In what kind of real situations");
    QVERIFY(why > 0 && growing > why && situations > growing);
    QVERIFY(placeOf("layers") > why && placeOf("layers") < growing);
    QVERIFY(placeOf("layers-work") > growing && placeOf("layers-work") < situations);
    QVERIFY(placeOf("critical") > situations);
}

/// The growth of the time is told of a GPU too, whoever measured it; of a CPU alone nobody is named
/// in each row.
void LabReportDocumentTest::growthHasTheGpu_Y_40() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    for (const auto& [size_px, ms] : {std::pair(224, 20.0), {512, 100.0}, {1024, 450.0}}) {
        mine.add(image(size_px), onCpu(4), ms, {.images = 1});
        theirs.add(image(size_px), gpu, ms / 10, {.images = 1});
    }
    const auto workOf = [](const std::vector<RecordLog>& logs) {
        const Comparison comparison = compared(logs);
        const EvidenceBook book(&comparison, {.language = Language::English});
        for (const PlacedBlock& one : book.further())
            if (tableId(one.block) == "layers-work") return std::get<DocTable>(one.block);
        return DocTable{};
    };
    const DocTable both = workOf({mine.log(), theirs.log()}), alone = workOf({mine.log()});
    QCOMPARE(alone.rows.size(), std::size_t{3});
    QCOMPARE(both.rows.size(), std::size_t{6});
    QCOMPARE(both.columns.size(), alone.columns.size() + 1);
    for (std::size_t row = 0; row < 3; ++row) {
        // The same operations in a tenth of the time.
        QCOMPARE(*both.rows[row + 3][2].value, *both.rows[row][2].value);
        QVERIFY(std::abs(*both.rows[row + 3][6].value / *both.rows[row][6].value - 10) < 0.5);
    }
    QVERIFY(std::abs(*both.rows[5][5].value - 22.5) < 0.5);  // of its own first
}

/// A box of a table tells how far its figures reach.
void LabReportDocumentTest::aBoxHasItsKeyFigure_Y_35() {
    const EvidenceBook book = bookOf({examples::gpuPc()});
    LabReport report;
    report.language = Language::English;
    for (const Evidence& one : book.boxes())
        if (one.citation.kind == EvidenceKind::Table && one.citation.item == "variants")
            report.texts["analysis.why"] = tokenOf(report.cite(one.citation));
    const Document document =
        composeLabReport(report, formOf("handout_a"), book, optionsOf(report)).document;
    const QString text = paragraphsOf(document);
    QVERIFY2(text.contains("Times as fast: from "), qPrintable(text));
}

/// A source in the text has an entry among the references: the one that the student wrote in a line
/// of its own, or a line that says that there is none.
void LabReportDocumentTest::listsWhatTheTextCites_Y_35() {
    LabReport report;
    report.language = Language::English;
    report.texts["analysis.why"] =
        "It splits the work (Kirk and Hwu, 2016), as Owens et al. (2008) say (in May 2026).\n"
        "Owens, J. D. et al. (2008). GPU computing.\nMixed (Micikevicius, 2018, Mixed training).";
    const EvidenceBook book = bookOf({examples::gpuPc()});
    const Document document =
        composeLabReport(report, formOf("handout_a"), book, optionsOf(report)).document;
    const auto section = std::ranges::find(document.sections, "References", &DocSection::heading);
    QVERIFY(section != document.sections.end());
    QCOMPARE(std::get<DocList>(section->blocks.front()).items,
             (std::vector<std::string>{"Kirk and Hwu, 2016 (cited in the text; no entry given)",
                                       "Micikevicius (2018). Mixed training",
                                       "Owens, J. D. et al. (2008). GPU computing."}));
    QVERIFY(!paragraphsOf(document).contains("GPU computing"));
    // A list of sources is an answer too.
    report.texts["analysis.why"] = "Owens, J. D. et al. (2008). GPU computing.";
    const Document list =
        composeLabReport(report, formOf("handout_a"), book, optionsOf(report)).document;
    QVERIFY(paragraphsOf(list).contains("GPU computing"));
}

/// No two columns of a table are called alike, a number and its unit stay in one line, and a
/// caption names the own PC of its group and when it measured, not all that stand beside it.
void LabReportDocumentTest::namesColumnsAndFilesOnce_Y_35() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    for (const int size_px : {224, 512, 1024}) {
        mine.add(image(size_px), onCpu(4), size_px, {.images = 1});
        theirs.add(image(size_px), gpu, 0.1 * size_px, {.images = 1});
    }
    examples::MeasuredFile less("inference", "less.duelo");
    less.header().run = "less";
    less.add(image(224), onCpu(4), 25, {.images = 1});
    const Comparison kept = compared({mine.log(), theirs.log()}),
                     open = compared({less.log(), theirs.log()});
    const std::vector<FileGroup> groups{{&open}, {&kept}};
    LabReport report;
    report.language = Language::English;
    const EvidenceBook book(groups, optionsOf(report));
    for (const Evidence& one : book.boxes())
        if (one.citation.kind == EvidenceKind::Table)
            report.texts["open.text"] += tokenOf(report.cite(one.citation)) + "\n";
    const Document document =
        composeLabReport(report, formOf("open"), book, optionsOf(report)).document;
    int named = 0, sizes = 0;
    for (const DocTable& table : blocks<DocTable>(document)) {
        QVERIFY2(table.title.find(".duelo + ") == std::string::npos, table.title.c_str());
        QVERIFY2(table.reference || table.title.find(".duelo") == std::string::npos,
                 table.title.c_str());
        named += table.title.ends_with(", 2026-05-04 09:12)");
        std::set<std::string> columns(table.columns.begin(), table.columns.end());
        // A sheet has its two columns twice, side by side.
        if (!table.reference) QVERIFY2(columns.size() == table.columns.size(), table.title.c_str());
        for (const auto& row : table.rows) {
            QVERIFY2(row.front().text.find("24 px") == std::string::npos, row.front().text.c_str());
            sizes += row.front().text.find("224\u00A0px") != std::string::npos;
        }
    }
    QVERIFY(named > 0 && sizes > 0);
}

/// The handout's three tables begin with other columns and have the same times: of one size their
/// bars are one figure, as the lines of several are.
void LabReportDocumentTest::printsTheBarsOfOneSizeOnce_Y_35() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo"),
        third("inference", "third.duelo");
    theirs.header().machine.id = "89abcdef";
    third.header().machine.id = "77abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    mine.add(image(224), onCpu(4), 20, {.images = 1});
    theirs.add(image(224), gpu, 2, {.images = 1});
    third.add(image(224), gpu, 3, {.images = 1});
    const Document document =
        compose(compared({mine.log(), theirs.log(), third.log()}), {.language = Language::English});
    std::size_t times = 0, bars = 0;
    for (const DocTable& table : blocks<DocTable>(document)) times += table.id.starts_with("times");
    for (const ChartValue& chart : blocks<ChartValue>(document))
        if (const auto* one = std::get_if<BarsValue>(&chart))
            bars += !one->bars.empty() && one->bars.front().parts.empty();
    QVERIFY(times > 1);
    QCOMPARE(bars, std::size_t{1});
}

/// A classmate's sizes that were not measured here are no ratios.
void LabReportDocumentTest::listsNoCellWithoutItsPair_Y_35() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    mine.add(image(224), onCpu(4), 20, {.images = 1});
    for (const int size_px : {224, 512, 1024}) {
        theirs.add(image(size_px), onCpu(4), 0.1 * size_px, {.images = 1});
        theirs.add(image(size_px), gpu, 0.01 * size_px, {.images = 1});
    }
    const Document document =
        compose(compared({mine.log(), theirs.log()}), {.language = Language::English});
    std::size_t ratios = 0;
    for (const DocTable& table : blocks<DocTable>(document)) {
        if (table.id != "fair" && table.id != "variants") continue;
        ratios += table.rows.size();
        for (const auto& row : table.rows)
            QVERIFY2(!row.back().text.starts_with("No ratio"), row.back().text.c_str());
    }
    QCOMPARE(ratios, std::size_t{1 + 3});  // of one case: the pair; the base and both others
}

/// The report begins with the handout's sizes, whatever is measured after them and whoever's times
/// stand beside them: a classmate's cells make no run longer.
void LabReportDocumentTest::beginsWithTheHandoutsTables_Y_35_data() {
    QTest::addColumn<QString>("later");
    QTest::addColumn<QList<int>>("sizes_px");
    for (const char* later : {"model", "size", "threads", "mode"})
        for (const QList<int>& sizes_px : {QList<int>{224, 512, 1024}, QList<int>{512}})
            QTest::newRow(qPrintable(QString("%1, %2").arg(later).arg(sizes_px.size())))
                << QString(later) << sizes_px;
}

void LabReportDocumentTest::beginsWithTheHandoutsTables_Y_35() {
    QFETCH(QString, later);
    QFETCH(QList<int>, sizes_px);
    examples::MeasuredFile mine("inference", "own.duelo"), more("inference", "more.duelo"),
        theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    for (const int size_px : {224, 512, 1024}) {
        if (sizes_px.contains(size_px)) mine.add(image(size_px), onCpu(4), size_px, {.images = 1});
        theirs.add(image(size_px), gpu, 0.1 * size_px, {.images = 1});
    }
    const int size_px = sizes_px.front();
    Params light = image(size_px), compiled = onCpu(4);
    light.set("model", "mobilenet_v2");
    compiled.set("mode", "compiled");
    more.add(image(size_px), onCpu(4), size_px, {.images = 1});
    if (later == "model") more.add(light, onCpu(4), 0.5 * size_px, {.images = 1});
    if (later == "size") more.add(image(128), onCpu(4), 128, {.images = 1});
    if (later == "mode") more.add(image(size_px), compiled, 0.8 * size_px, {.images = 1});
    if (later == "threads") more.add(image(size_px), onCpu(2), 2 * size_px, {.images = 1});

    const Comparison handout = compared({mine.log(), theirs.log()}),
                     open = compared({more.log(), theirs.log()});
    const std::vector<FileGroup> groups{{&open}, {&handout}};
    const EvidenceBook book(groups, {.language = Language::English});
    const EvidenceBook alone(&handout, {.language = Language::English});
    QCOMPARE(book.results().front().of, alone.results().front().of);
}

/// Where both tables of ratios tell the same of another group's GPU, that of all variants stands,
/// with the rule of the other, and a citation of either names it.
void LabReportDocumentTest::printsRatiosOnce_Y_35() {
    examples::MeasuredFile mine("inference", "own.duelo"), theirs("inference", "mate.duelo");
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    for (const auto& [size_px, ms] : {std::pair(224, 20.0), {512, 100.0}}) {
        mine.add(image(size_px), onCpu(4), ms, {.images = 1});
        theirs.add(image(size_px), onCpu(4), 0.8 * ms, {.images = 1});
        theirs.add(image(size_px), gpu, 0.1 * ms, {.images = 1});
    }
    const EvidenceBook book = bookOf({mine.log(), theirs.log()});
    LabReport report;
    report.language = Language::English;
    const auto fair = std::ranges::find_if(book.boxes(), [](const Evidence& one) {
        return one.citation.kind == EvidenceKind::Table && one.citation.item == "fair";
    });
    QVERIFY(fair != book.boxes().end());
    // What it tells is known by rows and columns, and not by how it is worded.
    const DocTable& told = std::get<DocTable>(fair->blocks.front());
    QCOMPARE(told.ratios.size(), told.rows.size());
    QVERIFY(told.ratios.front() != told.ratios.back());
    report.texts["analysis.why"] = tokenOf(report.cite(fair->citation));
    const Document document =
        composeLabReport(report, formOf("handout_b"), book, optionsOf(report)).document;
    QString title;
    for (const DocTable& table : blocks<DocTable>(document)) {
        QVERIFY(table.id != "fair");
        if (table.id != "variants") continue;
        title = QString::fromStdString(table.title);
        const std::string rule = Text(Language::English)("report.ratio_note_fair");
        QVERIFY(std::ranges::count(table.notes, rule) == 1);
    }
    QVERIFY(!title.isEmpty());
    const QString cited = '(' + title.section('.', 0, 0) + ')';
    QVERIFY2(paragraphsOf(document).contains(cited), qPrintable(paragraphsOf(document)));
    // With a GPU of one's own there are two variants, and one table.
    const Document own = written("handout_a").composed.document;
    QCOMPARE(std::ranges::count(blocks<DocTable>(own), "fair", &DocTable::id), 1);
}

/// Below the handout's first table, and not again below the two with the same cases, it is said in
/// the handed-in text that the weights are random.
void LabReportDocumentTest::saysWhyNothingIsRecognised_S0_48() {
    for (const Language language : {Language::English, Language::Spanish}) {
        const EvidenceBook book = bookOf({examples::cpuPc(), examples::otherPc()}, language);
        LabReport report;
        report.language = language;
        const Document document =
            composeLabReport(report, formOf("handout_b"), book, optionsOf(report)).document;
        const std::string said =
            Text(language).of("inference")("report.untrained_note", {{"models_text", "ResNet-18"}});
        const auto tables = blocks<DocTable>(document);
        QVERIFY(tables.size() > 1);
        QCOMPARE(std::ranges::count(tables.front().notes, said), 1);
        for (std::size_t i = 1; i < tables.size(); ++i)
            QCOMPARE(std::ranges::count(tables[i].notes, said), 0);
    }
}

void LabReportDocumentTest::givesNoAdviceInTheAnnex_Y_35() {
    for (const Language language : {Language::English, Language::Spanish}) {
        const EvidenceBook book = bookOf({examples::cpuPc()}, language);
        LabReport report;
        report.language = language;
        const Document document =
            composeLabReport(report, formOf("handout_b"), book, optionsOf(report)).document;
        bool sheet = false;
        for (const DocTable& table : blocks<DocTable>(document))
            for (const std::vector<DocCell>& row : table.rows)
                for (const DocCell& cell : row) {
                    sheet |= cell.text == Text(language).word("machine", "id");
                    QVERIFY2(cell.text.find("580") == std::string::npos, cell.text.c_str());
                }
        QVERIFY(sheet);
    }
}

/// The analysis of a PC without a GPU has what the layers do and what threads bring: counted from
/// the run that was measured anyway, and of the numbers of threads that were.
void LabReportDocumentTest::bringsLayersAndThreads_Y_40() {
    examples::MeasuredFile sizes("inference", "sizes.duelo"), threads("inference", "threads.duelo");
    for (const auto& [size_px, ms] : {std::pair(224, 20.0), {512, 100.0}, {1024, 450.0}})
        sizes.add(image(size_px), onCpu(4), ms, {.images = 1});
    for (const auto& [count, ms] : {std::pair(1, 60.0), {2, 32.0}, {4, 20.0}})
        threads.add(image(224), onCpu(count), ms, {.images = 1});
    const Comparison kept = compared({sizes.log()}), open = compared({threads.log()});
    LabReport report;
    report.language = Language::English;
    const auto idsIn = [&](const std::vector<FileGroup>& groups, std::size_t section) {
        const EvidenceBook book(groups, optionsOf(report));
        const Document document =
            composeLabReport(report, formOf("handout_b"), book, optionsOf(report)).document;
        std::vector<std::string> ids;
        for (const DocBlock& block : document.sections[section].blocks)
            if (const std::string id = tableId(block); !id.empty()) ids.push_back(id);
        return ids;
    };
    constexpr std::size_t kResults = 1, kAnalysis = 2;
    using Ids = std::vector<std::string>;
    QCOMPARE(idsIn({{&kept}}, kAnalysis), (Ids{"layers", "layers-work"}));
    QVERIFY(!EvidenceBook(&kept, {}).hasTable("scaling"));
    // What was measured last is open; the handout's tables stay the first.
    const std::vector<FileGroup> both{{&open}, {&kept}};
    QCOMPARE(idsIn(both, kAnalysis), (Ids{"layers", "scaling", "layers-work"}));
    const Ids results = idsIn(both, kResults);
    QVERIFY(results.front().starts_with("times") && std::ranges::count(results, "scaling") == 0);
    const EvidenceBook book(both, optionsOf(report));
    // The works that the table is explained by are listed where it stands.
    const auto lists = [&](const std::vector<FileGroup>& groups) {
        const Document document =
            composeLabReport(report, formOf("handout_b"), EvidenceBook(groups, optionsOf(report)),
                             optionsOf(report))
                .document;
        return writeMarkdown(document).find("Karp, A. H., Flatt, H. P. (1990)") !=
               std::string::npos;
    };
    QVERIFY(lists(both) && !lists({{&kept}}));
    const auto& first = std::get<DocTable>(book.results().front().block);
    QCOMPARE(first.rows.size(), std::size_t{3});

    // By hand: 1.814 thousand million multiplications and additions at 224 px, with 20.9 times as
    // many pixels 20.9 times as many, in 22.5 times the time.
    const auto further = [&](const char* id) -> const DocTable& {
        return std::get<DocTable>(std::ranges::find_if(book.further(), [&](const PlacedBlock& one) {
                                      return tableId(one.block) == id;
                                  })->block);
    };
    const DocTable &parts = further("layers"), &work = further("layers-work");
    QCOMPARE(parts.rows.size(), std::size_t{7});  // conv1, four stages, fc, all else
    double operations = 0, traffic = 0;
    for (const auto& row : parts.rows) {
        operations += row[2].value.value_or(0);
        traffic += row[3].value.value();
    }
    QVERIFY(std::abs(operations - 100) < 1e-6 && std::abs(traffic - 100) < 1e-6);
    QCOMPARE(parts.rows.back()[2].text, std::string("–"));  // it is not counted
    QVERIFY(std::abs(work.rows.front()[1].value.value() - 3.628) < 0.01);
    QVERIFY(std::abs(work.rows.back()[2].value.value() - 20.9) < 0.1);
    QVERIFY(std::abs(work.rows.back()[4].value.value() - 22.5) < 0.2);
    QVERIFY(std::abs(work.rows.front()[5].value.value() - 181.4) < 2);
}

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
    QVERIFY2(text.contains("(Figure 1)"), qPrintable(text));
    report.texts.clear();
    QCOMPARE(cited, charts().first);
    // Where no results are shown it is printed, the first time.
    report.texts["open.text"] = tokenOf(chart) + "\n" + tokenOf(chart);
    ReportForm words = formOf("open");
    std::erase_if(words.sections,
                  [](const ReportSection& one) { return one.kind != SectionKind::Words; });
    const Document open = composeLabReport(report, words, book, optionsOf(report)).document;
    QCOMPARE(blocks<ChartValue>(open).size(), std::size_t{1});
    QCOMPARE(paragraphsOf(open).count("(Figure 1)"), 2);
}

/// A headline with a ratio is found in the table that it names, and not in that of the predictions.
void LabReportDocumentTest::aHeadlineNamesItsTable_Y_35() {
    const EvidenceBook book = bookOf({predicted()});
    LabReport report;
    report.language = Language::English;
    const auto headline = std::ranges::find_if(book.boxes(), [](const Evidence& one) {
        return one.citation.kind == EvidenceKind::Headline;
    });
    QVERIFY(headline != book.boxes().end());
    report.texts["open.text"] = tokenOf(report.cite(headline->citation));
    const Document document =
        composeLabReport(report, formOf("open"), book, optionsOf(report)).document;
    static const QRegularExpression number("\\(Table (\\d+)\\)");
    const auto named = number.match(paragraphsOf(document));
    QVERIFY(named.hasMatch());
    const auto tables = blocks<DocTable>(document);
    const auto at = named.captured(1).toUInt() - 1;
    QVERIFY(at < tables.size() && !tables[at].ratios.empty());
}

/// Y-35: the order of the guide measures the threads while the classmate's file stands beside. What
/// the body shows of that run the annex tells of, whatever is open, and of the classmate's file
/// once.
void LabReportDocumentTest::tellsAFileOfTwoRunsOnce_Y_35() {
    examples::MeasuredFile sizes("inference", "sizes.duelo"), threads("inference", "threads.duelo"),
        theirs("inference", "mate.duelo");
    threads.header().run = "threads";
    theirs.header().run = "theirs";
    theirs.header().machine.id = "89abcdef";
    const Params gpu{{"device", "cuda"}, {"precision", "fp32"}, {"mode", "eager"}};
    for (const auto& [size_px, ms] : {std::pair(224, 20.0), {512, 100.0}, {1024, 450.0}}) {
        sizes.add(image(size_px), onCpu(4), ms, {.images = 1});
        theirs.add(image(size_px), gpu, ms / 8, {.images = 1});
    }
    for (const auto& [count, ms] : {std::pair(1, 60.0), {2, 32.0}, {4, 20.5}})
        threads.add(image(224), onCpu(count), ms, {.images = 1});
    const Comparison first = compared({sizes.log(), theirs.log()}),
                     second = compared({threads.log(), theirs.log()}),
                     alone = compared({sizes.log()});
    LabReport report;
    report.language = Language::English;
    for (const Comparison* one : {&first, &second}) QVERIFY(keepFiles(report, *one));
    using Groups = std::vector<FileGroup>;
    std::set<std::string> written;
    for (const Groups& groups : {Groups{{&second}, {&first}}, Groups{{&first}, {&second}},
                                 Groups{{&alone}, {&first}, {&second}}}) {
        const Document document = documentOf(report, groups).value();
        written.insert(writeMarkdown(document));
        bool shown = false;
        std::map<std::string, int> files;
        std::set<std::vector<std::string>> lines;
        for (const DocTable& table : blocks<DocTable>(document)) {
            shown |= table.id == "scaling";
            for (const auto& row : table.rows) {
                if (table.id == "sources") ++files[row.front().text];
                if (!table.id.starts_with("cells")) continue;
                std::vector<std::string> figures;
                for (const DocCell& cell : row)
                    if (cell.value) figures.push_back(cell.text);
                QVERIFY2(lines.insert(figures).second, row[1].text.c_str());
            }
        }
        QVERIFY(shown);
        QCOMPARE(lines.size(), std::size_t{9});
        QCOMPARE(files, (std::map<std::string, int>{
                            {"mate.duelo", 1}, {"sizes.duelo", 1}, {"threads.duelo", 1}}));
    }
    QCOMPARE(written.size(), std::size_t{1});
}

/// Although Duelo's own report has them first: the handout's tables are 1, 2 and 3.
void LabReportDocumentTest::printsPredictionsBehindTheTables_Y_35() {
    const EvidenceBook book = bookOf({predicted()});
    const auto asMeasured = std::ranges::find_if(
        book.results(), [](const PlacedBlock& one) { return tableId(one.block) == "prediction"; });
    QVERIFY(asMeasured != book.results().end() && asMeasured + 1 != book.results().end());
    LabReport report;
    report.language = Language::English;
    const Document document =
        composeLabReport(report, formOf("handout_a"), book, optionsOf(report)).document;
    const auto results = std::ranges::find_if(document.sections, [](const DocSection& one) {
        return one.heading.starts_with(formOf("handout_a").sections[1].title.en);
    });
    QVERIFY(results != document.sections.end());
    std::vector<std::string> ids;
    for (const DocBlock& block : results->blocks)
        if (const std::string id = tableId(block); !id.empty()) ids.push_back(id);
    QVERIFY(ids.size() > 1 && ids.front().starts_with("times-"));
    QCOMPARE(ids.back(), std::string("prediction"));
    QVERIFY(std::ranges::count(ids, "prediction") == 1);
}

/// Two boxes of one table's name are two tables, whatever they are of; the same one is printed once
/// and named by its number after that.
void LabReportDocumentTest::printsTheEvidenceOfEachBox_data() {
    QTest::addColumn<QString>("of");
    for (const char* of : {"claims", "changes", "groups"}) QTest::newRow(of) << QString(of);
}

void LabReportDocumentTest::printsTheEvidenceOfEachBox() {
    QFETCH(QString, of);
    const RecordLog log = examples::gpuPc();
    RecordLog slower = log;  // a file of the same name that somebody measured later
    std::get<Header>(slower.records.front()).run = "another run";
    for (Record& record : slower.records)
        if (auto* result = std::get_if<ResultRecord>(&record); result && result->summary)
            result->summary->median_ms *= 1.5;
    const Comparison open = compared({examples::otherPc()}), first = compared({log}),
                     second = compared({slower});
    const std::array groups{FileGroup{&open}, FileGroup{&first}, FileGroup{&second}};
    LabReport report;
    report.language = Language::English;
    EvidenceBook book(groups, optionsOf(report));
    std::vector<Citation> cited;
    if (of == "groups") {
        for (const Evidence& one : book.boxes())
            if (one.kept && one.citation.kind == EvidenceKind::Table &&
                tableId(one.blocks.front()).starts_with("times-1"))
                cited.push_back(one.citation);
    } else {
        const Row& row = first.rows.front();
        const CellRef base{log.header().run, row.cells[0].id},
            to{log.header().run, row.cells[1].id};
        cited = of == "claims"
                    ? std::vector{citationOf(Claim{ClaimKind::Pair, base, to, {}, "faster", {}}),
                                  citationOf(Claim{ClaimKind::Pair, base, to, {}, "slower", {}})}
                    : std::vector{citationOf(base, to, "a paper"),
                                  citationOf({"another run", base.cell}, {"another run", to.cell},
                                             "a paper")};
        book.judge(cited, groups, optionsOf(report));
        for (Citation& one : cited) one = book.find(one).evidence->citation;
    }
    QCOMPARE(cited.size(), std::size_t{2});
    std::string& text = report.texts["open.text"];
    for (const Citation& one : {cited[0], cited[1], cited[0]})
        text += tokenOf(report.cite(one)) + "\n";
    QCOMPARE(report.citations.size(), std::size_t{2});
    ReportForm form = formOf("open");
    std::erase_if(form.sections,
                  [](const ReportSection& one) { return one.kind != SectionKind::Words; });
    const auto tablesOf = [&](const ReportForm& shown) {
        const Document document = composeLabReport(report, shown, book, optionsOf(report)).document;
        return std::pair(blocks<DocTable>(document), paragraphsOf(document));
    };
    const auto [tables, boxes] = tablesOf(form);
    QCOMPARE(tables.size(), std::size_t{2});
    const auto words = [](DocTable table) {
        table.title.clear();
        table.id.clear();
        Document alone;
        alone.sections.push_back({"", {std::move(table)}});
        return writeMarkdown(alone);
    };
    QVERIFY2(words(tables[0]) != words(tables[1]), words(tables[0]).c_str());
    QVERIFY2(boxes.count("(Table 1)") == 2 && boxes.count("(Table 2)") == 1, qPrintable(boxes));
    // Among the results the tables of one group stand anyway, and nothing is printed twice.
    if (of == "groups") {
        const auto [all, numbered] = tablesOf(formOf("open"));
        const std::size_t shown = all.size();
        text.clear();
        QCOMPARE(tablesOf(formOf("open")).first.size(), shown - 1);
        QStringList tableNumbers;
        static const QRegularExpression number("\\(Table (\\d+)\\)");
        for (auto at = number.globalMatch(numbered); at.hasNext();)
            tableNumbers << at.next().captured(1);
        QVERIFY2(tableNumbers.size() == 3 && tableNumbers[0] == tableNumbers[2] &&
                     tableNumbers[0] != tableNumbers[1],
                 qPrintable(numbered));
    }
}

/// A program for texts lists who made a file: the people of the cover, each once.
void LabReportDocumentTest::namesItsAuthorsAsTheCoverDoes_Y_38() {
    const Document document = written("handout_a").composed.document;
    QCOMPARE(namesFrom(document.authors), (std::vector<std::string>{"Ruiz, Ana", "Gil, Luis"}));
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

/// By their titles, in the report's language, and one of a later version by its id; nothing where
/// the author did not ask for it.
void LabReportDocumentTest::saysWhichExercisesAreSolved() {
    LabReport report;
    const auto told = [&](Language language) {
        report.language = language;
        const EvidenceBook none(nullptr, {});
        const auto document =
            composeLabReport(report, formOf("handout_a"), none, optionsOf(report)).document;
        const char* field =
            language == Language::Spanish ? "Ejercicios con núcleos" : "Exercises with kernels";
        for (const auto& [name, value] : document.fields)
            if (name == field) return QString::fromStdString(value);
        return QString();
    };
    QVERIFY(told(Language::English).isEmpty());
    report.exercises = {.solved = {"bounds", "of_a_later_version"}, .all = 16};
    QCOMPARE(told(Language::English),
             QString("2 of 16 solved: More threads than numbers, of_a_later_version"));
    QCOMPARE(told(Language::Spanish),
             QString("2 de 16 resueltos: Más hilos que números, of_a_later_version"));
    report.exercises->solved.clear();
    QCOMPARE(told(Language::English), QString("0 of 16 solved"));
}

/// The list of what each row lacks is for the writer. It stands in the window (tst_facts), not in
/// the hand-in.
void LabReportDocumentTest::handsInNoListOfWhatIsMissing_Y_37() {
    const Written made = written("handout_a");
    const EvidenceBook book = bookOf({examples::gpuPc()});
    const ReportForm& form = formOf("handout_a");
    const Text text(Language::English);
    std::vector<std::string> told;
    for (const auto& row : rubricOf(form, factsOf(made.report, form, book, text), text))
        told.insert(told.end(), row.missing.begin(), row.missing.end());
    QVERIFY(told.size() > 3);
    const Document& document = made.composed.document;
    std::vector<std::string> written;
    for (const DocParagraph& one : blocks<DocParagraph>(document)) written.push_back(one.text);
    for (const DocList& list : blocks<DocList>(document))
        written.insert(written.end(), list.items.begin(), list.items.end());
    for (const DocTable& table : blocks<DocTable>(document)) {
        written.insert(written.end(), table.notes.begin(), table.notes.end());
        for (const auto& row : table.rows)
            for (const DocCell& cell : row) written.push_back(cell.text);
    }
    for (const std::string& fact : told)
        for (const std::string& words : written)
            QVERIFY2(words.find(fact) == std::string::npos, fact.c_str());
}

/// Where somebody typed no blank there is one beside words, and none where a sign leads to the
/// figure or belongs to it.
void LabReportDocumentTest::partsAFigureFromItsSentence_Y_43_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("printed");
    const auto row = [](const char* typed, const char* printed) {
        QTest::newRow(typed) << QString::fromUtf8(typed) << QString::fromUtf8(printed);
    };
    row("It is pure.#And (#).", "It is pure. # And (#).");
    row("tarda#última", "tarda # última");
    row("según él#ñandú", "según él # ñandú");
    row("a/#", "a/#");
    row("t=#; t<#, t>#", "t=#; t<#, t>#");
    row("~#, ≈#, ±#, ×#, ≤#", "~#, ≈#, ±#, ×#, ≤#");
    row("de 3–#, de 3-#", "de 3–#, de 3-#");
    row("«#», “#”, ¿#?, [#]", "«#», “#”, ¿#?, [#]");
    row("dijo «sí»#¿Y qué?", "dijo «sí» # ¿Y qué?");
    row("son 3#4", "son 3 # 4");
    row("el 5 %#más", "el 5 % # más");
    row("a:#", "a: #");
    row("a #, b", "a #, b");
    row("is #  and #   so", "is # and # so");
    row("快#快", "快 # 快");
}

void LabReportDocumentTest::partsAFigureFromItsSentence_Y_43() {
    QFETCH(QString, typed);
    QFETCH(QString, printed);
    static const EvidenceBook book = bookOf({examples::gpuPc()});
    LabReport report;
    const std::string id = report.cite(firstOf(book, EvidenceKind::Time).citation);
    report.texts["analysis.why"] = typed.replace("#", tokenOf(id).c_str()).toStdString();
    const auto composed = composeLabReport(report, formOf("handout_a"), book, optionsOf(report));
    const QString wanted = printed.replace("#", composed.cited.at(id).words.c_str());
    QVERIFY2(paragraphsOf(composed.document).split('\n').contains(wanted),
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
