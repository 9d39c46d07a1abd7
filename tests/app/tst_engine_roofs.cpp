// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"
#include "record/doubt.h"

using namespace duelo;

/// P-05: the limits of a PC as a student asks for them.
class TestEngineRoofs : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void limitsAreMeasuredAndSetBesideOthers();
    void whatCannotBeMeasuredIsRefused();
};

void TestEngineRoofs::limitsAreMeasuredAndSetBesideOthers() {
    const EngineProcess engine;
    const auto limits =
        engine.run({"roofs", "--bytes", "65536,4194304", "--device", "cpu", "--precision", "fp32",
                    "--threads", "2", "--preset", "quick", "--out", "limits"});
    QVERIFY2(limits.code == 0, qPrintable(limits.err));
    // Copies of two sizes, arithmetic, two ways of starting threads; a process, a pipe, a lock.
    QCOMPARE(engine.results("limits/duelo.duelo").size(), 8U);
    const auto inference = engine.run(EngineProcess::tiny("32", "out"));
    QVERIFY2(inference.code == 0, qPrintable(inference.err));
    const auto report = engine.run({"--lang", "en", "report", "out/duelo.duelo",
                                    "limits/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Measured limits", "GFLOP/s", "ResNet-18"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
    // Tests run beside each other: what they disturbed is no roof, and stands under none.
    bool disturbed = false;
    for (const char* file : {"limits/duelo.duelo", "out/duelo.duelo"})
        for (const auto& [id, result] : engine.results(file)) disturbed |= isDoubtful(result);
    for (const char* part : {"Of the arithmetic (%)", "Results under the roofs"})
        QVERIFY2(disturbed || report.out.contains(part), qPrintable(report.out));
}

void TestEngineRoofs::whatCannotBeMeasuredIsRefused() {
    const EngineProcess engine;
    for (const QStringList& typed :
         {QStringList{"--bytes", "0"}, QStringList{"--kind", "ceiling"},
          QStringList{"--threads", "-1"}, QStringList{"--bytes", "68719476737"},
          QStringList{"--kind", "launch", "--device", "cpu"},
          QStringList{"--kind", "fma", "--precision", "tf32", "--device", "cpu"}}) {
        const auto outcome = engine.run(QStringList{"roofs"} + typed);
        QVERIFY2(outcome.code == 2, qPrintable(typed.join(' ')));
        QVERIFY2(!outcome.err.isEmpty(), qPrintable(typed.join(' ')));
    }
}

QTEST_GUILESS_MAIN(TestEngineRoofs)
#include "tst_engine_roofs.moc"
