// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>

#include "../classroom/class_testing.h"
#include "classroom/class_database.h"
#include "engine_process.h"

using namespace duelo;
using namespace duelo::test;

/// `class` and `probe --out` of the real program (P-11, X-10); what they make of files is the
/// matter of tests/classroom.
class TestEngineClass : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void probesAndTimesOfOnePc();
    void filters();
    void packForTheClass();
    void aGameMisleadsAndTells_P_08();
    void nothingOfOurs();
    void setAsideIsToldInEveryFormat_Y08();
};

void TestEngineClass::probesAndTimesOfOnePc() {
    const EngineProcess engine;
    QVERIFY(QDir().mkpath(engine.path("L12")));
    QCOMPARE(engine.run({"probe", "--out", "L12", "--seat", "14", "--room", "L12"}).code, 0);
    QVERIFY(QFile::exists(engine.path("L12/probe-L12-14.json")));
    const auto measured = engine.run({"pi", "--samples", "1000", "--how", "loop", "--device", "cpu",
                                      "--preset", "quick", "--seat", "14", "--room", "L12",
                                      "--student", "Begoña", "--out", "L12/pc14.duelo"});
    QVERIFY2(measured.code <= 1, qPrintable(measured.err));

    const auto shown = engine.run({"class", "L12", "--sqlite", "class.sqlite"});
    QVERIFY2(shown.code == 0, qPrintable(shown.err));
    QVERIFY2(shown.out.contains("L12 · 14"), qPrintable(shown.out));
    QVERIFY(!shown.out.contains("Bego"));
    QVERIFY(QFile::exists(engine.path("class.sqlite")));
    QVERIFY(engine.run({"class", "L12", "--names"}).out.contains("Begoña"));
    for (const char* format : {"csv", "csv-excel", "xlsx", "latex", "html", "json"}) {
        const QString out = QString("class.") + format;
        QCOMPARE(engine.run({"class", "L12", "--format", format, "--out", out}).code, 0);
        QVERIFY(QFile::exists(engine.path(out)));
        QCOMPARE(engine.run({"class", "L12", "--format", format, "--out", out}).code, 2);
    }
    // Its tables and questions are those that tests/classroom asks, as they are printed.
    const QString help = engine.run({"--lang", "en", "class", "--help"}).out;
    QVERIFY2(help.contains(QString::fromStdString(classDatabaseHelp())), qPrintable(help));
    QCOMPARE(engine.run({"class", "L12", "--tables", "tables"}).code, 0);
    QVERIFY(QFile::exists(engine.path("tables/cell.csv")));
    QCOMPARE(engine.run({"class", "L12", "--tables", "tables"}).code, 2);
}

void TestEngineClass::filters() {
    const EngineProcess engine;
    QVERIFY(QDir().mkpath(engine.path("L12")));
    const auto measured =
        engine.run({"pi", "--samples", "1000,2000", "--how", "loop", "--device", "cpu", "--preset",
                    "quick", "--seat", "14", "--group", "P3", "--out", "L12/pc14.duelo"});
    QVERIFY2(measured.code <= 1, qPrintable(measured.err));
    const auto lines = [&](const QStringList& more) {
        const auto shown = engine.run(QStringList{"class", "L12", "--format", "csv"} + more);
        return shown.code == 0 ? shown.out.count('\n') - 1 : -1;
    };
    QCOMPARE(lines({}), 2);
    QCOMPARE(lines({"--case", "2000", "--group", "P3", "--option", "B"}), 1);
    QCOMPARE(lines({"--option", "A"}), 0);
    for (const QStringList& wrong :
         {QStringList{"--case", "77"}, {"--group", "P4"}, {"--gpu", "4090"}, {"--option", "C"}}) {
        const auto refused = engine.run(QStringList{"class", "L12"} + wrong);
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains(wrong.front()), qPrintable(refused.err));
    }
    // Questions of the same. On a busy PC its times are doubtful, and there are none: that is said.
    for (const char* bank : {"bank.xml", "bank.gift"}) {
        const auto asked = engine.run({"class", "L12", "--questions", bank});
        QVERIFY2(asked.code == 0 || asked.code == 2, qPrintable(asked.err));
        QCOMPARE(QFile::exists(engine.path(bank)), asked.code == 0);
        QVERIFY2(asked.err.contains(bank), qPrintable(asked.err));
    }
    QCOMPARE(engine.run({"class", "L12", "--questions", "bank.xml"}).code, 2);
    QCOMPARE(engine.run({"class", "L12", "--questions", "bank.odt"}).code, 2);
    // Two cases of one experiment: the chart is not called by the first of them.
    QVERIFY(!engine.run({"class", "L12"}).out.contains("1000: "));
}

void TestEngineClass::packForTheClass() {
    const EngineProcess engine;
    test::writePc(engine.path("gpu.duelo").toStdString(), {.number = 1});
    test::writePc(engine.path("gpu2.duelo").toStdString(),
                  {.number = 2, .gpu_name = "\x1B[2JRTX 4090"});
    const auto packed = engine.run({"pack", "--reference", "gpu.duelo", "--reference", "gpu2.duelo",
                                    "material", "--name", "Sesión 1", "--preset", "language=es",
                                    "--preset", "report/room=L12"});
    QVERIFY2(packed.code == 0, qPrintable(packed.err));
    for (const char* part :
         {"duelo.defaults.ini", "plan.json", "reference.duelo", "references/gpu2.duelo"})
        QVERIFY(QFile::exists(engine.path("material/") + part));
    const auto refuses = [&](const QStringList& words, const char* said) {
        const auto refused = engine.run(words);
        return refused.code == 2 && refused.err.contains(said);
    };
    // What is in it, each on two lines; what cannot be used is told.
    const auto listed = engine.run({"--lang", "en", "references", "material"});
    QVERIFY2(listed.code == 0, qPrintable(listed.err));
    QCOMPARE(listed.out.count('\n'), 4);
    QVERIFY2(listed.out.startsWith("RTX 3060, 2026-05-04"), qPrintable(listed.out));
    QVERIFY(listed.out.contains("RTX 4090") && !listed.out.contains('\x1B'));
    QVERIFY(listed.out.contains("references/gpu2.duelo"));
    test::put(engine.path("material/references/none.duelo").toStdString(), "hola");
    const auto reserved = engine.run({"references", "material"});
    QCOMPARE(reserved.code, 1);
    QVERIFY2(reserved.err.contains("none.duelo"), qPrintable(reserved.err));
    QVERIFY(refuses({"references", "nowhere"}, "nowhere"));
    const auto known = engine.run({"--lang", "en", "references"});
    QCOMPARE(known.code, 0);
    QVERIFY2(known.out.startsWith("No reference file comes with this Duelo yet"),
             qPrintable(known.out));
    QVERIFY(known.out.contains("references"));
    QVERIFY(refuses({"pack", "material", "--reference", "gpu.duelo"}, "material"));
    QVERIFY(refuses({"pack", "other"}, "reference"));
    QVERIFY(refuses({"pack", "other", "--reference", "gpu.duelo", "--preset", "zoom=1"}, "zoom"));
    QVERIFY(!QFile::exists(engine.path("other")));
}

/// Made from a measured file, marked in what is written of it, no PC of a class, and told on
/// demand.
void TestEngineClass::aGameMisleadsAndTells_P_08() {
    const EngineProcess engine;
    const auto measured =
        engine.run({"pi", "--samples", "1000,2000", "--how", "loop", "--device", "cpu", "--preset",
                    "quick", "--seat", "14", "--out", "pc.duelo"});
    QVERIFY2(measured.code <= 1, qPrintable(measured.err));
    const QStringList game{"--lang",      "en",    "cheat",  "pc.duelo", "--slow", "c002",
                           "--slow-time", "first", "--fast", "c001",     "--out",  "game.duelo"};
    QStringList wrong = game;
    wrong.replace(wrong.indexOf("first"), "yesterday");
    QCOMPARE(engine.run(wrong).code, 2);
    QVERIFY(!QFile::exists(engine.path("game.duelo")));
    const auto made = engine.run(game);
    QVERIFY2(made.code == 0, qPrintable(made.err));
    const auto told = engine.run({"--lang", "en", "cheat", "game.duelo"});
    QVERIFY2(told.code == 0, qPrintable(told.err));
    QVERIFY2(told.out.contains("2000"), qPrintable(told.out));  // the other case is the trick
    const QString mark = QString::fromStdString(Text(Language::English)("game.watermark"));
    const auto report =
        engine.run({"--lang", "en", "report", "game.duelo", "--format", "markdown"});
    QVERIFY2(report.out.contains(mark), qPrintable(report.out));
    QVERIFY(!engine.run({"--lang", "en", "report", "pc.duelo", "--format", "markdown"})
                 .out.contains(mark));
    QCOMPARE(engine.run({"resume", "game.duelo"}).code, 2);
    QVERIFY(QDir().mkpath(engine.path("games")));
    QVERIFY(QFile::copy(engine.path("game.duelo"), engine.path("games/game.duelo")));
    QVERIFY(engine.run({"class", "games", "--format", "csv"}).out.count('\n') <= 1);
}

void TestEngineClass::nothingOfOurs() {
    const EngineProcess engine;
    const auto missing = engine.run({"class", "nowhere"});
    QCOMPARE(missing.code, 2);
    QVERIFY2(missing.err.contains("nowhere"), qPrintable(missing.err));
    QVERIFY2(missing.err.contains("was not found"), qPrintable(missing.err));
    QCOMPARE(engine.run({"class"}).code, 2);
}

void TestEngineClass::setAsideIsToldInEveryFormat_Y08() {
    const EngineProcess engine;
    const fs::path folder = engine.path("L12").toStdString();
    writePc(folder / "pc01.duelo", {.number = 1});
    const std::string whole = contentOf(folder / "pc01.duelo");
    for (const char* format : {"csv", "csv-excel", "markdown", "latex", "html", "json"})
        QCOMPARE(engine.run({"class", "L12", "--format", format}).code, 0);
    put(folder / "torn.duelo", whole.substr(0, 200));
    for (const char* format : {"csv", "csv-excel", "markdown", "latex", "html", "json"}) {
        const auto told = engine.run({"--lang", "en", "class", "L12", "--format", format});
        QCOMPARE(told.code, 1);
        QVERIFY2(told.err.contains("1 file set aside") && told.err.contains("torn.duelo"),
                 qPrintable(told.err));
    }
    // One that counts with a reserve is named, and is no failure.
    fs::remove(folder / "torn.duelo");
    put(folder / "pc01.duelo", whole.substr(0, whole.size() - 20));
    const auto told = engine.run({"--lang", "en", "class", "L12", "--format", "csv"});
    QCOMPARE(told.code, 0);
    QVERIFY2(told.err.contains("1 file counts with a reserve") && !told.err.contains("set aside"),
             qPrintable(told.err));
}

QTEST_GUILESS_MAIN(TestEngineClass)
#include "tst_engine_class.moc"
