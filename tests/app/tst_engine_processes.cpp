// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <csignal>
#include <set>

#include "process_table.h"
#include "train_testing.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// Whether a line with that comes within a minute.
bool prints(QProcess& process, const QByteArray& words) {
    for (;;) {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(60'000)) return false;
        if (process.readLine().contains(words)) return true;
    }
}

/// So many epochs that a test is quicker.
QStringList endless(int processes) {
    return digits({"--hidden", "32", "--epochs", "100000", "--mode", "fused", "--threads", "1",
                   "--processes", QString::number(processes), "--json"});
}

}  // namespace

/// Trainings whose ranks are child engines (S4-07, S4-19, S4-24).
class TestEngineProcesses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void severalLearnTheSame_S4_07();
    void scalingTakesProcesses_P_06();
    void numbersThatCannotBe_data();
    void numbersThatCannotBe();
    void aKilledRankCostsItsCell_R_04();
    void noRankOutlivesItsParent();
    void aCancelEndsAllOfThem_R_23();
};

void TestEngineProcesses::initTestCase() {
#ifndef Q_OS_LINUX
    QSKIP("LibTorch has no Gloo there");
#endif
    const EngineProcess engine;
    (void)engine.run(digits({"--epochs", "1", "--hidden", "8", "--processes", "2"}));
    const auto results = engine.results("r.duelo");
    for (const auto& [id, result] : results)
        if (result.reason && result.reason->code == "processes_not_built")
            QSKIP("this engine was built without the headers of Gloo");
}

/// The same training, with its losses, the parts of its time and a column for each in the report.
void TestEngineProcesses::severalLearnTheSame_S4_07() {
    const EngineProcess engine;
    const auto outcome = engine.run(digits({"--epochs", "2", "--hidden", "32", "--mode", "fused",
                                            "--threads", "1", "--processes", "1,2"}));
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err + outcome.out));
    std::map<std::string, std::vector<double>> losses;
    for (const EventRecord& event : eventsOf(engine.records("r.duelo"))) {
        if (event.kind != "epoch") continue;
        losses[event.cell].push_back(event.fields["train_loss"]);
        QCOMPARE(event.fields.contains("all_reduce_ms"), event.cell == "c002");
        QCOMPARE(event.fields.contains("waiting_ms"), event.cell == "c002");
    }
    QCOMPARE(losses.size(), std::size_t{2});
    QCOMPARE(losses["c001"].size(), std::size_t{2});
    for (std::size_t i = 0; i < losses["c001"].size(); ++i)
        QVERIFY(std::abs(losses["c001"][i] / losses["c002"][i] - 1) < 1e-3);
    for (const auto& [language, told, part] :
         {std::tuple("en", "2 processes, 1 thread each", "Adding up gradients"),
          {"es", "2 procesos, 1 hilo cada uno", "Sumar gradientes"}}) {
        const QString report = engine.run({"--lang", language, "report", "r.duelo"}).out;
        QVERIFY2(report.contains(told), qPrintable(report));
        QVERIFY2(report.contains(part), qPrintable(report));
    }
}

void TestEngineProcesses::scalingTakesProcesses_P_06() {
    const EngineProcess engine;
    QStringList words{"--lang", "en", "scaling"};
    words += digits({"--epochs", "2", "--hidden", "8", "--mode", "fused", "--processes", "2"});
    const auto outcome = engine.run(words);
    QVERIFY2(outcome.code == 0, qPrintable(outcome.err));
    std::set<std::int64_t> processes;
    for (const auto& [id, cell] : engine.cells("r.duelo")) {
        processes.insert(cell.variant.integer("processes"));
        QCOMPARE(cell.variant.integer("threads"), 1);
    }
    QCOMPARE(processes, (std::set<std::int64_t>{1, 2}));
    QVERIFY2(outcome.out.contains("Speed-up and efficiency"), qPrintable(outcome.out));
    QVERIFY2(outcome.out.contains("2 processes"), qPrintable(outcome.out));
}

void TestEngineProcesses::numbersThatCannotBe_data() {
    QTest::addColumn<QString>("number");
    QTest::addColumn<QString>("told");
    QTest::newRow("none") << "0"
                          << "0 processes cannot train together";
    QTest::newRow("100,000") << "100000"
                             << "100 000 processes cannot train together";
    QTest::newRow("no number") << "many"
                               << "many";
}

void TestEngineProcesses::numbersThatCannotBe() {
    QFETCH(QString, number);
    QFETCH(QString, told);
    const EngineProcess engine;
    const auto outcome = engine.run(digits({"--processes", number}));
    QCOMPARE(outcome.code, 2);
    const QString plain = QString(outcome.err).replace(QChar(0x202f), ' ');
    QVERIFY2(plain.contains(told), qPrintable(outcome.err));
}

void TestEngineProcesses::aKilledRankCostsItsCell_R_04() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, endless(3));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 2U);
    ::kill(static_cast<pid_t>(*ranks.begin()), SIGKILL);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 1);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QCOMPARE(results.at("c001").reason->code, std::string("rank_died"));
    QCOMPARE(results.at("c001").reason->args["code"].get<int>(), -SIGKILL);
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);
#endif
}

void TestEngineProcesses::noRankOutlivesItsParent() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, endless(3));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 2U);
    // Not even one that stands still.
    ::kill(static_cast<pid_t>(*ranks.begin()), SIGSTOP);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);
#endif
}

void TestEngineProcesses::aCancelEndsAllOfThem_R_23() {
#ifdef Q_OS_LINUX
    const EngineProcess engine;
    QProcess process;
    engine.start(process, endless(2));
    QVERIFY(prints(process, "\"kind\":\"epoch\""));
    const std::set<qint64> ranks = childrenOf(process.processId());
    QCOMPARE(ranks.size(), 1U);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Cancelled);
    for (const qint64 rank : ranks) QTRY_VERIFY_WITH_TIMEOUT(isGone(rank), 10'000);
#endif
}

QTEST_GUILESS_MAIN(TestEngineProcesses)
#include "tst_engine_processes.moc"
