// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// S2-19, S2-22: max pooling as a student asks for it.
class TestEngineMaxPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelPoolsAndIsReported();
    void whatNobodyCanPoolIsRefused();
};

void TestEngineMaxPool::everyKernelPoolsAndIsReported() {
    const EngineProcess engine;
    const auto outcome = engine.run(
        {"max-pool", "--size", "128,256", "--threads", "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.cells("out/duelo.duelo").size(), 8U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.metric("window_rate")->value > 0);
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"Max pooling", "by rows, on threads", "LibTorch"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

void TestEngineMaxPool::whatNobodyCanPoolIsRefused() {
    const EngineProcess engine;
    for (const QStringList& words : {QStringList{"--size", "0"},
                                     {"--size", "1"},
                                     {"--size", "4", "--window", "5"},
                                     {"--stride", "0"},
                                     {"--size", "16385"},
                                     {"--padding", "2"}}) {
        const auto outcome = engine.run(QStringList{"max-pool"} + words);
        QVERIFY2(outcome.code == 2, qPrintable(words.join(' ')));
        QVERIFY2(!outcome.err.isEmpty(), qPrintable(words.join(' ')));
    }
}

QTEST_GUILESS_MAIN(TestEngineMaxPool)
#include "tst_engine_max_pool.moc"
