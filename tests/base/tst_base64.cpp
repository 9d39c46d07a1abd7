// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <QtTest>

#include "base/base64.h"

using namespace duelo;

/// The examples of RFC 4648, section 10, and the bytes that ASCII has not.
class TestBase64 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesBecomeText_data();
    void bytesBecomeText();
    void whatNobodyWroteIsNothing();
};

void TestBase64::bytesBecomeText_data() {
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<std::string>("text");
    QTest::newRow("nothing") << QByteArray() << std::string();
    QTest::newRow("one") << QByteArray("f") << std::string("Zg==");
    QTest::newRow("two") << QByteArray("fo") << std::string("Zm8=");
    QTest::newRow("three") << QByteArray("foo") << std::string("Zm9v");
    QTest::newRow("four") << QByteArray("foob") << std::string("Zm9vYg==");
    QTest::newRow("six") << QByteArray("foobar") << std::string("Zm9vYmFy");
    QTest::newRow("all bits") << QByteArray("\xff\xfe\xfb") << std::string("//77");
}

void TestBase64::bytesBecomeText() {
    QFETCH(QByteArray, bytes);
    QFETCH(std::string, text);
    QCOMPARE(base64(std::vector<std::uint8_t>(bytes.begin(), bytes.end())), text);
    QCOMPARE(QByteArray::fromStdString(fromBase64(text).value()), bytes);
}

void TestBase64::whatNobodyWroteIsNothing() {
    for (const char* text : {"Z", "Zg", "Zg=", "Zh==", "Zm9=", "Z===", "====", "Zm9v\n", "Zm 9",
                             "Zg==Zg==", "Zm9-", "Zm9v="})
        QVERIFY2(!fromBase64(text), text);
}

QTEST_APPLESS_MAIN(TestBase64)
#include "tst_base64.moc"
