// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QTest>

#include "class_testing.h"
#include "classroom/class_tables.h"
#include "classroom/submission.h"

using namespace duelo;
using namespace duelo::test;

/// Reads what platforms hand over: whose it is, and what is in it (Y-51, Y-53).
class TestSubmission : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsNames_Y51_data();
    void readsNames_Y51();
    void takesNoOtherNames_data();
    void takesNoOtherNames();
    void everySubmissionIsALine_Y51();
    void unpackedIsTheSame_Y51();
    void blindInAnyLanguage_Y51();
    void handedInTwice_Y51();
    void namesStayHidden_Y53();

private:
    [[nodiscard]] fs::path at(const char* name) const {
        return fs::path(m_dir.path().toStdString()) / name;
    }
    std::string recordOf(const Pc& pc) {
        const fs::path path = at("one.duelo");
        fs::remove(path);
        writePc(path, pc);
        return contentOf(path);
    }
    QTemporaryDir m_dir;
};

namespace {

const Submission* named(const std::vector<Submission>& all, const std::string& name,
                        const std::string& id = {}) {
    const auto found = std::ranges::find_if(all, [&](const Submission& one) {
        return one.name == name && (id.empty() || one.id == id);
    });
    return found == all.end() ? nullptr : &*found;
}

}  // namespace

void TestSubmission::readsNames_Y51_data() {
    QTest::addColumn<std::string>("part");
    QTest::addColumn<std::string>("name");
    QTest::addColumn<std::string>("id");
    QTest::addColumn<std::string>("of");
    QTest::addColumn<QString>("marks");  // t team, b blind, l late, a again
    const auto row = [](const char* tag, const char* part, const char* name, const char* id,
                        const char* of, const char* marks) {
        QTest::newRow(tag) << std::string(part) << std::string(name) << std::string(id)
                           << std::string(of) << QString(marks);
    };
    row("moodle folder", "Ana Peña López_123_assignsubmission_file", "Ana Peña López", "123",
        "file", "");
    row("before 4.1", "Ana Peña López_123_assignsubmission_file_", "Ana Peña López", "123", "file",
        "");
    row("flat", "Ana Peña_123_assignsubmission_file_pc_05.duelo", "Ana Peña", "123", "file", "");
    row("online text", "Bo_7_assignsubmission_onlinetext_onlinetext.html", "Bo", "7", "onlinetext",
        "");
    row("blind", "Participant_88_assignsubmission_file_", "Participant", "88", "file", "b");
    row("blind in Spanish", "Participante_88_assignsubmission_file_", "Participante", "88", "file",
        "b");
    row("blind in German", "Teilnehmer/in_88_assignsubmission_file_", "Teilnehmer/in", "88", "file",
        "b");
    row("team", "grupo 3_45_assignsubmission_file_", "grupo 3", "45", "file", "t");
    row("short team", "P3_45_assignsubmission_file_", "P3", "45", "file", "t");
    row("default team", "Default group_assignsubmission_file_", "Default group", "", "file", "t");
    row("default team, flat", "Grupo por defecto_assignsubmission_file_x.duelo",
        "Grupo por defecto", "", "file", "t");
    row("a number is no team", "s123456 Ana Peña_9_assignsubmission_file_", "s123456 Ana Peña", "9",
        "file", "");
    row("canvas", "penaana_340934_208490284_pc05.duelo", "penaana", "340934", "file", "");
    row("canvas, late", "penaana_LATE_340934_208490284_pc05.duelo", "penaana", "340934", "file",
        "l");
    row("canvas, again", "penaana_340934_208490284_pc05-2.duelo", "penaana", "340934", "file", "a");
    row("canvas, anonymous", "LATE_anon_fR3xY_208490284_pc05.duelo", "", "fR3xY", "file", "bl");
    row("canvas, text", "penaana_340934_text.html", "penaana", "340934", "text", "");
    row("google", "pc05 - Ana Peña López.duelo", "Ana Peña López", "", "file", "");
    row("classroom", "Leo de la Cruz - mi resultado.duelo", "Leo de la Cruz", "", "file", "");
}

void TestSubmission::readsNames_Y51() {
    QFETCH(const std::string, part);
    QFETCH(const std::string, name);
    QFETCH(const std::string, id);
    QFETCH(const std::string, of);
    QFETCH(const QString, marks);
    const auto found = submissionNameIn(part);
    QVERIFY(found);
    QCOMPARE(found->name, name);
    QCOMPARE(found->id, id);
    QCOMPARE(found->part, of);
    QCOMPARE(found->team, marks.contains('t'));
    QCOMPARE(found->anonymous, marks.contains('b'));
    QCOMPARE(found->late, marks.contains('l'));
    QCOMPARE(found->again, marks.contains('a'));
}

void TestSubmission::takesNoOtherNames_data() {
    QTest::addColumn<std::string>("part");
    for (const char* part :
         {"pc05.duelo", "pc05_final.duelo", "lab - copia.duelo", "_assignsubmission_file_",
          "Ana_1_assignsubmission_", "pc_1_x_y.duelo", "Windows 11 - pc 5.duelo", "", "_", "____",
          "pc05_99999999999999999999_1_x.duelo"})
        QTest::newRow(part) << std::string(part);
}

void TestSubmission::takesNoOtherNames() {
    QFETCH(const std::string, part);
    const auto found = submissionNameIn(part);
    QVERIFY2(!found, found ? found->name.c_str() : "");
}

void TestSubmission::everySubmissionIsALine_Y51() {
    const std::string first = recordOf({.number = 1}), second = recordOf({.number = 2});
    const std::string torn = second.substr(0, second.size() - 30);
    writeBrought(at("typed.duelo"), Origin::Typed, 4);
    const std::vector<ZipItem> items{
        {"Ana Peña_11_assignsubmission_file_/pc01.duelo", first},
        {"Ana Peña_11_assignsubmission_onlinetext_/onlinetext.html", "<p>hola"},
        {"Bo Copia_12_assignsubmission_file_/mine.duelo", first},
        {"Cy Roto_13_assignsubmission_file_/pc02.duelo", torn},
        {"Di Texto_14_assignsubmission_onlinetext_/onlinetext.html", "<p>no pude"},
        {"Ed Informe_15_assignsubmission_file_/informe.docx", "PK"},
        {"Fe Basura_16_assignsubmission_file_/x.duelo", "{\"r\":\"hea"},
        {"Gil Teclea_17_assignsubmission_file_/typed.duelo", contentOf(at("typed.duelo"))},
        {"Ha Zip_18_assignsubmission_file_/todo.zip",
         zipped({{"dentro/pc03.duelo", recordOf({.number = 3})}, {"dentro/r.duelo-report", "{}"}})},
        {"Io Zip_19_assignsubmission_file_/mal.zip", zipped({{"a", "b"}}).substr(0, 40)},
        {"grupo 3_45_assignsubmission_file_/grupo3.duelo", recordOf({.number = 4})},
        {"Default group_assignsubmission_file_/pc.duelo", recordOf({.number = 5})}};
    QVERIFY(writeZip(items, at("CS-Lab-77.zip")));
    const auto read = opened({at("CS-Lab-77.zip")});
    const auto all = submissionsOf(read.classroom);
    QCOMPARE(all.size(), std::size_t{11});
    const auto state = [&](const char* name) { return named(all, name)->state; };
    using State = Submission::State;
    QCOMPARE(state("Ana Peña"), State::Read);
    QCOMPARE(state("Bo Copia"), State::Copy);
    QCOMPARE(state("Cy Roto"), State::CutOff);
    QCOMPARE(state("Di Texto"), State::Nothing);
    QCOMPARE(state("Ed Informe"), State::Nothing);
    QVERIFY(state("Fe Basura") == State::Damaged || state("Fe Basura") == State::CutOff);
    QCOMPARE(state("Gil Teclea"), State::Read);
    QCOMPARE(named(all, "Gil Teclea")->brought, std::size_t{1});
    QCOMPARE(state("Ha Zip"), State::Read);
    QCOMPARE(named(all, "Ha Zip")->reports, std::size_t{1});
    QVERIFY(state("Io Zip") == State::CutOff || state("Io Zip") == State::Damaged);
    QCOMPARE(state("grupo 3"), State::Read);
    QVERIFY(named(all, "grupo 3")->team && named(all, "Default group")->team);
    QVERIFY(named(all, "Ana Peña")->online_text);
    QCOMPARE(named(all, "Ana Peña")->id, std::string("11"));
    // It says what it is, whatever it is, and names who has the same file with names alone.
    const Text text(Language::English);
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string hidden = submissionWords(read.classroom, all, i, false, text);
        QVERIFY(!hidden.empty());
        QVERIFY2(hidden.find('{') == hidden.npos, hidden.c_str());
        if (all[i].name == "Bo Copia") {
            QVERIFY2(hidden.find("Ana") == hidden.npos, hidden.c_str());
            QVERIFY(submissionWords(read.classroom, all, i, true, text).find("Ana Peña") !=
                    std::string::npos);
        }
    }
    const auto table = *classText(read.classroom, findSpec, ReportFormat::Csv, {.names = true});
    QVERIFY(table.find(",Ana Peña,") != table.npos && table.find(",11,") != table.npos);
}

void TestSubmission::unpackedIsTheSame_Y51() {
    const fs::path folder = at("unpacked");
    put(folder / "Ana Peña_11_assignsubmission_file_" / "pc01.duelo", recordOf({.number = 1}));
    put(folder / "Bo Roe_12_assignsubmission_file_informe.pdf", "%PDF");
    put(folder / "Bo Roe_12_assignsubmission_file_pc02.duelo", recordOf({.number = 2}));
    const auto read = opened({folder});
    const auto all = submissionsOf(read.classroom);
    QCOMPARE(all.size(), std::size_t{2});
    QCOMPARE(named(all, "Bo Roe")->files.size(), std::size_t{2});
    QCOMPARE(named(all, "Bo Roe")->state, Submission::State::Read);
    QCOMPARE(whyLeftOut(read.classroom, "Bo Roe_12_assignsubmission_file_informe.pdf"),
             std::string());
}

void TestSubmission::blindInAnyLanguage_Y51() {
    std::vector<ZipItem> items;
    for (int i = 1; i <= 3; ++i)
        items.push_back({"Osaleja_" + std::to_string(i) + "_assignsubmission_file_/x.duelo",
                         recordOf({.number = i})});
    QVERIFY(writeZip(items, at("blind.zip")));
    const auto all = submissionsOf(opened({at("blind.zip")}).classroom);
    QCOMPARE(all.size(), std::size_t{3});
    for (const Submission& one : all) QVERIFY(one.blind && one.name.empty() && !one.id.empty());
}

void TestSubmission::handedInTwice_Y51() {
    for (const char* day : {"monday.zip", "friday.zip"})
        QVERIFY(writeZip(std::vector<ZipItem>{{"Ana Peña_11_assignsubmission_file_/x.duelo",
                                               recordOf({.number = 1, .started = day})}},
                         at(day)));
    const auto all = submissionsOf(opened({at("monday.zip"), at("friday.zip")}).classroom);
    QCOMPARE(all.size(), std::size_t{1});
    QVERIFY(all.front().resubmitted);
    QCOMPARE(all.front().measured, std::size_t{2});
}

void TestSubmission::namesStayHidden_Y53() {
    QVERIFY(writeZip(
        std::vector<ZipItem>{
            {"Zoe Quintana_11_assignsubmission_file_/zoe.duelo", recordOf({.number = 1})},
            {"grupo 3_45_assignsubmission_file_/grupo3.duelo", recordOf({.number = 2})}},
        at("hidden.zip")));
    const auto read = opened({at("hidden.zip")});
    for (const ReportFormat format : {ReportFormat::Csv, ReportFormat::Markdown, ReportFormat::Html,
                                      ReportFormat::JsonReport}) {
        const std::string shown = *classText(read.classroom, findSpec, format, {});
        QVERIFY2(shown.find("Quintana") == shown.npos && shown.find("zoe") == shown.npos,
                 shown.c_str());
        QVERIFY2(shown.find("grupo3.duelo") != shown.npos || format != ReportFormat::Csv,
                 shown.c_str());
    }
    const std::string shown =
        *classText(read.classroom, findSpec, ReportFormat::Markdown, {.names = true});
    QVERIFY(shown.find("Zoe Quintana") != shown.npos);
}

QTEST_GUILESS_MAIN(TestSubmission)
#include "tst_submission.moc"
