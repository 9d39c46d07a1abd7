// SPDX-License-Identifier: Apache-2.0
// files that are small on disk and huge in memory are refused by their header.
#include <QTemporaryDir>
#include <QtTest>

#include "../corpus/bomb_files.h"
#include "image_fixtures.h"
#include "vision/decode.h"

#ifndef _WIN32
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#endif

using namespace duelo;
using namespace duelo::test;

namespace {

#ifndef _WIN32
struct ChildResult {
    int exit_code = -1;  ///< 0 decoded, 1 refused as too large, 2 another refusal
    long peak_mb = 0;
};

/// Decodes in a child so that its peak memory is its own.
ChildResult decodeInChild(const std::filesystem::path& path) {
    const pid_t child = fork();
    if (child == 0) {
        const auto image = decodeImage(path);
        _exit(image ? 0 : image.error().code == "image_too_many_pixels" ? 1 : 2);
    }
    int status = 0;
    rusage usage{};
    wait4(child, &status, 0, &usage);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, usage.ru_maxrss / 1024};
}
#endif

}  // namespace

class TestImageLimits : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void R10_bombsAreRefused_data() {
        QTest::addColumn<int>("side");
        QTest::addColumn<int>("bits");
        for (const int side : {20000, 32000, 40000}) {
            QTest::addRow("%d 1 bit", side) << side << 1;
            QTest::addRow("%d grey", side) << side << 8;
        }
    }
    void R10_bombsAreRefused() {
        QFETCH(int, side);
        QFETCH(int, bits);
        const auto pixels = static_cast<std::uint32_t>(side);
        const auto bytes = BlackPng::make(pixels, pixels, static_cast<std::uint32_t>(bits));
        const auto image = decodeImage(bytes);
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("image_too_many_pixels"));
        QCOMPARE(image.error().args.value("width_px", 0), side);
        QCOMPARE(image.error().args.value("limit_megapixels", 0), 50);
    }

    void R10_peakMemoryOfARefusal() {
#ifdef _WIN32
        QSKIP("needs fork");
#else
        QTemporaryDir folder;
        const auto path = std::filesystem::path(folder.path().toStdString()) / "bomb.png";
        for (const std::uint32_t side : {20000U, 32000U, 40000U}) {
            writeBytes(path, BlackPng::make(side, side, 1));
            const ChildResult refused = decodeInChild(path);
            QCOMPARE(refused.exit_code, 1);
            QVERIFY2(refused.peak_mb < 200, qPrintable(QString::number(refused.peak_mb)));
        }
        // The same writer below the limit is a real image, and its memory is seen: 6000 x 6000
        // grey pixels become 108 MB of RGB.
        writeBytes(path, BlackPng::make(6000, 6000, 1));
        const ChildResult decoded = decodeInChild(path);
        QCOMPARE(decoded.exit_code, 0);
        QVERIFY(decoded.peak_mb > 100);
#endif
    }

    // The limit itself: 50 000 000 pixels pass the header, one row more does not.
    void R10_limitIsExact() {
        QVERIFY(readImageHeader(BlackPng::make(10000, 5000, 1)));
        const auto above = readImageHeader(BlackPng::make(10000, 5001, 1));
        QVERIFY(!above);
        QCOMPARE(above.error().code, std::string("image_too_many_pixels"));
        QVERIFY(!readImageHeader(BlackPng::make(1'000'001, 1, 1)));
    }

    // Rows that go on behind the last one are not unpacked (200 MB of them here), and it is said.
    void R10_rowsBehindTheLast() {
        const auto image = decodeImage(BlackPng::make(1, 1, 8, std::uint64_t{200} << 20));
        QVERIFY(image);
        QCOMPARE(codesOf(image->notes), std::string("damaged converted_grey"));
        QVERIFY(decodeImage(BlackPng::make(1, 1, 8))->notes.size() == 1);
        QVERIFY(decodeImage(BlackPng::make(6000, 6000, 8)));
    }

    // A file far larger than its pixels would lie in memory twice.
    void R10_fileFarLargerThanItsPixels_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"rgb.tif", "rgb.jpg", "rgb.png", "rgb.bmp", "lossy.webp"})
            QTest::newRow(file) << file;
    }
    void R10_fileFarLargerThanItsPixels() {
        QFETCH(QString, file);
        auto bytes = readBytes(fixture(file.toStdString()));
        bytes.resize(std::size_t{65} << 20);
        const auto refused = readImageHeader(bytes);
        QVERIFY(!refused);
        QCOMPARE(refused.error().code, std::string("image_too_much_data"));
        bytes.resize(std::size_t{64} << 20);
        QVERIFY(readImageHeader(bytes));
    }

    void R09_absurdSizes_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("code");
        const auto row = [](const char* name, const std::vector<std::uint8_t>& bytes,
                            const char* code) {
            QTest::newRow(name) << QByteArray(reinterpret_cast<const char*>(bytes.data()),
                                              static_cast<qsizetype>(bytes.size()))
                                << code;
        };
        row("bmp 2^31-1", absurdBmp(0x7fffffff, 0x7fffffff), "image_too_many_pixels");
        row("bmp -2^31", absurdBmp(100, -0x80000000LL), "image_too_many_pixels");
        row("bmp negative width", absurdBmp(-100, 100), "image_header_damaged");
        row("bmp zero", absurdBmp(0, 100), "image_header_damaged");
        row("bmp without pixels", absurdBmp(7000, 7000), "image_truncated");
        const auto jpeg = readBytes(fixture("rgb.jpg"));
        row("jpeg 65535", withJpegSize(jpeg, 65535, 65535), "image_too_many_pixels");
        row("jpeg zero height", withJpegSize(jpeg, 24, 0), "image_header_damaged");
        row("png zero", BlackPng::make(0, 10, 8), "image_header_damaged");
        row("png 2^32-1", BlackPng::make(0xffffffff, 1, 1), "image_too_many_pixels");
    }
    void R09_absurdSizes() {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, code);
        const auto image =
            decodeImage(std::span(reinterpret_cast<const std::uint8_t*>(bytes.constData()),
                                  static_cast<std::size_t>(bytes.size())));
        QVERIFY(!image);
        QCOMPARE(QString::fromStdString(image.error().code), code);
    }

    // Thousands of empty scans cost a decoder hours.
    void R10_endlessScans() {
        std::vector<std::uint8_t> bytes = readBytes(fixture("progressive.jpg"));
        const std::vector<std::uint8_t> scan = {0xff, 0xda, 0, 8, 1, 1, 0, 1, 63, 0, 0};
        bytes.resize(bytes.size() - 2);
        for (int i = 0; i < 5000; ++i) bytes.insert(bytes.end(), scan.begin(), scan.end());
        bytes.insert(bytes.end(), {0xff, 0xd9});
        const auto image = decodeImage(bytes);
        QVERIFY(!image);
        QCOMPARE(image.error().code, std::string("image_too_many_scans"));
    }
};

QTEST_APPLESS_MAIN(TestImageLimits)
#include "tst_image_limits.moc"
