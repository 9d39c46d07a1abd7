// SPDX-License-Identifier: Apache-2.0
#include "conversation.h"

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

QTEST_GUILESS_MAIN(TestEngineGpu)
#include "tst_engine_gpu.moc"
