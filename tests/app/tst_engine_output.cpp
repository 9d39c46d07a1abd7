// SPDX-License-Identifier: Apache-2.0
// Y-08: what a command prints is there, or the command says that it is not and ends with 1.
#include <QDir>
#include <QJsonDocument>
#include <QtTest>

#include "engine_process.h"
#include "many_cells.h"

using namespace duelo;

namespace {

#ifdef Q_OS_LINUX
constexpr const char* kFullDisk = "\"$@\" > /dev/full";
#endif
constexpr const char* kClosed = "\"$@\" >&-";

}  // namespace

class TestEngineOutput : public QObject {
    Q_OBJECT

private:
    EngineProcess m_engine;

    /// The engine with this put around it by a shell.
    [[nodiscard]] EngineProcess::Outcome shell(const char* line,
                                               const QStringList& arguments) const {
        QProcess process;
        process.setWorkingDirectory(m_engine.path("."));
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert("DUELO_LANG", "en");
        environment.insert("DUELO_LOCK_FILE", m_engine.path("lock"));
        environment.insert("XDG_DATA_HOME", m_engine.path("data"));
        process.setProcessEnvironment(environment);
        process.start("sh", QStringList{"-c", line, "sh", DUELO_ENGINE} + arguments);
        if (!process.waitForFinished(EngineProcess::kPatienceMs)) process.kill();
        return {process.exitStatus() == QProcess::CrashExit ? -1 : process.exitCode(),
                QString::fromUtf8(process.readAllStandardOutput()),
                QString::fromUtf8(process.readAllStandardError())};
    }

private Q_SLOTS:
    void initTestCase() {
#ifdef Q_OS_WIN
        QSKIP("a shell of POSIX closes and fills the output");
#endif
        QVERIFY(QDir().mkpath(m_engine.path("L12")));
        auto file = RecordFile::create(fromUtf8(m_engine.path("L12/a.duelo").toStdString()));
        QVERIFY(file);
        for (const Record& record : examples::manyCells(2).records) QVERIFY((*file)->write(record));
    }

    /// A limit of the size of files (`ulimit -f`) sends a signal that would end it without a word.
    void aTooLargeFileIsTold_Y_08() {
        const auto outcome = shell("ulimit -f 1; \"$@\" > cut.txt", {"schema"});
        QCOMPARE(outcome.code, 1);
        QVERIFY(!outcome.err.isEmpty());
    }

    void whatIsNotPrintedIsTold_Y_08_data() {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const QStringList& arguments) {
            QTest::addRow("%s", qPrintable(arguments.join(' '))) << arguments;
        };
        row({"--help"});
        row({"--version"});
        row({"report", "--help"});
        row({"schema"});
        row({"probe"});
        row({"probe", "--json"});
        for (const char* format : {"csv", "csv-excel", "markdown", "html", "latex", "json"}) {
            row({"report", "L12/a.duelo", "--format", format});
            row({"class", "L12", "--format", format});
        }
        row({"pi", "--samples", "1000", "--preset", "quick", "--no-report"});
        row({"class", "L12"});
        row({"report", "L12/a.duelo"});
    }
    void whatIsNotPrintedIsTold_Y_08() {
        QFETCH(QStringList, arguments);
        const auto printed = shell("\"$@\"", arguments);
        // The class's file has no samples, so it counts with a reserve or not at all.
        QVERIFY2(printed.code <= 1, qPrintable(printed.err));
        QVERIFY(!printed.out.isEmpty());
        for (const char* line : {
                 kClosed,
#ifdef Q_OS_LINUX
                 kFullDisk,
#endif
             }) {
            const auto lost = shell(line, arguments);
            QCOMPARE(lost.code, 1);
            QVERIFY2(lost.err.contains("standard output"), qPrintable(lost.err));
            QVERIFY2(!lost.err.contains("()"), qPrintable(lost.err));  // why
        }
    }

    /// The engine does as other tools do: it says nothing to a reader that has read enough, and
    /// tells nobody that all went well.
    void aReaderThatLeavesIsNoSuccess_Y_08() {
        for (const char* line : {"{ \"$@\"; echo $? > code; } | true",
                                 "trap '' PIPE; { \"$@\"; echo $? > code; } | true"}) {
            const auto left = shell(line, {"schema"});
            QVERIFY2(left.err.isEmpty(), qPrintable(left.err));
            QFile code(m_engine.path("code"));
            QVERIFY(code.open(QIODevice::ReadOnly));
            QVERIFY(code.readAll().trimmed() != "0");
        }
    }

    /// With its output closed, no file that is written gets what was to be printed.
    void noFileGetsWhatWasToBePrinted_Y_08() {
        const auto wrote = shell(kClosed, {"probe", "--out", "probe.json"});
        QCOMPARE(wrote.code, 1);
        QFile file(m_engine.path("probe.json"));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QJsonDocument json = QJsonDocument::fromJson(file.readAll());
        QVERIFY(json.isObject());
        // A command that prints nothing has lost nothing.
        const auto quiet =
            shell(kClosed, {"report", "L12/a.duelo", "--out", "a.html", "--format", "html"});
        QVERIFY2(quiet.code == 0, qPrintable(quiet.err));
    }
};

QTEST_GUILESS_MAIN(TestEngineOutput)
#include "tst_engine_output.moc"
