// SPDX-License-Identifier: GPL-3.0-or-later
#include <QApplication>
#include <QtTest>

#include "base/zip_file.h"
#include "export_testing.h"
#include "lab_report/compose_lab_report.h"
#include "ui/export/export_arguments.h"
#include "ui/export/export_command.h"
#include "ui/look/settings.h"

using namespace duelo;
using namespace duelo::testing;

/// `duelo export …` end to end, in a process of its own: this very program, see main().
class TestExportCommand : public QObject {
    Q_OBJECT
private:
    QTemporaryDir m_temporary;
    QString m_own, m_other;

    QString at(const char* name) const { return m_temporary.filePath(QString::fromUtf8(name)); }
    static Said duelo(QStringList arguments) {
        arguments.prepend(QStringLiteral("export"));
        return run(QCoreApplication::applicationFilePath(), arguments);
    }

private Q_SLOTS:
    void initTestCase() {
        // Without one Qt warns on standard error.
        qputenv("XDG_RUNTIME_DIR", m_temporary.path().toUtf8());
        m_own = recordFile(gpuLog(), at("aula ñ.duelo"));
        m_other = recordFile(examples::otherPc(), at("otro.duelo"));
    }

    void everything() {
        QStringList arguments{m_own, "--lang", "es", "--student", "Ana Núñez"};
        const QMap<QString, QString> outputs{
            {"odt", at("a.odt")},       {"docx", at("a.docx")},   {"pdf", at("a.pdf")},
            {"html", at("a.html")},     {"xlsx", at("a.xlsx")},   {"csv", at("a.csv")},
            {"csv-excel", at("b.csv")}, {"markdown", at("a.md")}, {"latex", at("a.tex")},
            {"json", at("a.json")},     {"png", at("a.png")},     {"svg", at("a.svg")},
            {"program", at("a.py")}};
        for (auto it = outputs.begin(); it != outputs.end(); ++it)
            arguments << QStringLiteral("--") + it.key() << it.value();
        const Said answer = duelo(arguments);
        QVERIFY2(answer.code == 0, qPrintable(answer.err));
        QVERIFY2(answer.err.isEmpty(), qPrintable(answer.err));
        for (const QString& path : outputs) {
            QVERIFY2(QFileInfo(path).size() > 500, qPrintable(path));
            QVERIFY(answer.out.contains(path));
        }
        QVERIFY(bytesOf(at("a.html")).contains("Ana Núñez"));
        QVERIFY(bytesOf(at("a.html")).contains("lang=\"es\""));
        QVERIFY(bytesOf(at("b.csv")).contains(";"));
        QVERIFY(bytesOf(at("a.pdf")).startsWith("%PDF"));
        QCOMPARE(QImage(at("a.png")).width(), 2160);
    }

    /// The student's report is exported with the figures of these files.
    void theStudentsReport() {
        LabReport report;
        report.language = Language::English;
        report.authors = {"Ana"};
        const Comparison comparison = gpuPc();
        const EvidenceBook book(&comparison, {.language = Language::English});
        report.texts["analysis.why"] =
            "It takes " + tokenOf(report.cite(book.figures().front().citation)) + ".";
        QVERIFY(writeLabReport(report, ui::pathOf(at("mine.duelo-report"))));
        const QString pdf = at("own.pdf"), odt = at("own.odt"), docx = at("own.docx"),
                      html = at("own.html");
        const Said answer = duelo({m_own, "--report", at("mine.duelo-report"), "--pdf", pdf,
                                   "--odt", odt, "--docx", docx, "--html", html, "--lang", "es"});
        QVERIFY2(answer.code == 0, qPrintable(answer.err));
        const QString text = QString::fromUtf8(bytesOf(html));
        QVERIFY(text.contains("It takes " + QString::fromStdString(book.figures().front().words)));
        QVERIFY(text.contains("(Table 1)"));
        QVERIFY(bytesOf(pdf).startsWith("%PDF"));
        QVERIFY(bytesOf(odt).startsWith("PK") && bytesOf(docx).startsWith("PK"));
        // Without its files it is written too, and says that they are not open.
        const Said alone = duelo({"--report", at("mine.duelo-report"), "--html", at("alone.html")});
        QVERIFY2(alone.code == 0, qPrintable(alone.err));
        QVERIFY(bytesOf(at("alone.html")).contains("file not open"));
        const Said table =
            duelo({m_own, "--report", at("mine.duelo-report"), "--csv", at("no.csv")});
        QCOMPARE(table.code, 2);
        const Said over = duelo({"--report", at("mine.duelo-report"), "--overwrite", "--html",
                                 at("mine.duelo-report")});
        QCOMPARE(over.code, 2);
        report.form = "of tomorrow";
        QVERIFY(writeLabReport(report, ui::pathOf(at("mine.duelo-report")), true));
        const Said unknown = duelo({"--report", at("mine.duelo-report"), "--html", at("u.html")});
        QCOMPARE(unknown.code, 2);
        QVERIFY(unknown.err.contains("of tomorrow"));
    }

    /// Files that the report keeps are read beside it, without being named (P-10).
    void theStudentsReportWithWhatItKeeps() {
        RecordLog later = examples::cpuPc();
        for (Record& record : later.records)
            if (auto* header = std::get_if<Header>(&record)) header->run = "later";
        QVERIFY(QDir().mkpath(at("kept")));
        const QString first = recordFile(gpuLog(), at("kept/first.duelo"));
        const QString second = recordFile(later, at("kept/second.duelo"));
        const Comparison comparison = gpuPc();
        const EvidenceBook book(&comparison, {.language = Language::English});
        LabReport report;
        report.language = Language::English;
        report.authors = {"Ana"};
        report.texts["analysis.why"] = tokenOf(report.cite(book.figures().front().citation));
        report.kept = {{{"first.duelo", comparison.sources.front().header.run, Role::Own}}};
        const QString written = at("kept/mine.duelo-report");
        QVERIFY(writeLabReport(report, ui::pathOf(written)));
        const auto exported = [&](const QStringList& files, const char* name) {
            const Said answer =
                duelo(files + QStringList{"--report", written, "--html", at(name), "--lang", "en"});
            if (answer.code != 0) qFatal("%s", qPrintable(answer.err));
            return QString::fromUtf8(bytesOf(at(name)));
        };
        const QString figure = QString::fromStdString(book.figures().front().words);
        const QString html = exported({second}, "kept.html");
        QVERIFY(html.contains(figure) && !html.contains("file not open"));
        // A file that the report does not cite changes nothing of it.
        QCOMPARE(exported({}, "kept_alone.html"), html);
        const Said handed = duelo(
            {second, "--report", written, "--hand-in", at("kept"), "--seat", "1", "--lang", "en"});
        QVERIFY2(handed.code == 0 && !handed.err.contains("was not found"), qPrintable(handed.err));
        QVERIFY(QFile::remove(first));
        QVERIFY(exported({second}, "gone.html").contains("file not open"));
    }

    /// One ZIP with PDF, report and the files that it stands on; nothing is written over unasked.
    void handsIn_R_20() {
        const Comparison comparison = gpuPc();
        const EvidenceBook book(&comparison, {.language = Language::Spanish});
        LabReport report;
        report.authors = {"Ana Núñez Peña"};
        report.group = "3.º B";
        report.texts["analysis.why"] = tokenOf(report.cite(book.figures().front().citation));
        QVERIFY(writeLabReport(report, ui::pathOf(at("entrega.duelo-report"))));
        const QString folder = at("entregas");
        const QStringList asked{m_own,    "--report", at("entrega.duelo-report"),
                                "--lang", "es",       "--hand-in",
                                folder,   "--seat",   "CON"};
        QVERIFY(duelo(asked).err.contains("No existe la carpeta"));
        QVERIFY(QDir().mkpath(folder));
        const Said answer = duelo(asked);
        QVERIFY2(answer.code == 0, qPrintable(answer.err));
        // There is nothing else to know of it: the annex has its three pages.
        QVERIFY2(answer.err.isEmpty(), qPrintable(answer.err));
        const QString path = folder + "/Núñez_Peña_Ana-3.º_B-_CON.zip";
        QVERIFY2(answer.out.contains(path), qPrintable(answer.out));
        const auto archive = ZipArchive::open(ui::pathOf(path));
        QVERIFY(archive);
        QStringList names;
        for (const ZipArchive::Entry& entry : archive->entries())
            names << QString::fromStdString(entry.name);
        QCOMPARE(names, (QStringList{"Núñez_Peña_Ana-3.º_B-_CON.pdf",
                                     "Núñez_Peña_Ana-3.º_B-_CON.duelo-report", "aula ñ.duelo",
                                     "LEAME.txt"}));
        QVERIFY(archive->read(archive->entries()[0])->starts_with("%PDF"));
        QCOMPARE(QByteArray::fromStdString(*archive->read(archive->entries()[2])), bytesOf(m_own));

        const Said again = duelo(asked);
        QCOMPARE(again.code, 1);
        QVERIFY(again.err.contains("Ya existe"));
        QCOMPARE(duelo(asked + QStringList{"--overwrite"}).code, 0);
        // Without the file that it cites it is handed in too, which is told.
        const Said alone = duelo({"--report", at("entrega.duelo-report"), "--hand-in", folder,
                                  "--student", "Otro", "--lang=en"});
        QCOMPARE(alone.code, 0);
        QVERIFY2(alone.err.contains("which is not open"), qPrintable(alone.err));
        QCOMPARE(entriesOf(folder).size(), 2);
        report.authors.clear();
        QVERIFY(writeLabReport(report, ui::pathOf(at("entrega.duelo-report")), true));
        const Said nobody = duelo({"--report", at("entrega.duelo-report"), "--hand-in", folder});
        QCOMPARE(nobody.code, 1);
        QCOMPARE(entriesOf(folder).size(), 2);
    }

    /// The language and the decimal sign are two choices; a reference is a column with its origin.
    void choices() {
        const Said answer = duelo({"--reference=" + m_other, "--lang=en", "--decimal=comma",
                                   "--markdown=" + at("c.md"), "--", m_own});
        QVERIFY2(answer.code == 0, qPrintable(answer.err));
        const QString text = QString::fromUtf8(bytesOf(at("c.md")));
        QVERIFY(text.contains(QStringLiteral("Image size")));
        QVERIFY(text.contains(QStringLiteral("0,0250")));
        QVERIFY(text.contains(QStringLiteral("otro.duelo")));
    }

    /// Nothing is overwritten unless asked, and one refusal leaves the other outputs alone.
    void someNotWritten() {
        QFile file(at("mine.md"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine");
        file.close();
        const QStringList arguments{m_own,        "--lang",      "es",
                                    "--markdown", at("mine.md"), "--json",
                                    at("d.json"), "--csv",       at("no/such/folder.csv")};
        const Said answer = duelo(arguments);
        QCOMPARE(answer.code, 1);
        QVERIFY(answer.err.contains(QStringLiteral("Ya existe")));
        QVERIFY(answer.err.contains(QStringLiteral("No existe la carpeta")));
        QCOMPARE(bytesOf(at("mine.md")), QByteArray("mine"));
        QVERIFY(QFile::exists(at("d.json")));
        QCOMPARE(duelo({m_own, "--overwrite", "--markdown", at("mine.md")}).code, 0);
        QVERIFY(bytesOf(at("mine.md")).size() > 500);
    }

    void refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("code");
        QTest::newRow("nothing") << QStringList{} << "record_file_missing";
        QTest::newRow("no output") << QStringList{"a.duelo"} << "export_output_missing";
        QTest::newRow("handed in without a report")
            << QStringList{"a.duelo", "--hand-in", "b"} << "hand_in_without_report";
        QTest::newRow("unknown option")
            << QStringList{"a.duelo", "--word", "a"} << "option_unknown";
        QTest::newRow("no value") << QStringList{"a.duelo", "--pdf"} << "option_without_value";
        QTest::newRow("option as value")
            << QStringList{"a.duelo", "--pdf", "--overwrite"} << "option_without_value";
        QTest::newRow("empty value") << QStringList{"a.duelo", "--pdf="} << "option_without_value";
        QTest::newRow("value of a flag")
            << QStringList{"a.duelo", "--overwrite=yes", "--pdf", "b"} << "option_with_value";
        QTest::newRow("language") << QStringList{"a.duelo", "--lang", "fr", "--pdf", "b"}
                                  << "unknown_value";
        QTest::newRow("decimal") << QStringList{"a.duelo", "--decimal", ";", "--pdf", "b"}
                                 << "unknown_value";
        QTest::newRow("over its input")
            << QStringList{"a.duelo", "--overwrite", "--json", "./a.duelo"} << "export_over_input";
        QTest::newRow("over its reference")
            << QStringList{"a.duelo", "--reference", "b.duelo", "--json", "b.duelo"}
            << "export_over_input";
    }
    void refused() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, code);
        const auto request = ui::exportRequest(arguments, Language::Spanish);
        QVERIFY(!request.has_value());
        QCOMPARE(QString::fromStdString(request.error().code), code);
        for (const Language language : {Language::Spanish, Language::English}) {
            const Text text(language);  // every code has its sentence, with nothing left open
            QVERIFY(text.has("reason." + code.toStdString()));
            QVERIFY(text.reason(request.error()).find('?') == std::string::npos);
        }
        const Said answer = duelo(arguments + QStringList{"--lang", "en"});
        QCOMPARE(answer.code, 2);
        QVERIFY(answer.out.isEmpty() && !answer.err.isEmpty());
    }

    void unreadableFiles() {
        QFile file(at("no.duelo"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no record file\n");
        file.close();
        const Said missing = duelo({at("none.duelo"), "--lang", "es", "--pdf", at("e.pdf")});
        QCOMPARE(missing.code, 2);
        QVERIFY2(missing.err.contains(QStringLiteral("No se encuentra")), qPrintable(missing.err));
        QCOMPARE(duelo({at("no.duelo"), "--pdf", at("e.pdf")}).code, 2);
        QVERIFY(!QFile::exists(at("e.pdf")));
    }

    void help() {
        const Said es = duelo({"--help", "--lang", "es"}), en = duelo({"--lang", "en", "-h"});
        QCOMPARE(es.code, 0);
        QCOMPARE(en.code, 0);
        QVERIFY(es.out.startsWith(QStringLiteral("Uso:")));
        QVERIFY(en.out.startsWith(QStringLiteral("Usage:")));
        // What is explained exists, and what exists is explained.
        static const QRegularExpression option(QStringLiteral("^  --([a-z-]+)( ?)"),
                                               QRegularExpression::MultilineOption);
        int options = 0;
        for (auto it = option.globalMatch(en.out); it.hasNext(); ++options) {
            const QString name = it.next().captured(1);
            const auto request =
                ui::exportRequest({"a.duelo", "--" + name, "en"}, Language::English);
            QVERIFY2(request || request.error().code != "option_unknown", qPrintable(name));
        }
        QCOMPARE(options, 26);
    }
};

int main(int argc, char** argv) {
    QApplication application(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.value(1) == QStringLiteral("export")) return ui::exportCommand(arguments.mid(2));
    TestExportCommand test;
    return QTest::qExec(&test, argc, argv);
}
#include "tst_export_command.moc"
