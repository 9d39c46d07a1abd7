// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "image_fixtures.h"
#include "vision/image_header.h"

using namespace duelo;
using namespace duelo::test;
using namespace std::string_literals;

namespace {

struct Refusal {
    const char* name;
    std::string bytes;
    const char* code;
    const char* format;
};

const Refusal refusals[] = {
    {"empty", "", "image_empty", ""},
    {"html", "<!DOCTYPE html>\n<html><head><title>404</title>", "image_is_web_page", ""},
    {"html upper", "  \r\n<HTML><BODY>not found", "image_is_web_page", ""},
    {"html bom", "\xef\xbb\xbf<html lang=\"es\">", "image_is_web_page", ""},
    {"xhtml", "<?xml version=\"1.0\"?><html xmlns=\"x\">", "image_is_web_page", ""},
    {"svg", "<?xml version=\"1.0\"?>\n<svg width=\"4\">", "image_format_unsupported", "SVG"},
    {"text", "Práctica 3\nresultados", "image_is_text", ""},
    {"text BM", "BMW is a car maker from Bavaria", "image_is_text", ""},
    {"json", "{\"schema\": 1}", "image_is_text", ""},
    {"gif", "GIF89a\x01\x00\x01\x00"s, "image_format_unsupported", "GIF"},
    {"heic",
     "\0\0\0\x18"
     "ftypheic\0\0\0\0"s,
     "image_format_unsupported", "HEIC"},
    {"heif",
     "\0\0\0\x18"
     "ftypmif1\0\0\0\0"s,
     "image_format_unsupported", "HEIF"},
    {"avif",
     "\0\0\0\x1c"
     "ftypavif\0\0\0\0"s,
     "image_format_unsupported", "AVIF"},
    {"jxl", "\xff\x0a\x01\x02"s, "image_format_unsupported", "JPEG XL"},
    {"psd", "8BPS\0\x01"s, "image_format_unsupported", "Photoshop PSD"},
    {"exr", "\x76\x2f\x31\x01\x02"s, "image_format_unsupported", "OpenEXR"},
    {"mp4",
     "\0\0\0\x18"
     "ftypisom\0\0\0\0"s,
     "image_is_document", "MP4"},
    {"pdf", "%PDF-1.7\n%\xe2\xe3", "image_is_document", "PDF"},
    {"docx", "PK\x03\x04\x14\0"s, "image_is_document", "ZIP (DOCX, ODT, PPTX)"},
    {"wav", "RIFF\x24\0\0\0WAVEfmt "s, "image_is_document", "RIFF (AVI, WAV)"},
    {"noise", "\x01\x92\x00\x7f\xfe\xaa\x12"s, "image_unknown", ""},
    {"one byte", "\xff", "image_unknown", ""},
    {"zeros", std::string(64, '\0'), "image_unknown", ""},
};

}  // namespace

class TestImageHeader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void R14_whatItIsInstead_data() {
        QTest::addColumn<int>("row");
        for (int i = 0; i < static_cast<int>(std::size(refusals)); ++i) {
            QTest::newRow(refusals[i].name) << i;
        }
    }
    void R14_whatItIsInstead() {
        QFETCH(int, row);
        const auto header = readImageHeader(bytesOf(refusals[row].bytes));
        QVERIFY(!header);
        QCOMPARE(header.error().code, std::string(refusals[row].code));
        QCOMPARE(header.error().args.value("format", ""), std::string(refusals[row].format));
    }

    void S047_formatsByContent_data() {
        QTest::addColumn<QString>("format");
        QTest::newRow("rgb.jpg") << "JPEG";
        QTest::newRow("rgb.png") << "PNG";
        QTest::newRow("rgb.bmp") << "BMP";
        QTest::newRow("lossy.webp") << "WebP";
        QTest::newRow("rgb.tif") << "TIFF";
        QTest::newRow("big_endian.tif") << "TIFF";
    }
    void S047_formatsByContent() {
        QFETCH(QString, format);
        const auto header = readImageHeader(readBytes(fixture(QTest::currentDataTag())));
        QVERIFY(header);
        QCOMPARE(QString::fromUtf8(formatName(header->format).data()), format);
        QCOMPARE(header->width_px, 24);
        QCOMPARE(header->height_px, 16);
        QCOMPARE(header->channels, 3);
        QCOMPARE(header->bits_per_channel, 8);
        QCOMPARE(header->frames, 1);
        QVERIFY(!header->truncated && !header->has_alpha && !header->palette && !header->cmyk);
    }

    void R13_framesAndAlpha() {
        const auto header = [](const char* name) {
            return *readImageHeader(readBytes(fixture(name)));
        };
        QCOMPARE(header("animated.png").frames, 2);
        QCOMPARE(header("animated.webp").frames, 2);
        QCOMPARE(header("multipage.tif").frames, 3);
        QVERIFY(header("cmyk.jpg").cmyk);
        QVERIFY(header("palette_key.png").palette && header("palette_key.png").has_alpha);
    }

    // A directory that names itself as the next one: counted once, not forever.
    void R09_tiffDirectoryLoop() {
        auto bytes = readBytes(fixture("big_endian.tif"));
        std::copy_n(bytes.begin() + 4, 4, bytes.end() - 4);
        const auto header = readImageHeader(bytes);
        QVERIFY(header);
        QCOMPARE(header->frames, 1);
    }

    // The thumbnail inside EXIF has its own end marker and size; neither may be taken for the
    // photograph's.
    void R12_exifThumbnailIsNotTheImage() {
        const auto whole = readBytes(fixture("rgb.jpg"));
        std::vector<std::uint8_t> bytes(whole.begin(), whole.begin() + 2);
        const std::size_t length = whole.size() + 8;
        bytes.insert(bytes.end(), {0xff, 0xe1, static_cast<std::uint8_t>(length >> 8),
                                   static_cast<std::uint8_t>(length), 'E', 'x', 'i', 'f', 0, 0});
        bytes.insert(bytes.end(), whole.begin(), whole.end());
        bytes.insert(bytes.end(), whole.begin() + 2, whole.end() - 2);
        const auto header = readImageHeader(bytes);
        QVERIFY(header);
        QVERIFY(header->truncated);
        bytes.insert(bytes.end(), {0xff, 0xd9});
        QVERIFY(!readImageHeader(bytes)->truncated);
    }

    void R12_orientationOutOfRangeIsUpright() {
        auto bytes = readBytes(fixture("orientation_6.tif"));
        QCOMPARE(readImageHeader(bytes)->orientation, 6);
        // Entry 274 (0x0112), SHORT, one value: 12 01 03 00 01 00 00 00 06 00.
        const std::vector<std::uint8_t> entry = {0x12, 0x01, 3, 0, 1, 0, 0, 0, 6, 0};
        const auto found = std::search(bytes.begin(), bytes.end(), entry.begin(), entry.end());
        QVERIFY(found != bytes.end());
        found[8] = 9;
        QCOMPARE(readImageHeader(bytes)->orientation, 1);
    }

    void R13_cmykWithoutAdobeMarkIsRefused() {
        auto bytes = readBytes(fixture("cmyk.jpg"));
        const auto adobe =
            std::search(bytes.begin(), bytes.end(), std::begin("Adobe"), std::begin("Adobe") + 5);
        QVERIFY(adobe != bytes.end());
        *adobe = 'X';
        QCOMPARE(readImageHeader(bytes).error().code, std::string("image_cmyk_unmarked"));
    }

    // 12-bit JPEG exists; libjpeg-turbo as Debian builds it cannot decode it.
    void unsupportedDepthsAreNamed() {
        auto bytes = readBytes(fixture("rgb.jpg"));
        for (std::size_t i = 2; i + 4 < bytes.size(); ++i) {
            if (bytes[i] == 0xff && bytes[i + 1] == 0xc0) bytes[i + 4] = 12;
        }
        const auto header = readImageHeader(bytes);
        QVERIFY(!header);
        QCOMPARE(header.error().code, std::string("image_depth_unsupported"));
        QCOMPARE(header.error().args.value("bits", 0), 12);
    }
};

QTEST_APPLESS_MAIN(TestImageHeader)
#include "tst_image_header.moc"
