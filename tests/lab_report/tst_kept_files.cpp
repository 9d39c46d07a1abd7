// SPDX-License-Identifier: Apache-2.0
// Tests of the files that a report keeps when another file is open (S0-26..29, P-10).
#include <QtTest>

#include "base/places.h"
#include "document_testing.h"
#include "experiments/specs.h"
#include "lab_report/kept_files.h"
#include "lab_report_testing.h"
#include "report/writers.h"

using namespace duelo;
using namespace duelo::test;
using duelo::examples::blocks;

namespace {

/// Another run, of a machine without a GPU.
RecordLog later() {
    RecordLog log = examples::cpuPc();
    log.path = "later.duelo";
    for (Record& record : log.records)
        if (auto* header = std::get_if<Header>(&record)) header->run = "later";
    return log;
}

}  // namespace

class KeptFilesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsEachOnce();
    void comesBackFromTheFile();
    void refusesTooMany();
    void findsWhatIsCitedInEither();
    void showsTheTablesOfOne();
    void printsTheSameWhicheverIsOpen_Y_35();
    void readsThemWhereTheyLie();
    void tellsNothingTwiceInTheAnnex();
};

void KeptFilesTest::keepsEachOnce() {
    const Comparison first = compared({examples::gpuPc()}), second = compared({later()}),
                     both = compared({examples::gpuPc(), later()});
    LabReport report;
    QVERIFY(keepFiles(report, first));
    QVERIFY(!keepFiles(report, first));
    QVERIFY(keepFiles(report, second));
    QCOMPARE(report.kept.size(), std::size_t{2});
    QCOMPARE(closedGroups(report, &second).size(), std::size_t{1});
    QCOMPARE(closedGroups(report, nullptr).size(), std::size_t{2});
    QVERIFY(closedGroups(report, &both).empty());
    // The larger one has what they had.
    QVERIFY(keepFiles(report, both));
    QCOMPARE(report.kept.size(), std::size_t{1});
    QVERIFY(!keepFiles(report, second));
    QCOMPARE(report.kept.front().size(), std::size_t{2});
    QCOMPARE(report.kept.front()[0].role, Role::Own);
    QCOMPARE(report.kept.front()[1].role, Role::Shared);
}

void KeptFilesTest::comesBackFromTheFile() {
    LabReport report;
    QVERIFY(keepFiles(report, compared({examples::gpuPc(), later()})));
    const auto read = labReportFromJson(toJson(report));
    QVERIFY(read && read->kept == report.kept);
    QVERIFY(read->extra.empty());
}

void KeptFilesTest::refusesTooMany() {
    Json json = toJson(LabReport());
    json["kept"] = Json::array();
    for (std::size_t i = 0; i <= kMaxKept; ++i) json["kept"].push_back(Json::array());
    QCOMPARE(labReportFromJson(json).error().code, std::string("lab_report_too_many"));
    json["kept"] = {3};
    QCOMPARE(labReportFromJson(json).error().code, std::string("field_not_list"));
    LabReport report;
    for (std::size_t i = 0; i < kMaxKept; ++i)
        report.kept.push_back({{"a.duelo", std::to_string(i), Role::Own}});
    QVERIFY(keepFiles(report, compared({later()})));
    QCOMPARE(report.kept.size(), kMaxKept);
    QCOMPARE(report.kept.front().front().run, std::string("1"));  // the oldest has gone
}

void KeptFilesTest::findsWhatIsCitedInEither() {
    const Comparison first = compared({examples::gpuPc()}), second = compared({later()});
    LabReport report;
    const EvidenceBook before(&first, optionsOf(report));
    const Citation cited = before.figures().front().citation;
    QCOMPARE(EvidenceBook(&second, optionsOf(report)).find(cited).standing, Standing::Missing);
    const std::array groups{FileGroup{&second}, FileGroup{&first}};
    const EvidenceBook book(groups, optionsOf(report));
    const EvidenceBook::Found found = book.find(cited);
    QCOMPARE(found.standing, Standing::Current);
    QVERIFY(found.evidence->kept);
    QVERIFY(book.hasNumber(
        {.value = *found.evidence->value, .half_step = 1e-6, .unit = NumberWords::Unit::Second}));
    QVERIFY(!book.figures().front().kept);
}

/// One of two runs of an experiment gives the results; the other stands where it is cited.
void KeptFilesTest::showsTheTablesOfOne() {
    const Comparison second = compared({later()});
    const LabReport report;
    const Document alone = documentOf(report, &second).value();
    const std::size_t tables = blocks<DocTable>(alone).size();
    const auto all = blocks<DocTable>(alone);
    std::set<std::string> titles;
    for (const DocTable& table : all) titles.insert(table.title);
    QCOMPARE(titles.size(), all.size());
    QVERIFY(std::ranges::none_of(titles, [](const std::string& title) {
        return title.find(".duelo") != std::string::npos;
    }));
    // Kept alone, as after a restart, it is written as it was when it was open.
    const Comparison none;
    for (const Comparison* open : {static_cast<const Comparison*>(nullptr), &none}) {
        const std::array kept{FileGroup{open}, FileGroup{&second}};
        const auto after = blocks<DocTable>(documentOf(report, kept).value());
        QCOMPARE(after.size(), tables);
        for (std::size_t i = 0; i < tables; ++i)
            QCOMPARE(after[i].title, blocks<DocTable>(alone)[i].title);
    }
}

/// A report does not depend on the file that is open: neither one of its own, nor one that it does
/// not stand on.
void KeptFilesTest::printsTheSameWhicheverIsOpen_Y_35() {
    RecordLog fewer = examples::cpuPc();
    std::get<Header>(fewer.records.front()).run = "fewer";
    const Comparison first = compared({examples::gpuPc()}), second = compared({later()}),
                     third = compared({fewer}), none;
    LabReport report;
    const std::array all{FileGroup{&none}, FileGroup{&first}, FileGroup{&second}};
    const EvidenceBook book(all, optionsOf(report));
    std::set<std::string> runs;
    for (const Evidence& one : book.figures())
        if (runs.insert(one.citation.of.run).second)
            report.texts["open.text"] += tokenOf(report.cite(one.citation)) + "\n";
    for (const Evidence& one : book.boxes())
        if (one.citation.kind == EvidenceKind::Table)
            report.texts["open.text"] += tokenOf(report.cite(one.citation)) + "\n";
    QCOMPARE(runs.size(), std::size_t{2});
    report.form = "open";
    const auto printed = [&](const std::vector<FileGroup>& groups) {
        return writeMarkdown(documentOf(report, groups).value());
    };
    const std::string expected = printed({{&first}, {&second}});
    QVERIFY(!expected.empty());
    QCOMPARE(printed({{&second}, {&first}}), expected);
    QCOMPARE(printed({{&none}, {&first}, {&second}}), expected);
    QCOMPARE(printed({{&third}, {&second}, {&first}}), expected);
}

/// A file is known by its run and not by its name; one that is gone costs only itself.
void KeptFilesTest::readsThemWhereTheyLie() {
    const QTemporaryDir folder;
    const std::filesystem::path here = fromUtf8(folder.path().toStdString());
    const auto write = [&](const RecordLog& log, const char* name) {
        auto file = RecordFile::create(here / name).value();
        for (const Record& record : log.records) QVERIFY(file->write(record));
    };
    write(examples::gpuPc(), "first.duelo");
    write(later(), "renamed.duelo");
    LabReport report;
    QVERIFY(keepFiles(report, compared({examples::gpuPc()})));
    report.kept.front().front().file = "first.duelo";
    report.kept.push_back(
        {{"renamed.duelo", "another run", Role::Own}, {"../first.duelo", "later", Role::Shared}});
    report.kept.push_back({{"gone.duelo", "gone", Role::Own}});
    const std::array folders{here / "nowhere", here};
    const std::span<const std::filesystem::path> nowhere;
    auto read = readGroups(soughtIn(report.kept, {}, folders), nowhere, findSpec);
    QCOMPARE(read.groups.size(), std::size_t{1});
    QCOMPARE(read.groups.front().files.front().path, here / "first.duelo");
    QCOMPARE(read.missing.size(), std::size_t{3});
    // Where it was open it may have another name.
    read = readGroups(soughtIn(report.kept, {{"later", here / "renamed.duelo"}}, folders), nowhere,
                      findSpec);
    QCOMPARE(read.groups.size(), std::size_t{2});
    QCOMPARE(read.groups.back().comparison.sources.front().role, Role::Shared);
    QCOMPARE(read.groups.back().files.size(), std::size_t{1});
    // And so it may where nobody has opened it yet (Y-31).
    read = readGroups(soughtIn(report.kept, {}, folders), folders, findSpec);
    QCOMPARE(read.groups.size(), std::size_t{2});
    QCOMPARE(read.groups.back().files.front().path, here / "renamed.duelo");
    std::vector<std::string> missing;
    for (const KeptFile& file : read.missing) missing.push_back(file.run);
    QCOMPARE(missing, (std::vector<std::string>{"another run", "gone"}));
}

/// One machine has one sheet, and all files stand in one table.
void KeptFilesTest::tellsNothingTwiceInTheAnnex() {
    RecordLog again = later();
    RecordLog own = examples::cpuPc();
    const Comparison first = compared({own}), second = compared({again}),
                     other = compared({examples::gpuPc()});
    LabReport report;
    report.form = "open";  // which leaves nothing out for want of pages
    const auto annexOf = [&](std::span<const FileGroup> groups, const char* id) {
        std::vector<DocTable> found;
        const Document document = documentOf(report, groups).value();
        for (const DocSection& section : document.sections)
            for (const DocBlock& block : section.blocks)
                if (const auto* table = std::get_if<DocTable>(&block);
                    table && section.annex && table->id.starts_with(id))
                    found.push_back(*table);
        return found;
    };
    const Comparison none;
    const std::array alone{FileGroup{&none}, FileGroup{&first}};
    const std::array twice{FileGroup{&none}, FileGroup{&first}, FileGroup{&second}};
    const std::array two{FileGroup{&none}, FileGroup{&first}, FileGroup{&second},
                         FileGroup{&other}};
    const auto rows = [](const std::vector<DocTable>& tables) {
        std::size_t n = 0;
        for (const DocTable& table : tables) n += table.rows.size();
        return n;
    };
    QCOMPARE(annexOf(twice, "machine").size(), annexOf(alone, "machine").size());
    QCOMPARE(rows(annexOf(twice, "machine")), rows(annexOf(alone, "machine")));
    QVERIFY(rows(annexOf(two, "machine")) > rows(annexOf(alone, "machine")));
    QCOMPARE(annexOf(twice, "sources").size(), std::size_t{1});
    QCOMPARE(rows(annexOf(twice, "sources")), std::size_t{2});
    // A PC with a GPU has a column more.
    QCOMPARE(annexOf(two, "sources").size(), std::size_t{1});
    QCOMPARE(rows(annexOf(two, "sources")), std::size_t{3});
}

QTEST_GUILESS_MAIN(KeptFilesTest)
#include "tst_kept_files.moc"
