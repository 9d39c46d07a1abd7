// SPDX-License-Identifier: GPL-3.0-or-later
#include <QElapsedTimer>

#include "client_testing.h"

using namespace duelo;
using namespace duelo::ui;
using namespace duelo::testing;

/// Tests how EngineClient reads the engine's lines and hands them on.
class TestEngineRecords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void unreadableLinesCostNothing_R_04_data();
    void unreadableLinesCostNothing_R_04();
    void floodOfErrorsDoesNotBlock();
    void manyRecordsInFewBatches();
    void longLinesAreRead();
    void endlessLineEndsTheEngine();
    void frozenDeliveryWakesNobodyForSamples();
    void lastRecordsComeBeforeTheFinalReply();

private:
    [[nodiscard]] Json run(int cells) const {
        return runCommand(cells, m_folder->filePath("r.duelo"));
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestEngineRecords::unreadableLinesCostNothing_R_04_data() {
    QTest::addColumn<QString>("scenario");
    QTest::addColumn<QString>("logged");
    QTest::newRow("between the records") << "garbage"
                                         << "OMP: warning";
    QTest::newRow("half a line at the end") << "half-line@c002"
                                            << "\"wall_ms\":[1.5,2.";
}

void TestEngineRecords::unreadableLinesCostNothing_R_04() {
    QFETCH(QString, scenario);
    QFETCH(QString, logged);
    const auto client = fakeEngine(scenario);
    Listener listener(*client);
    Reply answer;
    client->request(run(2), this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(listener.countOf<Header>(), 1U);
    QCOMPARE(listener.countOf<CellRecord>(), 2U);
    QCOMPARE(listener.countOf<ResultRecord>(), answer.last ? 2U : 1U);
    QCOMPARE(listener.countOf<UnknownRecord>(), 0U);
    QVERIFY(client->log().contains(logged));
}

void TestEngineRecords::floodOfErrorsDoesNotBlock() {
    const auto client = fakeEngine("stderr-flood");
    std::vector<Reply> answers(3);
    for (Reply& answer : answers) client->request({{"c", "state"}}, this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(answers.back().count, 1, kSoonMs);
    QVERIFY(client->log().contains("!!!"));
    QVERIFY(client->log().size() < 100'000);
}

void TestEngineRecords::manyRecordsInFewBatches() {
    const auto client = fakeEngine("many-samples=100000");
    Listener listener(*client);
    Reply answer;
    QElapsedTimer timer;
    timer.start();
    client->request(run(1), this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, 4 * kSoonMs);
    QVERIFY(answer.last.has_value());
    QCOMPARE(listener.records.size(), client->recordCount());
    QVERIFY(listener.countOf<Samples>() > 100'000);
    int expected = 0;  // in their order
    for (const Record& record : listener.records)
        if (const auto* samples = std::get_if<Samples>(&record))
            if (samples->wall_ms == std::vector<double>{2})
                QCOMPARE(samples->round.front(), expected++);
    QCOMPARE(expected, 100'000);
    // 10 a second, one at once, and one before the reply.
    QVERIFY(static_cast<qint64>(listener.ends.size()) <= timer.elapsed() / 100 + 2);
}

void TestEngineRecords::longLinesAreRead() {
    const auto client = fakeEngine("big-line=16");
    Listener listener(*client);
    Reply answer;
    client->request(run(1), this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(listener.countOf<UnknownRecord>(), 1U);
    for (const Record& record : listener.records)
        if (const auto* unknown = std::get_if<UnknownRecord>(&record))
            QCOMPARE(unknown->line["pad"].get_ref<const std::string&>().size(),
                     std::size_t{16} << 20);
}

void TestEngineRecords::endlessLineEndsTheEngine() {
    const auto client = fakeEngine("endless-line=80");
    Listener listener(*client);
    Reply answer;
    client->request(run(1), this, answer.handler());
    QTRY_COMPARE_WITH_TIMEOUT(listener.deaths.size(), 1U, kSoonMs);
    QCOMPARE(listener.deaths.front().how, EngineDeath::How::Killed);
    QCOMPARE(listener.deaths.front().reason.code, std::string("engine_line_too_long"));
    QCOMPARE(answer.reason(), std::string("engine_gone"));
    QVERIFY(listener.countOf<CellRecord>() == 1U);  // what came before it
}

void TestEngineRecords::frozenDeliveryWakesNobodyForSamples() {
    const auto client = fakeEngine("slow=1500");
    Listener listener(*client);
    client->freezeDelivery(true);
    Reply answer;
    client->request(run(2), this, answer.handler());
    QTRY_VERIFY_WITH_TIMEOUT(listener.countOf<ResultRecord>() == 1U, kSoonMs);
    std::size_t before = 0;  // none is lost, and all come before the result
    for (const Record& record : listener.records) {
        if (std::holds_alternative<ResultRecord>(record)) break;
        before += std::holds_alternative<Samples>(record) ? 1 : 0;
    }
    QCOMPARE(before, 6U);
    std::size_t begin = 0;
    for (const std::size_t end : listener.ends) {
        const auto other = std::any_of(
            listener.records.begin() + static_cast<std::ptrdiff_t>(begin),
            listener.records.begin() + static_cast<std::ptrdiff_t>(end),
            [](const Record& record) { return !std::holds_alternative<Samples>(record); });
        QVERIFY2(other, "a batch of nothing but samples");
        begin = end;
    }
    // Samples that wait come as soon as the window thaws.
    const auto waiting = [&] { return client->recordCount() > listener.records.size(); };
    QTRY_VERIFY_WITH_TIMEOUT(waiting() || answer.count > 0, kSoonMs);
    client->freezeDelivery(false);
    QTRY_VERIFY_WITH_TIMEOUT(!waiting(), kSoonMs);
    QTRY_COMPARE_WITH_TIMEOUT(answer.count, 1, kSoonMs);
    QCOMPARE(listener.countOf<Samples>(), 12U);
}

void TestEngineRecords::lastRecordsComeBeforeTheFinalReply() {
    const auto client = fakeEngine("normal");
    Listener listener(*client);
    std::size_t at_reply = 0;
    client->request(run(3), this, [&](const Result<Json>& reply) {
        QVERIFY(reply.has_value());
        QCOMPARE(reply->value("exit_code", -1), 0);
        QCOMPARE(listener.countOf<End>(), 1U);
        at_reply = listener.records.size();
    });
    QTRY_VERIFY_WITH_TIMEOUT(at_reply > 0, kSoonMs);
    QTest::qWait(150);
    QCOMPARE(listener.records.size(), at_reply);
}

QTEST_GUILESS_MAIN(TestEngineRecords)
#include "tst_engine_records.moc"
