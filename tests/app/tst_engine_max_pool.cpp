// SPDX-License-Identifier: Apache-2.0
#include "base/json_text.h"
#include "engine_process.h"

using namespace duelo;

/// S2-19, S2-22: max pooling as a student asks for it.
class TestEngineMaxPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKernelPoolsAndIsReported();
    void whatNobodyCanPoolIsRefused();
    void kernelsAreEmulated_S2_M12();
    void wrongEmulationsAreRefused();
};

void TestEngineMaxPool::everyKernelPoolsAndIsReported() {
    const EngineProcess engine;
    const auto outcome = engine.run(
        {"max-pool", "--size", "128,256", "--threads", "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.cells("out/duelo.duelo").size(), 10U);
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

/// The emulator's options are those of the experiment.
void TestEngineMaxPool::kernelsAreEmulated_S2_M12() {
    const EngineProcess engine;
    const auto outcome = engine.run({"--lang", "en", "emulate", "max-pool", "--size", "8",
                                     "--window", "2", "--kernels", "pool_one_window"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto launches = outcome.out.indexOf("Launches");
    QVERIFY2(launches >= 0, qPrintable(outcome.out));
    QVERIFY(outcome.out.mid(launches, outcome.out.indexOf('\n', launches) - launches)
                .simplified()
                .endsWith("16"));
    const auto product = engine.run({"emulate", "matmul", "--n", "5", "--json"});
    QCOMPARE(parseJson(product.out.toStdString())->value("n", 0), 5);
}

void TestEngineMaxPool::wrongEmulationsAreRefused() {
    const EngineProcess engine;
    for (const auto& [words, named] : {std::pair<QStringList, const char*>{{"pi"}, "matmul"},
                                       {{"matmul", "--n", "129"}, "--n"},
                                       {{"max-pool", "--size", "65"}, "--size"},
                                       {{"max-pool", "--kernels", "none"}, "--kernels"},
                                       {{}, "--help"}}) {
        const auto outcome = engine.run(QStringList{"--lang", "en", "emulate"} + words);
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains(named), qPrintable(outcome.err));
    }
}

QTEST_GUILESS_MAIN(TestEngineMaxPool)
#include "tst_engine_max_pool.moc"
