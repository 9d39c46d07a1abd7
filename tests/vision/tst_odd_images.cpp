// SPDX-License-Identifier: Apache-2.0
// rare but valid files, made here byte by byte: right colours, or a refusal that says why.
#include <QtTest>

#include <array>

#include "image_fixtures.h"
#include "vision/decode.h"

using namespace duelo;
using namespace duelo::test;
using namespace std::string_literals;

namespace {

using Bytes = std::vector<std::uint8_t>;

void little(Bytes& bytes, std::uint64_t value, int count) {
    for (int i = 0; i < count; ++i) bytes.push_back(static_cast<std::uint8_t>(value >> 8 * i));
}

/// Red and green above blue and yellow, 0xRRGGBB.
constexpr std::array<std::uint32_t, 4> colours = {0xdc2828, 0x28b43c, 0x283cc8, 0xe6d232};

Bytes bmpHeader(std::size_t pixels_at) {
    Bytes bytes = {'B', 'M'};
    little(bytes, 0, 8);  // size and reserved: nobody reads them
    little(bytes, pixels_at, 4);
    return bytes;
}

/// 2 x 2 pixels behind a BITMAPCOREHEADER, as OS/2 wrote them; rows from the bottom, of 8 bytes.
Bytes coreBmp(int bits) {
    const std::size_t entries = bits <= 8 ? std::size_t{1} << bits : 0;
    Bytes bytes = bmpHeader(26 + 3 * entries);
    little(bytes, 12, 4);
    for (const int field : {2, 2, 1, bits}) little(bytes, static_cast<std::uint64_t>(field), 2);
    for (std::size_t i = 0; i < entries; ++i) little(bytes, i < 4 ? colours[i] : 0, 3);
    for (const std::size_t first : {2U, 0U}) {
        const std::size_t next = first + 1;
        Bytes row;
        if (bits == 24) {
            little(row, colours[first], 3);
            little(row, colours[next], 3);
        } else if (bits == 8) {
            row = {static_cast<std::uint8_t>(first), static_cast<std::uint8_t>(next)};
        } else if (bits == 4) {
            row = {static_cast<std::uint8_t>(first << 4 | next)};
        } else {
            row = {0x40};  // 0, 1 in both rows
        }
        row.resize(bits == 24 ? 8 : 4);
        bytes.insert(bytes.end(), row.begin(), row.end());
    }
    return bytes;
}

/// One row of one pixel with masks, behind a header of `info` bytes; masks of 40 follow it.
Bytes maskedBmp(std::size_t info, int bits, std::array<std::uint32_t, 4> masks, std::uint32_t pixel,
                std::uint32_t compression = 3) {
    const std::size_t pixels_at = 14 + std::max<std::size_t>(info, 52);
    Bytes bytes = bmpHeader(pixels_at);
    little(bytes, info, 4);
    little(bytes, 1, 4);
    little(bytes, 1, 4);
    little(bytes, 1, 2);
    little(bytes, static_cast<std::uint64_t>(bits), 2);
    little(bytes, compression, 4);
    for (int i = 0; i < 5; ++i) little(bytes, 0, 4);
    for (std::size_t i = 0; i < (info >= 56 ? 4 : 3); ++i) little(bytes, masks[i], 4);
    bytes.resize(pixels_at);
    little(bytes, pixel, 4);
    return bytes;
}

/// 8 x 1 pixels of one bit with a palette of two colours.
Bytes paletteTiff() {
    Bytes bytes = bytesOf("II\x2a\0\x08\0\0\0"s);
    const std::array<std::array<std::uint32_t, 4>, 10> entries = {{{256, 3, 1, 8},
                                                                   {257, 3, 1, 1},
                                                                   {258, 3, 1, 1},
                                                                   {259, 3, 1, 1},
                                                                   {262, 3, 1, 3},
                                                                   {273, 4, 1, 134 + 12},
                                                                   {277, 3, 1, 1},
                                                                   {278, 3, 1, 1},
                                                                   {279, 4, 1, 1},
                                                                   {320, 3, 6, 134}}};
    little(bytes, entries.size(), 2);
    for (const auto& [tag, type, count, value] : entries) {
        little(bytes, tag, 2);
        little(bytes, type, 2);
        little(bytes, count, 4);
        little(bytes, value, 4);
    }
    little(bytes, 0, 4);
    for (const std::uint32_t part : {0xffffU, 0U, 0U, 0xffffU, 0U, 0U}) little(bytes, part, 2);
    bytes.push_back(0x55);
    return bytes;
}

/// An EXIF block with nothing but tag 274.
Bytes exif(int orientation) {
    Bytes bytes = bytesOf("II\x2a\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0"s);
    little(bytes, static_cast<std::uint64_t>(orientation), 4);
    little(bytes, 0, 4);
    return bytes;
}

Bytes operator+(Bytes left, const Bytes& right) {
    left.insert(left.end(), right.begin(), right.end());
    return left;
}

Bytes profile(const Bytes& block) {
    std::string text = "\nexif\n      " + std::to_string(block.size()) + "\n";
    for (const std::uint8_t byte : block) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
        if (text.size() % 40 == 0) text += '\n';
    }
    return bytesOf(text);
}

Bytes packed(const Bytes& text) {
    const QByteArray zipped = qCompress(text.data(), static_cast<qsizetype>(text.size()));
    return {zipped.begin() + 4, zipped.end()};  // Qt puts the length before
}

/// rgb.png with a chunk of metadata behind its header. Nobody reads the checksum.
Bytes pngWith(const std::string& type, const Bytes& data,
              Bytes bytes = readBytes(fixture("rgb.png"))) {
    Bytes chunk;
    for (int shift = 24; shift >= 0; shift -= 8)
        chunk.push_back(static_cast<std::uint8_t>(data.size() >> shift));
    chunk = chunk + bytesOf(type) + data + Bytes(4);
    bytes.insert(bytes.begin() + 33, chunk.begin(), chunk.end());
    return bytes;
}

const std::string attribute = "<rdf:Description tiff:Orientation=\"6\"/>";
const std::string element = "<tiff:Orientation> 6 </tiff:Orientation>";

}  // namespace

class TestOddImages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bmpOfOs2_data() {
        QTest::addColumn<int>("bits");
        for (const int bits : {1, 4, 8, 24}) QTest::addRow("%d bits", bits) << bits;
    }
    void bmpOfOs2() {
        QFETCH(int, bits);
        const auto image = decodeImage(coreBmp(bits));
        QVERIFY2(image, image ? "" : (image.error().code + image.error().message).c_str());
        for (std::size_t i = 0; i < 4; ++i) {
            const std::uint32_t wanted = colours[bits == 1 ? i % 2 : i];
            const std::uint8_t* pixel = image->rgb.data() + 3 * i;
            QCOMPARE(std::uint32_t{pixel[0]} << 16 | pixel[1] << 8U | pixel[2], wanted);
        }
    }

    void bmpOfOs2WithAShortPalette() {
        Bytes bytes = coreBmp(8);
        bytes.erase(bytes.begin() + 26 + 3 * 4, bytes.begin() + 26 + 3 * 256);
        bytes[10] = 26 + 3 * 4;
        bytes[11] = 0;
        const auto image = decodeImage(bytes);
        QVERIFY(image);
        QCOMPARE(int(image->rgb[0]), 0xdc);
    }

    void bmpOfOs2InUnknownDepths() {
        QCOMPARE(decodeImage(coreBmp(16)).error().code, std::string("image_layout_unsupported"));
        QCOMPARE(decodeImage(coreBmp(32)).error().code, std::string("image_layout_unsupported"));
    }

    void bmpWithMasksThatAreRead() {
        for (const std::size_t info : {40U, 108U, 124U}) {
            const auto red = decodeImage(maskedBmp(info, 16, {0xf800, 0x07e0, 0x1f, 0}, 0xf800));
            QVERIFY2(red, red ? "" : (red.error().code + red.error().message).c_str());
            QVERIFY(red->rgb[0] >= 240 && red->rgb[1] == 0 && red->rgb[2] == 0);
            const auto green = decodeImage(maskedBmp(info, 16, {0x7c00, 0x03e0, 0x1f, 0}, 0x03e0));
            QVERIFY(green && green->rgb[1] >= 240 && green->rgb[0] == 0 && green->rgb[2] == 0);
            const auto wide =
                decodeImage(maskedBmp(info, 32, {0xff0000, 0xff00, 0xff, 0}, 0x00102030));
            QVERIFY(wide);
            QCOMPARE(wide->rgb, (std::vector<std::uint8_t>{0x10, 0x20, 0x30}));
        }
    }

    void bmpWithMasksThatAreNot_data() {
        QTest::addColumn<int>("info");
        QTest::addColumn<int>("bits");
        QTest::addColumn<QList<quint32>>("masks");
        const auto row = [](const char* name, int info, int bits, QList<quint32> masks) {
            QTest::newRow(name) << info << bits << masks;
        };
        row("4 bits a colour", 40, 16, {0x0f00, 0x00f0, 0x000f, 0});
        row("blue first in 16", 40, 16, {0x1f, 0x07e0, 0xf800, 0});
        row("alpha in 16", 108, 16, {0x7c00, 0x03e0, 0x1f, 0x8000});
        row("10 bits a colour", 40, 32, {0x3ff00000, 0xffc00, 0x3ff, 0});
        row("blue first in 32", 40, 32, {0xff, 0xff00, 0xff0000, 0});
        row("blue first with alpha", 124, 32, {0xff, 0xff00, 0xff0000, 0xff000000});
        row("alpha of 7 bits", 124, 32, {0xff0000, 0xff00, 0xff, 0x7f000000});
        row("none", 40, 32, {0, 0, 0, 0});
    }
    void bmpWithMasksThatAreNot() {
        QFETCH(int, info);
        QFETCH(int, bits);
        QFETCH(QList<quint32>, masks);
        const auto image = decodeImage(maskedBmp(static_cast<std::size_t>(info), bits,
                                                 {masks[0], masks[1], masks[2], masks[3]}, 0));
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("image_layout_unsupported"));
        QCOMPARE(image.error().args.value("format", ""), std::string("BMP"));
    }

    void bmpOfAnotherCompression() {
        const auto image = decodeImage(maskedBmp(40, 32, {0xff0000, 0xff00, 0xff, 0}, 0, 6));
        QCOMPARE(image.error().code, std::string("image_layout_unsupported"));
    }

    void tiffWithAPaletteOfTwo() {
        const auto image = decodeImage(paletteTiff());
        QVERIFY2(image, image ? "" : (image.error().code + image.error().message).c_str());
        QCOMPARE(codesOf(image->notes), std::string("converted_palette"));
        for (std::size_t x = 0; x < 8; ++x) {
            QCOMPARE(int(image->rgb[3 * x]), x % 2 == 0 ? 255 : 0);
            QCOMPARE(int(image->rgb[3 * x + 1]), x % 2 == 0 ? 0 : 255);
            QCOMPARE(int(image->rgb[3 * x + 2]), 0);
        }
    }

    // libtiff was built without that scheme, or nobody knows it: not a black picture.
    void tiffOfAnotherCompression() {
        Bytes bytes = paletteTiff();
        bytes[10 + 3 * 12 + 8] = 0x77;
        const auto image = decodeImage(bytes);
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("image_layout_unsupported"));
        QCOMPARE(image.error().args.value("format", ""), std::string("TIFF"));
    }

    // What cannot be decoded is not silently black.
    void tiffWithSpoiledRows() {
        Bytes bytes = readBytes(fixture("deflate.tif"));
        for (std::size_t i = 8; i < 40; ++i) bytes[i] ^= 0xff;
        const auto image = decodeImage(bytes);
        QVERIFY(!image || codesOf(image->notes).starts_with("damaged"));
    }

    /// Four bits in 24 x 2 pixels: a run, values as they are, a step aside, the end of a row.
    void bmpOfRunsOf4Bits() {
        Bytes bytes = bmpHeader(14 + 40 + 4 * 4);
        little(bytes, 40, 4);
        little(bytes, 8, 4);
        little(bytes, 2, 4);
        little(bytes, 1, 2);
        little(bytes, 4, 2);
        little(bytes, 2, 4);  // RLE4
        little(bytes, 18, 4);
        for (int i = 0; i < 4; ++i) little(bytes, i == 2 ? 4 : 0, 4);
        for (const std::uint32_t colour : colours) little(bytes, colour, 4);
        // Lower row: 5 of "1 2 1 2 1", then to its end. Upper row: 1 to the right, "3 2 1" as they
        // are, and what follows is the first colour.
        for (const int byte : {5, 0x12, 0, 0, 0, 2, 1, 0, 0, 3, 0x32, 0x10, 0, 0, 0, 1})
            bytes.push_back(static_cast<std::uint8_t>(byte));
        const auto image = decodeImage(bytes);
        QVERIFY2(image, image ? "" : (image.error().code + image.error().message).c_str());
        const std::array<std::size_t, 16> wanted = {0, 3, 2, 1, 0, 0, 0, 0, 1, 2, 1, 2, 1, 0, 0, 0};
        for (std::size_t i = 0; i < wanted.size(); ++i) {
            const std::uint8_t* pixel = image->rgb.data() + 3 * i;
            QCOMPARE(std::uint32_t{pixel[0]} << 16 | pixel[1] << 8U | pixel[2], colours[wanted[i]]);
        }
    }

    void bmpOf565IsAsPillows() {
        const auto image = decodeImage(maskedBmp(40, 16, {0xf800, 0x07e0, 0x1f, 0}, 0x8410));
        QVERIFY(image);
        QCOMPARE(image->rgb, (std::vector<std::uint8_t>{131, 129, 131}));
    }

    void R12_orientationInAPng_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<QByteArray>("data");
        const auto row = [](const char* name, const char* type, const Bytes& data) {
            QTest::newRow(name) << QByteArray(type)
                                << QByteArray(reinterpret_cast<const char*>(data.data()),
                                              static_cast<qsizetype>(data.size()));
        };
        const Bytes xmp = bytesOf("XML:com.adobe.xmp\0"s);
        const Bytes raw = bytesOf("Raw profile type exif\0"s);
        const Bytes app1 = bytesOf("Raw profile type APP1\0"s);
        const Bytes prefixed = bytesOf("Exif\0\0"s) + exif(6);
        row("eXIf", "eXIf", exif(6));
        row("XMP attribute", "iTXt", xmp + Bytes(4) + bytesOf(attribute));
        row("XMP element", "iTXt", xmp + bytesOf("\0\0es\0XMP\0"s) + bytesOf(element));
        row("XMP compressed", "iTXt", xmp + bytesOf("\1\0\0\0"s) + packed(bytesOf(attribute)));
        row("profile", "tEXt", raw + profile(exif(6)));
        row("profile compressed", "zTXt", raw + Bytes(1) + packed(profile(exif(6))));
        row("profile of APP1", "zTXt", app1 + Bytes(1) + packed(profile(prefixed)));
    }
    void R12_orientationInAPng() {
        QFETCH(QByteArray, type);
        QFETCH(QByteArray, data);
        const auto image =
            decodeImage(pngWith(type.toStdString(), Bytes(data.begin(), data.end())));
        QVERIFY(image);
        QCOMPARE(image->source.orientation, 6);
        QCOMPARE(image->width_px, 16);
        QCOMPARE(image->height_px, 24);
        QCOMPARE(codesOf(image->notes), std::string("rotated_exif"));
    }

    // eXIf is the specification's own; a program that turned the pixels may have left the others.
    void R12_exifBeforeTexts() {
        const Bytes xmp = bytesOf("XML:com.adobe.xmp\0"s) + Bytes(4) + bytesOf(attribute);
        QCOMPARE(readImageHeader(pngWith("iTXt", xmp, pngWith("eXIf", exif(1))))->orientation, 1);
    }

    void R12_textsThatSayNothing() {
        const Bytes xmp = bytesOf("XML:com.adobe.xmp\0"s);
        for (const Bytes& data : {xmp, xmp + Bytes(4), xmp + bytesOf("\1\0\0\0rubbish"s),
                                  xmp + Bytes(4) + bytesOf("tiff:Orientation=\"9\""),
                                  bytesOf("Comment\0\0\0\0\0"s) + bytesOf(attribute), Bytes()})
            QCOMPARE(readImageHeader(pngWith("iTXt", data))->orientation, 1);
    }
};

QTEST_APPLESS_MAIN(TestOddImages)
#include "tst_odd_images.moc"
