// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_bench.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::testing;
using namespace std::chrono_literals;

/// with the real engine: the faults of tests/app/faulty_engine.cpp under a window.
class TestFaultyEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void faultCostsTheRunningCell_R_04_R_05_data();
    void faultCostsTheRunningCell_R_04_R_05();
    void cancelled_R_23();

private:
    QTemporaryDir m_folder;
};

void TestFaultyEngine::initTestCase() {
    // Other tests that measure on this machine must not be met, nor the user's weights.
    qputenv("DUELO_LOCK_FILE", m_folder.filePath("lock").toUtf8());
    qputenv("XDG_DATA_HOME", m_folder.filePath("data").toUtf8());
}

void TestFaultyEngine::faultCostsTheRunningCell_R_04_R_05_data() {
    QTest::addColumn<QByteArray>("fault");
    QTest::addColumn<QString>("reason");
    QTest::newRow("none") << QByteArray() << "";
    QTest::newRow("abort") << QByteArray("abort@c002:8") << "engine_crashed";
    QTest::newRow("exit") << QByteArray("exit@c002:8") << "engine_exited";
    QTest::newRow("sticky device error")
        << QByteArray("illegal-address@c002:8") << "cuda_illegal_address";
    QTest::newRow("hang") << QByteArray("hang@c002:8") << "engine_hung";
}

void TestFaultyEngine::faultCostsTheRunningCell_R_04_R_05() {
    QFETCH(QByteArray, fault);
    QFETCH(QString, reason);
    qputenv("DUELO_FAULT", fault);
    Bench bench("", DUELO_FAULTY_ENGINE);
    // The engine itself would wait for 300 s. Long enough for one that starts on a busy machine.
    if (fault.startsWith("hang")) bench.run.setSilenceLimit(20s);
    Plan plan = planOf(3);
    plan.preset = Preset::Quick;
    plan.variants.front()["threads"] = {
        1};  // threads that wait for each other take long on a busy machine
    bench.run.start({.plan = plan, .file = bench.file()});
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, 6 * kSoonMs);
    QCOMPARE(bench.ends.front().status, RunEnd::Status::Completed);
    QCOMPARE(bench.ends.front().exit_code, reason.isEmpty() ? 0 : 1);
    const auto results = bench.results();
    QCOMPARE(results.size(), 3U);
    for (const auto& [cell, all] : results) {
        QCOMPARE(all.size(), 1U);
        const bool failed = cell == "c002" && !reason.isEmpty();
        QCOMPARE(all.front().status, failed ? Status::Failed : Status::Done);
        if (failed) QCOMPARE(QString::fromStdString(all.front().reason->code), reason);
    }
    QCOMPARE(bench.log()->integrity, Integrity::Sealed);
    QCOMPARE(bench.told.size(), reason.isEmpty() ? 0U : 1U);
}

void TestFaultyEngine::cancelled_R_23() {
    qputenv("DUELO_FAULT", "");
    Bench bench("", DUELO_FAULTY_ENGINE);
    bench.run.setCancelLimit(std::chrono::milliseconds(kSoonMs));  // it is to obey, not to be ended
    Plan plan = planOf(2);
    plan.preset = Preset::Strict;
    plan.variants.front()["threads"] = {1};
    bench.run.start({.plan = plan, .file = bench.file()});
    QTRY_VERIFY_WITH_TIMEOUT(bench.has("c001"), kSoonMs);
    bench.run.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, 2 * kSoonMs);
    QCOMPARE(bench.ends.front().status, RunEnd::Status::Cancelled);
    QCOMPARE(bench.ends.front().exit_code, 3);
    QCOMPARE(bench.results().at("c001").front().status, Status::Cancelled);
    QVERIFY(bench.client.isRunning());
}

QTEST_GUILESS_MAIN(TestFaultyEngine)
#include "tst_faulty_engine.moc"
