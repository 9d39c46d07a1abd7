// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include "engine_process.h"

using namespace duelo;

/// whatever happens in a cell costs that cell; the rest is measured after `resume`.
class TestEngineFaults : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void faultCostsOneCell_R_04_data();
    void faultCostsOneCell_R_04();
    void secondInterruptWaitsForNoCall_R_23();
};

void TestEngineFaults::faultCostsOneCell_R_04_data() {
    QTest::addColumn<QString>("fault");
    QTest::addColumn<int>("code");        // of the process that meets it; -1: it dies by a signal
    QTest::addColumn<QString>("reason");  // in the record; empty: the process had no time for one
    QTest::newRow("illegal address") << "illegal-address@c002:8" << 70 << "cuda_illegal_address";
    QTest::newRow("illegal address in the first call")
        << "illegal-address@c002:0" << 70 << "cuda_illegal_address";
    QTest::newRow("abort") << "abort@c002:8" << -1 << "";
    QTest::newRow("exit") << "exit@c002:8" << 9 << "";
    QTest::newRow("hang") << "hang@c002:8" << 71 << "call_hangs";
    QTest::newRow("out of memory") << "oom@c002:8" << 1 << "out_of_host_memory";
    QTest::newRow("out of memory in the first call") << "oom@c002:0" << 1 << "out_of_host_memory";
    QTest::newRow("not even an exception") << "throw@c002:8" << 1 << "library_error";
}

void TestEngineFaults::faultCostsOneCell_R_04() {
    QFETCH(QString, fault);
    QFETCH(int, code);
    QFETCH(QString, reason);
    EngineProcess engine(DUELO_FAULTY_ENGINE);
    engine.set("DUELO_FAULT", fault);
    const auto outcome = engine.run(EngineProcess::tiny("64,80,96", "r.duelo") << "--call-limit"
                                                                               << "2");
    QVERIFY2(outcome.code == code, qPrintable(QString::number(outcome.code) + outcome.err));

    auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Done);
    const bool told = results.contains("c002");
    QCOMPARE(told, !reason.isEmpty());
    if (told) {
        QCOMPARE(results.at("c002").status, Status::Failed);
        QCOMPARE(QString::fromStdString(results.at("c002").reason->code), reason);
    }
    const double first_ms = results.at("c001").summary->median_ms;

    engine.set("DUELO_FAULT", "");
    const auto resumed = engine.run({"resume", "r.duelo"});
    QVERIFY2(resumed.code == (told ? 1 : 0), qPrintable(resumed.err));
    results = engine.results("r.duelo");
    QCOMPARE(results.size(), 3U);
    QCOMPARE(results.at("c001").summary->median_ms, first_ms);  // not measured again
    QCOMPARE(results.at("c002").status, told ? Status::Failed : Status::Done);
    QCOMPARE(results.at("c003").status, Status::Done);
    QVERIFY(engine.records("r.duelo").integrity != Integrity::Modified);
}

/// A call that hangs is not waited for: its cell is cancelled, and done again by a resumption.
void TestEngineFaults::secondInterruptWaitsForNoCall_R_23() {
#ifdef Q_OS_WIN
    QSKIP("Ctrl+C cannot be sent to one process there");
#else
    EngineProcess engine(DUELO_FAULTY_ENGINE);
    engine.set("DUELO_FAULT", "hang@c001:2");
    QProcess process;
    engine.start(process, EngineProcess::tiny("64", "r.duelo") << "--json");
    QByteArray out;
    while (!out.contains("warm_up") && process.waitForReadyRead(30'000))
        out += process.readAllStandardOutput();
    const auto interrupt = [&] { ::kill(static_cast<pid_t>(process.processId()), SIGINT); };
    QTest::qWait(1000);  // until it hangs
    interrupt();
    QVERIFY(!process.waitForFinished(1000));
    interrupt();
    QVERIFY(process.waitForFinished(5000));
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Cancelled);
    QCOMPARE(engine.records("r.duelo").integrity, Integrity::Sealed);
    engine.set("DUELO_FAULT", "");
    QCOMPARE(engine.run({"resume", "r.duelo"}).code, 0);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Done);
#endif
}

QTEST_GUILESS_MAIN(TestEngineFaults)
#include "tst_engine_faults.moc"
