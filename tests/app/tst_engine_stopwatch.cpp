// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// P-02, S0-43: wrong stopwatches on a PC with a CPU alone.
class TestEngineStopwatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theHandoutsFirstCallIsThatOfAFreshProcess();
    void theWorkIsTypedAsItsOwnCommand();
};

void TestEngineStopwatch::theHandoutsFirstCallIsThatOfAFreshProcess() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"stopwatch", "--stopwatch", "right,handout,coarse_clock,no_synchronise",
                    "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 1, qPrintable(outcome.err));  // no GPU is asked for, so one is skipped
    const auto cells = engine.cells("out/duelo.duelo");
    QCOMPARE(cells.size(), 8U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        const CellRecord& cell = cells.at(id);
        const std::string watch = cell.variant.text("stopwatch");
        if (watch == "no_synchronise") {
            QCOMPARE(result.reason->code, std::string("stopwatch_needs_gpu"));
            continue;
        }
        QCOMPARE(result.status, Status::Done);
        QCOMPARE(result.metric("claimed_ms") != nullptr, watch != "right");
        QCOMPARE(result.metric("clock_wall_ms") != nullptr, watch == "right");
        // A network pays for its first call, whoever computes it. A busy PC lengthens single calls,
        // so the quickest one is what the first must exceed.
        if (watch == "handout" && cell.work.at("work")["experiment"] == "inference")
            QVERIFY(result.metric("claimed_ms")->value > result.summary->min_ms);
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part : {"several stopwatches", "ResNet", "once and cold"})
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
}

/// P-02: any work that is repeated can be timed wrongly, and its words are its own.
void TestEngineStopwatch::theWorkIsTypedAsItsOwnCommand() {
    const EngineProcess engine;
    const auto outcome = engine.run({"stopwatch", "--work", "pi --samples 100000 --how loop",
                                     "--work", "transfer --bytes 65536 --threads 1", "--stopwatch",
                                     "right,few", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto cells = engine.cells("out/duelo.duelo");
    QCOMPARE(cells.size(), 4U);
    QCOMPARE(cells.at("c001").work.at("work")["case"]["samples"], Json(100000));
    QCOMPARE(cells.at("c003").work.at("work")["experiment"], Json("transfer"));
    for (const char* wrong : {"training", "pi --samples 0", "pi --how", ""}) {
        const auto refused = engine.run({"stopwatch", "--work", wrong, "--out", "none"});
        QVERIFY2(refused.code == 2 && !refused.err.isEmpty(), wrong);
    }
}

QTEST_GUILESS_MAIN(TestEngineStopwatch)
#include "tst_engine_stopwatch.moc"
