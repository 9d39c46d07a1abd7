// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// S2-26, S2-29: the ladder of the matrix product as a student asks for it.
class TestEngineMatmul : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelMultipliesAndIsReported();
    void whatNobodyCanMultiplyIsRefused();
};

void TestEngineMatmul::everyKernelMultipliesAndIsReported() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"matmul", "--n", "50", "--precision", "fp32,bf16", "--kernel",
                    "three_loops,loop_order,blocked,blocked_vector_threads,library", "--threads",
                    "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.cells("out/duelo.duelo").size(), 6U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.metric("flop_rate")->value > 0);
        QVERIFY(result.metric("error")->value <= result.metric("error_bound")->value);
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Matrix product", "three loops", "LibTorch", "GFLOP/s"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

void TestEngineMatmul::whatNobodyCanMultiplyIsRefused() {
    const EngineProcess engine;
    for (const char* n : {"0", "-1", "1e3", "16385", "ten"}) {
        const auto outcome = engine.run({"matmul", "--n", n});
        QVERIFY2(outcome.code == 2, n);
        QVERIFY2(!outcome.err.isEmpty(), n);
    }
}

QTEST_GUILESS_MAIN(TestEngineMatmul)
#include "tst_engine_matmul.moc"
