// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "image_fixtures.h"
#include "vision/decode.h"

using namespace duelo;
using namespace duelo::test;

namespace {

namespace fs = std::filesystem;
using Colour = std::array<int, 3>;
using Quarters = std::array<Colour, 4>;  // top left, top right, bottom left, bottom right

// make_image_fixtures.py: COLOURS.
constexpr Quarters colours = {{{220, 40, 40}, {40, 180, 60}, {40, 60, 200}, {230, 210, 50}}};
// ITU-R 601 luma, as Pillow's convert("L").
constexpr Quarters greys = {{{94, 94, 94}, {124, 124, 124}, {70, 70, 70}, {198, 198, 198}}};
constexpr Quarters black_white = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {255, 255, 255}}};
// Alpha 255, 255, 128, 0 on white: 40*128/255 + 127 = 147, 60 -> 157, 200 -> 227.
constexpr Quarters on_white = {{{220, 40, 40}, {40, 180, 60}, {147, 157, 227}, {255, 255, 255}}};
constexpr Quarters grey_on_white = {
    {{94, 94, 94}, {124, 124, 124}, {162, 162, 162}, {255, 255, 255}}};
constexpr Quarters grey_key_on_white = {
    {{255, 255, 255}, {124, 124, 124}, {70, 70, 70}, {198, 198, 198}}};
constexpr Quarters key_on_white = {{{220, 40, 40}, {40, 180, 60}, {40, 60, 200}, {255, 255, 255}}};

struct Row {
    const char* file;
    int channels;
    int bits;
    const Quarters& expected;
    int tolerance;
    const char* notes;
};

// R-13's expected table: what a file holds, what comes out, what is said.
const Row rows[] = {
    {"rgb.jpg", 3, 8, colours, 4, ""},
    {"progressive.jpg", 3, 8, colours, 4, ""},
    {"restart.jpg", 3, 8, colours, 4, ""},
    {"subsampled.jpg", 3, 8, colours, 4, ""},
    {"grey.jpg", 1, 8, greys, 4, "converted_grey"},
    {"cmyk.jpg", 4, 8, colours, 6, "converted_cmyk"},
    {"rgb.png", 3, 8, colours, 0, ""},
    {"interlaced.png", 3, 8, colours, 0, ""},
    {"rgb16.png", 3, 16, colours, 0, "converted_16_bit"},
    {"grey.png", 1, 8, greys, 0, "converted_grey"},
    {"grey16.png", 1, 16, greys, 0, "converted_16_bit converted_grey"},
    {"bit1.png", 1, 1, black_white, 0, "converted_grey"},
    {"palette.png", 1, 2, colours, 0, "converted_palette"},
    {"palette_key.png", 1, 2, key_on_white, 0, "converted_palette alpha_on_white"},
    {"rgba.png", 4, 8, on_white, 1, "alpha_on_white"},
    {"rgba16.png", 4, 16, on_white, 1, "converted_16_bit alpha_on_white"},
    {"grey_alpha.png", 2, 8, grey_on_white, 1, "converted_grey alpha_on_white"},
    {"rgb_key.png", 3, 8, key_on_white, 0, "alpha_on_white"},
    {"grey_key.png", 1, 8, grey_key_on_white, 0, "converted_grey alpha_on_white"},
    {"animated.png", 3, 8, colours, 0, "first_frame"},
    {"rgb.bmp", 3, 8, colours, 0, ""},
    {"top_down.bmp", 3, 8, colours, 0, ""},
    {"padded32.bmp", 3, 8, colours, 0, ""},
    {"rgba32.bmp", 4, 8, on_white, 1, "alpha_on_white"},
    {"rgb555.bmp", 3, 5, colours, 8, ""},
    {"palette.bmp", 1, 8, colours, 0, "converted_palette"},
    {"grey.bmp", 1, 8, greys, 0, "converted_palette"},
    {"bit1.bmp", 1, 1, black_white, 0, "converted_palette"},
    {"rle8.bmp", 1, 8, colours, 0, "converted_palette"},
    {"lossy.webp", 3, 8, colours, 12, ""},
    {"lossless.webp", 3, 8, colours, 0, ""},
    {"alpha_lossless.webp", 4, 8, on_white, 1, "alpha_on_white"},
    {"alpha_lossy.webp", 4, 8, on_white, 12, "alpha_on_white"},
    {"animated.webp", 3, 8, colours, 0, "first_frame"},
    {"animated_alpha.webp", 4, 8, on_white, 12, "alpha_on_white first_frame"},
    {"rgb.tif", 3, 8, colours, 0, ""},
    {"big_endian.tif", 3, 8, colours, 0, ""},
    {"lzw.tif", 3, 8, colours, 0, ""},
    {"deflate.tif", 3, 8, colours, 0, ""},
    {"packbits.tif", 3, 8, colours, 0, ""},
    {"jpeg.tif", 3, 8, colours, 6, ""},
    {"tiled.tif", 3, 8, colours, 0, ""},
    {"planar.tif", 3, 8, colours, 0, ""},
    {"grey.tif", 1, 8, greys, 0, "converted_grey"},
    {"grey16.tif", 1, 16, greys, 0, "converted_16_bit converted_grey"},
    {"white_is_zero.tif", 1, 8, greys, 0, "converted_grey"},
    {"white_is_zero16.tif", 1, 16, greys, 0, "converted_16_bit converted_grey"},
    {"bit1.tif", 1, 1, black_white, 0, "converted_grey"},
    {"group4.tif", 1, 1, black_white, 0, "converted_grey"},
    {"palette.tif", 1, 8, colours, 0, "converted_palette"},
    {"cmyk.tif", 4, 8, colours, 1, "converted_cmyk"},
    {"rgba.tif", 4, 8, on_white, 1, "alpha_on_white"},
    {"premultiplied.tif", 4, 8, on_white, 1, "alpha_on_white"},
    {"rgb16_le.tif", 3, 16, colours, 0, "converted_16_bit"},
    {"rgb16_be.tif", 3, 16, colours, 0, "converted_16_bit"},
    {"rgba16.tif", 4, 16, on_white, 1, "converted_16_bit alpha_on_white"},
    {"multipage.tif", 3, 8, colours, 0, "first_frame"},
};

/// Largest difference to the four colours, in the middle of each quarter.
int worstDifference(const RgbImage& image, const Quarters& expected) {
    int worst = 0;
    for (int quarter = 0; quarter < 4; ++quarter) {
        const int x = image.width_px * (quarter % 2 == 0 ? 1 : 3) / 4;
        const int y = image.height_px * (quarter < 2 ? 1 : 3) / 4;
        const std::uint8_t* pixel = image.rgb.data() + rgbBytes(image.width_px, y) + rgbBytes(x, 1);
        for (std::size_t c = 0; c < 3; ++c) {
            worst = std::max(worst,
                             std::abs(pixel[c] - expected[static_cast<std::size_t>(quarter)][c]));
        }
    }
    return worst;
}

}  // namespace

class TestDecode : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void R13_everyKindOfFile_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(rows)); ++i) {
            QTest::newRow(rows[i].file) << i;
        }
    }
    void R13_everyKindOfFile() {
        QFETCH(int, row);
        const Row& expected = rows[row];
        const auto image = decodeImage(fixture(expected.file));
        QVERIFY2(image, image ? "" : (image.error().code + ": " + image.error().message).c_str());
        QCOMPARE(image->width_px, 24);
        QCOMPARE(image->height_px, 16);
        QCOMPARE(image->rgb.size(), rgbBytes(24, 16));
        QCOMPARE(image->source.channels, expected.channels);
        QCOMPARE(image->source.bits_per_channel, expected.bits);
        QCOMPARE(QString::fromStdString(codesOf(image->notes)), QString(expected.notes));
        const int worst = worstDifference(*image, expected.expected);
        QVERIFY2(worst <= expected.tolerance, qPrintable(QString::number(worst)));
        QVERIFY(image->decode_ms > 0);
    }

    void R12_orientation_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<int>("orientation");
        for (const char* format : {"jpg", "png", "webp", "tif"}) {
            for (int i = 1; i <= 8; ++i) {
                QTest::newRow(qPrintable(QString("%1 %2").arg(format).arg(i))) << format << i;
            }
        }
    }
    void R12_orientation() {
        QFETCH(QString, format);
        QFETCH(int, orientation);
        const auto name = QString("orientation_%1.%2").arg(orientation).arg(format).toStdString();
        const auto image = decodeImage(fixture(name));
        QVERIFY(image);
        QCOMPARE(image->source.orientation, orientation);
        QCOMPARE(image->source.width_px, orientation <= 4 ? 24 : 16);
        QCOMPARE(image->width_px, 24);
        QCOMPARE(image->height_px, 16);
        QVERIFY(worstDifference(*image, colours) <= (format == "jpg" ? 4 : 0));
        QCOMPARE(codesOf(image->notes), std::string(orientation == 1 ? "" : "rotated_exif"));
        if (orientation != 1) {
            QCOMPARE(image->notes[0].args.dump(), Json({{"orientation", orientation}}).dump());
        }
    }

    void notesCarryTheirNumbers() {
        const auto pages = decodeImage(fixture("multipage.tif"));
        QVERIFY(pages);
        QCOMPARE(pages->notes.at(0).args.dump(), std::string(R"({"frames":3})"));
        const auto deep = decodeImage(fixture("rgb16.png"));
        QVERIFY(deep);
        QCOMPARE(deep->notes.at(0).args.dump(), std::string(R"({"bits":16})"));
    }

    // Exact rounding of 16 bits: 257 * v must give v, and 0x7fff (127.498) 127, 0x8000 (127.502)
    // 128.
    void R13_sixteenBitsAreRounded() {
        std::vector<std::uint8_t> bytes = readBytes(fixture("rgb16_le.tif"));
        bytes[8] = 0xff;
        bytes[9] = 0x7f;
        bytes[10] = 0x00;
        bytes[11] = 0x80;
        const auto image = decodeImage(bytes);
        QVERIFY(image);
        QCOMPARE(int(image->rgb[0]), 127);
        QCOMPARE(int(image->rgb[1]), 128);
        QCOMPARE(int(image->rgb[2]), 40);
    }

    // An animation's frame that covers a part of the canvas: the rest is white, and that is said.
    void R13_frameSmallerThanItsCanvas() {
        std::vector<std::uint8_t> bytes = readBytes(fixture("animated.webp"));
        bytes[24] = 39;  // canvas 40 x 26 (stored minus one) in VP8X
        bytes[27] = 25;
        const auto anmf =
            std::search(bytes.begin(), bytes.end(), std::begin("ANMF"), std::begin("ANMF") + 4);
        QVERIFY(anmf != bytes.end());
        anmf[8] = 3;   // x = 2 * 3
        anmf[11] = 4;  // y = 2 * 4
        const auto image = decodeImage(bytes);
        QVERIFY(image);
        QCOMPARE(image->width_px, 40);
        QCOMPARE(image->height_px, 26);
        QCOMPARE(codesOf(image->notes), std::string("alpha_on_white first_frame"));
        const auto at = [&](int x, int y) { return image->rgb[rgbBytes(40, y) + rgbBytes(x, 1)]; };
        QCOMPARE(int(at(5, 8)), 255);
        QCOMPARE(int(at(6, 7)), 255);
        QCOMPARE(int(at(6, 8)), 220);
        QCOMPARE(int(at(29, 23)), 230);
        QCOMPARE(int(at(30, 23)), 255);
    }

    void S008_samplePhotographs_data() {
        QTest::addColumn<int>("width");
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("channels");
        QTest::newRow("chelsea.png") << 451 << 300 << 3;
        QTest::newRow("coffee.png") << 600 << 400 << 3;
        QTest::newRow("camera.png") << 512 << 512 << 1;
        QTest::newRow("astronaut.png") << 512 << 512 << 3;
        QTest::newRow("rocket.jpg") << 640 << 427 << 3;
        // S0-47: the names that the handout's programs open.
        QTest::newRow("cara_ejemplo.jpg") << 224 << 224 << 3;
        QTest::newRow("imagen_ejemplo.jpg") << 451 << 300 << 3;
    }
    void S008_samplePhotographs() {
        QFETCH(int, width);
        QFETCH(int, height);
        QFETCH(int, channels);
        const auto image = decodeImage(sample(QTest::currentDataTag()));
        QVERIFY(image);
        QCOMPARE(image->width_px, width);
        QCOMPARE(image->height_px, height);
        QCOMPARE(image->source.channels, channels);
        QCOMPARE(codesOf(image->notes), std::string(channels == 1 ? "converted_grey" : ""));
    }

    void R14_otherFormatsAreNamed_data() {
        QTest::addColumn<QString>("code");
        QTest::addColumn<QString>("format");
        QTest::newRow("picture.gif") << "image_format_unsupported"
                                     << "GIF";
        QTest::newRow("picture.avif") << "image_format_unsupported"
                                      << "AVIF";
        QTest::newRow("picture.jp2") << "image_format_unsupported"
                                     << "JPEG 2000";
        QTest::newRow("big.tif") << "image_format_unsupported"
                                 << "BigTIFF";
        QTest::newRow("float.tif") << "image_depth_unsupported"
                                   << "TIFF";
        QTest::newRow("planar16.tif") << "image_layout_unsupported"
                                      << "TIFF";
        QTest::newRow("giant_tile.tif") << "image_layout_unsupported"
                                        << "TIFF";
    }
    void R14_otherFormatsAreNamed() {
        QFETCH(QString, code);
        QFETCH(QString, format);
        const auto image = decodeImage(fixture(QTest::currentDataTag()));
        QVERIFY(!image);
        QCOMPARE(QString::fromStdString(image.error().code), code);
        QCOMPARE(QString::fromStdString(image.error().args.value("format", "")), format);
        QCOMPARE(image.error().args.value("file", ""), std::string(QTest::currentDataTag()));
    }

    // Issue 17.1: libjpeg's reduced transforms, chosen and computed as by Pillow's Image.draft().
    void aJpegIsDecodedScaled_data() {
        QTest::addColumn<int>("least");
        QTest::addColumn<int>("reduction");
        QTest::newRow("just too small at half") << 214 << 1;
        QTest::newRow("just long enough at half") << 213 << 2;
        QTest::newRow("a quarter") << 100 << 4;
        QTest::newRow("an eighth") << 50 << 8;
        QTest::newRow("no smaller than that") << 1 << 8;
    }
    void aJpegIsDecodedScaled() {
        QFETCH(int, least);
        QFETCH(int, reduction);
        const auto image = decodeImage(sample("rocket.jpg"), least);
        QVERIFY(image);
        QCOMPARE(image->width_px, (640 + reduction - 1) / reduction);
        QCOMPARE(image->height_px, (427 + reduction - 1) / reduction);
        QCOMPARE(image->rgb.size(), rgbBytes(image->width_px, image->height_px));
        QCOMPARE(image->source.width_px, 640);
        QCOMPARE(codesOf(image->notes),
                 std::string(reduction > 1 ? "decoded_scaled" : "decoded_full_small"));
        if (reduction > 1) {
            QCOMPARE(image->notes.front().args.value("reduction", 0), reduction);
        } else {
            QVERIFY(image->rgb == decodeImage(sample("rocket.jpg"))->rgb);
        }
        const auto pillow = decodeImage(fs::path(DUELO_SOURCE_DIR) / "tests/vision/golden" /
                                        ("rocket_scaled_" + std::to_string(least) + ".png"));
        QCOMPARE(pillow.has_value(), least == 100 || least == 50);
        if (pillow) QVERIFY(pillow->rgb == image->rgb);
    }

    void onlyAJpegIsDecodedScaled() {
        for (const char* name : {"rgb.png", "rgb.bmp", "lossless.webp", "rgb.tif"}) {
            const auto full = decodeImage(fixture(name)), scaled = decodeImage(fixture(name), 2);
            QVERIFY2(full && scaled, name);
            QVERIFY(scaled->rgb == full->rgb);
            QCOMPARE(codesOf(full->notes), std::string());
            QCOMPARE(codesOf(scaled->notes), std::string("decoded_full_format"));
        }
        // Turned as a whole one is, in grey and in inks too.
        for (const char* name : {"orientation_6.jpg", "grey.jpg", "cmyk.jpg", "progressive.jpg"}) {
            const auto full = decodeImage(fixture(name)), scaled = decodeImage(fixture(name), 2);
            QVERIFY2(full && scaled, name);
            QCOMPARE(scaled->width_px, full->width_px / 8);
            QCOMPARE(scaled->height_px, full->height_px / 8);
            QCOMPARE(scaled->notes.size(), full->notes.size() + 1);
        }
    }
};

QTEST_APPLESS_MAIN(TestDecode)
#include "tst_decode.moc"
