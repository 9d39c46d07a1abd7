// SPDX-License-Identifier: Apache-2.0
#include <QFile>

#include "engine_process.h"
#include "record/provenance.h"

using namespace duelo;

/// GPU times of another PC without its file, as a student brings them on the command line.
class TestEngineImport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void typedTimesStandBesideTheOwn() {
        const EngineProcess engine;
        const auto own = engine.run({"infer", "--size", "64,128", "--device", "cpu", "--preset",
                                     "quick", "--no-report", "--out", "own.duelo"});
        QVERIFY2(own.code == 0, qPrintable(own.err));
        const QStringList words{"import",   "--for",   "own.duelo", "--typed",    "64=0,0040",
                                "--source", "group 7", "--out",     "typed.duelo"};
        const auto made = engine.run(words);
        QVERIFY2(made.code == 0, qPrintable(made.err));
        const RecordLog log = engine.records("typed.duelo");
        QCOMPARE(log.integrity, Integrity::Sealed);
        QCOMPARE(provenanceOf(log.header())->kind(), Origin::Typed);
        QCOMPARE(engine.results("typed.duelo").begin()->second.summary->median_ms, 4.0);
        const auto report =
            engine.run({"report", "own.duelo", "--reference", "typed.duelo", "--format", "csv"});
        QVERIFY2(report.out.contains(",typed,"), qPrintable(report.out));
        // Nothing is written over, and there is nothing to go on with.
        QCOMPARE(engine.run(words).code, 2);
        for (const char* command : {"resume", "repeat"}) {
            const auto refused = engine.run({command, "typed.duelo"});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("did not measure"), qPrintable(refused.err));
        }
    }

    void whatCannotBeATimeIsRefused_data() {
        QTest::addColumn<QString>("typed");
        for (const char* typed : {"64=abc", "64=-1", "64=0", "64=1.234,5", "65=1", "64", "=1"})
            QTest::newRow(typed) << typed;
    }
    void whatCannotBeATimeIsRefused() {
        QFETCH(QString, typed);
        const EngineProcess engine;
        QCOMPARE(engine
                     .run({"infer", "--size", "64", "--device", "cpu", "--preset", "quick",
                           "--no-report", "--out", "own.duelo"})
                     .code,
                 0);
        const auto refused = engine.run({"import", "--for", "own.duelo", "--typed", typed,
                                         "--source", "x", "--out", "typed.duelo"});
        QCOMPARE(refused.code, 2);
        QVERIFY(!refused.err.isEmpty());
        QVERIFY(!QFile::exists(engine.path("typed.duelo")));
    }
};

QTEST_GUILESS_MAIN(TestEngineImport)
#include "tst_engine_import.moc"
