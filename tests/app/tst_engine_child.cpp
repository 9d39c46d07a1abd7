// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <csignal>
#include <set>

#include <QFile>

#include "conversation.h"
#include "measure/child_work.h"
#include "process_table.h"

using namespace duelo;
#ifdef Q_OS_LINUX
using namespace duelo::test;
#endif

namespace {

/// The parent's side of a child engine's pipe.
class Parent {
public:
    explicit Parent(const QStringList& options = {}) {
        m_engine.start(m_process, QStringList{"child"} + options);
    }
    ~Parent() {
        m_process.kill();
        m_process.waitForFinished();
    }
    /// Sends a line and returns the answer to it.
    QJsonObject ask(const QByteArray& line) {
        m_process.write(line + '\n');
        for (;;) {
            while (!m_process.canReadLine())
                if (!m_process.waitForReadyRead(60'000)) return {};
            const auto said = QJsonDocument::fromJson(m_process.readLine()).object();
            if (!said.isEmpty() && !said.contains("beat")) return said;
        }
    }
    QJsonObject ask(const QJsonObject& request) {
        return ask(QJsonDocument(request).toJson(QJsonDocument::Compact));
    }
    QJsonObject prepare(const QString& experiment, int size_px = 64) {
        return ask(QJsonObject{
            {"do", "prepare"},
            {"cell", QJsonObject{{"id", "c001"},
                                 {"experiment", experiment},
                                 {"case", QJsonObject{{"model", "resnet18"}, {"size_px", size_px}}},
                                 {"variant", QJsonObject{{"device", "cpu"},
                                                         {"threads", 1},
                                                         {"precision", "fp32"},
                                                         {"mode", "eager"}}}}},
            {"run", QJsonObject()}});
    }
    [[nodiscard]] const EngineProcess& engine() const { return m_engine; }
    QProcess& process() { return m_process; }

private:
    EngineProcess m_engine;
    QProcess m_process;
};

QStringList strict(const QString& sizes) {
    QStringList arguments = EngineProcess::tiny(sizes, "r.duelo");
    arguments[arguments.indexOf("quick")] = "strict";
    return arguments << "--json";
}

/// Whether it prints a line with all of these, within a minute.
bool prints(QProcess& process, const QByteArrayList& words) {
    for (;;) {
        while (!process.canReadLine())
            if (!process.waitForReadyRead(60'000)) return false;
        const QByteArray line = process.readLine();
        if (std::ranges::all_of(words, [&](const QByteArray& word) { return line.contains(word); }))
            return true;
    }
}

#ifdef Q_OS_LINUX
void interrupt(QProcess& process) {
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    QVERIFY(process.waitForFinished(30'000));
    QCOMPARE(process.exitCode(), 3);
}
#endif

}  // namespace

/// Child engines: what strict measures with.
class TestEngineChild : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doesTheWorkOfACell();
    void whatHangsIsEnded_R_05();
    void nonsenseIsRefused();
    void isNoCommandForPeople();
    void strictTakesItsRoundsInThreeProcesses();
    void aChildThatDiesCostsItsCell_R_04();
    void noChildOutlivesItsParent();
};

void TestEngineChild::doesTheWorkOfACell() {
    Parent parent;
    const QJsonObject prepared = parent.prepare("inference")["prepared"].toObject();
    QVERIFY(!prepared["quantities"].toArray().isEmpty());
    QVERIFY(!prepared["identities"].toArray().isEmpty());
    QVERIFY(prepared["load_ms"].toDouble() > 0);
    QVERIFY(parent.ask(QJsonObject{{"do", "block"}}).contains("block"));
    const QJsonObject timing =
        parent.ask(QJsonObject{{"do", "step"}, {"calls", 2}})["timing"].toObject();
    QVERIFY(timing["wall_ms"].toDouble() > 0);
#ifdef __linux__
    QVERIFY(timing["waited_ms"].isDouble());
#endif
    QVERIFY(parent.ask(QJsonObject{{"do", "state"}})["state"].toObject()["peak_bytes"].toDouble() >
            0);
    // On the CPU there is nothing that a call does not hold.
    const QJsonObject apart = parent.ask(QJsonObject{{"do", "apart"}})["apart"].toObject();
    QVERIFY(apart["parts"].isArray() && apart["parts"].toArray().isEmpty());
    const auto fingerprint = [&]() -> QJsonValue {
        return parent.ask(QJsonObject{{"do", "output"}})["output"].toObject()["fingerprint"];
    };
    const QJsonValue first = fingerprint();
    QCOMPARE(first.toObject()["shape"].toArray(), (QJsonArray{1, 1000}));
    // The same process can take another cell.
    QVERIFY(parent.prepare("inference", 80).contains("prepared"));
    QVERIFY(parent.ask(QJsonObject{{"do", "step"}, {"calls", 1}}).contains("timing"));
    QVERIFY(fingerprint() != first);

    parent.process().closeWriteChannel();
    QVERIFY(parent.process().waitForFinished(10'000));
    QCOMPARE(parent.process().exitCode(), 0);
    QVERIFY(!QFile::exists(parent.engine().path("lock")));
}

/// A text of a student's own that never comes back ends its process and no other. In its
/// place stands a product that no processor makes within the limit and that tells nothing
/// meanwhile.
void TestEngineChild::whatHangsIsEnded_R_05() {
    Parent parent({"--call-limit", "0.01"});
    const QJsonObject cell{
        {"id", "c001"},
        {"experiment", "matrix_product"},
        {"case", QJsonObject{{"n", 8192}, {"seed", 1}}},
        {"variant",
         QJsonObject{
             {"device", "cpu"}, {"precision", "fp32"}, {"kernel", "library"}, {"threads", 1}}},
        {"attachments", QJsonObject{{"mine.cu", "a text"}}}};
    const auto prepared = parent.ask(QJsonObject{{"do", "prepare"}, {"cell", cell}});
    QVERIFY2(prepared.contains("prepared"), QJsonDocument(prepared).toJson());
    QVERIFY(parent.ask(QJsonObject{{"do", "step"}, {"calls", 1}}).isEmpty());
    QTRY_COMPARE(parent.process().state(), QProcess::NotRunning);
    QCOMPARE(parent.process().exitCode(), kSourceHangs);
}

void TestEngineChild::nonsenseIsRefused() {
    Parent parent;
    const auto refused = [&](const QJsonObject& said, const QString& how, const QString& reason) {
        return said["refused"].toString() == how && said["reason"].toString() == reason;
    };
    QVERIFY(refused(parent.ask(QByteArray("what?")), "failed", "child_not_understood"));
    QVERIFY(refused(parent.ask(QByteArray("[1]")), "failed", "child_not_understood"));
    QVERIFY(refused(parent.ask(QJsonObject{{"do", "step"}, {"calls", 1}}), "failed",
                    "child_not_understood"));  // nothing is prepared
    QVERIFY(refused(parent.prepare("juggling"), "skipped", "unknown_value"));
    QVERIFY(refused(parent.prepare("inference", 1), "skipped", "size_too_small"));
    QVERIFY(parent.prepare("inference").contains("prepared"));
    QVERIFY(refused(parent.ask(QJsonObject{{"do", "step"}, {"calls", 0}}), "failed",
                    "child_not_understood"));
    QVERIFY(refused(parent.ask(QJsonObject{{"do", "dance"}}), "failed", "child_not_understood"));
    QVERIFY(parent.ask(QJsonObject{{"do", "step"}, {"calls", 1}}).contains("timing"));
}

void TestEngineChild::isNoCommandForPeople() {
    const EngineProcess engine;
    const auto help = engine.run({"--help"});
    QVERIFY(help.out.contains("self-test"));
    QVERIFY(!help.out.contains("work for another engine"));
}

void TestEngineChild::strictTakesItsRoundsInThreeProcesses() {
#ifndef Q_OS_LINUX
    QSKIP("asks Linux for its processes");
#else
    const EngineProcess engine;
    QProcess process;
    engine.start(process, strict("64"));
    QVERIFY(prints(process, {"\"r\":\"samples\"", "\"process\":["}));
    QCOMPARE(childrenOf(process.processId()).size(), 3U);
    interrupt(process);

    std::set<int> seen;
    for (const Record& record : engine.records("r.duelo").records) {
        if (const auto* cold = std::get_if<Cold>(&record)) QVERIFY(cold->process_first);
        if (const auto* samples = std::get_if<Samples>(&record))
            for (std::size_t i = 0; i < samples->process.size(); ++i) {
                QCOMPARE(samples->process[i], samples->round[i] % 3);
                seen.insert(samples->process[i]);
            }
    }
    QVERIFY(seen.contains(1));
    QCOMPARE(engine.results("r.duelo").at("c001").status, Status::Cancelled);
#endif
}

void TestEngineChild::aChildThatDiesCostsItsCell_R_04() {
#ifndef Q_OS_LINUX
    QSKIP("asks Linux for its processes");
#else
    EngineProcess engine(DUELO_FAULTY_ENGINE);
    engine.set("DUELO_FAULT", "abort@c001:3");
    QProcess process;
    engine.start(process, strict("64,80"));
    QVERIFY(prints(process, {"\"r\":\"samples\"", "c002"}));
    interrupt(process);
    const auto results = engine.results("r.duelo");
    QCOMPARE(results.at("c001").status, Status::Failed);
    QCOMPARE(results.at("c001").reason->code, std::string("child_died"));
    QCOMPARE(results.at("c001").reason->args["code"].get<int>(), -SIGABRT);
    QVERIFY(results.at("c002").summary->n > 0);
#endif
}

void TestEngineChild::noChildOutlivesItsParent() {
#ifndef Q_OS_LINUX
    QSKIP("asks Linux for its processes");
#else
    const EngineProcess engine;
    QProcess process;
    engine.start(process, strict("64"));
    QVERIFY(prints(process, {"\"r\":\"samples\""}));
    const std::set<qint64> children = childrenOf(process.processId());
    QCOMPARE(children.size(), 3U);
    process.kill();
    QVERIFY(process.waitForFinished());
    for (const qint64 child : children) QTRY_VERIFY_WITH_TIMEOUT(isGone(child), 10'000);
#endif
}

QTEST_GUILESS_MAIN(TestEngineChild)
#include "tst_engine_child.moc"
