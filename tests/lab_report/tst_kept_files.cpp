// SPDX-License-Identifier: Apache-2.0
// What a report stands on when another file is open (S0-26..29, P-10).
#include <QtTest>

#include "document_testing.h"
#include "lab_report/kept_files.h"
#include "lab_report_testing.h"

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
    void showsTheTablesOfBoth();
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
    QVERIFY(book.hasTime(*found.evidence->value, 1e-6));
    QVERIFY(!book.figures().front().kept);
}

void KeptFilesTest::showsTheTablesOfBoth() {
    const Comparison first = compared({examples::gpuPc()}), second = compared({later()});
    const std::array groups{FileGroup{&second}, FileGroup{&first}};
    const LabReport report;
    const Document alone = documentOf(report, &second).value(),
                   both = documentOf(report, groups).value();
    const std::size_t tables = blocks<DocTable>(alone).size();
    QVERIFY(blocks<DocTable>(both).size() > tables);
    // The open ones first; the others say whose they are, and no two have the same number.
    const auto all = blocks<DocTable>(both);
    std::set<std::string> titles;
    for (const DocTable& table : all) titles.insert(table.title);
    QCOMPARE(titles.size(), all.size());
    QVERIFY(all.front().title.find("(") == std::string::npos ||
            all.front().title.find(".duelo") == std::string::npos);
    QVERIFY(std::ranges::any_of(titles, [](const std::string& title) {
        return title.find(".duelo)") != std::string::npos;
    }));
}

QTEST_GUILESS_MAIN(KeptFilesTest)
#include "tst_kept_files.moc"
