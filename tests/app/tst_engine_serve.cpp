// SPDX-License-Identifier: Apache-2.0
#include <QElapsedTimer>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "engine_process.h"

using namespace duelo;

namespace {

/// A window's side of the pipe.
class Conversation {
public:
    Conversation() { m_engine.start(m_process, {"serve"}); }
    ~Conversation() { m_process.kill(); m_process.waitForFinished(); }

    void say(const QJsonObject& command) {
        m_process.write(QJsonDocument(command).toJson(QJsonDocument::Compact) + '\n');
    }
    void sayRaw(const QByteArray& bytes) { m_process.write(bytes); }
    /// The next line for which `r` (and, for replies, `to`) fit; others are passed over.
    QJsonObject next(const QString& r, const QString& to = {}) {
        QElapsedTimer timer;
        timer.start();
        while (timer.elapsed() < 60'000) {
            while (m_process.canReadLine()) {
                const auto line = QJsonDocument::fromJson(m_process.readLine()).object();
                if (line["r"].toString() == r && (to.isEmpty() || line["to"].toString() == to))
                    return line;
            }
            if (!m_process.waitForReadyRead(1000) && m_process.state() == QProcess::NotRunning)
                break;
        }
        return {};
    }
    QJsonObject plan(const QString& preset) const {
        return {{"experiment", "inference"},
                {"preset", preset},
                {"devices", QJsonArray{"cpu"}},
                {"sweeps", QJsonArray{QJsonObject{{"models", QJsonArray{"resnet18"}},
                                                  {"inputs", QJsonArray{"random"}},
                                                  {"sizes_px", QJsonArray{64, 80}},
                                                  {"batches", QJsonArray{1}}}}}};
    }
    const EngineProcess& engine() const { return m_engine; }
    QProcess& process() { return m_process; }

private:
    EngineProcess m_engine;
    QProcess m_process;
};

}  // namespace

class TestEngineServe : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void probesAndShowsThumbnails_R_14();
    void rubbishIsAnsweredAndSurvived();
    void runsAsTheCommandLineDoes();
    void cancelIsHeardWhileMeasuring_R_23();
    void runOutlivesTheWindow();
};

void TestEngineServe::probesAndShowsThumbnails_R_14() {
    Conversation talk;
    talk.say({{"c", "probe"}});
    const QJsonObject sheet = talk.next("reply", "probe")["sheet"].toObject();
    QCOMPARE(sheet["models"].toArray().size(), 5);

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

void TestEngineServe::rubbishIsAnsweredAndSurvived() {
    Conversation talk;
    for (const char* line : {"hello\n", "{\"c\":3}\n", "[]\n", "{\n", "\xff\xfe\n",
                             "{\"c\":\"dance\"}\n", "{\"c\":\"run\"}\n",
                             "{\"c\":\"run\",\"file\":\"x.duelo\",\"plan\":{}}\n",
                             "{\"c\":\"resume\",\"file\":\"no.duelo\"}\n"}) {
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
    talk.say({{"c", "run"}, {"plan", talk.plan("quick")}, {"file", talk.engine().path("s.duelo")}});
    QCOMPARE(talk.next("reply", "run")["exit_code"].toInt(), 0);
}

void TestEngineServe::cancelIsHeardWhileMeasuring_R_23() {
    Conversation talk;
    talk.say({{"c", "run"}, {"plan", talk.plan("strict")}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
    talk.say({{"c", "cancel"}});
    QVERIFY(talk.next("reply", "cancel")["running"].toBool());
    QCOMPARE(talk.next("reply", "run")["exit_code"].toInt(), 3);
    QCOMPARE(talk.engine().results("r.duelo").at("c001").status, Status::Cancelled);
    talk.say({{"c", "resume"}, {"file", talk.engine().path("r.duelo")}});
    QVERIFY(!talk.next("samples").isEmpty());
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
