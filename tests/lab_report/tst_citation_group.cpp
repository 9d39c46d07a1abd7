// SPDX-License-Identifier: Apache-2.0
// Y-09: what a report cites is one group of files and the records in them. Where other files are
// open it says so, and never shows another figure in its place.
#include <QTemporaryDir>
#include <QtTest>

#include "base/places.h"
#include "document_testing.h"
#include "lab_report/cell_pair.h"
#include "lab_report/facts.h"
#include "lab_report/hand_in.h"
#include "lab_report_testing.h"

using namespace duelo;
using namespace duelo::test;
using duelo::examples::blocks;

namespace {

/// A third PC with a GPU that is twice as fast as the second one's.
RecordLog teacherPc() {
    RecordLog log = examples::otherPc();
    log.path = "teacher.duelo";
    for (Record& record : log.records) {
        if (auto* header = std::get_if<Header>(&record)) header->run = "run of the teacher";
        if (auto* result = std::get_if<ResultRecord>(&record); result && result->summary)
            for (double* ms : {&result->summary->median_ms, &result->summary->mean_ms}) *ms /= 2;
    }
    return log;
}

struct Group {
    explicit Group(const std::vector<RecordLog>& logs) : comparison(compared(logs)) {}
    [[nodiscard]] FileGroup files() const { return {&comparison, {}}; }

    Comparison comparison;
};

/// This PC's file, with a classmate's, with a teacher's, and with both.
const Group& own() {
    static const Group group({examples::cpuPc()});
    return group;
}
const Group& withClassmate() {
    static const Group group({examples::cpuPc(), examples::otherPc()});
    return group;
}
const Group& withTeacher() {
    static const Group group({examples::cpuPc(), teacherPc()});
    return group;
}
const Group& withBoth() {
    static const Group group({examples::cpuPc(), examples::otherPc(), teacherPc()});
    return group;
}

EvidenceBook groupBook(std::initializer_list<const Group*> groups) {
    std::vector<FileGroup> files;
    for (const Group* group : groups) files.push_back(group->files());
    return {files, {.language = Language::English}};
}

/// Returns the citation as an earlier version had it, which did not write down yet which files
/// stood beside the own one.
Citation old(const Evidence& evidence) {
    Citation citation = evidence.citation;
    citation.files.clear();
    if (isOfGroup(citation.kind)) citation.sha256 = evidence.own_sha256;
    return citation;
}

std::string textOf(const Document& document) {
    std::string all;
    for (const DocSection& section : document.sections)
        for (const DocBlock& block : section.blocks)
            if (const auto* paragraph = std::get_if<DocParagraph>(&block))
                all += paragraph->text + "\n";
    return all;
}

/// A report that cites this in its answer.
LabReport citing(const Citation& citation) {
    LabReport report;
    report.form = "handout_a";
    report.language = Language::English;
    report.texts["analysis.why"] = "As was measured: " + tokenOf(report.cite(citation));
    return report;
}

ComposedReport composed(const LabReport& report, const EvidenceBook& book) {
    return composeLabReport(report, formOf("handout_a"), book, optionsOf(report));
}

std::vector<std::string> sentencesOf(const LabReport& report, const EvidenceBook& book) {
    std::vector<std::string> sentences;
    for (const ReportFact& fact :
         factsOf(report, formOf("handout_a"), book, Text(Language::English)))
        if (fact.question == "analysis.why") sentences.push_back(fact.sentence);
    return sentences;
}

}  // namespace

class CitationGroupTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachIsFoundAsItself_Y_09();
    void aHeadlineNeverBecomesAnother_Y_09();
    void aChartOfOtherRecordsIsNotShown_Y_09();
    void aRatioOfAFileThatIsClosedIsMissing_Y_09();
    void otherRecordsHaveAnotherCitation_Y_09();
    void theSameRunTwiceIsToldApart_Y_09();
    void citedGroupsAreKept_Y_09();
    void allFilesAreHandedIn_Y_09();
    void oldReportsAreReadAndDoubtfulOnesSaySo_Y_09();
    void comesBackFromTheFile_Y_09();
};

void CitationGroupTest::eachIsFoundAsItself_Y_09() {
    const EvidenceBook book = groupBook({&withClassmate(), &withBoth(), &own(), &withTeacher()});
    for (const auto* list : {&book.figures(), &book.boxes()})
        for (const Evidence& one : *list) {
            const auto found = book.find(one.citation);
            QVERIFY2(found.evidence == &one && holds(found.standing), one.title.c_str());
        }
    const auto headlines =
        std::ranges::count(book.boxes(), EvidenceKind::Headline,
                           [](const Evidence& one) { return one.citation.kind; });
    QCOMPARE(headlines, std::ptrdiff_t{4});
}

void CitationGroupTest::aHeadlineNeverBecomesAnother_Y_09() {
    const Evidence cited = firstOf(groupBook({&withClassmate()}), EvidenceKind::Headline);
    const Evidence other = firstOf(groupBook({&withTeacher()}), EvidenceKind::Headline);
    QVERIFY(cited.words != other.words);
    const LabReport report = citing(cited.citation);
    // Opened with the teacher's times instead, or with these too, the report says that it is not
    // there; with its own group kept it is there.
    for (const EvidenceBook& book :
         {groupBook({&withTeacher()}), groupBook({&withBoth()}), groupBook({&own()}),
          groupBook({&withTeacher(), &withBoth()})}) {
        QVERIFY(book.find(report.citations.front()).standing == Standing::Missing);
        const std::string text = textOf(composed(report, book).document);
        QVERIFY2(text.find(cited.words) != std::string::npos, text.c_str());
        QVERIFY2(text.find(other.words) == std::string::npos, text.c_str());
        QVERIFY2(text.find("these files are not open together") != std::string::npos, text.c_str());
        const auto sentences = sentencesOf(report, book);
        QVERIFY(std::ranges::any_of(sentences, [](const std::string& one) {
            return one.find("open together, and they are not") != std::string::npos;
        }));
        QCOMPARE(lostOf(report, formOf("handout_a"), book, Text(Language::Spanish)).size(),
                 std::size_t{1});
    }
    const EvidenceBook kept = groupBook({&withTeacher(), &withBoth(), &withClassmate()});
    QVERIFY(kept.find(report.citations.front()).standing == Standing::Current);
    QCOMPARE(kept.find(report.citations.front()).evidence->words, cited.words);
}

/// The digest is of all cells that it shows: a classmate's file that was measured on is seen.
void CitationGroupTest::aChartOfOtherRecordsIsNotShown_Y_09() {
    for (const EvidenceKind kind : {EvidenceKind::Chart, EvidenceKind::Table,
                                    EvidenceKind::Headline, EvidenceKind::Machine}) {
        const Evidence cited = firstOf(groupBook({&withClassmate()}), kind);
        RecordLog other = examples::otherPc();
        for (Record& record : other.records)
            if (auto* result = std::get_if<ResultRecord>(&record)) ++result->warm_up_calls;
        const Group changed({examples::cpuPc(), other});
        const EvidenceBook book = groupBook({&changed});
        const LabReport report = citing(cited.citation);
        QVERIFY(book.find(report.citations.front()).standing == Standing::Changed);
        LabReport silent = report;
        silent.texts.clear();
        const auto shown = [&](const LabReport& of) {
            const Document document = composed(of, book).document;
            return blocks<ChartValue>(document).size() + blocks<DocTable>(document).size();
        };
        QCOMPARE(shown(report), shown(silent));
        const std::string text = textOf(composed(report, book).document);
        QVERIFY2(text.find("what they say now is not shown here") != std::string::npos,
                 text.c_str());
    }
}

void CitationGroupTest::aRatioOfAFileThatIsClosedIsMissing_Y_09() {
    const EvidenceBook both = groupBook({&withClassmate()});
    const auto across = std::ranges::find_if(both.figures(), [](const Evidence& one) {
        return one.citation.kind == EvidenceKind::Ratio &&
               one.citation.of.run != one.citation.base.run;
    });
    QVERIFY(across != both.figures().end());
    QCOMPARE(across->citation.files.size(), std::size_t{2});
    // The run of one side is open: it is not changed, its other side is missing.
    const Group alone({examples::otherPc()});
    QVERIFY(groupBook({&alone}).find(across->citation).standing == Standing::Missing);
}

void CitationGroupTest::otherRecordsHaveAnotherCitation_Y_09() {
    const Evidence before = firstOf(groupBook({&own()}), EvidenceKind::Time);
    LabReport report = citing(before.citation);
    RecordLog repeated = examples::cpuPc();
    examples::resultOf(repeated, before.citation.of.cell).warm_up_calls += 2;
    const Group later({repeated});
    const EvidenceBook book = groupBook({&later});
    const Evidence now = firstOf(book, EvidenceKind::Time);
    QCOMPARE(report.cite(now.citation), std::string("e2"));
    // What stands in the text already keeps its figure, and says that it is no longer the files'.
    QVERIFY(book.find(report.citations.front()).standing == Standing::Changed);
    const std::string text = textOf(composed(report, book).document);
    QVERIFY2(text.find(before.words) != std::string::npos, text.c_str());
    QCOMPARE(report.cite(now.citation), std::string("e2"));
}

void CitationGroupTest::theSameRunTwiceIsToldApart_Y_09() {
    RecordLog copy = examples::cpuPc();
    copy.path = "copy.duelo";
    const std::string cell = firstOf(groupBook({&own()}), EvidenceKind::Time).citation.of.cell;
    examples::resultOf(copy, cell).warm_up_calls += 3;
    const Group twice({examples::cpuPc(), copy});
    const EvidenceBook book = groupBook({&twice});
    int seen = 0;
    for (const Evidence& one : book.figures()) {
        if (one.citation.kind != EvidenceKind::Time || one.citation.of.cell != cell) continue;
        ++seen;
        QVERIFY(book.find(one.citation).evidence == &one);
    }
    QCOMPARE(seen, 2);
    // A claim about that cell would be about either.
    QVERIFY(!placeOf(twice.comparison, {own().comparison.sources.front().header.run, cell}));
}

void CitationGroupTest::citedGroupsAreKept_Y_09() {
    const Evidence cited = firstOf(groupBook({&withClassmate()}), EvidenceKind::Headline);
    LabReport report = citing(cited.citation);
    QVERIFY(keepFiles(report, withClassmate().comparison));
    // A larger group has other headlines: the cited one stays beside it.
    QVERIFY(keepFiles(report, withBoth().comparison));
    QCOMPARE(report.kept.size(), std::size_t{2});
    QCOMPARE(closedGroups(report, &withBoth().comparison).size(), std::size_t{1});
    QVERIFY(keepFiles(report, own().comparison) == false);
    // Its tables stand in the results once, those of the larger group.
    const std::array groups{withBoth().files(), withClassmate().files()};
    const Document both = documentOf(report, groups).value();
    const Document large = documentOf(report, std::array{withBoth().files()}).value();
    QCOMPARE(blocks<DocTable>(both).size(), blocks<DocTable>(large).size());
    // One that nobody cites goes as before.
    report.texts.clear();
    report.citations.clear();
    QVERIFY(closedGroups(report, &withBoth().comparison).empty());
}

void CitationGroupTest::allFilesAreHandedIn_Y_09() {
    const Evidence cited = firstOf(groupBook({&withClassmate()}), EvidenceKind::Headline);
    LabReport report = citing(cited.citation);
    ReportForm words = formOf("handout_a");
    std::erase_if(words.sections,
                  [](const ReportSection& section) { return section.kind != SectionKind::Words; });
    const auto files =
        handInFiles(report, words, groupBook({&own()}), std::array{own().files()}, "/nowhere");
    QStringList names;
    for (const HandInFile& file : files) names << QString::fromStdString(file.name);
    for (const KeptFile& file : cited.citation.files)
        QVERIFY2(names.contains(QString::fromStdString(file.file)), qPrintable(names.join(" ")));
    QCOMPARE(names.size(), 2);
}

void CitationGroupTest::oldReportsAreReadAndDoubtfulOnesSaySo_Y_09() {
    const EvidenceBook then = groupBook({&withClassmate()});
    for (const EvidenceKind kind :
         {EvidenceKind::Headline, EvidenceKind::Chart, EvidenceKind::Table}) {
        const Evidence cited = firstOf(then, kind);
        Json json = toJson(citing(old(cited)));
        QVERIFY(!json["citations"][0].contains("files"));
        const auto read = labReportFromJson(json);
        QVERIFY(read);
        const Citation& citation = read->citations.front();
        QVERIFY(then.find(citation).evidence != nullptr);
        QVERIFY(then.find(citation).standing == Standing::Current);
        QVERIFY(groupBook({}).find(citation).standing == Standing::Missing);
    }
    const Evidence cited = firstOf(then, EvidenceKind::Headline);
    const LabReport report = citing(old(cited));
    const EvidenceBook book = groupBook({&withTeacher()});
    QVERIFY(book.find(report.citations.front()).standing == Standing::Unclear);
    const std::string text = textOf(composed(report, book).document);
    QVERIFY2(text.find(cited.words) != std::string::npos, text.c_str());
    QVERIFY2(text.find("an earlier Duelo did not note") != std::string::npos, text.c_str());
    QVERIFY2(text.find(firstOf(book, EvidenceKind::Headline).words) == std::string::npos,
             text.c_str());
    QCOMPARE(sentencesOf(report, book).size(), std::size_t{1});
    // Two groups that say the same word for word: it is either.
    QVERIFY(
        groupBook({&withClassmate(), &withClassmate()}).find(report.citations.front()).standing ==
        Standing::Unclear);
}

void CitationGroupTest::comesBackFromTheFile_Y_09() {
    const LabReport report =
        citing(firstOf(groupBook({&withBoth()}), EvidenceKind::Headline).citation);
    const auto read = labReportFromJson(toJson(report));
    QVERIFY(read);
    QVERIFY(read->citations.front().files == report.citations.front().files);
    QVERIFY(read->citations.front().extra.empty());
    QCOMPARE(read->citations.front().files.size(), std::size_t{3});
}

QTEST_GUILESS_MAIN(CitationGroupTest)
#include "tst_citation_group.moc"
