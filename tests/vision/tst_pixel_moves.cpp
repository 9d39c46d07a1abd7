// SPDX-License-Identifier: Apache-2.0
// an engine that is built without OpenCV makes the same pixels of a photograph.
#include <QtTest>

#include "vision/pixel_moves.h"

using namespace duelo;

namespace {

/// No two samples beside each other are alike, and all values of the high byte occur.
DecodedPixels decoded(int width, int height, int channels, int bits) {
    DecodedPixels pixels{
        .width_px = width, .height_px = height, .channels = channels, .bits = bits};
    pixels.data.resize(pixels.rowBytes() * static_cast<std::size_t>(height));
    std::uint32_t state = 7;
    for (std::uint8_t& byte : pixels.data) {
        state = state * 1664525 + 1013904223;
        byte = static_cast<std::uint8_t>(state >> 24);
    }
    return pixels;
}

}  // namespace

class TestPixelMoves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void samplesAreRoundedAlike() {
        DecodedPixels all{.width_px = 256, .height_px = 256, .channels = 1, .bits = 16};
        for (int value = 0; value < 65536; ++value) {
            all.data.push_back(static_cast<std::uint8_t>(value & 255));
            all.data.push_back(static_cast<std::uint8_t>(value >> 8));
        }
        DecodedPixels other = all;
        openCvMoves().toEightBits(all);
        plainMoves().toEightBits(other);
        QCOMPARE(other.bits, 8);
        QCOMPARE(all.bits, 8);
        QVERIFY(other.data == all.data);
        QCOMPARE(int{other.data[128]}, 0);
        QCOMPARE(int{other.data[129]}, 1);
        QCOMPARE(int{other.data[65535]}, 255);
    }

    void R12_channelsAreCopiedAlike() {
        for (const int channels : {1, 3, 4}) {
            DecodedPixels pixels = decoded(5, 3, channels, 8);
            // A frame at column 2 of rows of 9 pixels: what lies beside it stays.
            std::vector<std::uint8_t> one(27 * 3, 200), other = one;
            openCvMoves().copyAsRgb(pixels, one.data() + 6, 27);
            plainMoves().copyAsRgb(pixels, other.data() + 6, 27);
            QVERIFY2(one == other, qPrintable(QString::number(channels)));
            QCOMPARE(int{other[0]}, 200);
            QCOMPARE(int{other[6]}, int{pixels.data[0]});
        }
    }

    void R12_imagesAreTurnedAlike() {
        for (int orientation = 2; orientation <= 8; ++orientation) {
            RgbImage image{5, 3, decoded(5, 3, 3, 8).data};
            const RgbImage one = openCvMoves().turned(image, orientation);
            const RgbImage other = plainMoves().turned(image, orientation);
            QVERIFY2(one == other, qPrintable(QString::number(orientation)));
            QVERIFY(!(other == image));
        }
    }
};

QTEST_APPLESS_MAIN(TestPixelMoves)
#include "tst_pixel_moves.moc"
