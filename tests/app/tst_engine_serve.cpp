// SPDX-License-Identifier: Apache-2.0
#include <csignal>

#include <QDir>
#include <QElapsedTimer>
#include <QFile>

#include "conversation.h"

using namespace duelo;

class TestEngineServe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void probesAndShowsThumbnails_R_14();
    void thumbnailsOfEveryInput_R_14();
    void imagesOfAFolder_S0_08();
    void stateTellsTheLoad_R_28();
    void rubbishIsAnsweredAndSurvived();
    void everyReplyCarriesItsId();
    void whatIsAllowedIsAList();
    void runsAsTheCommandLineDoes();
    void predictionIsKept_P_01();
    void cancelIsHeardWhileMeasuring_R_23();
    void cancelIsAnsweredAtOnce_R_23();
    void anEndFromOutsideSealsTheRun_R_23_data();
    void anEndFromOutsideSealsTheRun_R_23();
    void runOutlivesTheWindow();
    void questionsAreAnsweredAfterTheEnd();
};

void TestEngineServe::probesAndShowsThumbnails_R_14() {
    Conversation talk;
    talk.say({{"c", "probe"}});
    const QJsonObject sheet = talk.next("reply", "probe")["sheet"].toObject();
    const QJsonObject inference = sheet["experiments"][0].toObject();
    QCOMPARE(inference["id"].toString(), QString("inference"));
    // The published ones, and what Duelo trains.
    QCOMPARE(inference["models"].toArray().size(), 10);

    const QString sample = QString(DUELO_SOURCE_DIR) + "/resources/samples/chelsea.png";
    talk.say({{"c", "thumbnail"}, {"path", sample}, {"max_px", 64}});
    const QJsonObject thumbnail = talk.next("reply", "thumbnail");
    QVERIFY(thumbnail["ok"].toBool());
    QCOMPARE(thumbnail["width_px"].toInt(), 64);
    const auto rgb = QByteArray::fromBase64(thumbnail["rgb"].toString().toLatin1(),
                                            QByteArray::AbortOnBase64DecodingErrors);
    QCOMPARE(rgb.size(), 3 * 64 * thumbnail["height_px"].toInt());

    talk.say({{"c", "thumbnail"}, {"path", "/no/such.png"}});
    const QJsonObject refused = talk.next("reply", "thumbnail");
    QVERIFY(!refused["ok"].toBool());
    QCOMPARE(refused["reason"].toString(), "image_not_found");
}

void TestEngineServe::thumbnailsOfEveryInput_R_14() {
    Conversation talk;
    talk.say({{"c", "thumbnail"}, {"id", 1}, {"path", "sample:chelsea.png"}, {"max_px", 48}});
    QCOMPARE(talk.replyTo(1)["width_px"].toInt(), 48);
    QCOMPARE(talk.replyTo(1)["path"].toString(), QString("sample:chelsea.png"));

    const QString sample = QString(DUELO_SOURCE_DIR) + "/resources/samples/rocket.jpg";
    const QString odd = "a ñandú #1 图.jpg";
    QVERIFY(QFile::copy(sample, talk.path(odd)));
    // The engine's folder is that of the window: a relative path means the same to both.
    talk.say({{"c", "thumbnail"}, {"id", 2}, {"path", odd}, {"max_px", "large"}});
    QVERIFY2(talk.replyTo(2)["ok"].toBool(), qPrintable(talk.replyTo(2)["reason"].toString()));
    QVERIFY(talk.replyTo(2)["height_px"].toInt() <= 96);

    const std::pair<QJsonValue, const char*> refused[] = {
        {"random", "input_has_no_picture"},
        {"sample:nobody.png", "sample_missing"},
        {"", "path_not_usable"},
        {"a" + QString(QChar(0)) + "b", "path_not_usable"},
        {"/", "image_is_directory"},
        {QJsonArray{}, "command_needs"},
        {"no/such.png", "image_not_found"}};
    int id = 10;
    for (const auto& [path, reason] : refused) {
        talk.say({{"c", "thumbnail"}, {"id", ++id}, {"path", path}});
        QCOMPARE(talk.replyTo(id)["reason"].toString(), QString(reason));
    }
}

void TestEngineServe::imagesOfAFolder_S0_08() {
    Conversation talk;
    const QString folder = QString(DUELO_SOURCE_DIR) + "/resources/samples";
    talk.say({{"c", "images"}, {"id", "a"}, {"path", folder}});
    const QJsonArray images = talk.replyTo("a")["images"].toArray();
    QCOMPARE(images.size(), QDir(folder).entryList({"*.png", "*.jpg"}).size());
    QVERIFY(talk.replyTo("a")["skipped"].toArray().isEmpty());
    talk.say({{"c", "images"}, {"id", "b"}, {"path", images[0]}});
    QCOMPARE(talk.replyTo("b")["images"].toArray(), QJsonArray{images[0]});
    QVERIFY(QFile::copy(folder + "/rocket.jpg", talk.path("rocket.jpg")));
    QVERIFY(QFile(talk.path("empty.jpg")).open(QIODevice::WriteOnly));
    talk.say({{"c", "images"}, {"id", "d"}, {"path", talk.path("")}});
    QCOMPARE(talk.replyTo("d")["images"].toArray().size(), 1);
    const QJsonArray skipped = talk.replyTo("d")["skipped"].toArray();
    QCOMPARE(skipped.size(), 1);
    QCOMPARE(skipped[0]["code"].toString(), QString("image_empty"));
    talk.say({{"c", "images"}, {"id", "c"}, {"path", talk.path("nowhere")}});
    QCOMPARE(talk.replyTo("c")["reason"].toString(), QString("image_not_found"));
}

void TestEngineServe::stateTellsTheLoad_R_28() {
    Conversation talk;
    talk.say({{"c", "state"}, {"id", 1}});
    QVERIFY(talk.replyTo(1)["warnings"].isArray());
    QTest::qWait(300);
    talk.say({{"c", "state"}, {"id", 2}});
    const QJsonObject state = talk.replyTo(2)["state"].toObject();
    // One monitor sees the time between two questions.
    QVERIFY(state["window_ms"].toInt() >= 50);
    QVERIFY(state["others_percent"].isDouble());
    QTest::qWait(100);
    talk.say({{"c", "probe"}, {"id", 3}});
    QVERIFY(talk.replyTo(3)["sheet"].toObject()["state"].toObject()["others_percent"].isDouble());
}

void TestEngineServe::everyReplyCarriesItsId() {
    const QJsonValue largeId(qint64{1} << 52);
    Conversation talk;
    talk.say({{"c", "dance"}, {"id", 1}});
    talk.say({{"id", 3}});
    talk.say({{"c", "cancel"}, {"id", 4}});
    talk.say({{"c", "cancel"}, {"id", 5}, {"what", "lunch"}});
    talk.say({{"c", "probe"}, {"id", largeId}});
    talk.say({{"c", "thumbnail"}, {"id", -7}});
    talk.say({{"c", "ask"},
              {"id", 8},
              {"experiment", "inference"},
              {"query", "official_weights"},
              {"args", QJsonObject{{"model", "lenet"}}}});
    talk.say({{"c", "weights"}, {"id", 10}, {"model", "lenet"}});
    // Last, and one after the other's reply: while a run is being looked at, another run or a
    // download is refused as "run_in_progress".
    talk.say({{"c", "run"}, {"id", "two"}});
    const QJsonObject refusedRun = talk.replyTo("two");
    QCOMPARE(refusedRun["reason"].toString(), "command_needs");
    QVERIFY(!refusedRun["ok"].toBool(true));
    talk.say({{"c", "resume"}, {"id", 9}, {"file", talk.path("none.duelo")}});
    const std::pair<QJsonValue, const char*> expected[] = {{1, "command_unknown"},
                                                           {3, "command_not_understood"},
                                                           {4, ""},
                                                           {5, "unknown_value"},
                                                           {largeId, ""},
                                                           {-7, "command_needs"},
                                                           {8, "unknown_model"},
                                                           {9, "file_missing"},
                                                           {10, "command_unknown"}};
    for (const auto& [id, reason] : expected) {
        const QJsonObject reply = talk.replyTo(id);
        QVERIFY(!reply.isEmpty());
        QCOMPARE(reply["reason"].toString(), QString(reason));
        QCOMPARE(reply["ok"].toBool(), QString(reason).isEmpty());
    }
    for (const char* id : {"1.5", "true", "[1]", "{}"}) {
        talk.sayRaw(QByteArray("{\"c\":\"cancel\",\"id\":") + id + "}\n");
        const QJsonObject reply = talk.next("reply");
        QCOMPARE(reply["reason"].toString(), QString("command_not_understood"));
        QVERIFY(!reply.contains("id"));
    }
    // A line of any length costs no more than the longest command.
    const QByteArray megabyte(1 << 20, 'x');
    for (int i = 0; i < 17; ++i) talk.sayRaw(megabyte);
    talk.sayRaw("\n");
    QCOMPARE(talk.next("reply")["reason"].toString(), QString("command_too_long"));
    talk.say({{"c", "quit"}, {"id", "end"}});
    QVERIFY(talk.replyTo("end")["ok"].toBool());
    QVERIFY(talk.process().waitForFinished(5000));
    QCOMPARE(talk.process().exitCode(), 0);
}

void TestEngineServe::whatIsAllowedIsAList() {
    Conversation talk;
    for (const char* command : {"run", "resume", "repeat"}) {
        talk.say({{"c", command},
                  {"id", command},
                  {"plan", talk.plan("quick")},
                  {"file", talk.engine().path("r.duelo")},
                  {"allowed", QJsonArray{"00ff", 3}}});
        QCOMPARE(talk.replyTo(command)["reason"].toString(), QString("command_needs"));
        QCOMPARE(talk.replyTo(command)["args"].toObject()["field"].toString(), QString("allowed"));
    }
    QVERIFY(!QFile::exists(talk.engine().path("r.duelo")));
}

void TestEngineServe::rubbishIsAnsweredAndSurvived() {
    Conversation talk;
    for (const char* line :
         {"hello\n", "{\"c\":3}\n", "[]\n", "{\n", "\xff\xfe\n", "{\"c\":\"dance\"}\n",
          "{\"c\":\"run\"}\n", "{\"c\":\"run\",\"file\":\"x.duelo\",\"plan\":{}}\n",
          "{\"c\":\"resume\",\"file\":\"no.duelo\"}\n",
          "{\"c\":\"repeat\",\"file\":\"no.duelo\"}\n"}) {
        talk.sayRaw(line);
        const QJsonObject reply = talk.next("reply");
        QVERIFY2(!reply.isEmpty() && !reply["ok"].toBool(), line);
        QVERIFY2(!reply["reason"].toString().isEmpty(), line);
    }
    talk.say({{"c", "quit"}});
    QVERIFY(talk.process().waitForFinished(5000));
    QCOMPARE(talk.process().exitCode(), 0);
}

void TestEngineServe::runsAsTheCommandLineDoes() {
    Conversation talk;
    talk.say({{"c", "run"}, {"plan", talk.plan("quick")}, {"file", talk.engine().path("r.duelo")}});
    const QJsonObject header = talk.next("header");
    QCOMPARE(header["cells"].toInt(), 2);
    talk.say({{"c", "run"}, {"plan", talk.plan("quick")}, {"file", talk.engine().path("s.duelo")}});
    QCOMPARE(talk.next("reply", "run")["reason"].toString(), "run_in_progress");
    const QJsonObject end = talk.next("reply", "run");
    QCOMPARE(end["exit_code"].toInt(), 0);
    QCOMPARE(talk.engine().results("r.duelo").size(), 2U);
    // The same process takes the next run.
    talk.say({{"c", "run"},
              {"id", "third"},
              {"plan", talk.plan("quick")},
              {"file", talk.engine().path("s.duelo")}});
    QCOMPARE(talk.replyTo("third")["exit_code"].toInt(-1), 0);
    QVERIFY(!talk.replyTo("third").contains("reason"));
    // The first cell of a process pays its start-up, the first of its second run does not.
    int first = 0;
    for (const QJsonObject& line : talk.heard())
        if (line["process_first"].toBool()) ++first;
    QCOMPARE(first, 1);
}

/// It is what the header of a new run says, and that of the run that goes on.
void TestEngineServe::predictionIsKept_P_01() {
    Conversation talk;
    const QString file = talk.engine().path("r.duelo");
    talk.say({{"c", "run"},
              {"id", "odd"},
              {"plan", talk.plan("quick")},
              {"file", file},
              {"prediction", 3}});
    QCOMPARE(talk.replyTo("odd")["reason"].toString(), QString("command_needs"));
    const QJsonObject answers{{"growth", "1_to_3"}};
    talk.say({{"c", "run"},
              {"plan", talk.plan("strict")},
              {"file", file},
              {"prediction", QJsonObject{{"answers", answers}, {"seen_runs", 2}}}});
    const QJsonObject kept = talk.next("header")["prediction"].toObject();
    QCOMPARE(kept["answers"].toObject(), answers);
    QCOMPARE(kept["seen_runs"].toInt(), 2);
    QVERIFY(!talk.next("samples").isEmpty());
    talk.say({{"c", "cancel"}});
    QVERIFY(!talk.next("reply", "run").isEmpty());
    talk.say({{"c", "resume"},
              {"file", file},
              {"prediction", QJsonObject{{"answers", QJsonObject{{"growth", "above_30"}}}}}});
    QCOMPARE(talk.next("header")["prediction"].toObject(), kept);
}

void TestEngineServe::cancelIsHeardWhileMeasuring_R_23() {
    Conversation talk;
    talk.say(
        {{"c", "run"}, {"plan", talk.plan("strict")}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
    talk.say({{"c", "cancel"}});
    QVERIFY(talk.next("reply", "cancel")["running"].toBool());
    QCOMPARE(talk.next("reply", "run")["exit_code"].toInt(), 3);
    QCOMPARE(talk.engine().results("r.duelo").at("c001").status, Status::Cancelled);
    talk.say({{"c", "resume"}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
}

void TestEngineServe::cancelIsAnsweredAtOnce_R_23() {
    Conversation talk;
    // Behind a desk full of work: a forecast that calibrates, thumbnails, a run that starts.
    talk.say({{"c", "probe"}, {"id", "ready"}});
    QVERIFY(!talk.replyTo("ready").isEmpty());
    talk.say({{"c", "forecast"}, {"id", "forecast"}, {"plan", talk.plan("strict")}});
    for (int i = 0; i < 30; ++i)
        talk.say({{"c", "thumbnail"}, {"id", i}, {"path", "sample:astronaut.png"}});
    talk.say({{"c", "run"},
              {"id", "run"},
              {"plan", talk.plan("strict")},
              {"file", talk.engine().path("r.duelo")}});
    talk.say({{"c", "cancel"}, {"id", "cancel"}});
    QVERIFY(talk.replyTo("cancel")["running"].toBool());
    const auto answered = [&](const QJsonValue& id) {
        for (const QJsonObject& line : talk.heard())
            if (line["r"].toString() == "reply" && line["id"] == id) return true;
        return false;
    };
    QVERIFY(!answered(29));  // it did not wait for them
    QVERIFY(!answered("run"));
    QCOMPARE(talk.replyTo("run")["exit_code"].toInt(), 3);
    QVERIFY(!answered(29));  // nor did the run
    QVERIFY(talk.replyTo("forecast")["ok"].toBool());
    QVERIFY(talk.replyTo(29)["ok"].toBool());
}

void TestEngineServe::anEndFromOutsideSealsTheRun_R_23_data() {
    QTest::addColumn<int>("signal");
#ifdef Q_OS_WIN
    QSKIP("a signal cannot be sent to one process there");
#else
    QTest::newRow("Ctrl+C") << SIGINT;
    QTest::newRow("end of the session") << SIGTERM;
    QTest::newRow("closed terminal") << SIGHUP;
#endif
}

/// The window is still there: nothing but the signal ends the process.
void TestEngineServe::anEndFromOutsideSealsTheRun_R_23() {
#ifndef Q_OS_WIN
    QFETCH(int, signal);
    Conversation talk;
    talk.say(
        {{"c", "run"}, {"plan", talk.plan("strict")}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
    ::kill(static_cast<pid_t>(talk.process().processId()), signal);
    QVERIFY(talk.process().waitForFinished(30'000));
    QCOMPARE(talk.process().exitStatus(), QProcess::NormalExit);
    QCOMPARE(talk.process().exitCode(), 3);
    QCOMPARE(talk.next("reply", "run")["exit_code"].toInt(), 3);
    QCOMPARE(talk.engine().results("r.duelo").at("c001").status, Status::Cancelled);
    QCOMPARE(talk.engine().records("r.duelo").integrity, Integrity::Sealed);
#endif
}

void TestEngineServe::questionsAreAnsweredAfterTheEnd() {
    Conversation talk;
    talk.say({{"c", "thumbnail"}, {"id", 1}, {"path", "sample:coffee.png"}});
    talk.say({{"c", "probe"}, {"id", 2}});
    talk.process().closeWriteChannel();
    QVERIFY(talk.replyTo(1)["ok"].toBool());
    QVERIFY(talk.replyTo(2)["ok"].toBool());
    QVERIFY(talk.process().waitForFinished(5000));
    QCOMPARE(talk.process().exitCode(), 0);
}

void TestEngineServe::runOutlivesTheWindow() {
    Conversation talk;
    talk.say({{"c", "run"}, {"plan", talk.plan("quick")}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("cell").isEmpty());
    talk.process().closeReadChannel(QProcess::StandardOutput);
    talk.process().closeWriteChannel();
    QVERIFY(talk.process().waitForFinished(60'000));
    QCOMPARE(talk.engine().results("r.duelo").size(), 2U);
    QCOMPARE(talk.engine().records("r.duelo").integrity, Integrity::Sealed);
}

QTEST_GUILESS_MAIN(TestEngineServe)
#include "tst_engine_serve.moc"
