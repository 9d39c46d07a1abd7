// SPDX-License-Identifier: Apache-2.0
#ifndef _WIN32
#include <csignal>
#endif

#include "base/sha256.h"
#include "engine_process.h"

using namespace duelo;

/// X-07: programs of a student's own, as they are typed; and what came from somebody else.
class TestEngineProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typedCommandsAreMeasured();
    void whatFailsIsSaidInTheTable();
    void aFileFromElsewhereRunsNothingUnasked();
    void anEditedFileIsIntactNowhere_Y_14();
    void wrongWordsAreRefused();
    void aKilledEngineLeavesNothingBehind_data();
    void aKilledEngineLeavesNothingBehind();
};

void TestEngineProgram::typedCommandsAreMeasured() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"program", "--command", "seq {n}", "--command", "seq 1 {n}", "--n", "10,20000",
                    "--same-output", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), 4U);
    for (const auto& [id, result] : results) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(partMs(result.parts, "user").has_value());
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Programs of your own", "seq 1 {n}", "Processors busy"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

void TestEngineProgram::whatFailsIsSaidInTheTable() {
    const EngineProcess engine;
    const auto outcome = engine.run({"program", "--command", "./nothing-here", "--command", "true",
                                     "--preset", "quick", "--out", "out"});
    QCOMPARE(outcome.code, 1);
    QVERIFY2(outcome.out.contains("is not found"), qPrintable(outcome.out));
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.at("c001").reason->code, std::string("program_not_started"));
    QCOMPARE(results.at("c002").status, Status::Done);
}

/// A plan's command leaves a trace; without its digest in --allow there is none. Y-20b: neither a
/// home nor the folder of TMPDIR need be there.
void TestEngineProgram::aFileFromElsewhereRunsNothingUnasked() {
    EngineProcess engine;
    engine.set("HOME", "");
    engine.set("TMPDIR", engine.path("missing"));
    const std::string command = "touch trace";
    const std::string digest = sha256Hex(command);
    QFile plan(engine.path("plan.json"));
    QVERIFY(plan.open(QIODevice::WriteOnly));
    plan.write(QString(R"({"experiment":"program","cases":[{}],"variants":[{"command":)"
                       R"({"name":"%1","sha256":"%2"}}],"preset":"quick",)"
                       R"("attachments":{"%1":"%1"}})")
                   .arg(QString::fromStdString(command), QString::fromStdString(digest))
                   .toUtf8());
    plan.close();
    const auto refused = engine.run({"run", "plan.json", "--out", "out"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains(digest.c_str()), qPrintable(refused.err));
    QVERIFY(!QFile::exists(engine.path("trace")));
    const auto allowed =
        engine.run({"run", "plan.json", "--out", "out", "--allow", QString::fromStdString(digest)});
    QVERIFY2(allowed.code == 0, qPrintable(allowed.err));
    QVERIFY(QFile::exists(engine.path("trace")));
}

/// An edited file is from elsewhere: its commands run only where they are allowed. Resumed, it has
/// a seal again, but nothing that tells of it calls it intact.
void TestEngineProgram::anEditedFileIsIntactNowhere_Y_14() {
    const EngineProcess engine;
    QCOMPARE(engine
                 .run({"program", "--command", "true", "--command", "seq 9", "--preset", "quick",
                       "--no-report", "--out", "r.duelo"})
                 .code,
             0);
    QFile file(engine.path("r.duelo"));
    QVERIFY(file.open(QIODevice::ReadWrite));
    QList<QByteArray> lines = file.readAll().split('\n');
    const QByteArray time = "\"wall_ms\":[";
    int edited = 0, last = -1;
    for (qsizetype i = 0; i < lines.size(); ++i) {
        if (lines[i].startsWith("{\"r\":\"result\"")) last = static_cast<int>(i);
        if (edited || !lines[i].startsWith("{\"r\":\"samples\"")) continue;
        lines[i].insert(lines[i].indexOf(time) + time.size(), "9");
        ++edited;
    }
    QVERIFY(edited == 1 && last > 0);
    lines.removeAt(last);  // so that there is something to resume
    file.resize(0);
    file.seek(0);
    file.write(lines.join('\n'));
    file.close();
    const auto refused = engine.run({"resume", "r.duelo", "--no-report"});
    QCOMPARE(refused.code, 2);
    QVERIFY2(refused.err.contains("allow its digest"), qPrintable(refused.err));
    QStringList allowed{"resume", "r.duelo", "--no-report"};
    for (const char* command : {"true", "seq 9"})
        allowed << "--allow" << QString::fromStdString(sha256Hex(command));
    const auto resumed = engine.run(allowed);
    QVERIFY2(resumed.code == 0, qPrintable(resumed.err));
    for (const char* language : {"en", "es"}) {
        const auto report =
            engine.run({"--lang", language, "report", "r.duelo", "--format", "markdown"});
        const bool english = QByteArray(language) == "en";
        QVERIFY2(!report.out.contains(english ? "file intact" : "archivo íntegro"),
                 qPrintable(report.out));
        QVERIFY2(report.out.contains(english ? "was modified after the run"
                                             : "se ha modificado después"),
                 qPrintable(report.out));
    }
}

void TestEngineProgram::wrongWordsAreRefused() {
    const EngineProcess engine;
    for (const QStringList& words :
         {QStringList{"--command", "seq {n}"}, QStringList{"--command", "seq 'a"},
          QStringList{"--timed", "printed", "--pattern", "no unit"}, QStringList{"--limit", "0"}}) {
        const auto outcome = engine.run(QStringList{"program"} + words);
        QVERIFY2(outcome.code == 2, qPrintable(words.join(' ')));
        QVERIFY2(!outcome.err.isEmpty(), qPrintable(words.join(' ')));
    }
}

void TestEngineProgram::aKilledEngineLeavesNothingBehind_data() {
    QTest::addColumn<QString>("command");
    const QString tells = "echo $$ > child.new; mv child.new child; exec sleep 600";
    QTest::newRow("child") << "sh -c 'sh -c \"" + QString(tells).replace('$', "\\$") + "\" & wait'";
    // As a daemon goes: whoever started it has ended, and it is in no group of the program's.
    QTest::newRow("daemon") << "sh -c '(setsid sh -c \"" + QString(tells).replace('$', "\\$") +
                                   "\" &); sleep 600'";
}

/// Y-06: neither the program nor a process that it has started goes on when the engine is gone.
void TestEngineProgram::aKilledEngineLeavesNothingBehind() {
#ifndef Q_OS_LINUX
    QSKIP("on Windows a job ends with its last handle");
#else
    const EngineProcess engine;
    QProcess process;
    QFETCH(QString, command);
    engine.start(process, {"program", "--command", command, "--preset", "quick", "--out", "out"});
    const QString told = engine.path("child");
    QVERIFY(QTest::qWaitFor([&] { return QFile::exists(told); }, 60'000));
    QFile file(told);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto child = static_cast<pid_t>(file.readAll().trimmed().toLongLong());
    QVERIFY(child > 1);
    QCOMPARE(::kill(child, 0), 0);
    process.kill();  // SIGKILL: nobody is asked
    QVERIFY(process.waitForFinished());
    QVERIFY(QTest::qWaitFor([&] { return ::kill(child, 0) != 0; }, 20'000));
#endif
}

QTEST_GUILESS_MAIN(TestEngineProgram)
#include "tst_engine_program.moc"
