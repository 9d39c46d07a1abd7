// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

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
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    const auto cells = engine.cells("out/duelo.duelo");
    QCOMPARE(cells.size(), 8U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        const CellRecord& cell = cells.at(id);
        const std::string watch = cell.variant.text("stopwatch");
        QCOMPARE(result.status, Status::Done);
        QCOMPARE(result.metric("claimed_ms") != nullptr, watch != "right");
        QCOMPARE(result.metric("clock_wall_ms") != nullptr, watch == "right");
        // S0-M04 without a GPU, by a network and by pi: who waits reads more, and more yet who
        // begins while there is something left to do.
        QCOMPARE(result.metric("queue_waited_ms") != nullptr, watch == "no_synchronise");
        if (const Metric* waited = result.metric("queue_waited_ms")) {
            const auto readings = result.output.at("readings").get<std::vector<double>>();
            QVERIFY(*std::ranges::min_element(readings) < 0.5 * waited->value);
            QVERIFY(result.metric("queue_pending_ms")->value > waited->value);
        }
        // A network pays for its first call, whoever computes it. A busy PC lengthens single calls,
        // so the quickest one is what the first must exceed.
        if (watch == "handout" && cell.work.at("work")["experiment"] == "inference")
            QVERIFY(result.metric("claimed_ms")->value > result.summary->min_ms);
    }
    const auto report =
        engine.run({"--lang", "en", "report", "out/duelo.duelo", "--format", "markdown"});
    QCOMPARE(report.code, 0);
    for (const char* part :
         {"several stopwatches", "ResNet", "once and cold", "a thread of this PC's CPU"})
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
