// SPDX-License-Identifier: Apache-2.0
#include "engine_process.h"

using namespace duelo;

/// S4-09, P-03: copies as a student asks for them.
class TestEngineTransfer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void copiesAreMeasuredAndExplained();
    void whatCannotBeCopiedIsRefused();
    void whatDoesNotFitIsSkipped();
};

void TestEngineTransfer::copiesAreMeasuredAndExplained() {
    const EngineProcess engine;
    const auto outcome =
        engine.run({"transfer", "--bytes", "4096,65536,1048576", "--device", "cpu", "--copy",
                    "memcpy,loop", "--threads", "2", "--preset", "quick", "--out", "out"});
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    QCOMPARE(engine.cells("out/duelo.duelo").size(), 6U);
    for (const auto& [id, result] : engine.results("out/duelo.duelo")) {
        QCOMPARE(result.status, Status::Done);
        QVERIFY(result.metric("copy_rate")->value > 0);
    }
    for (const auto& [language, part] :
         {std::pair{"en", "Start and rate"}, std::pair{"es", "Arranque y velocidad"}}) {
        const auto report =
            engine.run({"--lang", language, "report", "out/duelo.duelo", "--format", "markdown"});
        QCOMPARE(report.code, 0);
        QVERIFY2(report.out.contains(part), qPrintable(report.out));
    }
}

void TestEngineTransfer::whatCannotBeCopiedIsRefused() {
    const EngineProcess engine;
    for (const char* bytes : {"0", "-1", "1e8", "68719476737", "4096,0"}) {
        const auto outcome = engine.run({"transfer", "--bytes", bytes});
        QVERIFY2(outcome.code == 2, bytes);
        QVERIFY2(!outcome.err.isEmpty(), bytes);
    }
    QCOMPARE(engine.run({"transfer", "--device", "cpu", "--direction", "to_device"}).code, 2);
}

/// 128 GiB of blocks, on a PC that has less.
void TestEngineTransfer::whatDoesNotFitIsSkipped() {
    const EngineProcess engine;
    const auto outcome = engine.run({"transfer", "--bytes", "68719476736", "--device", "cpu",
                                     "--threads", "1", "--preset", "quick", "--out", "out"});
    if (outcome.code == 0) QSKIP("this PC has 128 GiB to spare");
    QCOMPARE(outcome.code, 1);
    const auto results = engine.results("out/duelo.duelo");
    QCOMPARE(results.size(), 1U);
    QCOMPARE(results.begin()->second.reason->code, std::string("not_enough_memory"));
}

QTEST_GUILESS_MAIN(TestEngineTransfer)
#include "tst_engine_transfer.moc"
