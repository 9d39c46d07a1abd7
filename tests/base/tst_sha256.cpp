// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "base/sha256.h"

using namespace duelo;

class TestSha256 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// FIPS 180-4 example values (NIST, "SHA256.pdf") and the empty message.
    void knownDigests_data() {
        QTest::addColumn<QByteArray>("message");
        QTest::addColumn<QByteArray>("digest");
        QTest::newRow("empty")
            << QByteArray()
            << QByteArray("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
        QTest::newRow("abc")
            << QByteArray("abc")
            << QByteArray("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        QTest::newRow("two blocks")
            << QByteArray("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
            << QByteArray("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
        QTest::newRow("a million a")
            << QByteArray(1000000, 'a')
            << QByteArray("cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    }
    void knownDigests() {
        QFETCH(QByteArray, message);
        QFETCH(QByteArray, digest);
        QCOMPARE(QByteArray::fromStdString(sha256Hex(message.toStdString())), digest);
    }

    void piecesAreTheWhole() {
        const std::string text(1000, 'x');
        for (const std::size_t piece : {1, 63, 64, 65, 999}) {
            Sha256 hash;
            for (std::size_t at = 0; at < text.size(); at += piece)
                hash.add(std::string_view(text).substr(at, piece));
            QCOMPARE(hash.hex(), sha256Hex(text));
        }
    }

    void hexDoesNotEndIt() {
        Sha256 hash;
        hash.add("a");
        QCOMPARE(hash.hex(), sha256Hex("a"));
        QCOMPARE(hash.hex(), sha256Hex("a"));
        hash.add("bc");
        QCOMPARE(hash.hex(), sha256Hex("abc"));
        Sha256 moved = std::move(hash);
        moved.add("d");
        QCOMPARE(moved.hex(), sha256Hex("abcd"));
    }
};

QTEST_APPLESS_MAIN(TestSha256)
#include "tst_sha256.moc"
