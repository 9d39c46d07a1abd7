// SPDX-License-Identifier: Apache-2.0
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include "class_asking.h"
#include "class_testing.h"
#include "classroom/class_database.h"

using namespace duelo;
using namespace duelo::test;

/// Asks a class of PCs without GPUs, which a platform packed, what is documented (P-11, Y-16,
/// Y-51).
class TestClassDatabase : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void everyPrintedQuestionHasRows();
    void everyQuestionOfTheReadmeHasRows();
    void submissions_Y51();
    void cellsAreTimesAndGaps();
    void csvs();
    void duckdbIsToldTheTypes();
    void csvsAreOverwrittenOnlyWhenAsked();

private:
    [[nodiscard]] fs::path at(const std::string& name) const {
        return fs::path(m_dir.path().toStdString()) / name;
    }
    QTemporaryDir m_dir;
    Opened m_class;
};

/// Six PCs, of which one takes five times as long; a text, a copy and a broken file; a probe.
void TestClassDatabase::initTestCase() {
    std::vector<ZipItem> items;
    const auto hand = [&](int id, const std::string& name, std::string file, std::string bytes) {
        items.push_back(
            {name + "_" + std::to_string(id) + "_assignsubmission_file/" + file, std::move(bytes)});
    };
    for (int i = 1; i <= 6; ++i) {
        const fs::path path = at("made.duelo");
        fs::remove(path);
        writePc(path, {.number = i,
                       .gpu = false,
                       .cpu_ms = i == 6 ? 100.0 : 20.0,
                       .modes = {"eager", "fused"}});
        hand(100 + i, "Ana Iñiguez" + std::string(std::size_t(i), 'z'), "=pc.duelo",
             contentOf(path));
    }
    hand(110, "Bea Roe", "mine.duelo", items.front().bytes);
    hand(111, "Cy Doe", "torn.duelo",
         items.front().bytes.substr(0, items.front().bytes.size() / 2));
    hand(112, "Di Roe", "report.pdf", "%PDF");
    put(at("L12/CS-Lab-7.zip"), zipped(items));
    writeProbe(at("L12/probe.json"), {.number = 9, .gpu = false},
               {.available = false,
                .reason = Reason{"driver_too_old", {{"found", "551"}, {"needed", "580"}}, {}}});
    m_class = opened({at("L12")});
    for (const ClassSeat& seat : m_class.classroom.seats()) QVERIFY(seat.gpu.empty());
    QVERIFY(writeClassDatabase(m_class.classroom, findSpec, {.language = Language::English},
                               at("class.sqlite")));
}

void TestClassDatabase::everyPrintedQuestionHasRows() {
    const auto queries = queriesIn(classDatabaseHelp());
    QCOMPARE(queries.size(), std::size_t{7});
    for (const auto& [question, sql] : queries) {
        QVERIFY2(question.ends_with('?'), sql.c_str());
        QVERIFY2(!rowsOf(at("class.sqlite"), sql).empty(), sql.c_str());
    }
    const auto asked = [&](const char* question) {
        return rowsOf(at("class.sqlite"), queryIn(classDatabaseHelp(), question));
    };
    // Two cases in two variants on six PCs; their median is that of five equal ones.
    const auto times = asked("How long does each case take");
    QCOMPARE(times.size(), std::size_t{4});
    for (const auto& row : times) QCOMPARE(row[2], "6");
    QVERIFY2(QString::fromStdString(times[0][0]).contains("224"), times[0][0].c_str());
    QVERIFY(qAbs(std::stod(times[0][4]) - 20) < 1 && std::stod(times[0][5]) > 90);
    // 512² / 224² of the pixels.
    const auto growth = asked("How many times as long");
    QCOMPARE(growth.size(), std::size_t{2});
    for (const auto& row : growth) QVERIFY(qAbs(std::stod(row[5]) - 5.22) < 0.1);
    const auto far = asked("three times or more off");
    QCOMPARE(far.size(), std::size_t{4});
    for (const auto& row : far) QCOMPARE(row[0], "06");
    QCOMPARE(asked("need something").front()[2], "driver_too_old");
    QVERIFY2(asked("have no time").front()[2] == "no_nvidia_driver",
             asked("have no time").front()[2].c_str());
}

/// Typed for SQLite, or for DuckDB on the CSV files, whose names are those of the tables.
void TestClassDatabase::everyQuestionOfTheReadmeHasRows() {
    const QString readme =
        QString::fromStdString(contentOf(fs::path(DUELO_SOURCE_DIR) / "app/README.md"));
    static const QRegularExpression typed("(?:sqlite3 class.sqlite|duckdb -c) \"([^\"]+)\"");
    static const QRegularExpression file("'tables/(\\w+)\\.csv'");
    auto found = typed.globalMatch(readme);
    int count = 0;
    for (; found.hasNext(); ++count) {
        const std::string sql = found.next().captured(1).replace(file, "\\1").toStdString();
        QVERIFY2(!rowsOf(at("class.sqlite"), sql).empty(), sql.c_str());
    }
    QCOMPARE(count, 2);
}

void TestClassDatabase::submissions_Y51() {
    std::string states;
    for (const auto& row :
         rowsOf(at("class.sqlite"),
                "SELECT state, count(*) FROM submission GROUP BY state ORDER BY state"))
        states += row[0] + ' ' + row[1] + "; ";
    QCOMPARE(states, "copy 1; cut_off 1; nothing 1; read 6; ");
    // Who it was is hidden unless it is asked for; what PC it was is not.
    QVERIFY(contentOf(at("class.sqlite")).find("iguez") == std::string::npos);
    QCOMPARE(rowsOf(at("class.sqlite"), "SELECT * FROM submission WHERE number IS NOT NULL").size(),
             std::size_t{0});
    QVERIFY(writeClassDatabase(m_class.classroom, findSpec, {.names = true}, at("names.sqlite")));
    const auto named = rowsOf(at("names.sqlite"),
                              "SELECT submission.name, number, seat.name FROM submission JOIN "
                              "submission_seat ON submission.id = submission_seat.submission JOIN "
                              "seat ON seat.id = submission_seat.seat WHERE number = '102'");
    QCOMPARE(named.size(), std::size_t{1});
    QCOMPARE(named[0][0], "Ana Iñiguezzz");
    QCOMPARE(named[0][2], "02");
    QCOMPARE(rowsOf(at("names.sqlite"), "SELECT count(*) FROM submission_same").front()[0], "2");
    // A time is of the hand-in whose file it stands in.
    QCOMPARE(rowsOf(at("names.sqlite"),
                    "SELECT DISTINCT submission.number FROM time JOIN submission ON submission.id "
                    "= time.submission JOIN seat ON seat.id = time.seat WHERE seat.name = '03'"),
             (std::vector<std::vector<std::string>>{{"103"}}));
}

void TestClassDatabase::cellsAreTimesAndGaps() {
    const auto count = [&](const char* sql) {
        return std::stoi(rowsOf(at("class.sqlite"), sql).front()[0]);
    };
    const int times = count("SELECT count(*) FROM time");
    const int none = count("SELECT count(*) FROM no_time");
    QCOMPARE(times, 6 * 4);
    QCOMPARE(count("SELECT count(*) FROM cell WHERE reason = 'no_nvidia_driver'"), 6 * 4);
    QCOMPARE(count("SELECT count(*) FROM cell"), times + none);
    QCOMPARE(count("SELECT count(*) FROM cell WHERE (median_ms IS NULL) = (reason IS NULL)"), 0);
    QCOMPARE(count("SELECT count(DISTINCT chart) FROM cell WHERE median_ms IS NOT NULL"), 1);
}

void TestClassDatabase::csvs() {
    QVERIFY(writeClassCsvs(m_class.classroom, findSpec, {.language = Language::English},
                           at("csv/tables")));
    const auto tables = rowsOf(at("class.sqlite"),
                               "SELECT name FROM sqlite_master WHERE type IN "
                               "('table', 'view') ORDER BY name");
    std::set<std::string> expected, found;
    for (const auto& row : tables) expected.insert(row[0] + ".csv");
    expected.insert(kDuckdbScript);
    for (const auto& one : fs::directory_iterator(at("csv/tables")))
        found.insert(one.path().filename().string());
    QVERIFY(found == expected);
    for (const auto& row : tables) {
        const QString text =
            QString::fromStdString(contentOf(at("csv/tables") / (row[0] + ".csv")));
        const auto rows = rowsOf(at("class.sqlite"), "SELECT count(*) FROM " + row[0]).front()[0];
        QCOMPARE(text.count("\r\n"), std::stoi(rows) + 1);
        QVERIFY(!text.contains("iguez"));
    }
    const std::string cells = contentOf(at("csv/tables/cell.csv"));
    QVERIFY2(cells.starts_with("seat_id,work_id,variant_id,room,seat,experiment,"), cells.c_str());
    QVERIFY(cells.find("no_nvidia_driver") != cells.npos);
    // A name that a spreadsheet would take for a formula is a text.
    const std::string times = contentOf(at("csv/tables/time.csv"));
    QVERIFY(times.find(",'=pc.duelo") != times.npos && times.find(",=pc.duelo") == times.npos);
}

/// Without types DuckDB takes a table without rows for texts, and refuses to add them up.
void TestClassDatabase::duckdbIsToldTheTypes() {
    QVERIFY(
        writeClassCsvs(m_class.classroom, findSpec, {.language = Language::English}, at("duck")));
    const std::string script = contentOf(at("duck") / kDuckdbScript);
    const std::size_t copies = script.find("COPY ");
    QVERIFY(copies != script.npos);
    const fs::path made = at("duck.sqlite");
    rowsOf(made, script.substr(0, copies));  // the tables themselves are SQLite's too
    const auto tables =
        rowsOf(made, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name");
    QCOMPARE(tables, rowsOf(at("class.sqlite"),
                            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"));
    for (const auto& row : tables) {
        QVERIFY2(script.find("COPY " + row[0] + " FROM '" + row[0] + ".csv'") != script.npos,
                 row[0].c_str());
        for (const auto& column :
             rowsOf(made, "SELECT type FROM pragma_table_info('" + row[0] + "')"))
            QVERIFY2(column[0] == "INTEGER" || column[0] == "TEXT" || column[0] == "DOUBLE",
                     (row[0] + ": " + column[0]).c_str());
    }
    QVERIFY(script.find("NOT NULL") == script.npos && script.find("REFERENCES") == script.npos);
}

void TestClassDatabase::csvsAreOverwrittenOnlyWhenAsked() {
    const auto write = [&](bool overwrite) {
        return writeClassCsvs(m_class.classroom, findSpec, {}, at("again"), overwrite);
    };
    put(at("again/work.csv"), "mine");
    QCOMPARE(write(false).error().code, "file_exists");
    QCOMPARE(contentOf(at("again/work.csv")), "mine");
    QVERIFY(!fs::exists(at("again/cell.csv")));
    QVERIFY(write(true));
    QVERIFY(contentOf(at("again/work.csv")).starts_with("id,"));
    put(at("file"), "no folder");
    const auto refused = writeClassCsvs(m_class.classroom, findSpec, {}, at("file"));
    QVERIFY(!refused);
    QVERIFY(
        Text(Language::Spanish).complete("reason." + refused.error().code, refused.error().args));
}

QTEST_GUILESS_MAIN(TestClassDatabase)
#include "tst_class_database.moc"
