// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/json_text.h"
#include "base/whole_file.h"
#include "lab_report/hand_in.h"
#include "lab_report/lab_report.h"
#include "lab_report/names.h"

using namespace duelo;

namespace {

LabReport sample() {
    LabReport report;
    report.form = "handout_b";
    report.language = Language::English;
    report.title = "CPU and GPU";
    report.authors = {"Ana Ñúñez", "李雷"};
    report.group = "2B";
    report.exercises = {.solved = {"bounds", "grid_stride"}, .all = 16};
    Citation ratio;
    ratio.kind = EvidenceKind::Ratio;
    ratio.of = {"run-1", "c004"};
    ratio.base = {"run-1", "c001"};
    ratio.file = "lab.duelo";
    ratio.sha256 = "ab";
    ratio.said = "14.2 [13.9–14.6]";
    const std::string id = report.cite(ratio);
    report.texts["analysis.why"] = "It was " + tokenOf(id) + " times as fast.\nSo.";
    return report;
}

std::string codeOf(const Json& json) {
    const auto report = labReportFromJson(json);
    return report ? std::string() : report.error().code;
}

}  // namespace

/// The student's text is a file of its own that outlives newer programs and hostile bytes.
class LabReportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesAndReadsTheSame();
    void keepsFieldsThatItDoesNotKnow();
    void refusesWhatIsNoReport_data();
    void refusesWhatIsNoReport();
    void holdsTextsOf100000CharactersAndNoMore();
    void keepsWhateverACoverCanHave_data();
    void keepsWhateverACoverCanHave();
    void leavesTheOldFileWhereTheNewCannotBeRead();
    void citesTheSameThingOnce();
    void takesOnlyItsOwnTokens();
};

void LabReportTest::writesAndReadsTheSame() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.duelo-report").toStdString();
    QVERIFY(writeLabReport(sample(), path));
    const auto read = readLabReport(path);
    QVERIFY(read);
    QCOMPARE(jsonText(toJson(*read)), jsonText(toJson(sample())));
    QVERIFY(read->exercises == sample().exercises);
    QCOMPARE(writeLabReport(sample(), path).error().code, std::string("file_exists"));
}

void LabReportTest::keepsFieldsThatItDoesNotKnow() {
    Json json = toJson(sample());
    json["predictions"] = {{"224", "gpu"}};
    json["citations"][0]["mood"] = "sure";
    const auto report = labReportFromJson(json);
    QVERIFY(report);
    const Json again = toJson(*report);
    QCOMPARE(again["predictions"], json["predictions"]);
    QCOMPARE(again["citations"][0]["mood"].get<std::string>(), std::string("sure"));
}

void LabReportTest::refusesWhatIsNoReport_data() {
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("newer") << QByteArray("/duelo_report") << QByteArray("2")
                           << QByteArray("lab_report_too_new");
    QTest::newRow("version") << QByteArray("/duelo_report") << QByteArray("\"1\"")
                             << QByteArray("field_not_integer");
    QTest::newRow("language") << QByteArray("/language") << QByteArray("\"fr\"")
                              << QByteArray("unknown_value");
    QTest::newRow("title") << QByteArray("/title") << QByteArray("7")
                           << QByteArray("field_not_text");
    QTest::newRow("texts") << QByteArray("/texts") << QByteArray("[]")
                           << QByteArray("field_not_object");
    QTest::newRow("text") << QByteArray("/texts/analysis.why") << QByteArray("null")
                          << QByteArray("field_not_text");
    QTest::newRow("kind") << QByteArray("/citations/0/kind") << QByteArray("\"guess\"")
                          << QByteArray("unknown_value");
    QTest::newRow("of") << QByteArray("/citations/0/of") << QByteArray("\"c004\"")
                        << QByteArray("field_not_object");
    QTest::newRow("authors") << QByteArray("/authors")
                             << "[" + QByteArrayList(1001, "\"a\"").join(',') + "]"
                             << QByteArray("lab_report_too_many");
    QTest::newRow("exercises") << QByteArray("/exercises/solved")
                               << "[" + QByteArrayList(101, "\"a\"").join(',') + "]"
                               << QByteArray("lab_report_too_many");
    QTest::newRow("exercise") << QByteArray("/exercises/solved") << QByteArray("[1]")
                              << QByteArray("field_not_text");
    QTest::newRow("count of exercises")
        << QByteArray("/exercises/all") << QByteArray("\"16\"") << QByteArray("field_not_integer");
    QTest::newRow("author") << QByteArray("/authors") << "[\"" + QByteArray(4001, 'a') + "\"]"
                            << QByteArray("lab_report_text_long");
}

void LabReportTest::refusesWhatIsNoReport() {
    QFETCH(QByteArray, path);
    QFETCH(QByteArray, value);
    QFETCH(QByteArray, code);
    Json json = toJson(sample());
    json[Json::json_pointer(path.toStdString())] = *parseJson(value.toStdString());
    QCOMPARE(codeOf(json), code.toStdString());
}

void LabReportTest::holdsTextsOf100000CharactersAndNoMore() {
    LabReport report = sample();
    std::string text;
    for (std::size_t i = 0; i < kMaxTextChars; ++i) text += "ñ";
    report.texts["analysis.why"] = text;
    QCOMPARE(codeOf(toJson(report)), std::string());
    report.texts["analysis.why"] += "x";
    QCOMPARE(codeOf(toJson(report)), std::string("lab_report_text_long"));
}

/// Or the whole report could not be kept any more, with the answers that are typed meanwhile.
void LabReportTest::keepsWhateverACoverCanHave_data() {
    QTest::addColumn<QString>("typed");
    const int most = static_cast<int>(kMaxNamesChars);
    QTest::newRow("one long name") << QString(most, QChar(0xF1));
    QTest::newRow("more than a class") << QString("Ruiz, Ana; ").repeated(25);
    QTest::newRow("people of one letter") << QString("a;").repeated(most / 2);
    QTest::newRow("commas") << QString("a,").repeated(most / 2);
}

void LabReportTest::keepsWhateverACoverCanHave() {
    QFETCH(QString, typed);
    QVERIFY(typed.size() <= static_cast<int>(kMaxNamesChars));
    LabReport report = sample();
    report.authors = namesFrom(typed.toStdString());
    QVERIFY(!report.authors.empty());
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.duelo-report").toStdString();
    for (const LabReport& one : {report, asHandedIn(report, {typed.toStdString(), "7"}, "4B")}) {
        const auto written = writeLabReport(one, path, true);
        QVERIFY2(written, written ? "" : written.error().code.c_str());
        QCOMPARE(readLabReport(path)->authors, report.authors);
    }
}

void LabReportTest::leavesTheOldFileWhereTheNewCannotBeRead() {
    QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath("a.duelo-report").toStdString();
    QVERIFY(writeLabReport(sample(), path));
    LabReport twice = sample();
    twice.citations.push_back(twice.citations.front());
    QCOMPARE(writeLabReport(twice, path, true).error().code, std::string("lab_report_id_twice"));
    QCOMPARE(readLabReport(path)->citations.size(), std::size_t{1});
    QVERIFY(writeWhole(std::string(kMaxReportBytes + 1, ' '), path, true));
    QCOMPARE(readLabReport(path).error().code, std::string("lab_report_file_large"));
    QCOMPARE(readLabReport(folder.path().toStdString()).error().code,
             std::string("file_unreadable"));
}

void LabReportTest::citesTheSameThingOnce() {
    LabReport report = sample();
    Citation again = report.citations.front();
    again.id.clear();
    again.said = "15.0";
    QCOMPARE(report.cite(again), std::string("e1"));
    QCOMPARE(report.citations.size(), std::size_t{1});
    QCOMPARE(report.citations.front().said, std::string("15.0"));
    again.of.cell = "c005";
    QCOMPARE(report.cite(again), std::string("e2"));
}

void LabReportTest::takesOnlyItsOwnTokens() {
    const LabReport report = sample();
    const auto pieces = piecesOf("a [[e9]] [[[e1]] b]] [[", report);
    QCOMPARE(pieces.size(), std::size_t{3});
    QCOMPARE(pieces[0].words, std::string("a [[e9]] ["));
    QVERIFY(pieces[1].citation == &report.citations.front());
    QCOMPARE(pieces[2].words, std::string(" b]] [["));
}

QTEST_GUILESS_MAIN(LabReportTest)
#include "tst_lab_report.moc"
