// SPDX-License-Identifier: Apache-2.0
// Y-22: PGM and PPM, of which the German traffic signs consist.
#include <QtTest>

#include "image_fixtures.h"
#include "vision/decode.h"
#include "vision/image_list.h"

using namespace duelo;
using namespace duelo::test;
using namespace std::string_literals;

namespace {

using Bytes = std::vector<std::uint8_t>;

}  // namespace

class TestPnm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void Y22_pixels_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QByteArray>("rgb");
        QTest::addColumn<QString>("notes");
        const auto row = [](const char* name, const std::string& bytes, const std::string& rgb,
                            const char* notes = "") {
            QTest::newRow(name) << QByteArray::fromStdString(bytes)
                                << QByteArray::fromStdString(rgb) << notes;
        };
        const char* grey = "converted_grey";
        row("P6", "P6\n2 1\n255\nabcdef", "abcdef");
        row("P6, comments", "P6 # made by hand\n# 9 9\n2\t1 # size\r\n255\nabcdef", "abcdef");
        row("P6, comment behind P6", "P6#x\n2 1 255 abcdef", "abcdef");
        row("P6, pixels like a comment", "P6\n1 2\n255\n##\n# \n", "##\n# \n");
        row("P5", "P5\n2 1\n255\n\x07\xff", "\x07\x07\x07\xff\xff\xff", grey);
        row("P5, other white", "P5\n3 1\n15\n\x00\x05\x0f"s, "\0\0\0UUU\xff\xff\xff"s, grey);
        row("P5, 16 bits", "P5\n2 1\n65535\n\x12\x34\xff\xff", "\x12\x12\x12\xff\xff\xff",
            "converted_16_bit converted_grey");
        row("P5, 10 bits", "P5\n2 1\n1023\n\x03\xff\x00\x00"s, "\xff\xff\xff\0\0\0"s,
            "converted_16_bit converted_grey");
        row("P6, 16 bits", "P6\n1 1\n65535\n\x00\x00\x80\x80\xff\xff"s, "\x00\x80\xff"s,
            "converted_16_bit");
        row("P2", "P2\n2 1\n255\n7 \n 255", "\x07\x07\x07\xff\xff\xff", grey);
        row("P2, comments", "P2\n2 1 # 3\n255\n7 # 99\n255\n", "\x07\x07\x07\xff\xff\xff", grey);
        row("P3", "P3\n1 2\n15\n15 0 0\n0 5 15\n", "\xff\0\0\0U\xff"s);
        row("P2, 16 bits", "P2 2 1 65535 0 65535", "\0\0\0\xff\xff\xff"s,
            "converted_16_bit converted_grey");
        row("more behind", "P6\n1 1\n255\nabcP6\n1 1\n255\nxyz", "abc");
        row("above white", "P2\n2 1\n15\n99 15\n", "\xff\xff\xff\xff\xff\xff",
            "damaged converted_grey");
    }

    void Y22_pixels() {
        QFETCH(QByteArray, bytes);
        QFETCH(QByteArray, rgb);
        QFETCH(QString, notes);
        const auto image = decodeImage(Bytes(bytes.begin(), bytes.end()));
        QVERIFY2(image, image ? "" : image.error().code.c_str());
        QCOMPARE(QByteArray(reinterpret_cast<const char*>(image->rgb.data()),
                            static_cast<qsizetype>(image->rgb.size())),
                 rgb);
        QCOMPARE(QString::fromStdString(codesOf(image->notes)), notes);
        QCOMPARE(image->format, std::string("PGM/PPM"));
    }

    void Y22_hostileHeaders_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::string& bytes, const char* code) {
            QTest::newRow(name) << QByteArray::fromStdString(bytes) << code;
        };
        row("no size", "P6\n", "image_unknown_or_text");
        row("no width", "P6\n# only this", "image_truncated");
        row("no largest value", "P6\n2 1\n", "image_truncated");
        row("zero", "P6\n0 1\n255\n", "image_header_damaged");
        row("negative", "P6\n2 -1\n255\nabcdef", "image_header_damaged");
        row("white of 0", "P5\n1 1\n0\na", "image_header_damaged");
        row("white above 16 bits", "P5\n1 1\n65536\nab", "image_header_damaged");
        row("40 digits", "P5\n" + std::string(40, '9') + " 1 255 a", "image_header_damaged");
        row("too many pixels", "P5\n100000 100000\n255\n", "image_too_many_pixels");
        row("comments without end", "P5\n#" + std::string(100'000, 'x'), "image_header_damaged");
        row("no pixel", "P6\n2 2\n255\n", "image_truncated");
        row("no number", "P2\n2 2\n255\nxxxxxxxxxxxx", "image_damaged");
        row("PBM", "P4\n8 1\n\xff", "image_format_unsupported");
        row("plain PBM", "P1\n2 1\n0 1", "image_format_unsupported");
        row("words", "P5 and P6 are formats", "image_is_text");
    }

    void Y22_hostileHeaders() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        const auto image = decodeImage(Bytes(bytes.begin(), bytes.end()));
        QVERIFY(!image);
        if (code == "image_unknown_or_text")
            QVERIFY(image.error().code == "image_is_text" || image.error().code == "image_unknown");
        else
            QCOMPARE(QString::fromStdString(image.error().code), code);
    }

    // R-11: every cut is told, and what was there is there.
    void Y22_everyCut_data() {
        QTest::addColumn<QByteArray>("whole");
        QTest::newRow("raw") << QByteArray("P6\n2 2\n255\nabcdefghijkl");
        QTest::newRow("plain") << QByteArray("P2\n3 2\n255\n10 20 30\n40 50 60");
        QTest::newRow("16 bits") << QByteArray("P5\n2 2\n65535\nabcdefgh");
    }

    void Y22_everyCut() {
        QFETCH(QByteArray, whole);
        QVERIFY(codesOf(decodeImage(Bytes(whole.begin(), whole.end()))->notes).find("truncated") ==
                std::string::npos);
        // The last digits of a plain file may be cut and be a number still.
        const qsizetype told = whole.startsWith("P2") ? 2 : 0;
        for (qsizetype size = 0; size < whole.size() - told; ++size) {
            const auto image = decodeImage(Bytes(whole.begin(), whole.begin() + size));
            const std::string codes = image ? codesOf(image->notes) : image.error().code;
            const bool said = !image || codes.find("truncated") != std::string::npos ||
                              codes.find("damaged") != std::string::npos;
            QVERIFY2(said, qPrintable(QString::number(size)));
        }
    }

    void Y22_listedAmongOthers() {
        const QTemporaryDir folder;
        const std::filesystem::path root = folder.path().toStdString();
        writeBytes(root / "sign.ppm", bytesOf("P6\n1 1\n255\nabc"));
        writeBytes(root / "empty.pgm", {});
        std::vector<Reason> skipped;
        const auto images = listImages(root, &skipped);
        QVERIFY(images);
        QCOMPARE(images->size(), std::size_t{1});
        QCOMPARE(codesOf(skipped), std::string("image_empty"));
    }
};

QTEST_GUILESS_MAIN(TestPnm)
#include "tst_pnm.moc"
