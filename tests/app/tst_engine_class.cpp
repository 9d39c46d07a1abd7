// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>

#include "engine_process.h"

using namespace duelo;

/// `class` and `probe --out` of the real program (P-11, X-10); what they make of files is the
/// matter of tests/classroom.
class TestEngineClass : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void probesAndTimesOfOnePc();
    void nothingOfOurs();
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
    QVERIFY(engine.run({"class", "--help"}).out.contains("CREATE TABLE seat"));
}

void TestEngineClass::nothingOfOurs() {
    const EngineProcess engine;
    const auto missing = engine.run({"class", "nowhere"});
    QCOMPARE(missing.code, 2);
    QVERIFY2(missing.err.contains("nowhere"), qPrintable(missing.err));
    QCOMPARE(engine.run({"class"}).code, 2);
}

QTEST_GUILESS_MAIN(TestEngineClass)
#include "tst_engine_class.moc"
