// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// The program of a build without LibTorch: it measures what needs none and says so of the rest.
class TestEnginePlain : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsOfItself();
    void piWithoutArrays();
    void networksAreSkippedWithTheirReason();
};

void TestEnginePlain::tellsOfItself() {
    const EngineProcess engine;
    const auto probe = engine.run({"--lang", "en", "probe"});
    QCOMPARE(probe.code, 0);
    QVERIFY2(probe.out.contains("not in this build"), qPrintable(probe.out));
    QVERIFY(!engine.run({"--help"}).out.contains("\n  weights "));  // the command
    const auto test = engine.run({"--lang", "en", "self-test"});
    QVERIFY2(test.code == 0, qPrintable(test.out + test.err));
}

void TestEnginePlain::piWithoutArrays() {
    const EngineProcess engine;
    const auto outcome = engine.run({"pi", "--samples", "1000", "--device", "cpu", "--threads", "2",
                                     "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
    int done = 0;
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        done += result.status == Status::Done;
        if (result.status != Status::Done) QCOMPARE(result.status, Status::Skipped);
    }
    QCOMPARE(done, 2);  // the loop and the threads
    QCOMPARE(engine.run({"report", "out/duelo.duelo", "--format", "markdown"}).code, 0);
}

void TestEnginePlain::networksAreSkippedWithTheirReason() {
    const EngineProcess engine;
    for (const char* command : {"infer", "train"}) {
        const auto outcome =
            engine.run({"--lang", "en", command, "--device", "cpu", "--out", command});
        QVERIFY2(outcome.code == 1, qPrintable(outcome.err));
        QVERIFY2((outcome.out + outcome.err).contains("without LibTorch"),
                 qPrintable(outcome.out + outcome.err));
        for (const auto& [id, result] : engine.results(QString("%1/duelo.duelo").arg(command)))
            QCOMPARE(result.reason->code, "experiment_not_built");
    }
}

QTEST_GUILESS_MAIN(TestEnginePlain)
#include "tst_engine_plain.moc"
