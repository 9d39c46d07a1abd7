// SPDX-License-Identifier: Apache-2.0
// whatever the bytes, the answer is an image or a reason; never a crash, a hang or silence.
#include <QtTest>

#include <random>

#include "image_fixtures.h"
#include "vision/decode.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// An image has the size that it claims, a reason has a code; anything else is a defect.
bool isSound(const Result<DecodedImage>& image) {
    if (!image) return !image.error().code.empty() && image.error().args.is_object();
    return image->width_px > 0 && image->height_px > 0 &&
           image->rgb.size() == rgbBytes(image->width_px, image->height_px);
}

constexpr std::uint32_t seed = 20260504;

}  // namespace

class TestDamagedImages : public QObject {
    Q_OBJECT

    static void addFiles() {
        QTest::addColumn<int>("unused");
        for (const char* name : {"rgb.jpg",          "progressive.jpg",   "cmyk.jpg",
                                 "restart.jpg",      "orientation_6.jpg", "rgb.png",
                                 "interlaced.png",   "palette_key.png",   "rgb16.png",
                                 "animated.png",     "rgb.bmp",           "rle8.bmp",
                                 "rgba32.bmp",       "palette.bmp",       "bit1.bmp",
                                 "rgb555.bmp",       "lossy.webp",        "lossless.webp",
                                 "alpha_lossy.webp", "animated.webp",     "orientation_8.webp",
                                 "rgb.tif",          "lzw.tif",           "deflate.tif",
                                 "packbits.tif",     "jpeg.tif",          "tiled.tif",
                                 "planar.tif",       "rgb16_be.tif",      "rgba.tif",
                                 "cmyk.tif",         "group4.tif",        "multipage.tif",
                                 "palette.tif"}) {
            QTest::newRow(name) << 0;
        }
    }

private Q_SLOTS:
    void R09_oneBitFlipped_data() { addFiles(); }
    void R09_oneBitFlipped() {
        const auto whole = readBytes(fixture(QTest::currentDataTag()));
        std::mt19937 random(seed);
        for (int i = 0; i < 400; ++i) {
            auto bytes = whole;
            bytes[random() % bytes.size()] ^= static_cast<std::uint8_t>(1U << random() % 8);
            QVERIFY(isSound(decodeImage(bytes)));
        }
    }

    // Headers are where parsers break: every byte of the first 256, four hostile values each.
    void R09_hostileHeaderBytes_data() { addFiles(); }
    void R09_hostileHeaderBytes() {
        const auto whole = readBytes(fixture(QTest::currentDataTag()));
        for (std::size_t at = 0; at < std::min<std::size_t>(whole.size(), 256); ++at) {
            for (const std::uint8_t value : {0x00, 0x7f, 0x80, 0xff}) {
                auto bytes = whole;
                bytes[at] = value;
                QVERIFY(isSound(decodeImage(bytes)));
            }
        }
    }

    void R09_manyBytesReplaced_data() { addFiles(); }
    void R09_manyBytesReplaced() {
        const auto whole = readBytes(fixture(QTest::currentDataTag()));
        std::mt19937 random(seed);
        for (int i = 0; i < 100; ++i) {
            auto bytes = whole;
            for (int k = 0; k < 16; ++k) {
                bytes[random() % bytes.size()] = static_cast<std::uint8_t>(random());
            }
            bytes.resize(random() % (bytes.size() + 1));
            QVERIFY(isSound(decodeImage(bytes)));
        }
    }

    // A right signature with noise behind it.
    void R09_randomBytesBehindASignature() {
        using namespace std::string_literals;
        const std::vector<std::string> signatures = {"\xff\xd8\xff\xe0"s,
                                                     "\x89PNG\r\n\x1a\n"s,
                                                     "BM\0\0\0\0\0\0\0\0\0\0\0\0\x28\0\0\0"s,
                                                     "RIFF\xff\0\0\0WEBP"s,
                                                     "II\x2a\0\x08\0\0\0"s,
                                                     "MM\0\x2a\0\0\0\x08"s,
                                                     ""s};
        std::mt19937 random(seed);
        for (int i = 0; i < 7000; ++i) {
            auto bytes = bytesOf(signatures[static_cast<std::size_t>(i) % signatures.size()]);
            const std::size_t size = random() % 512;
            for (std::size_t k = 0; k < size; ++k) {
                bytes.push_back(static_cast<std::uint8_t>(random()));
            }
            const auto image = decodeImage(bytes);
            QVERIFY(isSound(image));
            QVERIFY(!image);
        }
    }
};

QTEST_APPLESS_MAIN(TestDamagedImages)
#include "tst_damaged_images.moc"
