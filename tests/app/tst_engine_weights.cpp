// SPDX-License-Identifier: Apache-2.0
#include <QFile>

#include "conversation.h"

using namespace duelo;

namespace {

/// Takes curl's place: writes a little now and then, for ever.
constexpr const char* kSlowCurl = "#!/bin/sh\nwhile :; do printf 0123456789; sleep 0.05; done\n";
constexpr const char* kRefusedCurl =
    "#!/bin/sh\necho 'curl: (22) The requested URL returned error: 403' >&2\nexit 22\n";

std::function<void(EngineProcess&)> withCurl(const char* script) {
    return [script](EngineProcess& engine) {
        QFile curl(engine.path("curl"));
        if (!curl.open(QFile::WriteOnly) || curl.write(script) < 0) qFatal("no curl");
        curl.setPermissions(QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
        engine.set("DUELO_CURL", engine.path("curl"));
    };
}

QString shippedWeights() {
    return QString(DUELO_BINARY_DIR) + "/share/duelo/weights/efficientnet-lite0-57934424.pth";
}

QJsonObject download(const QJsonValue& id, const QJsonValue& model) {
    return {{"c", "ask"},
            {"id", id},
            {"experiment", "inference"},
            {"query", "official_weights"},
            {"args", QJsonObject{{"model", model}}}};
}

/// Asks, with the id 1, whether a file fits a model.
QJsonObject whether(const QString& model, const QString& path) {
    return {{"c", "ask"},
            {"id", 1},
            {"experiment", "inference"},
            {"query", "weights"},
            {"args", QJsonObject{{"model", model}, {"path", path}}}};
}

}  // namespace

/// Weights through the window: download, cancel, and whether a file fits (S0-31, R-17..R-19).
class TestEngineWeights : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void downloadTellsHowFarAndStops();
    void failedDownloadSaysWhy();
    void noDownloadWhileMeasuring();
    void fittingFileIsDescribed_R_19();
    void otherFilesAreRefused_data();
    void otherFilesAreRefused();
};

void TestEngineWeights::downloadTellsHowFarAndStops() {
#ifdef Q_OS_WIN
    QSKIP("the fake curl is a shell script");
#endif
    Conversation talk(withCurl(kSlowCurl));
    talk.say({{"c", "cancel"}, {"id", 1}, {"what", "ask"}});
    QVERIFY(!talk.replyTo(1)["running"].toBool(true));

    QElapsedTimer timer;
    timer.start();
    talk.say(download("get", "mobilenet_v2"));
    QJsonObject progress;
    int lines = 0;
    double done = -1;
    while (lines < 4) {
        progress = talk.next("progress", "ask");
        ++lines;
        QCOMPARE(progress["id"].toString(), QString("get"));
        QCOMPARE(progress["total_bytes"].toInt(), 14'212'972);
        QVERIFY(progress["done_bytes"].toDouble() >= done);
        done = progress["done_bytes"].toDouble();
    }
    QVERIFY(done > 0);
    QVERIFY(timer.elapsed() >= 700);  // four lines: at most four a second

    talk.say(download("more", "alexnet"));
    QCOMPARE(talk.replyTo("more")["reason"].toString(), QString("answer_in_progress"));
    talk.say({{"c", "cancel"}, {"id", 2}});  // of the run: the download goes on
    QVERIFY(!talk.replyTo(2)["running"].toBool(true));
    QVERIFY(!talk.next("progress").isEmpty());
    talk.say({{"c", "cancel"}, {"id", 3}, {"what", "ask"}});
    QVERIFY(talk.replyTo(3)["running"].toBool());
    QCOMPARE(talk.replyTo("get")["reason"].toString(), QString("fetch_cancelled"));

    QTest::qWait(300);  // the sleep of the fake curl holds the file a little longer than itself
    talk.say(download("again", "mobilenet_v2"));
    QVERIFY(talk.next("progress")["done_bytes"].toDouble() >= done);  // it goes on from there
    talk.say({{"c", "quit"}});
    QVERIFY(talk.process().waitForFinished(5000));
    QCOMPARE(talk.process().exitCode(), 0);
}

void TestEngineWeights::failedDownloadSaysWhy() {
#ifdef Q_OS_WIN
    QSKIP("the fake curl is a shell script");
#endif
    Conversation talk(withCurl(kRefusedCurl));
    talk.say(download(1, "resnet18"));
    QCOMPARE(talk.replyTo(1)["reason"].toString(), QString("fetch_refused"));
    talk.say(download(2, "resnet18"));  // the next attempt may come
    QCOMPARE(talk.replyTo(2)["reason"].toString(), QString("fetch_refused"));
    talk.say(download(3, QJsonValue()));
    QCOMPARE(talk.replyTo(3)["reason"].toString(), QString("field_not_text"));
    if (!QFile::exists(shippedWeights())) return;
    talk.say(download(4, "efficientnet_lite0"));  // is here already
    QVERIFY(QFile::exists(talk.replyTo(4)["path"].toString()));
}

void TestEngineWeights::noDownloadWhileMeasuring() {
    Conversation talk(withCurl(kSlowCurl));
    talk.say(
        {{"c", "run"}, {"id", 1}, {"plan", talk.plan("strict")}, {"file", talk.path("r.duelo")}});
    talk.say(download(2, "alexnet"));
    QCOMPARE(talk.replyTo(2)["reason"].toString(), QString("run_in_progress"));
}

void TestEngineWeights::fittingFileIsDescribed_R_19() {
    if (!QFile::exists(shippedWeights())) QSKIP("the trained weights are not here");
    Conversation talk;
    talk.say(whether("efficientnet_lite0", shippedWeights()));
    const QJsonObject sheet = talk.replyTo(1);
    QVERIFY2(sheet["ok"].toBool(), qPrintable(sheet["reason"].toString()));
    QCOMPARE(sheet["provenance"].toString(), QString("official"));
    QVERIFY(sheet["sha256"].toString().startsWith("57934424"));
    QVERIFY(sheet["tensors"].toInt() > 100);
    QVERIFY(sheet["notes"].toArray().isEmpty());
}

void TestEngineWeights::otherFilesAreRefused_data() {
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("reason");
    const QString picture = QString(DUELO_SOURCE_DIR) + "/resources/samples/chelsea.png";
    QTest::newRow("another model's") << "resnet18" << shippedWeights() << "weights_other_model";
    QTest::newRow("a picture") << "resnet18" << picture << "weights_unknown";
    QTest::newRow("nothing") << "resnet18"
                             << "/no/such.pth"
                             << "weights_missing";
    QTest::newRow("a folder") << "resnet18"
                              << "/"
                              << "weights_is_folder";
    QTest::newRow("no such model") << "lenet" << picture << "unknown_model";
}

void TestEngineWeights::otherFilesAreRefused() {
    QFETCH(QString, model);
    QFETCH(QString, path);
    QFETCH(QString, reason);
    if (path == shippedWeights() && !QFile::exists(path)) QSKIP("the trained weights are not here");
    Conversation talk;
    talk.say(whether(model, path));
    const QJsonObject refused = talk.replyTo(1);
    QVERIFY(!refused["ok"].toBool(true));
    QCOMPARE(refused["reason"].toString(), reason);
    if (reason.startsWith("weights_")) QCOMPARE(refused["args"]["path"].toString(), path);
}

QTEST_GUILESS_MAIN(TestEngineWeights)
#include "tst_engine_weights.moc"
