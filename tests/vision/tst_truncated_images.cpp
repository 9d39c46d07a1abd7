// SPDX-License-Identifier: Apache-2.0
// a cut file decodes "successfully" in libjpeg and Qt, its rest grey. Here it is never
// silent.
#include <QtTest>

#include "image_fixtures.h"
#include "vision/decode.h"

using namespace duelo;
using namespace duelo::test;

namespace {

bool saysTruncated(const Result<DecodedImage>& image) {
    if (!image) return image.error().code == "image_truncated";
    return codesOf(image->notes).starts_with("truncated");
}

std::vector<std::uint8_t> cut(std::vector<std::uint8_t> bytes, std::size_t size) {
    bytes.resize(size);
    return bytes;
}

}  // namespace

class TestTruncatedImages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void R11_jpegCutAnywhere() {
        const auto whole = readBytes(sample("rocket.jpg"));
        const auto complete = decodeImage(whole);
        QVERIFY(complete && complete->notes.empty());
        for (std::size_t percent = 10; percent <= 99; ++percent) {
            const auto image = decodeImage(cut(whole, whole.size() * percent / 100));
            QVERIFY2(image, qPrintable(QString::number(percent)));
            QVERIFY2(saysTruncated(image), qPrintable(QString::number(percent)));
            QCOMPARE(image->width_px, 640);
            QCOMPARE(image->notes[0].args.value("format", ""), std::string("JPEG"));
            // What was there is there: the first row is that of the whole file.
            QVERIFY(std::equal(image->rgb.begin(), image->rgb.begin() + 3 * 640,
                               complete->rgb.begin()));
        }
    }

    // The same bytes give the same pixels: nothing comes from memory that nobody wrote.
    void R11_missingPixelsAreDeterministic() {
        for (const char* name : {"rgb.jpg", "progressive.jpg", "rgb.tif", "lossy.webp"}) {
            const auto bytes = readBytes(fixture(name));
            const auto half = cut(bytes, bytes.size() * 3 / 4);
            const auto first = decodeImage(half);
            const auto second = decodeImage(half);
            QCOMPARE(first.has_value(), second.has_value());
            if (first) QVERIFY(first->rgb == second->rgb);
        }
    }

    void R11_everyCutOfEveryFormat_data() {
        QTest::addColumn<int>("unused");
        for (const char* name :
             {"rgb.jpg", "progressive.jpg", "rgb.png", "interlaced.png", "palette.png", "rgb.bmp",
              "rle8.bmp", "lossy.webp", "lossless.webp", "alpha_lossy.webp", "animated.webp",
              "lzw.tif", "big_endian.tif", "rgb16_le.tif"}) {
            QTest::newRow(name) << 0;
        }
    }
    void R11_everyCutOfEveryFormat() {
        const auto whole = readBytes(fixture(QTest::currentDataTag()));
        const auto complete = decodeImage(whole);
        QVERIFY(complete);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            const auto image = decodeImage(cut(whole, size));
            const bool whole_image = image && image->rgb == complete->rgb;
            const bool told = !image || !image->notes.empty();
            // Without the last bytes of padding nothing is missing; otherwise it must be said.
            QVERIFY2(whole_image || told, qPrintable(QString::number(size)));
            if (image && !whole_image) QVERIFY(saysTruncated(image));
            if (size >= 64 && !whole_image) {
                QVERIFY2(saysTruncated(image),
                         qPrintable(QString("%1: %2").arg(size).arg(
                             image ? "accepted" : image.error().code.c_str())));
            }
        }
    }

    void R11_pngWithoutItsEnd() {
        const auto whole = readBytes(fixture("rgb.png"));
        const auto image = decodeImage(cut(whole, whole.size() - 12));
        QVERIFY(image);
        QCOMPARE(codesOf(image->notes), std::string("truncated"));
        QVERIFY(image->rgb == decodeImage(whole)->rgb);
    }

#ifndef _WIN32
    // Data missing in the middle, end marker present: only the decoder's own words tell.
    void R11_jpegWithAHole() {
        auto bytes = readBytes(sample("rocket.jpg"));
        bytes.erase(bytes.begin() + 40000, bytes.begin() + 60000);
        const auto image = decodeImage(bytes);
        QVERIFY(image);
        QCOMPARE(codesOf(image->notes), std::string("damaged"));
        QVERIFY(!image->notes[0].message.empty());
    }
#endif
};

QTEST_APPLESS_MAIN(TestTruncatedImages)
#include "tst_truncated_images.moc"
