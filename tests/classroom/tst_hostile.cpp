// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include "class_testing.h"
#include "classroom/class_tables.h"
#include "classroom/submission.h"
#include "classroom/worksheet.h"
#include "raw_zip.h"

using namespace duelo;
using namespace duelo::test;

/// Archives and texts that somebody made to do harm: each is told, and none takes the rest of the
/// class with it (Y-19, Y-51).
class TestHostile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void archives_data();
    void archives();
    void aBadNameTakesNoOther_Y19();
    void namesOnTheDisk();
    void worksheets_data();
    void worksheets();

private:
    [[nodiscard]] fs::path at(const std::string& name) const { return m_root / name; }
    std::optional<QTemporaryDir> m_folder;
    fs::path m_root;
};

namespace {

constexpr const char* kAna = "Ana Roe_12_assignsubmission_file_/pc02.duelo";
constexpr const char* kBidi = "\xE2\x80\xAE";

/// The file of PC 2.
std::string recordOf(const fs::path& path) {
    fs::remove(path);
    writePc(path, {.number = 2});
    std::string out = contentOf(path);
    fs::remove(path);
    return out;
}

/// Neither control characters nor what turns text round.
bool isHarmless(const std::string& text) {
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = nextCodePoint(text, at);
        const bool breaks = c == '\n' || c == '\r' || c == '\t';
        if ((c < 0x20 && !breaks) || c == 0x7F || (c >= 0x202A && c <= 0x202E) ||
            (c >= 0x2066 && c <= 0x2069))
            return false;
    }
    return true;
}

/// Checks the texts about the class that everybody sees, in either language, with names and
/// without.
void expectHarmless(const Classroom& classroom) {
    for (const Language language : {Language::Spanish, Language::English})
        for (const bool names : {false, true})
            for (const ReportFormat format : {ReportFormat::Markdown, ReportFormat::Html}) {
                const auto text =
                    classText(classroom, findSpec, format, {.language = language, .names = names});
                QVERIFY(text);
                QVERIFY2(isHarmless(*text), text->c_str());
            }
}

}  // namespace

void TestHostile::init() {
    m_folder.emplace();
    m_root = m_folder->path().toStdString();
    writePc(at("L12/pc01.duelo"), {.number = 1});
}

void TestHostile::archives_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("code");  // of one reason at least; empty: PC 2 counts
    const QTemporaryDir folder;
    const std::string record = recordOf(fs::path(folder.path().toStdString()) / "made.duelo");
    const auto row = [](const char* tag, std::string bytes, const char* code) {
        QTest::newRow(tag) << std::move(bytes) << std::string(code);
    };
    const auto with = [&](const char* tag, const char* code, const auto& change) {
        RawEntry entry = stored(kAna, record);
        change(entry);
        row(tag, rawZip(std::vector{entry}), code);
    };
    with("honest", "", [](RawEntry&) {});
    row("0 bytes", "", "zip_none");
    row("an end without entries", RawZip().end(), "class_zip_foreign");
    with("wrong CRC", "zip_entry_damaged", [](RawEntry& one) { one.crc ^= 1; });
    with("encrypted", "zip_locked", [](RawEntry& one) { one.flags |= 1; });
    with("compressed by nobody", "zip_method", [](RawEntry& one) { one.method = 14; });
    with("unpacks to more than it says", "zip_entry_damaged", [&](RawEntry& one) {
        one.packed = deflated(record + record, true);
        one.method = 8;
    });
    with("unpacks to less than it says", "zip_entry_damaged", [&](RawEntry& one) {
        one.packed = deflated(record.substr(0, 100), true);
        one.method = 8;
    });
    with("no Deflate stream", "zip_entry_damaged", [](RawEntry& one) { one.method = 8; });
    with("bomb", "class_zip_bomb", [&](RawEntry& one) {
        one.bytes = std::uint32_t{900} << 20;
        one.packed = deflated(record, true);
        one.method = 8;
    });
    for (const char* name : {"/etc/pc02.duelo", "C:\\pc02.duelo", "..\\..\\pc02.duelo",
                             "a/../../pc02.duelo", "pc\x7F.duelo"})
        with(name, "zip_name", [&](RawEntry& one) { one.name = name; });
    with("control characters", "zip_damaged", [](RawEntry& one) { one.name = "pc\x01\x02.duelo"; });
    row("stands twice", rawZip(std::vector{stored(kAna, record), stored(kAna, record)}),
        "zip_name");
    with("turns text round", "",
         [](RawEntry& one) { one.name = std::string("pc") + kBidi + "oleud.duelo"; });
    with("name in Windows-1252", "", [](RawEntry& one) {
        one.name =
            "Pe\xF1"
            "a_12_assignsubmission_file_/pc02.duelo";
        one.flags = 0;
    });
    with("text in Windows-1252", "not_a_record_file",
         [](RawEntry& one) { one = stored(kAna, "Informe\r\nn\xFAmero 2\r\n"); });
    with("name like a formula", "",
         [](RawEntry& one) { one.name = "=cmd|'/C calc'!A0_12_assignsubmission_file_/x.duelo"; });
    const std::string whole = rawZip(std::vector{stored(kAna, record)});
    row("cut within its directory", whole.substr(0, whole.size() - 30), "zip_torn");
    row(
        "counts more than it has",
        [&] {
            std::string lies = whole;
            lies[lies.size() - 12] = lies[lies.size() - 14] = 9;
            return lies;
        }(),
        "zip_damaged");
}

void TestHostile::archives() {
    QFETCH(const std::string, bytes);
    QFETCH(const std::string, code);
    put(at("L12/CS-Lab-7.zip"), bytes);
    const Classroom classroom = opened({at("L12")}).classroom;
    const bool counts = code.empty();
    QCOMPARE(classroom.seats().size(), counts ? std::size_t{2} : std::size_t{1});
    const auto left = classroom.leftOut();
    std::string codes;
    for (const LeftOut& one : left) {
        codes += one.reason.code + ' ';
        for (const Language language : {Language::Spanish, Language::English})
            QVERIFY2(Text(language).complete("reason." + one.reason.code, one.reason.args),
                     one.reason.code.c_str());
    }
    QVERIFY2(codes == (counts ? std::string() : code + ' '), codes.c_str());
    expectHarmless(classroom);
    // Of who handed in something that cannot be read there is a line all the same, unless the
    // platform's own archive could not be opened, or a bomb is all that it holds.
    const bool opens = code.empty() || code == "not_a_record_file" || code == "zip_entry_damaged" ||
                       code == "zip_locked" || code == "zip_method" || code == "zip_name";
    const bool named = bytes.find("_12_assignsubmission_file_") != std::string::npos;
    const auto submissions = submissionsOf(classroom);
    QCOMPARE(submissions.size(), opens && named ? std::size_t{1} : std::size_t{0});
    for (const Submission& one : submissions)
        QCOMPARE(one.state, counts ? Submission::State::Read : Submission::State::Damaged);
    QVERIFY(!fs::exists(at("pc02.duelo")) && !fs::exists(m_root.parent_path() / "pc02.duelo"));
}

/// A platform's download of a class: each entry that cannot be read is told of by itself, and
/// whoever else handed in counts.
void TestHostile::aBadNameTakesNoOther_Y19() {
    std::vector<RawEntry> entries;
    const auto of = [](int number) {
        return "Student " + std::to_string(number) + '_' + std::to_string(number) +
               "_assignsubmission_file_/";
    };
    for (int number = 2; number <= 6; ++number) {
        writePc(at("made.duelo"), {.number = number});
        entries.push_back(stored(of(number) + "pc.duelo", contentOf(at("made.duelo"))));
        fs::remove(at("made.duelo"));
    }
    const std::string record = entries.front().packed;
    entries.push_back(entries.back());  // that of student 6 stands twice
    for (const std::string& name : {of(7) + "../../pc.duelo", std::string("/etc/pc.duelo"),
                                    std::string("C:\\pc.duelo"), of(8) + "p\x7F.duelo"})
        entries.push_back(stored(name, record));
    const std::vector inner{stored("../pc.duelo", record), stored("b.txt", "text")};
    entries.push_back(stored(of(9) + "all.zip", rawZip(inner)));
    put(at("L12/CS-Lab-7.zip"), rawZip(entries));

    const Classroom classroom = opened({at("L12")}).classroom;
    QCOMPARE(classroom.seats().size(), std::size_t{5});  // PC 1 of the folder, 2 to 5 of the ZIP
    const auto left = classroom.leftOut();
    QCOMPARE(left.size(), std::size_t{6});
    for (const LeftOut& one : left) {
        QCOMPARE(one.reason.code, "zip_name");
        QVERIFY(!one.counts);
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string words = shownReason(classroom, one.reason, false, Text(language));
            QVERIFY2(words.find("Student") == std::string::npos, words.c_str());
        }
    }
    const auto submissions = submissionsOf(classroom);
    QCOMPARE(submissions.size(), std::size_t{8});
    for (std::size_t i = 0; i < submissions.size(); ++i)
        QCOMPARE(submissions[i].state,
                 i < 4 ? Submission::State::Read : Submission::State::Damaged);
    // What was refused is not found by its name either.
    QVERIFY(!bytesOf(left.front().place));
    expectHarmless(classroom);
}

/// Linux allows every byte but '/' in the name of a file.
void TestHostile::namesOnTheDisk() {
    const std::string record = recordOf(at("made.duelo"));
    put(at(std::string("L12/Ana ") + kBidi + "Roe_12_assignsubmission_file_/p\x1B[2Jc.duelo"),
        record);
    put(at("L12/=1+1_13_assignsubmission_file_/<img src=x>.pdf"), "%PDF");
    put(at("L12/a\nb.txt"), "x");
    const Classroom classroom = opened({at("L12")}).classroom;
    QCOMPARE(classroom.seats().size(), std::size_t{2});
    QCOMPARE(submissionsOf(classroom).size(), std::size_t{2});
    expectHarmless(classroom);
    const auto html = classText(classroom, findSpec, ReportFormat::Html, {.names = true});
    QVERIFY(html->find("<img") == std::string::npos);
    for (const ReportFormat format : {ReportFormat::Csv, ReportFormat::CsvExcel}) {
        const auto csv = classText(classroom, findSpec, format, {.names = true});
        QVERIFY2(csv->find(",=1") == std::string::npos && csv->find(";=1") == std::string::npos,
                 csv->c_str());
    }
}

void TestHostile::worksheets_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("code");
    const auto row = [](const char* tag, std::string bytes, const char* code) {
        QTest::newRow(tag) << std::move(bytes) << std::string(code);
    };
    const std::string titles = "Identifier,Full name,Feedback comments";
    row("a million columns", titles + std::string(1'000'000, ',') + "\nParticipant 1\n",
        "worksheet_many");
    row("a million columns in a row", titles + "\nParticipant 1" + std::string(1'000'000, ','),
        "worksheet_many");
    row(
        "a million rows",
        [&] {
            std::string out = titles + '\n';
            for (int i = 0; i < 200'000; ++i) out += "x\n";
            return out;
        }(),
        "worksheet_many");
    row("open quote", titles + "\nParticipant 1,\"" + std::string(1'000'000, 'x'),
        "worksheet_torn");
    row("quotes alone", titles + '\n' + std::string(999'999, '"'), "worksheet_torn");
    row("Windows-1252", "Identificador,Calificaci\xF3n,Comentarios\nParticipante 1,,\n",
        "worksheet_not_utf8");
    row("a number without end", titles + "\nParticipant " + std::string(1000, '9') + ",Ana,\n",
        "worksheet_none");
    row("an archive", RawZip().end(), "worksheet_not_utf8");
    row("nothing", "", "worksheet_none");
}

void TestHostile::worksheets() {
    QFETCH(const std::string, bytes);
    QFETCH(const std::string, code);
    const auto sheet = Worksheet::of(bytes, "hoja.csv");
    QVERIFY(!sheet);
    QCOMPARE(sheet.error().code, code);
    for (const Language language : {Language::Spanish, Language::English}) {
        const Text text(language);
        QVERIFY(text.complete("reason." + code, sheet.error().args));
        QVERIFY(text.reason(sheet.error()).size() < 1000);
    }
}

QTEST_GUILESS_MAIN(TestHostile)
#include "tst_hostile.moc"
