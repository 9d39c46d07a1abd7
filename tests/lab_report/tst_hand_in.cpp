// SPDX-License-Identifier: Apache-2.0
// Tests of the files that are handed in with a report, their names, and the notes about them
// (S0-54, R-15, R-20).
#include <fstream>

#include <QTemporaryDir>
#include <QTest>

#include "base/places.h"
#include "base/whole_file.h"
#include "lab_report/facts.h"
#include "lab_report/hand_in.h"
#include "lab_report/names.h"
#include "lab_report_testing.h"

using namespace duelo;
using namespace duelo::test;
using State = HandInFile::State;

class TestHandIn : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void namesTheArchive_data();
    void namesTheArchive();
    void filesSurnamesFirst();
    void handsInWhoIsOnTheCover_data();
    void handsInWhoIsOnTheCover();
    void typesNamesOnce_Y_38();
    void takesHostileNames_Y_38_data();
    void takesHostileNames_Y_38();
    void holdsWhatIsShownAndCited();
    void holdsEachFileOnce();
    void findsWhatLiesBesideTheReport();
    void findsWhatWasResumed_data();
    void findsWhatWasResumed();
    void tellsWhatIsNotAsItWas_data();
    void tellsWhatIsNotAsItWas();
    void listsWhatItHolds();
    void remembersInTheReportAlone();
    void countsPages();
    void findsTheGpuToTakeHome();

private:
    std::filesystem::path write(const RecordLog& log, const char* name) {
        const auto path = fromUtf8((m_folder->path() + "/" + name).toStdString());
        auto file = RecordFile::create(path);
        if (!file) qFatal("%s", file.error().code.c_str());
        for (const Record& record : log.records)
            if (!(*file)->write(record)) qFatal("not written");
        return path;
    }
    [[nodiscard]] std::filesystem::path folder() const {
        return fromUtf8(m_folder->path().toStdString());
    }
    /// A report of words alone that cites the first figure of a comparison.
    static LabReport citing(const Comparison& comparison) {
        const EvidenceBook book(&comparison, {});
        LabReport report;
        report.form = "handout_a";
        report.texts["analysis.why"] = tokenOf(report.cite(book.figures().front().citation));
        return report;
    }
    static ReportForm words() {
        ReportForm form = formOf("handout_a");
        std::erase_if(form.sections, [](const ReportSection& section) {
            return section.kind != SectionKind::Words;
        });
        return form;
    }
    static std::vector<HandInFile> filesOf(const LabReport& report, const ReportForm& form,
                                           const Comparison& comparison,
                                           const std::vector<OpenFile>& open,
                                           const std::filesystem::path& folder = "/nowhere") {
        const EvidenceBook book(&comparison, optionsOf(report));
        return handInFiles(report, form, book, std::array{FileGroup{&comparison, open}}, folder);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestHandIn::init() {
    m_folder = std::make_unique<QTemporaryDir>();
}

void TestHandIn::namesTheArchive_data() {
    QTest::addColumn<QString>("names");
    QTest::addColumn<QString>("group");
    QTest::addColumn<QString>("seat");
    QTest::addColumn<QString>("name");
    QTest::newRow("usual") << "Núñez Peña, Ana"
                           << "4B"
                           << "12"
                           << "Núñez_Peña_Ana-4B-12";
    QTest::newRow("two") << "Núñez, Ana; Ruiz, Leo"
                         << "4B"
                         << "12"
                         << "Núñez_Ana+Ruiz_Leo-4B-12";
    QTest::newRow("no seat") << "Núñez, Ana"
                             << "4B"
                             << ""
                             << "Núñez_Ana-4B";
    QTest::newRow("name alone") << "Ana"
                                << " "
                                << ""
                                << "Ana";
    QTest::newRow("slashes") << "../Ana/../b"
                             << "4/B"
                             << "C:\\1"
                             << "Ana-..-b-4-B-C--1";
    QTest::newRow("emoji") << "Ana 🦆"
                           << ""
                           << "1"
                           << "Ana_🦆-1";
    QTest::newRow("device") << "CON"
                            << ""
                            << ""
                            << "_CON";
    QTest::newRow("trailing dots") << "Ana..."
                                   << "B."
                                   << "7. "
                                   << "Ana-B-7";
    QTest::newRow("nothing") << " ; "
                             << ""
                             << ""
                             << "duelo";
}

void TestHandIn::namesTheArchive() {
    QFETCH(QString, names);
    QFETCH(QString, group);
    QFETCH(QString, seat);
    QFETCH(QString, name);
    const HandIn as{names.toStdString(), seat.toStdString()};
    QCOMPARE(QString::fromStdString(handInName(as, group.toStdString())), name);
    const HandIn large{names.repeated(500).toStdString(), seat.repeated(500).toStdString()};
    QVERIFY(handInName(large, group.repeated(500).toStdString()).size() < 200);
}

void TestHandIn::filesSurnamesFirst() {
    LabReport report;
    report.authors = {"Ana María Núñez Peña", "Leo Ruiz", "Marie"};
    QCOMPARE(filedNames(report), std::string("Núñez Peña, Ana María; Ruiz, Leo; Marie"));
    report.language = Language::English;
    QCOMPARE(filedNames(report), std::string("Peña, Ana María Núñez; Ruiz, Leo; Marie"));
    report.authors.clear();
    report.hand_in.names = "as typed";
    QCOMPARE(filedNames(report), std::string("as typed"));
}

/// The people on the cover are those that hand in, whatever was handed in before. A name that was
/// filed before is filed like that again.
void TestHandIn::handsInWhoIsOnTheCover_data() {
    QTest::addColumn<QStringList>("cover");
    QTest::addColumn<QString>("before");
    QTest::addColumn<QString>("filed");
    const auto row = [](const char* name, const QStringList& cover, const char* before,
                        const char* filed) {
        QTest::newRow(name) << cover << QString(before) << QString(filed);
    };
    row("as before", {"Ana Núñez Peña"}, "Peña, Ana Núñez", "Peña, Ana Núñez");
    row("one has come", {"Ana Núñez", "Luis Gil"}, "Núñez, Ana", "Núñez, Ana; Gil, Luis");
    row("one has gone", {"Luis Gil"}, "Núñez, Ana; Gil, Luis", "Gil, Luis");
    row("somebody else", {"Luis Gil"}, "Núñez, Ana", "Gil, Luis");
    row("in another order", {"Luis Gil", "Ana Núñez"}, "Núñez, Ana; Gil, Luis",
        "Gil, Luis; Núñez, Ana");
    row("filed on the cover", {"Núñez Peña, Ana", "Luis Gil"}, "Peña, Ana Núñez",
        "Núñez Peña, Ana; Gil, Luis");
    row("nobody on the cover", {}, "Núñez, Ana", "Núñez, Ana");
}

void TestHandIn::handsInWhoIsOnTheCover() {
    QFETCH(QStringList, cover);
    QFETCH(QString, before);
    QFETCH(QString, filed);
    LabReport report;
    for (const QString& name : cover) report.authors.push_back(name.toStdString());
    report.hand_in.names = before.toStdString();
    QCOMPARE(QString::fromStdString(filedNames(report)), filed);
    const LabReport handed = asHandedIn(report, {filedNames(report), ""}, "");
    if (!cover.isEmpty()) QCOMPARE(handed.authors.size(), report.authors.size());
    // Once it is handed in nothing changes any more.
    QCOMPARE(QString::fromStdString(filedNames(handed)), filed);
}

/// Typed once, in one convention, on the cover, in the hand-in and in its name.
void TestHandIn::typesNamesOnce_Y_38() {
    const std::string typed = "Perez Ruiz, Ana; Lopez Gil, Luis";
    LabReport report;
    report.authors = namesFrom(typed);
    QCOMPARE(report.authors, (std::vector<std::string>{"Perez Ruiz, Ana", "Lopez Gil, Luis"}));
    QCOMPARE(namesText(report.authors), typed);
    QCOMPARE(filedNames(report), typed);
    const HandIn as{filedNames(report), ""};
    QCOMPARE(handInName(as, "P3"), std::string("Perez_Ruiz_Ana+Lopez_Gil_Luis-P3"));
    QCOMPARE(asHandedIn(report, as, "P3").authors, report.authors);
    // Whoever hands in stands on the cover, whatever stood there.
    QCOMPARE(asHandedIn(report, {"Otra, Eva", ""}, "").authors,
             (std::vector<std::string>{"Otra, Eva"}));
    // Reports of earlier versions, with names cut at their commas, or as people say them.
    report.authors = {"Perez Ruiz", "Ana; Lopez Gil", "Luis"};
    QCOMPARE(namesText(report.authors), typed);
    QCOMPARE(filedNames(report), typed);
    report.authors = {"Ana Núñez Peña", "Leo Ruiz"};
    QCOMPARE(namesText(report.authors), std::string("Ana Núñez Peña; Leo Ruiz"));
    QCOMPARE(filedNames(report), std::string("Núñez Peña, Ana; Ruiz, Leo"));
}

void TestHandIn::takesHostileNames_Y_38_data() {
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("shown");
    QTest::newRow("nothing") << " ; ;;\t, ; "
                             << "";
    QTest::newRow("blanks and commas") << " Ruiz ,, Ana ;Gil,Leo; "
                                       << "Ruiz, Ana; Gil, Leo";
    QTest::newRow("paths") << "../..;C:\\CON, <a>"
                           << "../..; C:\\CON, <a>";
    QTest::newRow("lines") << "Ruiz,\nAna"
                           << "Ruiz, Ana";
    QTest::newRow("other letters") << "Ñandú-O'Neill, Zoë; 山田, 太郎"
                                   << "Ñandú-O'Neill, Zoë; 山田, 太郎";
    QTest::newRow("three parts") << "Ruiz, Ana, Lic."
                                 << "Ruiz, Ana, Lic.";
}

void TestHandIn::takesHostileNames_Y_38() {
    QFETCH(QString, typed);
    QFETCH(QString, shown);
    const auto names = namesFrom(typed.toStdString());
    QCOMPARE(QString::fromStdString(namesText(names)), shown);
    QCOMPARE(namesFrom(namesText(names)), names);
    const std::string file = handInName({typed.toStdString(), ""}, "");
    QVERIFY2(!file.empty() && file.find_first_of("/\\:<>;,\n") == std::string::npos, file.c_str());
}

void TestHandIn::holdsWhatIsShownAndCited() {
    const std::vector<RecordLog> logs{examples::cpuPc(), examples::otherPc()};
    const Comparison comparison = compared(logs);
    const std::vector<OpenFile> open{{write(logs[0], "aula.duelo")},
                                     {write(logs[1], "grupo_7.duelo")}};
    const LabReport report = citing(comparison);
    // The answers cite one of the two; where their tables are shown, both are there.
    const auto cited = filesOf(report, words(), comparison, open);
    QCOMPARE(cited.size(), std::size_t{1});
    QCOMPARE(cited[0].name, std::string("aula.duelo"));
    QVERIFY(cited[0].state == State::Here);
    QVERIFY(cited[0].bytes.starts_with("{\"r\":\"header\""));
    QCOMPARE(filesOf(report, formOf("handout_a"), comparison, open).size(), std::size_t{2});
    // What is no longer cited in an answer is not cited.
    LabReport silent = report;
    silent.texts.clear();
    QVERIFY(filesOf(silent, words(), comparison, open).empty());
}

void TestHandIn::holdsEachFileOnce() {
    const RecordLog log = examples::gpuPc();
    QVERIFY(QDir(m_folder->path()).mkdir("b"));
    RecordLog other = examples::otherPc();
    const std::vector<RecordLog> logs{log, log, other};
    const Comparison comparison = compared(logs);
    const std::vector<OpenFile> open{
        {write(log, "aula.duelo")}, {write(log, "b/copia.duelo")}, {write(other, "b/AULA.duelo")}};
    const auto files = filesOf(citing(comparison), formOf("handout_a"), comparison, open);
    QCOMPARE(files.size(), std::size_t{2});
    QVERIFY(files[0].name != files[1].name);
    // Windows takes both for one name.
    QCOMPARE(QString::fromStdString(files[0].name).toLower() ==
                 QString::fromStdString(files[1].name).toLower(),
             false);
}

void TestHandIn::findsWhatLiesBesideTheReport() {
    RecordLog log = examples::gpuPc();
    log.path = "aula.duelo";
    const std::vector<RecordLog> logs{log};
    const LabReport report = citing(compared(logs));
    const std::vector<RecordLog> others{examples::otherPc()};
    const Comparison comparison = compared(others);
    const std::vector<OpenFile> open{{write(others[0], "grupo_7.duelo")}};
    auto files = filesOf(report, words(), comparison, open, folder());
    QCOMPARE(files.size(), std::size_t{1});
    QVERIFY(files[0].state == State::Missing);
    QCOMPARE(files[0].name, std::string("aula.duelo"));
    write(log, "aula.duelo");
    files = filesOf(report, words(), comparison, open, folder());
    QCOMPARE(files.size(), std::size_t{1});
    QVERIFY(files[0].state == State::Here);
    // A file of that name with another run is not it.
    QVERIFY(QFile::remove(m_folder->path() + "/aula.duelo"));
    write(others[0], "aula.duelo");
    files = filesOf(report, words(), comparison, open, folder());
    QVERIFY(files[0].state == State::Missing);
    // A report from elsewhere names no file outside its folder.
    LabReport hostile = report;
    hostile.citations.front().file = "../../../etc/passwd";
    files = filesOf(hostile, words(), comparison, open, folder());
    QVERIFY(files[0].state == State::Missing);
}

/// A measurement that is resumed writes a header with a run of its own, which its cells are cited
/// by; the file is found by any of them, whatever it is called by now.
void TestHandIn::findsWhatWasResumed_data() {
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("knowsFiles");
    QTest::addColumn<bool>("found");
    QTest::newRow("where it was") << "aula.duelo" << true << true;
    QTest::newRow("renamed") << "copia.duelo" << true << true;
    // An earlier version wrote its name down and no run of its first header.
    QTest::newRow("of an earlier version") << "aula.duelo" << false << true;
    QTest::newRow("not there") << "" << true << false;
}

void TestHandIn::findsWhatWasResumed() {
    QFETCH(QString, name);
    QFETCH(bool, knowsFiles);
    QFETCH(bool, found);
    RecordLog log = examples::gpuPc();
    log.path = "aula.duelo";
    Header resumed = log.header();
    resumed.run = "resumed";
    // All cells of the file are of the run that went on with it.
    log.records.insert(std::next(log.records.begin()), Record(resumed));
    LabReport report = citing(compared({log}));
    QCOMPARE(report.citations.front().of.run, std::string("resumed"));
    if (!knowsFiles) report.citations.front().files.clear();
    const std::vector<RecordLog> others{examples::otherPc()};
    const Comparison comparison = compared(others);
    const std::vector<OpenFile> open{{write(others[0], "grupo_7.duelo")}};
    if (!name.isEmpty()) write(log, name.toUtf8().constData());
    const auto files = filesOf(report, words(), comparison, open, folder());
    QCOMPARE(files.size(), std::size_t{1});
    QCOMPARE(files[0].state == State::Missing, !found);
    if (!found) return;
    QCOMPARE(QString::fromStdString(files[0].name), name);
    QVERIFY(factsOf(files, Text(Language::English)).empty());
}

void TestHandIn::tellsWhatIsNotAsItWas_data() {
    QTest::addColumn<QString>("how");
    QTest::addColumn<QString>("fact");
    QTest::newRow("vanished") << "vanished"
                              << "aula.duelo was not found";
    QTest::newRow("edited") << "edited"
                            << "aula.duelo was modified";
    QTest::newRow("unclosed") << "unclosed"
                              << "aula.duelo is not closed";
    QTest::newRow("measuring") << "measuring"
                               << "aula.duelo is being measured";
    QTest::newRow("other run") << "other"
                               << "aula.duelo no longer says";
    QTest::newRow("changed") << "changed"
                             << "aula.duelo no longer says";
}

void TestHandIn::tellsWhatIsNotAsItWas() {
    QFETCH(QString, how);
    QFETCH(QString, fact);
    RecordLog log = examples::gpuPc();
    const Comparison comparison = compared({log});
    LabReport report = citing(comparison);
    if (how == "unclosed") log.records.pop_back();
    if (how == "changed") report.citations.front().sha256 = "other";
    std::vector<OpenFile> open{{write(how == "other" ? examples::otherPc() : log, "aula.duelo")}};
    open[0].measuring = how == "measuring";
    const QString path = m_folder->path() + "/aula.duelo";
    if (how == "vanished") QVERIFY(QFile::remove(path));
    if (how == "edited") {
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadWrite));
        QByteArray bytes = file.readAll();
        bytes.replace("resnet18", "resnet81");
        file.seek(0);
        file.write(bytes);
    }
    const auto files = filesOf(report, words(), comparison, open);
    const auto facts = factsOf(files, Text(Language::English));
    QCOMPARE(facts.size(), std::size_t{1});
    QVERIFY2(facts[0].starts_with(fact.toStdString()), facts[0].c_str());
    QVERIFY(factsOf(files, Text(Language::Spanish))[0].starts_with(
        how == "vanished" ? "No se encuentra aula.duelo" : "aula.duelo "));
}

void TestHandIn::listsWhatItHolds() {
    const RecordLog log = examples::gpuPc();
    const Comparison comparison = compared({log});
    const std::vector<OpenFile> open{{write(log, "aula.duelo")}};
    const LabReport report =
        asHandedIn(citing(comparison), {.names = "Núñez, Ana", .seat = "12"}, "4B");
    auto files = filesOf(report, words(), comparison, open);
    files.push_back({.name = "gone.duelo", .state = State::Missing});
    const Text text(Language::Spanish);
    const auto facts = factsOf(files, text);
    const auto items = handInItems(report, "%PDF", files, facts, text);
    QCOMPARE(items.size(), std::size_t{4});
    QCOMPARE(items[0].name, std::string("Núñez_Ana-4B-12.pdf"));
    QCOMPARE(items[1].name, std::string("Núñez_Ana-4B-12.duelo-report"));
    QCOMPARE(items[2].name, std::string("aula.duelo"));
    QCOMPARE(items[3].name, std::string("LEAME.txt"));
    const QString list = QString::fromStdString(items[3].bytes);
    for (const char* words :
         {"Núñez, Ana", "Grupo: 4B", "Puesto: 12", "aula.duelo (", "No se encuentra gone.duelo"})
        QVERIFY2(list.contains(words), qPrintable(list));
    QVERIFY(!list.contains('{'));
    // The report in it reads as it was handed in.
    const auto path = folder() / "read.duelo-report";
    QVERIFY(writeWhole(items[1].bytes, path));
    const auto read = readLabReport(path);
    QVERIFY(read && read->hand_in == report.hand_in);
    QVERIFY(isHandedIn(*read));
}

void TestHandIn::remembersInTheReportAlone() {
    LabReport report;
    QVERIFY(isHandedIn(report));  // there is nothing
    report.texts["analysis.why"] = "so";
    QVERIFY(!isHandedIn(report));
    report = asHandedIn(report, {"Ana", "7"}, "4B");
    QVERIFY(isHandedIn(report));
    QVERIFY(isHandedIn(*labReportFromJson(toJson(report))));
    report.texts["analysis.why"] += ".";
    QVERIFY(!isHandedIn(report));
    QVERIFY(isHandedIn(asHandedIn(report, {"Ana", "8"}, "4B")));
}

void TestHandIn::countsPages() {
    const Text text(Language::English);
    // The handout asks for no limit (Y-32); a form may.
    QVERIFY(pageFacts(formOf("handout_a"), 100, 100, text).empty());
    ReportForm form = formOf("handout_a");
    form.most_body_pages = 6;
    form.most_annex_pages = 3;
    QVERIFY(pageFacts(form, 6, 3, text).empty());
    const std::vector<std::string> facts = pageFacts(form, 7, 4, text);
    QCOMPARE(facts, (std::vector<std::string>{"Body: 7 pages; at most 6 are asked for.",
                                              "Annex: 4 pages; at most 3 are asked for."}));
    QVERIFY(pageFacts(formOf("open"), 100, 100, text).empty());
}

void TestHandIn::findsTheGpuToTakeHome() {
    const std::vector<OpenFile> open{{"own.duelo"}, {"other.duelo"}};
    const auto found = gpuFilesOf(
        std::make_unique<Comparison>(compared({examples::cpuPc(), examples::otherPc()})).get(),
        open);
    QCOMPARE(found, std::vector<std::filesystem::path>{"other.duelo"});
    const Comparison own = compared({examples::gpuPc(), examples::cpuPc()});
    QVERIFY(gpuFilesOf(&own, open).empty());
    QVERIFY(gpuFilesOf(nullptr, open).empty());
}

QTEST_GUILESS_MAIN(TestHandIn)
#include "tst_hand_in.moc"
