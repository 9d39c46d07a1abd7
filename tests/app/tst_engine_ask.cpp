// SPDX-License-Identifier: Apache-2.0
#include <QDir>
#include <QFile>

#include "conversation.h"
#include "resources/resources.h"

using namespace duelo;

namespace {

QJsonObject ask(const QJsonValue& id, const QString& experiment, const QString& query,
                const QJsonValue& args = QJsonObject()) {
    return {{"c", "ask"}, {"id", id}, {"experiment", experiment}, {"query", query}, {"args", args}};
}

QJsonObject training(const QString& data) {
    return {{"experiment", "training"},
            {"cases", QJsonArray{QJsonObject{{"model", "mlp"}, {"data", data}}}},
            {"variants", QJsonArray{QJsonObject{{"device", "cpu"}}}}};
}

}  // namespace

/// Questions about one experiment: the pipe knows none of them.
class TestEngineAsk : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unknownsAreRefused();
    void dataAreReadOnce_S2_08();
    void onlySomeWhileMeasuring();
    void ownKernelsRunApart();
};

void TestEngineAsk::unknownsAreRefused() {
    Conversation talk;
    talk.say({{"c", "ask"}, {"id", 1}, {"query", "data"}});
    talk.say({{"c", "ask"}, {"id", 2}, {"experiment", "training"}});
    talk.say(ask(3, "juggling", "data"));
    talk.say(ask(4, "training", "weights"));
    talk.say(ask(5, "training", "data", QJsonArray{1}));
    talk.say({{"c", "ask"}, {"id", 6}, {"experiment", "training"}, {"query", "data"}});
    talk.say({{"c", "data"}, {"id", 7}, {"plan", training("digits")}});
    const std::pair<int, const char*> expected[] = {
        {1, "command_needs"},    {2, "command_needs"},    {3, "unknown_value"},
        {4, "question_unknown"}, {5, "field_not_object"}, {6, "field_missing"},
        {7, "command_unknown"}};
    for (const auto& [id, reason] : expected) {
        QVERIFY(!talk.replyTo(id)["ok"].toBool(true));
        QCOMPARE(talk.replyTo(id)["reason"].toString(), QString(reason));
    }
    QVERIFY(talk.replyTo(3)["args"].toObject()["accepted"].toArray().contains("training"));
    QCOMPARE(talk.replyTo(4)["args"].toObject()["accepted"].toArray(),
             (QJsonArray{"data", "samples"}));
}

void TestEngineAsk::dataAreReadOnce_S2_08() {
    Conversation talk;
    // The shipped digits as a student's own MNIST.
    const QDir shipped(QString(DUELO_SOURCE_DIR) + "/resources/data");
    const QString own = talk.path("mnist");
    QVERIFY(QDir().mkpath(own));
    for (const char* part : {"images-idx3-ubyte.gz", "labels-idx1-ubyte.gz"})
        QVERIFY(QFile::copy(shipped.filePath(QString("digits-") + part),
                            QDir(own).filePath(QString("train-") + part)));
    const QJsonObject plan = training(own);
    talk.say(ask(1, "training", "data", QJsonObject{{"plan", plan}}));
    const QJsonObject data = talk.replyTo(1);
    QVERIFY2(data["ok"].toBool(), qPrintable(data["reason"].toString()));
    QCOMPARE(data["data"]["classes"].toArray().size(), 10);
    QCOMPARE(data["preview"].toArray().size(), 25);

    // What has been shown is there for the next question, whatever became of the files.
    QVERIFY(QDir(own).removeRecursively());
    talk.say(
        ask(2, "training", "samples", QJsonObject{{"plan", plan}, {"samples", QJsonArray{4, 2}}}));
    const QJsonObject samples = talk.replyTo(2);
    QVERIFY2(samples["ok"].toBool(), qPrintable(samples["reason"].toString()));
    QCOMPARE(samples["samples"].toArray().size(), 2);
    QCOMPARE(samples["samples"][0]["sample"].toInt(), 4);
}

void TestEngineAsk::onlySomeWhileMeasuring() {
    Conversation talk;
    talk.say({{"c", "run"}, {"plan", talk.plan("strict")}, {"file", talk.path("r.duelo")}});
    QVERIFY(!talk.next("cell").isEmpty());
    talk.say(ask(1, "training", "data", QJsonObject{{"plan", training("digits")}}));
    talk.say(ask(2, "inference", "weights",
                 QJsonObject{{"model", "resnet18"}, {"path", "/no/such.pth"}}));
    QCOMPARE(talk.replyTo(1)["reason"].toString(), QString("run_in_progress"));
    QCOMPARE(talk.replyTo(2)["reason"].toString(), QString("weights_missing"));
}

/// The questions of the window's check: another process emulates a student's text, a cancel ends
/// that process, and the next question is answered as usual.
void TestEngineAsk::ownKernelsRunApart() {
    Conversation talk;
    const std::string_view matmul1 = resource("kernels/matmul1.cu");
    const QByteArray good(matmul1.data(), static_cast<qsizetype>(matmul1.size()));
    QByteArray bare = good, beyond = good;
    bare.replace("extern \"C\" ", "");
    beyond.replace("k < n;", "k <= n;");
    const auto source = [](const QByteArray& text) {
        return QJsonObject{{"name", "mía.cu"}, {"text", QString::fromUtf8(text)}};
    };
    const auto emulate = [&](int id, const QByteArray& text) {
        talk.say(
            ask(id, "matrix_product", "emulate", QJsonObject{{"n", 33}, {"source", source(text)}}));
    };
    emulate(1, good);
    talk.say({{"c", "cancel"}, {"id", 2}, {"what", "ask"}});
    QCOMPARE(talk.replyTo(1)["reason"].toString(), QString("simt_stopped"));
    emulate(3, bare);
    QCOMPARE(talk.replyTo(3)["reason"].toString(), QString("own_kernel_no_extern"));
    talk.say(ask(4, "matrix_product", "compile", source(good)));
    const QJsonObject compiled = talk.replyTo(4);
    if (compiled["reason"].toString() == "nvrtc_missing") QSKIP("NVRTC is not here");
    QCOMPARE(compiled["check"].toArray(),
             (QJsonArray{QJsonObject{{"n", 33}}, QJsonObject{{"n", 36}}}));
    emulate(5, beyond);
    const QJsonObject kernel = talk.replyTo(5)["kernels"].toArray().first().toObject();
    const QJsonObject why = kernel["reason"].toObject();
    QCOMPARE(why["code"].toString(), QString("simt_out_of_bounds"));
    QCOMPARE(why["args"].toObject()["line"].toInt(),
             beyond.left(beyond.indexOf("k <= n;")).count('\n') + 1);
}

QTEST_GUILESS_MAIN(TestEngineAsk)
#include "tst_engine_ask.moc"
