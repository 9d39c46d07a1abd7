// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// S3-04, S3-05: pi as a student asks for it.
class TestEnginePi : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void loopThreadsAndArraysCountTheSamePoints();
    void whatCannotBeCountedIsRefused();
};

void TestEnginePi::loopThreadsAndArraysCountTheSamePoints() {
    const EngineProcess engine;
    const auto outcome = engine.run({"pi", "--samples", "1000", "--seed", "7", "--device", "cpu",
                                     "--threads", "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto cells = engine.cells("out/duelo.duelo");
    QCOMPARE(cells.size(), 3U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, Status::Done);
        QCOMPARE(result.output.value("inside", 0), 784);  // as tst_pi has it
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Computing π", "Monte Carlo", "LibTorch"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

void TestEnginePi::whatCannotBeCountedIsRefused() {
    const EngineProcess engine;
    for (const char* samples : {"0", "-1", "1e8", "100000000001"}) {
        const auto outcome = engine.run({"pi", "--samples", samples});
        QVERIFY2(outcome.code == 2, samples);
        QVERIFY2(!outcome.err.isEmpty(), samples);
    }
}

QTEST_GUILESS_MAIN(TestEnginePi)
#include "tst_engine_pi.moc"
