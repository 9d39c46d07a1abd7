// SPDX-License-Identifier: GPL-3.0-or-later
#include <QEventLoop>
#include <QSignalSpy>
#include <QTimer>

#include "base/places.h"
#include "client_testing.h"
#include "record/record_file.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::testing;
using namespace std::chrono_literals;

class TestEngineClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void cleanup();

    void commandsAreAnswered_data();
    void commandsAreAnswered();
    void questionsNameTheirExperiment();
    void progressIsTold();
    void pathIsTheChosenOne();
    void handlerOnceDespiteWrongIds();
    void silentEngineTimesOut();
    void lateReplyAfterTheTimeoutIsNobodys();
    void contextThatIsGoneHearsNothing();
    void handlerMayThrowDestroyOrWait();
    void deathsAreNamed_R_04_data();
    void deathsAreNamed_R_04();
    void pendingRequestsGetOneAnswerBeforeTheDeath();
    void startsAgainAfterADeath();
    void noProcessStays_data();
    void noProcessStays();
    void whatWasLearntIsWrittenBeforeItGoes_R_23();

private:
    [[nodiscard]] Json run(int cells) const {
        return runCommand(cells, m_folder->filePath("r.duelo"));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestEngineClient::cleanup() {
    if (const auto children = childProcesses()) QCOMPARE(*children, QStringList());
}

void TestEngineClient::commandsAreAnswered_data() {
    QTest::addColumn<QString>("command");
    QTest::addColumn<QString>("field");   // of the reply
    QTest::addColumn<QString>("reason");  // of a refusal
    QTest::newRow("probe") << "{\"c\":\"probe\"}"
                           << "sheet"
                           << "";
    QTest::newRow("state") << "{\"c\":\"state\"}"
                           << "state"
                           << "";
    QTest::newRow("thumbnail") << "{\"c\":\"thumbnail\",\"path\":\"ñ.png\"}"
                               << "rgb"
                               << "";
    QTest::newRow("images") << "{\"c\":\"images\",\"path\":\"x\"}"
                            << "images"
                            << "";
    const std::string forecast =
        Json{{"c", "forecast"}, {"plan", toJson(planOf(2, {Device::Cpu, Device::Cuda}))}}.dump();
    QTest::newRow("forecast") << QString::fromStdString(forecast) << "impossible"
                              << "";
    QTest::newRow("refused") << "{\"c\":\"dance\"}"
                             << ""
                             << "command_unknown";
}

void TestEngineClient::commandsAreAnswered() {
    QFETCH(QString, command);
    QFETCH(QString, field);
    QFETCH(QString, reason);
    const auto client = fakeEngine("normal");
    QSignalSpy started(client.get(), &EngineClient::started);
    Reply answer;
    client->request(Json::parse(command.toStdString()), this, answer.handler());
    QCOMPARE(answer.count, 0);  // never from within the call
    QVERIFY(client->isRunning());
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(started.count(), 1);
    if (reason.isEmpty()) {
        QVERIFY(answer.last.has_value());
        QVERIFY(answer.last->contains(field.toStdString()));
    } else {
        QCOMPARE(QString::fromStdString(answer.reason()), reason);
        QCOMPARE(answer.last.error().args.value("name", ""), std::string("dance"));
    }
}

void TestEngineClient::questionsNameTheirExperiment() {
    const auto client = fakeEngine("normal");
    Reply weights, other, unknown;
    client->ask({"inference", "weights", {{"model", "resnet18"}, {"path", "x"}}}, this,
                weights.handler());
    client->ask({"training", "weights"}, this, other.handler());
    client->ask({"juggling", "weights"}, this, unknown.handler());
    QCOMPARE(weights.count, 0);  // never from within the call
    QTRY_COMPARE_WITH_TIMEOUT(unknown.count, 1, kSoonMs);
    QVERIFY(weights.last && weights.last->contains("sha256"));
    QCOMPARE(other.reason(), std::string("question_unknown"));
    QVERIFY(other.last.error().args["accepted"] == Json::array({"data", "samples"}));
    QCOMPARE(unknown.reason(), std::string("unknown_value"));
}

void TestEngineClient::progressIsTold() {
    const auto client = fakeEngine("normal");
    Reply answer;
    std::vector<std::int64_t> steps;
    client->ask({"inference", "official_weights", {{"model", "resnet18"}}}, this, answer.handler(),
                {.timeout = 20s, .progress = [&](std::int64_t done, std::int64_t total) {
                     steps.push_back(done * 1000 + total);
                 }});
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(steps, (std::vector<std::int64_t>{100, 50'100, 100'100}));
}

void TestEngineClient::pathIsTheChosenOne() {
    qputenv("DUELO_ENGINE", "some/where");
    QCOMPARE(EngineClient::enginePath(), QString("some/where"));
    qunsetenv("DUELO_ENGINE");
    const QString beside = EngineClient::enginePath();
    QVERIFY(beside.startsWith(QCoreApplication::applicationDirPath()));
    QVERIFY(QFileInfo(beside).baseName() == "duelo-engine");
}

void TestEngineClient::handlerOnceDespiteWrongIds() {
    const auto client = fakeEngine("wrong-ids");
    std::vector<Reply> answers(5);
    for (Reply& answer : answers) client->request({{"c", "state"}}, this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(answers.back().count, 1, kSoonMs);
    for (const Reply& answer : answers) {
        QCOMPARE(answer.count, 1);
        QVERIFY(answer.last.has_value());
    }
    QVERIFY(client->log().contains("nobody's"));
}

void TestEngineClient::silentEngineTimesOut() {
    const auto client = fakeEngine("silent");
    Reply answer;
    client->request({{"c", "probe"}}, this, answer.handler(), {.timeout = 50ms});
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(answer.reason(), std::string("engine_silent"));
    QCOMPARE(answer.last.error().args.value("limit_s", 0.0), 0.05);
    QVERIFY(client->isRunning());
}

void TestEngineClient::lateReplyAfterTheTimeoutIsNobodys() {
    const auto client = fakeEngine("late=400");
    Reply hasty, patient;
    client->request({{"c", "probe"}}, this, hasty.handler(), {.timeout = 20ms});
    client->request({{"c", "state"}}, this, patient.handler());
    QTRY_COMPARE_WITH_TIMEOUT(patient.count, 1, kSoonMs);  // the engine answers in order
    QCOMPARE(hasty.count, 1);
    QCOMPARE(hasty.reason(), std::string("engine_silent"));
    QVERIFY(patient.last.has_value());
}

void TestEngineClient::contextThatIsGoneHearsNothing() {
    const auto client = fakeEngine("late=50");
    auto context = std::make_unique<QObject>();
    Reply gone, here;
    client->request({{"c", "probe"}}, context.get(), gone.handler());
    client->request({{"c", "state"}}, this, here.handler());
    context.reset();
    QTRY_COMPARE_WITH_TIMEOUT(here.count, 1, kSoonMs);
    QCOMPARE(gone.count, 0);
}

void TestEngineClient::handlerMayThrowDestroyOrWait() {
    auto client = fakeEngine("normal");
    Reply second, third;
    client->request({{"c", "state"}}, this, [](const Result<Json>& reply) {
        throw std::runtime_error(reply ? "thrown by a handler" : "?");
    });
    client->request({{"c", "state"}}, this, [&](const Result<Json>&) {
        // As a dialog does: the next replies come while this one is still being handled.
        QEventLoop loop;
        client->request({{"c", "state"}}, this, [&](const Result<Json>& reply) {
            second.handler()(reply);
            loop.quit();
        });
        QTimer::singleShot(kSoonMs, &loop, &QEventLoop::quit);
        loop.exec();
    });
    QTRY_COMPARE_WITH_TIMEOUT(second.count, 1, kSoonMs);
    QVERIFY(client->log().contains("thrown by a handler"));
    client->request({{"c", "state"}}, this, [&](const Result<Json>&) {
        client.reset();
        ++third.count;
    });
    client->request({{"c", "state"}}, this,
                    [](const Result<Json>&) { QFAIL("answered by a client that is no more"); });
    QTRY_COMPARE_WITH_TIMEOUT(third.count, 1, kSoonMs);
    QTest::qWait(20);
}

void TestEngineClient::deathsAreNamed_R_04_data() {
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<EngineDeath::How>("how");
    QTest::addColumn<QString>("reason");
    QTest::addColumn<QString>("arg");
    QTest::addColumn<QString>("trace");
    using How = EngineDeath::How;
    const QString fake = DUELO_FAKE_ENGINE;
    QTest::newRow("abort") << fake << "abort@c001" << How::Crashed << "engine_crashed"
                           << "{\"how\":\"SIGABRT\"}"
                           << "SIGABRT";
    QTest::newRow("segmentation fault") << fake << "segv@c001" << How::Crashed << "engine_crashed"
                                        << "{\"how\":\"SIGSEGV\"}"
                                        << "SIGSEGV";
    QTest::newRow("killed by the system")
        << fake << "killed@c001" << How::Crashed << "engine_killed"
        << "{}"
        << "SIGKILL";
    QTest::newRow("exit code") << fake << "exit=9@c001" << How::Exited << "engine_exited"
                               << "{\"exit_code\":9}"
                               << "exit 9";
    QTest::newRow("half a line") << fake << "half-line@c001" << How::Exited << "engine_exited"
                                 << "{\"exit_code\":0}"
                                 << "exit 0";
    QTest::newRow("missing library")
        << fake << "missing-library" << How::Exited << "engine_library_missing"
        << "{\"library\":\"libtorch_cpu.so\"}"
        << "exit 127";
    QTest::newRow("no program") << "no/such/engine"
                                << "" << How::FailedToStart << "engine_missing"
                                << "{\"path\":\"no/such/engine\"}"
                                << "exec";
    QTest::newRow("not a program")
        << QFINDTESTDATA("CMakeLists.txt") << "" << How::FailedToStart << "engine_start_failed"
        << ""
        << "exec";
}

void TestEngineClient::deathsAreNamed_R_04() {
    QFETCH(QString, program);
    QFETCH(QString, scenario);
    QFETCH(EngineDeath::How, how);
    QFETCH(QString, reason);
    QFETCH(QString, arg);
    QFETCH(QString, trace);
    EngineClient client(program, {"serve", scenario});
    Listener listener(client);
    Reply answer;
    client.request(run(2), this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(listener.deaths.size(), 1U, kSoonMs);
    const EngineDeath& death = listener.deaths.front();
    QCOMPARE(death.how, how);
    QCOMPARE(QString::fromStdString(death.reason.code), reason);
    if (!arg.isEmpty()) QCOMPARE(QString::fromStdString(death.reason.args.dump()), arg);
    QCOMPARE(QString::fromStdString(death.trace), trace);
    QCOMPARE(answer.count, 1);
    QCOMPARE(answer.reason(), std::string("engine_gone"));
    QVERIFY(!client.isRunning());
    QVERIFY(client.log().contains(reason));
}

void TestEngineClient::pendingRequestsGetOneAnswerBeforeTheDeath() {
    const auto client = fakeEngine("silent");
    std::vector<Reply> answers(4);
    for (Reply& answer : answers)
        client->request({{"c", "state"}}, this, answer.handler(), {.timeout = 200ms});
    int answered = -1;
    connect(client.get(), &EngineClient::died, this, [&](const EngineDeath& death) {
        QCOMPARE(death.how, EngineDeath::How::Killed);
        QCOMPARE(death.reason.code, std::string("engine_hung"));
        answered = 0;
        for (const Reply& answer : answers) answered += answer.count;
    });
    client->kill({"engine_hung"});
    client->kill({"engine_line_too_long"});  // the first reason stays
    QTRY_COMPARE_WITH_TIMEOUT(answered, 4, kSoonMs);
    QTest::qWait(250);  // the timeouts have passed
    for (const Reply& answer : answers) {
        QCOMPARE(answer.count, 1);
        QCOMPARE(answer.reason(), std::string("engine_gone"));
    }
}

void TestEngineClient::startsAgainAfterADeath() {
    const auto client = fakeEngine("abort@c001");
    Listener listener(*client);
    Reply run_answer, probe_answer;
    client->request(run(1), this, run_answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(listener.deaths.size(), 1U, kSoonMs);
    client->request({{"c", "probe"}}, this, probe_answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(probe_answer.count, 1, kSoonMs);
    QVERIFY(probe_answer.last.has_value());
    QCOMPARE(listener.deaths.size(), 1U);
}

void TestEngineClient::noProcessStays_data() {
    QTest::addColumn<QString>("scenario");
    for (const char* scenario : {"normal", "deaf", "silent", "slow", "hang@c001"})
        QTest::newRow(scenario) << scenario;
}

/// cleanup() looks for what is left.
void TestEngineClient::noProcessStays() {
    QFETCH(QString, scenario);
    auto client = fakeEngine(scenario);
    Listener listener(*client);
    Reply answer;
    client->request(run(2), this, answer.handler());
    if (scenario == "silent")
        QTRY_VERIFY_WITH_TIMEOUT(client->isRunning(), kSoonMs);
    else
        QTRY_VERIFY_WITH_TIMEOUT(listener.countOf<CellRecord>() > 0, kSoonMs);
    client.reset();
    QVERIFY(listener.deaths.empty());  // asked for, so no death
}

/// A large network takes longer to be written than a program that is being closed waits for
/// anything else.
void TestEngineClient::whatWasLearntIsWrittenBeforeItGoes_R_23() {
    auto client = fakeEngine("slow+keeps=4500");
    Listener listener(*client);
    Reply answer;
    const Json command = run(2);
    client->request(command, this, answer.handler());
    QTRY_VERIFY_WITH_TIMEOUT(listener.countOf<CellRecord>() > 0, kSoonMs);
    client.reset();
    const auto log = readRecords(fromUtf8(command["file"].get<std::string>()));
    QVERIFY(log.has_value());
    QCOMPARE(log->integrity, Integrity::Sealed);
}

QTEST_GUILESS_MAIN(TestEngineClient)
#include "tst_engine_client.moc"
