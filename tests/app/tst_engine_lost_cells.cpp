// SPDX-License-Identifier: Apache-2.0
#include <QFile>

#include "conversation.h"
#include "experiments/compare.h"

using namespace duelo;

namespace {

QJsonObject lost(const QString& cell, const QString& how = "SIGABRT") {
    return {{"cell", cell},
            {"reason", "engine_crashed"},
            {"args", QJsonObject{{"how", how}}},
            {"message", "core dumped"}};
}

/// A plan of four cells, of which two share a case each.
QJsonObject fourCells() {
    QJsonObject plan = Conversation::plan("quick");
    plan["variants"] = QJsonArray{QJsonObject{
        {"device", "cpu"}, {"threads", 1}, {"mode", QJsonArray{"eager", "channels_last"}}}};
    return plan;
}

/// Lets the engine die in c002, beside c001 in one case.
void dieAt(Conversation& talk) {
    talk.say({{"c", "run"}, {"id", 1}, {"plan", fourCells()}, {"file", talk.path("r.duelo")}});
    QVERIFY(talk.process().waitForFinished(60'000));
}

/// The process that comes after it, in the same folder.
class Successor {
public:
    explicit Successor(const Conversation& before) : m_before(before) {
        m_before.engine().start(m_process, {"serve"});
    }
    ~Successor() {
        m_process.kill();
        m_process.waitForFinished();
    }
    /// All lines until the reply.
    QList<QJsonObject> resume(const QJsonObject& fields) {
        QJsonObject command{{"c", "resume"}, {"id", 7}, {"file", m_before.path("r.duelo")}};
        for (auto field = fields.begin(); field != fields.end(); ++field)
            command[field.key()] = field.value();
        m_process.write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
        QList<QJsonObject> lines;
        while (lines.isEmpty() || lines.last()["r"].toString() != "reply") {
            while (!m_process.canReadLine())
                if (!m_process.waitForReadyRead(60'000)) return lines;
            lines.append(QJsonDocument::fromJson(m_process.readLine()).object());
        }
        return lines;
    }

private:
    const Conversation& m_before;
    QProcess m_process;
};

}  // namespace

/// A process died at work: the window names the cell, the next process writes that down.
class TestEngineLostCells : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lostCellFailsAndTheRestIsMeasured_R_04();
    void aResultThatIsThereStays();
    void unknownCellsAndBadWordsChangeNothing();
};

void TestEngineLostCells::lostCellFailsAndTheRestIsMeasured_R_04() {
    Conversation talk([](EngineProcess& engine) { engine.set("DUELO_FAULT", "abort@c002:8"); },
                      DUELO_FAULTY_ENGINE);
    dieAt(talk);
    QVERIFY(talk.engine().results("r.duelo").empty());

    // The successor has the same fault waiting in c002: it dies too if it tries that again.
    Successor next(talk);
    const auto lines = next.resume({{"lost", lost("c002")}});
    QVERIFY(!lines.isEmpty());
    QCOMPARE(lines.last()["to"].toString(), QString("resume"));
    QCOMPARE(lines.last()["exit_code"].toInt(-1), 1);
    QCOMPARE(lines[0]["r"].toString(), QString("header"));
    QCOMPARE(lines[1]["r"].toString(), QString("cell"));
    QCOMPARE(lines[1]["experiment"].toString(), QString("inference"));
    QCOMPARE(lines[1]["case"]["size_px"].toInt(), 64);
    QCOMPARE(lines[1]["variant"]["mode"].toString(), QString("channels_last"));
    QCOMPARE(lines[2]["r"].toString(), QString("result"));
    QCOMPARE(lines[2]["cell"].toString(), QString("c002"));
    QCOMPARE(lines[2]["status"].toString(), QString("failed"));
    QCOMPARE(lines[2]["reason"].toString(), QString("engine_crashed"));
    QCOMPARE(lines[2]["args"]["how"].toString(), QString("SIGABRT"));

    const auto results = talk.engine().results("r.duelo");
    QCOMPARE(results.size(), 4U);
    for (const auto& [cell, result] : results)
        QCOMPARE(result.status, cell == "c002" ? Status::Failed : Status::Done);
    QCOMPARE(results.at("c002").reason->message, std::string("core dumped"));
    const RecordLog log = talk.engine().records("r.duelo");
    QCOMPARE(log.integrity, Integrity::Sealed);
    QVERIFY(compare(std::span(&log, 1)).has_value());
}

void TestEngineLostCells::aResultThatIsThereStays() {
    Conversation talk([](EngineProcess& engine) { engine.set("DUELO_FAULT", "exit@c003:8"); },
                      DUELO_FAULTY_ENGINE);
    dieAt(talk);
    QCOMPARE(talk.engine().results("r.duelo").size(), 2U);
    Successor next(talk);
    // c003 and c004 were open; c001 had its result, whatever the window believes.
    const auto lines = next.resume({{"lost", lost("c003", "exit 9")}});
    QCOMPARE(lines.last()["exit_code"].toInt(-1), 1);
    Successor third(talk);
    QCOMPARE(third.resume({{"lost", lost("c001")}}).last()["exit_code"].toInt(-1), 1);
    const auto results = talk.engine().results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Done);
    QCOMPARE(results.at("c003").status, Status::Failed);
    QCOMPARE(results.at("c004").status, Status::Done);
}

void TestEngineLostCells::unknownCellsAndBadWordsChangeNothing() {
    Conversation talk;
    talk.say(
        {{"c", "run"}, {"id", 1}, {"plan", talk.plan("quick")}, {"file", talk.path("r.duelo")}});
    QCOMPARE(talk.replyTo(1)["exit_code"].toInt(-1), 0);
    talk.say({{"c", "quit"}});
    QVERIFY(talk.process().waitForFinished(5000));
    Successor next(talk);
    for (const QJsonValue& odd : {QJsonValue(7), QJsonValue(QJsonObject{{"cell", "c001"}}),
                                  QJsonValue(QJsonObject{{"cell", 1}, {"reason", "x"}})}) {
        const auto lines = next.resume({{"lost", odd}});
        QCOMPARE(lines.size(), 1);
        QCOMPARE(lines[0]["reason"].toString(), QString("command_needs"));
    }
    QCOMPARE(next.resume({{"lost", lost("c999")}}).last()["exit_code"].toInt(-1), 0);
    QCOMPARE(talk.engine().results("r.duelo").size(), 2U);
}

QTEST_GUILESS_MAIN(TestEngineLostCells)
#include "tst_engine_lost_cells.moc"
