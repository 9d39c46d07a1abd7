// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include "base/reason_json.h"

using namespace duelo;

class TestReasonJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comesBackFromBothForms();
    void oddJsonGivesWhatItHas_data();
    void oddJsonGivesWhatItHas();
};

void TestReasonJson::comesBackFromBothForms() {
    const Reason reason{"disk_full", {{"path", "/tmp/ñ"}, {"bytes", 3}}, "ENOSPC"};
    QCOMPARE(toJson(reason).dump(),
             std::string(R"({"code":"disk_full","args":{"path":"/tmp/ñ","bytes":3},)") +
                 R"("message":"ENOSPC"})");
    QVERIFY(reasonFromJson(toJson(reason)) == reason);
    QCOMPARE(reasonFields(reason)["reason"].get<std::string>(), std::string("disk_full"));
    QVERIFY(reasonFromFields(reasonFields(reason)) == reason);
}

void TestReasonJson::oddJsonGivesWhatItHas_data() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("code");
    QTest::newRow("null") << QByteArray("null") << QByteArray();
    QTest::newRow("list") << QByteArray("[1,2]") << QByteArray();
    QTest::newRow("empty") << QByteArray("{}") << QByteArray();
    QTest::newRow("types") << QByteArray("{\"code\":7,\"args\":[1],\"message\":{}}")
                           << QByteArray();
    QTest::newRow("code alone") << QByteArray("{\"code\":\"x\"}") << QByteArray("x");
}

void TestReasonJson::oddJsonGivesWhatItHas() {
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, code);
    const Reason reason = reasonFromJson(Json::parse(text.toStdString()));
    QVERIFY(reason == (Reason{code.toStdString()}));
}

QTEST_APPLESS_MAIN(TestReasonJson)
#include "tst_reason_json.moc"
