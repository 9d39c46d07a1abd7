// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>
#include <algorithm>

#include "class_testing.h"
#include "classroom/class_feedback.h"
#include "classroom/worksheet.h"
#include "moodle_rules.h"

using namespace duelo;
using namespace duelo::test;

/// From Moodle's ZIP to its worksheet and feedback ZIP, and read back by Moodle's rules (Y-52).
class TestWriteBack : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aClassOf36_Y52();
    void teamsByTheWorksheet_Y52();
    void worksheetsThatAreNone_data();
    void worksheetsThatAreNone();
    void refusesAnotherCourse_Y52();
    void saysWhatARequestLacks_Y52();
    void refusedWritesNothing_Y52();
    void keepsEveryOtherByte();
    void hostileTextsAreWords();

private:
    [[nodiscard]] fs::path at(const std::string& name) const {
        return fs::path(m_dir.path().toStdString()) / name;
    }
    std::string recordOf(const Pc& pc) {
        const fs::path path = at("one.duelo");
        fs::remove(path);
        writePc(path, pc);
        return contentOf(path);
    }
    Result<WrittenBack> back(const Classroom& classroom, const std::string& sheet,
                             const std::string& out) {
        return writeBack(classroom, findSpec, {.language = Language::English},
                         {.worksheet = at(sheet),
                          .worksheet_out = at(out + ".csv"),
                          .feedback = at(out + ".zip"),
                          .overwrite = true});
    }
    QTemporaryDir m_dir;
};

namespace {

constexpr const char* kTitles =
    "Identifier,\"Full name\",\"Email address\",Status,Grade,\"Maximum grade\",\"Grade can be "
    "changed\",\"Last modified (submission)\",\"Last modified (grade)\",\"Feedback comments\"\r\n";

std::string rowOf(int id, const std::string& name, const std::string& comments = {},
                  const std::string& status = "Submitted for grading") {
    return "\"Participant " + std::to_string(id) + "\",\"" + name + "\",x" + std::to_string(id) +
           "@uni.es,\"" + status + "\",,100.00,Yes,\"Friday, 2 October 2026, 9:12 AM\",-,\"" +
           comments + "\"\r\n";
}

moodle::Assignment assignmentOf(const std::string& sheet) {
    moodle::Assignment out;
    const auto lines = moodle::csv(sheet);
    for (std::size_t i = 1; i < lines.size(); ++i)
        out.students[std::stol(lines[i][0].substr(12))] = {lines[i][4], lines[i][8], lines[i][9]};
    return out;
}

/// With the cells of the comments taken out.
std::vector<moodle::Line> withoutComments(const std::string& sheet) {
    auto lines = moodle::csv(sheet);
    for (moodle::Line& line : lines) line.resize(9);
    return lines;
}

}  // namespace

void TestWriteBack::aClassOf36_Y52() {
    std::vector<ZipItem> items;
    std::string sheet = std::string("\xEF\xBB\xBF") + kTitles;
    const auto folder = [](int id, const std::string& name) {
        return name + "_" + std::to_string(id) + "_assignsubmission_file_";
    };
    std::string first;
    writeBrought(at("typed.duelo"), Origin::Typed, 4);
    for (int i = 1; i <= 36; ++i) {
        const std::string name = "Ana Apellido" + std::string(1, char('A' + i % 26)) +
                                 std::string(1, char('a' + i / 26)) + " Peña";
        const int id = 1000 + i;
        const std::string record = recordOf({.number = i, .gpu = i % 2 == 0});
        if (i == 1) first = record;
        std::string comments, status = "Submitted for grading";
        if (i % 9 == 1)  // flat
            items.push_back({folder(id, name) + "pc.duelo", record});
        else if (i % 9 == 2)
            items.push_back({folder(id, name) + "/todo.zip", zipped({{"a/pc.duelo", record}})});
        else if (i % 9 == 3)
            items.push_back(
                {folder(id, name) + "/pc.duelo", record.substr(0, record.size() - 40)});  // cut off
        else if (i % 9 == 4)
            items.push_back(
                {name + "_" + std::to_string(id) + "_assignsubmission_onlinetext_/onlinetext.html",
                 "<p>no"});
        else if (i % 9 == 5)
            items.push_back({folder(id, name) + "/mine.duelo", first});
        else if (i % 9 == 6)
            items.push_back({folder(id, name) + "/typed.duelo", contentOf(at("typed.duelo"))});
        else if (i % 9 == 7)
            items.push_back({folder(id, name) + "/x.duelo", "no record at all"});
        else
            items.push_back({folder(id, name) + "/pc.duelo", record});
        if (i % 9 == 8) {
            comments = "<p>Bien, \"\"pero\"\" =tarde</p>";
            status += " - 2 days 3 hours late";
        }
        sheet += rowOf(id, name, comments, status);
    }
    QVERIFY(writeZip(items, at("CS-Lab-77.zip")));
    put(at("sheet.csv"), sheet);
    const auto read = opened({at("CS-Lab-77.zip")});
    const auto done = back(read.classroom, "sheet.csv", "out");
    QVERIFY2(done, done ? "" : done.error().code.c_str());
    QCOMPARE(done->rows, std::size_t{36});
    QCOMPARE(done->pages, std::size_t{36});
    QVERIFY(done->untold.empty());
    QCOMPARE(contentOf(at("sheet.csv")), sheet);  // the teacher's own stays as it is

    // What Moodle makes of the worksheet: comments alone, and the second time nothing.
    const std::string written = contentOf(at("out.csv"));
    QVERIFY(withoutComments(written) == withoutComments(sheet));
    moodle::Assignment assignment = assignmentOf(sheet);
    const auto changes = assignment.import(written);
    QVERIFY(changes.valid);
    QCOMPARE(changes.grades, 0);
    QCOMPARE(changes.comments, 36);
    QCOMPARE(assignment.import(written).comments, 0);
    put(at("sheet2.csv"), written);  // downloaded again
    QVERIFY(back(read.classroom, "sheet2.csv", "out2"));
    QCOMPARE(contentOf(at("out2.csv")), written);
    QCOMPARE(contentOf(at("out2.zip")), contentOf(at("out.zip")));
    for (const auto& [id, student] : assignment.students) {
        QVERIFY2(student.comments.find("[Duelo]") != student.comments.npos,
                 student.comments.c_str());
        QVERIFY(std::string_view("=+-@").find(student.comments.front()) == std::string_view::npos);
        if ((id - 1000) % 9 == 8)
            QVERIFY(student.comments.starts_with("<p>Bien, \"pero\" =tarde</p><br>[Duelo]"));
        if ((id - 1000) % 9 == 4)
            QVERIFY2(student.comments.find("Nothing to read") != student.comments.npos,
                     student.comments.c_str());
        // Nobody else is named.
        QVERIFY2(student.comments.find("Apellido") == student.comments.npos,
                 student.comments.c_str());
    }
    // And of the feedback ZIP: each file has one student, by its number.
    const auto zip = ZipArchive::open(at("out.zip"));
    QVERIFY(zip);
    std::set<long> owners;
    for (const auto& entry : zip->entries()) {
        const auto owner = assignment.owner(entry.name);
        QVERIFY2(owner, entry.name.c_str());
        QCOMPARE(owner->second, std::string("/duelo.html"));
        owners.insert(owner->first);
        const std::string page = *zip->read(entry);
        const std::size_t named = page.find("Apellido");
        QVERIFY2(named == page.npos, page.substr(std::min(named, page.size())).c_str());
        QVERIFY(page.starts_with("<!DOCTYPE html>"));
    }
    QCOMPARE(owners.size(), std::size_t{36});
}

void TestWriteBack::teamsByTheWorksheet_Y52() {
    QVERIFY(writeZip(std::vector<ZipItem>{{"grupo 3_45_assignsubmission_file_/pc.duelo",
                                           recordOf({.number = 1})},
                                          {"Default group_assignsubmission_file_/pc.duelo",
                                           recordOf({.number = 2, .cpu_ms = 33})}},
                     at("teams.zip")));
    std::string sheet =
        "Identificador,\"Nombre completo\",Estado,Grupo,Calificación,\"Última modificación "
        "(calificación)\",\"Comentarios de retroalimentación\"\n";
    for (const auto& [id, team] : std::vector<std::pair<int, const char*>>{
             {45, "Default group"}, {46, "grupo 3"}, {47, "grupo 3"}, {48, "otro"}})
        sheet +=
            "\"Participante " + std::to_string(id) + "\",\"Zoe P\",Enviado,\"" + team + "\",,-,\n";
    put(at("teams.csv"), sheet);
    const auto read = opened({at("teams.zip")});
    const auto done = back(read.classroom, "teams.csv", "teams-out");
    QVERIFY2(done, done ? "" : done.error().code.c_str());
    QCOMPARE(done->rows, std::size_t{3});
    QCOMPARE(done->pages, std::size_t{3});
    const auto lines = moodle::csv(contentOf(at("teams-out.csv")));
    // The number of a group is no student's, even where it is the same.
    QVERIFY(lines.at(1).at(6) != lines.at(2).at(6));
    QCOMPARE(lines.at(2).at(6), lines.at(3).at(6));
    QCOMPARE(lines.at(4).at(6), std::string());
    // Without the worksheet nobody knows who is in a team.
    const auto alone = writeBack(read.classroom, findSpec, {}, {.feedback = at("alone.zip")});
    QVERIFY(!alone);
    QCOMPARE(alone.error().code, std::string("worksheet_wanted"));
    const auto wanted = writeBack(read.classroom, findSpec, {}, {.worksheet_out = at("w.csv")});
    QCOMPARE(wanted.error().code, std::string("worksheet_wanted"));
    QVERIFY(!fs::exists(at("w.csv")) && !fs::exists(at("alone.zip")));
}

void TestWriteBack::worksheetsThatAreNone_data() {
    QTest::addColumn<std::string>("bytes");
    QTest::addColumn<std::string>("code");
    const auto row = [](const char* tag, std::string bytes, const char* code) {
        QTest::newRow(tag) << std::move(bytes) << std::string(code);
    };
    row("empty", "", "worksheet_none");
    row("a title alone", kTitles, "worksheet_none");
    row("no worksheet", "a,b\n1,2\n", "worksheet_none");
    row("semicolons", "Identificador;Nombre;Comentarios\nParticipante 1;x;\n",
        "worksheet_not_comma");
    row("latin 1", "Identificador,Calificaci\xF3n\nParticipante 1,\n", "worksheet_not_utf8");
    row("utf-16", std::string("\xFF\xFEI\0d\0", 6), "worksheet_not_utf8");
    row("no comments", "Identifier,Grade\nParticipant 1,\n", "worksheet_no_comments");
    row("open quote", std::string(kTitles) + "\"Participant 1,x", "worksheet_torn");
    row("short line", std::string(kTitles) + rowOf(1, "x") + "\"Participant 2\",x\n",
        "worksheet_torn");
}

void TestWriteBack::worksheetsThatAreNone() {
    QFETCH(const std::string, bytes);
    QFETCH(const std::string, code);
    const auto sheet = Worksheet::of(bytes, "hoja.csv");
    QVERIFY(!sheet);
    QCOMPARE(sheet.error().code, code);
    const Text text(Language::Spanish);
    QVERIFY(text.complete("reason." + code, sheet.error().args));
}

void TestWriteBack::refusesAnotherCourse_Y52() {
    QVERIFY(writeZip(
        std::vector<ZipItem>{
            {"Ana Peña_11_assignsubmission_file_/pc.duelo", recordOf({.number = 1})},
            {"Bo Roe_12_assignsubmission_file_/pc.duelo", recordOf({.number = 2})}},
        at("course.zip")));
    const auto read = opened({at("course.zip")});
    const auto refused = [&](const std::string& rows) {
        put(at("other.csv"), kTitles + rows);
        fs::remove(at("other-out.csv"));
        const auto done = back(read.classroom, "other.csv", "other-out");
        return done || fs::exists(at("other-out.csv")) ? std::string() : done.error().code;
    };
    QCOMPARE(refused(rowOf(91, "Ana Peña")), std::string("worksheet_other"));
    QCOMPARE(refused(rowOf(11, "Cy Doe") + rowOf(12, "Di Doe")),
             std::string("worksheet_other_names"));
    QCOMPARE(refused(rowOf(11, "Ana Peña") + rowOf(13, "Di Doe")), std::string());
    // Never over what is read.
    const auto over = writeBack(
        read.classroom, findSpec, {},
        {.worksheet = at("other.csv"), .worksheet_out = at("other.csv"), .overwrite = true});
    QCOMPARE(over.error().code, std::string("export_over_input"));
}

void TestWriteBack::saysWhatARequestLacks_Y52() {
    const auto why = [](const WriteBackRequest& request) -> std::string {
        const auto lacks = whyNotBack(request);
        for (const Language language : {Language::English, Language::Spanish})
            if (lacks && !Text(language).complete("reason." + lacks->code, lacks->args)) return {};
        return lacks ? lacks->code : "nothing";
    };
    QCOMPARE(why({}), "nothing");
    QCOMPARE(why({.worksheet = "in.csv", .worksheet_out = "out.csv"}), "nothing");
    QCOMPARE(why({.worksheet = "in.csv"}), "worksheet_unused");
    QCOMPARE(why({.feedback = "f.zip"}), "worksheet_wanted");
    QCOMPARE(why({.worksheet_out = "out.csv"}), "worksheet_wanted");
    QCOMPARE(why({.worksheet = "a/../in.csv", .worksheet_out = "in.csv"}), "export_over_input");
    QCOMPARE(why({.worksheet = "in.csv", .worksheet_out = "x", .feedback = "x"}),
             "export_same_place");
}

void TestWriteBack::refusedWritesNothing_Y52() {
    QVERIFY(writeZip(std::vector<ZipItem>{{"Ana Peña_11_assignsubmission_file_/pc.duelo",
                                           recordOf({.number = 1})}},
                     at("only.zip")));
    const auto read = opened({at("only.zip")});
    put(at("only.csv"), kTitles + rowOf(11, "Ana Peña"));
    put(at("there.zip"), "the teacher's");
    const auto refused = writeBack(read.classroom, findSpec, {},
                                   {.worksheet = at("only.csv"),
                                    .worksheet_out = at("only-out.csv"),
                                    .feedback = at("there.zip")});
    QCOMPARE(refused.error().code, std::string("file_exists"));
    QVERIFY(!fs::exists(at("only-out.csv")));
    QCOMPARE(contentOf(at("there.zip")), std::string("the teacher's"));
    // What was handed in is never written over.
    const std::string handedIn = contentOf(at("only.zip"));
    const auto over =
        writeBack(read.classroom, findSpec, {},
                  {.worksheet = at("only.csv"), .feedback = at("only.zip"), .overwrite = true});
    QCOMPARE(over.error().code, std::string("export_over_input"));
    QCOMPARE(contentOf(at("only.zip")), handedIn);
}

void TestWriteBack::keepsEveryOtherByte() {
    const std::string sheet =
        "Identifier, Odd ,\"Full \"\"name\"\"\",Feedback comments,More\n"
        "Participant 1,\"a,b\nc\",Ana Peña,keep me,\"=1+1\"\n"
        "\nParticipant 2,,,\"\",end without a line";
    auto read = Worksheet::of(sheet, "hoja.csv");
    QVERIFY2(read, read ? "" : read.error().code.c_str());
    QCOMPARE(read->bytes(), sheet);
    QCOMPARE(read->rows().size(), std::size_t{2});
    read->tell(1, {"one \"fact\"", "two"});
    const std::string now = read->bytes();
    QCOMPARE(now, sheet.substr(0, sheet.find("\"\",end")) +
                      "\"[Duelo] one &quot;fact&quot;<br>two [/Duelo]\",end without a line");
    auto again = Worksheet::of(now, "hoja.csv");
    again->tell(1, {"one \"fact\"", "two"});
    QCOMPARE(again->bytes(), now);
    again->tell(1, {"three"});
    QVERIFY(again->bytes().find("[Duelo] three [/Duelo]") != std::string::npos);
    QVERIFY(again->bytes().find("two") == std::string::npos);
}

void TestWriteBack::hostileTextsAreWords() {
    const std::string told =
        toldIn("", {"=cmd|'/C calc'!A0", "<script>x</script>", "a [/Duelo] b \xE2\x80\xAE"});
    QVERIFY2(told.starts_with("[Duelo] ") && told.find("<script") == told.npos, told.c_str());
    QCOMPARE(told.find("[/Duelo]"), told.size() - 8);
    QVERIFY(told.find("\xE2\x80\xAE") == told.npos);
    QCOMPARE(toldIn(told, {"x"}), std::string("[Duelo] x [/Duelo]"));
    // A mark that the teacher wrote begins nothing of Duelo's.
    QCOMPARE(toldIn("see [Duelo]", {"x"}), std::string("see [Duelo]<br>[Duelo] x [/Duelo]"));
}

QTEST_GUILESS_MAIN(TestWriteBack)
#include "tst_write_back.moc"
