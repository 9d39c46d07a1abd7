// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include <QFile>

#include "conversation.h"
#include "process_table.h"

using namespace duelo;

namespace {

/// A PC whose GPU is a stand-in: driver and module are stubs, and the module registers itself with
/// LibTorch as the real one does.
void giveGpu(EngineProcess& engine) {
    const QString stubs = QStringLiteral(DUELO_STUBS);
    engine.set("LD_LIBRARY_PATH", stubs + "/driver");
    engine.set("DUELO_STUB_CUDA", "0 13000 RTX 4060@8.9");
    engine.set("DUELO_CUDA_MODULE", stubs + "/hooks/libduelo_cuda.so");
}

QByteArray inOneLine(const QJsonObject& object) {
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

}  // namespace

/// LibTorch decides once per process whether it has a CUDA part, at the first question that touches
/// it; so whatever the program does first, the GPU has been opened before.
class TestEngineGpu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void probeSeesIt_R_07();
    void serveSeesIt_R_07();
    void runAndResumeSeeIt_R_07();
    void instancesOfTheCpuLeaveItAlone_R_03();
    void itsStateIsToldOnRequest_S2_38();
    void withoutOneNothingIsTold_S2_38();
};

void TestEngineGpu::probeSeesIt_R_07() {
    EngineProcess engine;
    giveGpu(engine);
    const auto outcome = engine.run({"probe", "--json"});
    QCOMPARE(outcome.code, 0);
    const QJsonObject sheet = QJsonDocument::fromJson(outcome.out.toUtf8()).object();
    const QJsonObject gpu = sheet["gpu"].toObject();
    QVERIFY2(gpu["available"].toBool(), inOneLine(gpu));
    QCOMPARE(gpu["name"].toString(), QString("Fake GPU"));
    // Nothing of what LibTorch tells of itself was given up for it.
    QVERIFY(sheet["engine"].toObject()["libtorch"].toString().startsWith("2.11"));
    QVERIFY(!sheet["engine"].toObject()["compiler"].toString().isEmpty());
}

void TestEngineGpu::serveSeesIt_R_07() {
    Conversation talk(giveGpu);
    for (const int id : {1, 2}) talk.say({{"c", "probe"}, {"id", id}});
    for (const int id : {1, 2}) {
        const QJsonObject reply = talk.replyTo(id);
        const QJsonObject gpu = reply["sheet"].toObject()["gpu"].toObject();
        QVERIFY2(gpu["available"].toBool(), inOneLine(gpu));
    }
}

void TestEngineGpu::runAndResumeSeeIt_R_07() {
    EngineProcess engine;
    giveGpu(engine);
    QCOMPARE(engine.run(EngineProcess::tiny("64", "seen.duelo")).code, 0);
    QCOMPARE(engine.run({"resume", "seen.duelo"}).code, 0);
    const EngineSheet sheet = engine.records("seen.duelo").header().engine;
    QVERIFY2(!sheet.gpu_reason, sheet.gpu_reason ? sheet.gpu_reason->code.c_str() : "");
    QCOMPARE(sheet.gpu.name, std::string("Fake GPU"));
    // A choice that changes times is told, not left to be guessed.
    QVERIFY(sheet.cudnn_benchmark == false);
}

/// Each would take half a gigabyte of it for nothing; the engine that they work for has opened it.
void TestEngineGpu::instancesOfTheCpuLeaveItAlone_R_03() {
#ifdef Q_OS_LINUX
    EngineProcess engine;
    giveGpu(engine);
    QProcess process;
    engine.start(process, EngineProcess::tiny("64", "r.duelo") +
                              QStringList{"--threads", "1", "--instances", "2", "--json"});
    const auto maps = [](qint64 of) {
        QFile file(QString("/proc/%1/maps").arg(of));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    };
    QByteArray line;
    while (!line.contains("\"stage\":\"cold\"")) {
        QVERIFY(process.canReadLine() || process.waitForReadyRead(60'000));
        if (process.canReadLine()) line = process.readLine();
    }
    QVERIFY(maps(process.processId()).contains("libduelo_cuda.so"));
    const std::set<qint64> instances = test::childrenOf(process.processId());
    QVERIFY(instances.size() >= 2);
    for (const qint64 instance : instances) {
        const QByteArray mapped = maps(instance);
        QVERIFY(mapped.contains("libtorch_cpu") && !mapped.contains("libduelo_cuda.so"));
    }
    QVERIFY(process.waitForFinished(60'000));
    QCOMPARE(process.exitCode(), 0);
#endif
}

/// A line of the pipe before the reply; and who keeps it busy is named.
void TestEngineGpu::itsStateIsToldOnRequest_S2_38() {
    Conversation talk(giveGpu);
    talk.say({{"c", "gpu"}, {"id", 1}});  // nobody has looked for one yet
    QCOMPARE(talk.replyTo(1)["told"], QJsonValue(false));
    talk.say({{"c", "probe"}, {"id", 2}});
    talk.say({{"c", "gpu"}, {"id", 3}});
    const QJsonArray warnings = talk.replyTo(2)["sheet"].toObject()["warnings"].toArray();
    const bool named = std::ranges::any_of(warnings, [](const QJsonValue& one) {
        return one.toObject()["code"].toString().startsWith("gpu_used_by");
    });
    QVERIFY2(named, QJsonDocument(warnings).toJson());
    QCOMPARE(talk.replyTo(3)["told"], QJsonValue(true));
    QCOMPARE(talk.heard().at(talk.heard().size() - 2)["r"].toString(), QString("gpu"));
    const QJsonObject line = talk.heard().at(talk.heard().size() - 2);
    QCOMPARE(line["temperature_c"].toInt(), 54);
    QCOMPARE(line["load_percent"].toInt(), 70);
    const QJsonObject process = line["processes"].toArray().at(0).toObject();
    QCOMPARE(process["pid"].toInt(), 1);
    QCOMPARE(process["own"], QJsonValue(false));
    QVERIFY(!line.contains("power_w"));  // not told is absent
}

void TestEngineGpu::withoutOneNothingIsTold_S2_38() {
    Conversation talk([](EngineProcess& engine) { engine.set("DUELO_CUDA_MODULE", "none"); });
    talk.say({{"c", "probe"}, {"id", 1}});
    talk.say({{"c", "gpu"}, {"id", 2}});
    QCOMPARE(talk.replyTo(2)["told"], QJsonValue(false));
    for (const QJsonObject& line : talk.heard()) QVERIFY(line["r"].toString() != "gpu");
}

QTEST_GUILESS_MAIN(TestEngineGpu)
#include "tst_engine_gpu.moc"
