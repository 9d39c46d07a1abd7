// SPDX-License-Identifier: GPL-3.0-or-later
#include "run_bench.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::testing;

using State = RunController::State;
using Status_ = RunEnd::Status;

/// R-23, S2-39: a run can be cancelled in every state of its controller, and be resumed afterwards.
class TestRunCancel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup();

    void cancelInEveryState_R_23_data();
    void cancelInEveryState_R_23();
    void cancelWhileRestarting_R_23_data();
    void cancelWhileRestarting_R_23();
    void cancelBeforeItIsRefused_R_23();
    void resumeDoesOnlyWhatIsMissing();
    void resumeOfNothingFails();
    void repeatDoesOnlyWhatIsDoubtful();
    void repeatThatItsFileDoesNotKnowBeginsAnew_R_04();
};

void TestRunCancel::cleanup() {
    if (const auto children = childProcesses()) QCOMPARE(*children, QStringList());
}

void TestRunCancel::cancelInEveryState_R_23_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<State>("when");
    QTest::addColumn<QString>("reason");  // empty: the engine obeyed
    const char* ended = "engine_stopped_on_cancel";
    QTest::newRow("starting") << "slow" << State::Starting << "";
    QTest::newRow("starting, and nothing answers") << "silent" << State::Starting << ended;
    QTest::newRow("starting, and refused")
        << "late=100+refuses" << State::Starting << "another_measurement";
    QTest::newRow("measuring") << "slow" << State::Measuring << "";
    QTest::newRow("measuring, and deaf") << "slow+deaf" << State::Measuring << ended;
    QTest::newRow("measuring, and writing what was learnt for longer")
        << "slow+keeps=1200" << State::Measuring << "";
    QTest::newRow("measuring, and hung") << "hang@c001" << State::Measuring << ended;
    QTest::newRow("measuring, and standing still") << "mute@c001" << State::Measuring << ended;
}

void TestRunCancel::cancelInEveryState_R_23() {
    QFETCH(QString, scenario);
    QFETCH(State, when);
    QFETCH(QString, reason);
    Bench bench(scenario);
    // It is to obey as soon as it has started, however long that takes here.
    if (when == State::Starting && reason.isEmpty())
        bench.run.setCancelLimit(std::chrono::milliseconds(kSoonMs));
    bench.start(3);
    if (when == State::Measuring) QTRY_VERIFY_WITH_TIMEOUT(bench.has("c001"), kSoonMs);
    QCOMPARE(bench.run.state(), when);
    bench.run.cancel();
    QCOMPARE(bench.run.state(), State::Cancelling);  // at once
    bench.run.cancel();                              // twice is once
    QVERIFY(bench.ends.empty());
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Cancelled);
    if (!reason.isEmpty()) QCOMPARE(QString::fromStdString(reasonOf(bench.ends.front())), reason);
    QCOMPARE(bench.states.back(), State::Idle);
    QCOMPARE(std::ranges::count(bench.states, State::Cancelling), 1);
    QCOMPARE(std::ranges::count(bench.states, State::Restarting), 0);
    QVERIFY(bench.told.empty());
    // An engine that obeyed stays for the next command; one that did not is gone, and is not
    // started again before there is something to do.
    QCOMPARE(bench.client.isRunning(), !QString(reason).startsWith("engine"));
    if (when == State::Measuring) QVERIFY(bench.log().has_value());
}

void TestRunCancel::cancelWhileRestarting_R_23_data() {
    QTest::addColumn<QString>("scenario");
    QTest::newRow("the next engine obeys") << "slow=300+abort@c001";
    QTest::newRow("it does not") << "slow=300+deaf+abort@c001";
    QTest::newRow("the old one is still ending") << "device-lost@c001";
}

void TestRunCancel::cancelWhileRestarting_R_23() {
    QFETCH(QString, scenario);
    Bench bench(scenario);
    bool cancelled = false;
    connect(&bench.run, &RunController::stateChanged, this, [&](State state) {
        if (state != State::Restarting) return;
        bench.run.cancel();
        cancelled = bench.run.state() == State::Cancelling;
    });
    bench.start(9);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QVERIFY(cancelled);
    QCOMPARE(bench.ends.front().status, Status_::Cancelled);
    QCOMPARE(bench.run.state(), State::Idle);
    QVERIFY(bench.results().size() < 9);
    QTest::qWait(50);
    QCOMPARE(bench.states.back(), State::Idle);
}

void TestRunCancel::cancelBeforeItIsRefused_R_23() {
    Bench bench("normal");
    QFile file(bench.file());
    QVERIFY(file.open(QIODevice::WriteOnly));
    bench.start();
    bench.run.cancel();
    QCOMPARE(bench.run.state(), State::Cancelling);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Cancelled);
    QVERIFY(!bench.client.isRunning());
}

void TestRunCancel::resumeDoesOnlyWhatIsMissing() {
    Bench bench("slow=600");
    bench.start(3);
    QTRY_VERIFY_WITH_TIMEOUT(bench.has("c002"), kSoonMs);
    bench.run.cancel();
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.results().at("c001").front().status, Status::Done);
    QCOMPARE(bench.results().at("c002").front().status, Status::Cancelled);

    bench.records.clear();
    bench.run.resume(bench.file(), bench.log()->settledCells());
    QCOMPARE(bench.run.state(), State::Starting);
    QCOMPARE(bench.run.progress().cells_done, 1);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 2U, kSoonMs);
    QCOMPARE(bench.ends.back().status, Status_::Completed);
    QCOMPARE(bench.run.progress().cells_done, 3);
    QVERIFY(!bench.has("c001"));
    QCOMPARE(bench.results().at("c001").size(), 1U);
    QCOMPARE(bench.results().at("c002").back().status, Status::Done);
    QCOMPARE(bench.log()->integrity, Integrity::Sealed);
}

void TestRunCancel::resumeOfNothingFails() {
    Bench bench("normal");
    bench.run.resume(bench.file(), {});
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QCOMPARE(bench.ends.front().status, Status_::Failed);
    QCOMPARE(reasonOf(bench.ends.front()), std::string("file_missing"));
}

void TestRunCancel::repeatDoesOnlyWhatIsDoubtful() {
    Bench bench("noisy@c002");
    bench.start(3);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    bench.records.clear();
    bench.run.repeat(bench.file(), bench.log()->settledCells());
    QCOMPARE(bench.run.state(), State::Starting);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 2U, kSoonMs);
    QCOMPARE(bench.ends.back().status, Status_::Completed);
    QCOMPARE(bench.run.progress().cells_done, 3);
    QVERIFY(bench.has("c002"));
    QVERIFY(!bench.has("c001") && !bench.has("c003"));
    QCOMPARE(bench.results().at("c002").size(), 2U);
    QCOMPARE(bench.results().at("c002").front().flags, std::vector<std::string>{"noisy"});
    QVERIFY(bench.results().at("c002").back().flags.empty());
    QCOMPARE(bench.log()->integrity, Integrity::Sealed);

    bench.run.repeat(bench.file(), bench.log()->settledCells());
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 3U, kSoonMs);
    QCOMPARE(bench.ends.back().status, Status_::Failed);
    QCOMPARE(reasonOf(bench.ends.back()), std::string("nothing_to_repeat"));
}

/// To resume would do nothing, as if all had been repeated.
void TestRunCancel::repeatThatItsFileDoesNotKnowBeginsAnew_R_04() {
    Bench bench("noisy@c002+at-start-once");
    bench.start(2);
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 1U, kSoonMs);
    QVERIFY(QFile::remove(bench.file() + ".once"));
    bench.states.clear();
    bench.run.repeat(bench.file(), bench.log()->settledCells());
    QTRY_COMPARE_WITH_TIMEOUT(bench.ends.size(), 2U, kSoonMs);
    QCOMPARE(bench.ends.back().status, Status_::Completed);
    QVERIFY(std::ranges::find(bench.states, State::Restarting) != bench.states.end());
    QCOMPARE(bench.results().at("c001").size(), 1U);
    QCOMPARE(bench.results().at("c002").size(), 2U);
}

QTEST_GUILESS_MAIN(TestRunCancel)
#include "tst_run_cancel.moc"
