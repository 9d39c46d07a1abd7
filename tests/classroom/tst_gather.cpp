// SPDX-License-Identifier: Apache-2.0
#include <atomic>
#include <set>

#include <QTemporaryDir>
#include <QTest>

#include "class_testing.h"
#include "record/game.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// A ZIP with an entry that leads out of its folder: the same archive with another name in it.
std::string leavingZip(const std::string& record) {
    const std::string honest = "aa/bb/pc01.duelo", leaving = "../../pc01.duelo";
    std::string bytes = zipped({{honest, record}});
    for (std::size_t at = bytes.find(honest); at != std::string::npos; at = bytes.find(honest))
        bytes.replace(at, honest.size(), leaving);
    return bytes;
}

}  // namespace

/// Odd contents of a folder of hand-ins (S0-36, P-11): none of them stops the rest.
class TestGather : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void bombsAndLeavingPaths();
    void limits();
    void aSubmissionIsItsOwnMatter_Y19();
    void tornAndForeign();
    void aFooterIsNoForgery_Y26();
    void equalNamesAreToldApart_Y26();
    void tenThousandOthers();
    void copies();
    void games_P_08();
    void growingFile();
    void vanishingFolder();
    void onlyWhatChanged();
    void stops();
    void readAgainFromZips();

private:
    [[nodiscard]] fs::path at(const char* name) const { return m_root / name; }
    /// One good PC, which each test expects to count whatever lies beside it.
    void expectRest(const Classroom& classroom) const {
        QCOMPARE(classroom.seats().size(), 1);
        QCOMPARE(timesOf(classroom, 0, Device::Cpu).size(), 1);
    }
    std::optional<QTemporaryDir> m_folder;
    fs::path m_root;
    std::string m_record;
};

void TestGather::init() {
    m_folder.emplace();
    m_root = m_folder->path().toStdString();
    writePc(at("L12/pc01.duelo"), {.number = 1});
    m_record = contentOf(at("L12/pc01.duelo"));
}

void TestGather::bombsAndLeavingPaths() {
    const std::string zeros(std::size_t{24} << 20, '0');
    put(at("L12/bomba.zip"), zipped({{"x.duelo", zeros}}));
    put(at("L12/dentro.zip"), zipped({{"bomba2.zip", zipped({{"x.duelo", zeros}})}}));
    put(at("L12/fuera.zip"), leavingZip(m_record));
    put(at("L12/cortado.zip"), zipped({{"a.duelo", m_record}}).substr(0, 200));
    put(at("L12/no.zip"), "this is no archive");
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(whyLeftOut(all.classroom, "bomba.zip"), "class_zip_bomb");
    QCOMPARE(whyLeftOut(all.classroom, "bomba2.zip"), "class_zip_bomb");
    QCOMPARE(whyLeftOut(all.classroom, "pc01.duelo"), "zip_name");  // the one in fuera.zip
    QVERIFY(whyLeftOut(all.classroom, "cortado.zip").starts_with("zip_"));
    QCOMPARE(whyLeftOut(all.classroom, "no.zip"), "zip_none");
    QCOMPARE(all.classroom.leftOut().size(), 5);
    for (const LeftOut& one : all.classroom.leftOut())
        for (const Language language : {Language::Spanish, Language::English}) {
            const std::string words = shownReason(all.classroom, one.reason, false, Text(language));
            QVERIFY2(words.find(one.place.name()) != std::string::npos, words.c_str());
        }
    QVERIFY(!fs::exists(at("pc01.duelo")));
}

void TestGather::limits() {
    std::string nested = zipped({{"pc.duelo", m_record}});
    for (int i = 0; i < 5; ++i) nested = zipped({{"z" + std::to_string(i) + ".zip", nested}});
    put(at("L12/hondo.zip"), nested);
    GatherLimits few;
    few.entry_bytes = m_record.size() - 1;
    put(at("L12/grande.zip"), zipped({{"pc02.duelo", m_record}}));
    const Opened all = opened({at("L12")}, few);
    expectRest(all.classroom);
    QCOMPARE(whyLeftOut(all.classroom, "pc02.duelo"), "class_zip_bomb");
    QCOMPARE(whyLeftOut(all.classroom, "z1.zip"), "class_zip_too_deep");

    const Opened one = opened({at("L12")}, {.files = 1});
    QCOMPARE(whyLeftOut(one.classroom, "L12"), "class_too_many");
}

/// Each submission has limits of its own: its size counts against no other, in a folder of the
/// class's ZIP or in a ZIP.
void TestGather::aSubmissionIsItsOwnMatter_Y19() {
    std::vector<ZipItem> all;
    for (int i = 2; i <= 31; ++i) {
        const std::string name = Pc{.number = i}.seat();
        const fs::path made = at("made") / (name + ".duelo");
        writePc(made, {.number = i});
        const std::string record = contentOf(made);
        all.push_back(
            {"Pc" + name + "_" + name + "_assignsubmission_file_/pc" + name + ".duelo", record});
        if (i == 9) {
            const std::string zeros(std::size_t{24} << 20, '0');
            all.push_back({"Bo_9_assignsubmission_file_/bomba.zip", zipped({{"x.duelo", zeros}})});
            all.push_back({"Eve_10_assignsubmission_file_/zeros.duelo", zeros});
        }
    }
    put(at("class/entregas.zip"), zipped(all));
    // Each submission fits, all together do not: nobody is blamed for the others.
    GatherLimits few;
    few.unpacked_bytes = 2 * m_record.size();
    const Opened class_of_all = opened({at("class")}, few);
    QCOMPARE(class_of_all.classroom.seats().size(), 30);
    const auto left = class_of_all.classroom.leftOut();
    QCOMPARE(left.size(), 2);
    for (const LeftOut& one : left) {
        QCOMPARE(one.reason.code, "class_zip_bomb");
        QVERIFY(one.place.whole().find("Bo_9") != std::string::npos ||
                one.place.whole().find("Eve_10") != std::string::npos);
    }
}

void TestGather::tornAndForeign() {
    put(at("L12/vacio.duelo"), "");
    put(at("L12/texto.duelo"), "hola\n");
    put(at("L12/sin.duelo"), m_record.substr(0, 40));
    put(at("L12/datos.json"), "{\"a\": 1}");
    put(at("L12/informe.pdf"), "%PDF");
    put(at("L12/.DS_Store"), "x");
    put(at("L12/mac.zip"), zipped({{"__MACOSX/._pc01.duelo", "x"}, {"a.txt", "x"}}));
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(whyLeftOut(all.classroom, "vacio.duelo"), "file_empty");
    QCOMPARE(whyLeftOut(all.classroom, "texto.duelo"), "not_a_record_file");
    QCOMPARE(whyLeftOut(all.classroom, "sin.duelo"), "header_missing");
    QCOMPARE(whyLeftOut(all.classroom, "datos.json"), "class_not_a_probe");
    QCOMPARE(whyLeftOut(all.classroom, "informe.pdf"), "class_foreign");
    QCOMPARE(whyLeftOut(all.classroom, "mac.zip"), "class_zip_foreign");
    QCOMPARE(all.classroom.leftOut().size(), 6);
}

/// A mail's footer is told of, and the file is as clean as it was.
void TestGather::aFooterIsNoForgery_Y26() {
    put(at("L12/pc01.duelo"), "\r\n" + m_record + "-- \nSent by mail\n");
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(timesOf(all.classroom, 0, Device::Cpu, {.clean_only = true}).size(), 1);
    const auto left = all.classroom.leftOut();
    QCOMPARE(left.size(), 1);
    QVERIFY(left.front().counts);
    QCOMPARE(left.front().reason.code, std::string(kLinesPassedOver));
    QCOMPARE(left.front().reason.args["count"].get<int>(), 2);
}

/// Whose file it is that cannot be read: a number, or, with names, the whole place.
void TestGather::equalNamesAreToldApart_Y26() {
    for (const char* student : {"ana", "bo", "cy"})
        put(at("class") / (std::string(student) + ".zip"), zipped({{"duelo.duelo", "hola\n"}}));
    put(at("class/pc01.duelo"), m_record);
    const Opened all = opened({at("class")});
    const auto left = all.classroom.leftOut();
    QCOMPARE(left.size(), 3);
    std::set<std::string> hidden;
    for (const LeftOut& one : left) {
        hidden.insert(shownName(all.classroom, one.place, false));
        QVERIFY(shownName(all.classroom, one.place, true).find(".zip > ") != std::string::npos);
    }
    QCOMPARE(hidden, (std::set<std::string>{"duelo.duelo #1", "duelo.duelo #2", "duelo.duelo #3"}));
    QCOMPARE(shownName(all.classroom, {at("class/pc01.duelo"), {}}, false), "pc01.duelo");
}

void TestGather::tenThousandOthers() {
    fs::create_directories(at("L12/fotos"));
    for (int i = 0; i < 10'000; ++i)
        std::ofstream(at("L12/fotos") / (std::to_string(i) + ".jpg")) << i;
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(all.classroom.leftOut().size(), 10'000);
    QCOMPARE(all.outcome.files, 10'001);
}

void TestGather::copies() {
    put(at("L12/otra/pc01.duelo"), m_record);
    put(at("L12/pc01.zip"), zipped({{"pc01.duelo", m_record}}));
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(all.classroom.leftOut().size(), 2);
    for (const LeftOut& one : all.classroom.leftOut()) QCOMPARE(one.reason.code, "class_copy");
    // A copy of what does not count itself (Y-18b).
    writePc(at("L12/later.duelo"), {.number = 1, .started = "2026-05-05T09:00:00Z"});
    const Opened later = opened({at("L12")});
    int copies = 0;
    for (const LeftOut& one : later.classroom.leftOut()) {
        QVERIFY(one.reason.code != "class_copy");
        copies += one.reason.code == "class_copy_aside" ? 1 : 0;
    }
    QCOMPARE(copies, 2);
}

/// The sink is told of what was read before the file is looked at once more.
/// A comparison that misleads on purpose is no measurement of the class.
void TestGather::games_P_08() {
    const auto measured = readRecords(at("L12/pc01.duelo"));
    QVERIFY(measured.has_value());
    const Game game{.slow_cell = "c001", .fast_cell = "c002", .slow_time = "first"};
    QVERIFY(writeGame(*measured, game, at("L12/juego.duelo")).has_value());
    const Opened all = opened({at("L12")});
    expectRest(all.classroom);
    QCOMPARE(whyLeftOut(all.classroom, "juego.duelo"), "class_game");
}

void TestGather::growingFile() {
    const std::string whole = m_record;
    put(at("L12/pc01.duelo"), whole.substr(0, whole.size() / 2));
    Classroom classroom;
    const auto outcome =
        gather(std::vector{at("L12")}, findSpec, [&](Gathered found, std::size_t, std::size_t) {
            if (std::holds_alternative<ClassFile>(found))
                std::ofstream(at("L12/pc01.duelo"), std::ios::app)
                    << whole.substr(whole.size() / 2);
            classroom.add(std::move(found));
        });
    QCOMPARE(whyLeftOut(classroom, "pc01.duelo"), "class_growing");
    QCOMPARE(classroom.fileCount(), 1);
    // The next look takes it whole.
    QCOMPARE(outcome.seen.size(), 1);
    const auto again = gather(
        std::vector{at("L12")}, findSpec,
        [&](Gathered found, std::size_t, std::size_t) { classroom.add(std::move(found)); },
        outcome.seen);
    QCOMPARE(again.files, 1);
    expectRest(classroom);
    QVERIFY(classroom.leftOut().empty());
}

void TestGather::vanishingFolder() {
    Opened all = opened({at("L12")});
    fs::rename(at("L12"), at("L13"));
    Classroom& classroom = all.classroom;
    const auto gone = gather(
        std::vector{at("L12")}, findSpec,
        [&](Gathered found, std::size_t, std::size_t) { classroom.add(std::move(found)); },
        all.outcome.seen);
    QVERIFY(gone.gone.empty());
    QCOMPARE(whyLeftOut(classroom, "L12"), "class_folder_gone");
    expectRest(classroom);
    // A file that is missing while its folder is there has been taken away.
    fs::rename(at("L13"), at("L12"));
    fs::remove(at("L12/pc01.duelo"));
    const auto taken = gather(
        std::vector{at("L12")}, findSpec, [](Gathered, std::size_t, std::size_t) {}, gone.seen);
    QCOMPARE(taken.gone, std::vector{at("L12/pc01.duelo")});
    classroom.remove(taken.gone.front());
    QVERIFY(classroom.seats().empty());
}

void TestGather::onlyWhatChanged() {
    Opened all = opened({at("L12")});
    const auto look = [&] {
        std::size_t told = 0;
        all.outcome = gather(
            std::vector{at("L12")}, findSpec,
            [&](Gathered found, std::size_t, std::size_t) {
                const auto* anew = std::get_if<Anew>(&found);
                told += !anew || anew->file != at("L12");
                all.classroom.add(std::move(found));
            },
            all.outcome.seen);
        return told;
    };
    QCOMPARE(look(), 0);
    writePc(at("L12/pc02.duelo"), {.number = 2});
    QCOMPARE(look(), 1);
    QCOMPARE(all.classroom.seats().size(), 2);
    put(at("L12/pc02.duelo"), "edited to nothing\n");
    QCOMPARE(look(), 2);  // that it is another one, and why it is none
    QCOMPARE(all.classroom.seats().size(), 1);
}

void TestGather::stops() {
    for (int i = 2; i < 12; ++i) writePc(at("L12") / std::to_string(i).append(".duelo"), {i});
    std::stop_source stop;
    Classroom classroom;
    const auto outcome = gather(
        std::vector{at("L12")}, findSpec,
        [&](Gathered found, std::size_t, std::size_t) {
            classroom.add(std::move(found));
            stop.request_stop();
        },
        {}, stop.get_token());
    QVERIFY(classroom.fileCount() >= 1);
    QVERIFY(outcome.seen.size() < 11);
}

void TestGather::readAgainFromZips() {
    put(at("L12/todo.zip"), zipped({{"a/pc02.zip", zipped({{"b/pc02.duelo", m_record}})}}));
    const ClassPlace place{at("L12/todo.zip"), {"a/pc02.zip", "b/pc02.duelo"}};
    QCOMPARE(place.name(), "pc02.duelo");
    QCOMPARE(*bytesOf(place), m_record);
    const auto log = readAgain(place);
    QVERIFY(log && log->integrity == Integrity::Sealed);
    QCOMPARE(readAgain({at("L12/todo.zip"), {"a/pc03.zip"}}).error().code, "file_missing");
}

QTEST_GUILESS_MAIN(TestGather)
#include "tst_gather.moc"
