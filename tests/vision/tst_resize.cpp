// SPDX-License-Identifier: Apache-2.0
// Golden images: tests/parity/make_resize_golden.py (Pillow 13.0.0, torchvision 0.26.0).
#include <QtTest>

#include <cstdlib>

#include "image_fixtures.h"
#include "vision/decode.h"
#include "vision/resize.h"
#include "vision/resize_loops.h"

using namespace duelo;
using namespace duelo::test;

namespace {

RgbImage golden(const QString& name) {
    const auto path =
        std::filesystem::path(DUELO_SOURCE_DIR) / "tests/vision/golden" / name.toStdString();
    const auto image = decodeImage(path);
    return image ? static_cast<const RgbImage&>(*image) : RgbImage{};
}

/// pattern() of make_resize_golden.py: fields of noise and of smooth colour.
RgbImage pattern(int width, int height) {
    RgbImage image{width, height, {}};
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x) {
            for (int c = 0; c < 3; ++c) {
                const std::uint32_t hashed = static_cast<std::uint32_t>(x) * 73856093U ^
                                             static_cast<std::uint32_t>(y) * 19349663U ^
                                             static_cast<std::uint32_t>(c + 1) * 83492791U;
                const std::uint32_t noise = hashed * 2654435761U >> 24;
                const int ramp = x * 5 + y * 3 + c * 60;
                image.rgb.push_back(static_cast<std::uint8_t>(
                    (x / 8 + y / 8) % 2 == 0 ? static_cast<int>(noise) : ramp));
            }
        }
    }
    return image;
}

struct Difference {
    double mean = 255;
    int largest = 255;
};

Difference difference(const RgbImage& a, const RgbImage& b) {
    if (a.rgb.size() != b.rgb.size() || a.width_px != b.width_px || a.rgb.empty()) return {};
    Difference found{0, 0};
    for (std::size_t i = 0; i < a.rgb.size(); ++i) {
        const int one = std::abs(a.rgb[i] - b.rgb[i]);
        found.mean += one;
        found.largest = std::max(found.largest, one);
    }
    found.mean /= static_cast<double>(a.rgb.size());
    return found;
}

// The arithmetic is Pillow's, so there is no difference at all.
void compareToGolden(const RgbImage& ours, const QString& name) {
    const Difference found = difference(ours, golden(name));
    QVERIFY2(found.largest == 0,
             qPrintable(
                 QString("%1: mean %2, largest %3").arg(name).arg(found.mean).arg(found.largest)));
}

}  // namespace

class TestResize : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void S009_sameAsPillow_data() {
        QTest::addColumn<QSize>("from");
        QTest::addColumn<QSize>("to");
        const auto row = [](QSize from, QSize to) {
            QTest::addRow("%dx%d to %dx%d", from.width(), from.height(), to.width(), to.height())
                << from << to;
        };
        row({37, 23}, {16, 16});
        row({301, 199}, {64, 64});
        row({640, 427}, {33, 31});
        row({37, 23}, {61, 47});
        row({20, 90}, {50, 30});
        row({100, 60}, {100, 25});
        row({60, 100}, {25, 100});
        row({7, 5}, {1, 1});
        row({1, 1}, {9, 7});
        row({1000, 3}, {5, 3});
        row({2, 2}, {3, 2});
        row({33, 33}, {32, 32});
    }
    void S009_sameAsPillow() {
        QFETCH(QSize, from);
        QFETCH(QSize, to);
        const auto ours = resize(pattern(from.width(), from.height()), to.width(), to.height());
        QVERIFY(ours);
        compareToGolden(*ours, QString("resize_%1x%2_%3x%4.png")
                                   .arg(from.width())
                                   .arg(from.height())
                                   .arg(to.width())
                                   .arg(to.height()));
    }

    // Pillow 13 exchanges the passes for such shapes: rounding differs by 1 at most.
    void S009_closeToPillow13() {
        const auto ours = resize(pattern(20, 90), 50, 30);
        QVERIFY(ours);
        const Difference found = difference(*ours, golden("resize_20x90_50x30_pillow13.png"));
        QCOMPARE(found.largest, 1);
        QVERIFY2(found.mean < 0.5, qPrintable(QString::number(found.mean)));
    }

    void S009_aPhotographAsTorchvisionSeesIt() {
        const auto photograph = decodeImage(sample("chelsea.png"));
        QVERIFY(photograph);
        const auto small = fitToSquare(*photograph, 64, Fit::Square);
        QVERIFY(small);
        compareToGolden(*small, "chelsea_64.png");
        const auto usual = fitToSquare(*photograph, 224, Fit::Square);
        QVERIFY(usual);
        RgbImage part{64, 64, {}};
        for (int y = 60; y < 124; ++y) {
            const auto from = usual->rgb.begin() + 3 * (y * 224 + 80);
            part.rgb.insert(part.rgb.end(), from, from + 3 * 64);
        }
        compareToGolden(part, "chelsea_224_part.png");
    }

    void S0M08_centreCropAsTorchvision_data() {
        QTest::addColumn<QSize>("from");
        QTest::addColumn<int>("size");
        QTest::newRow("wide") << QSize(37, 23) << 16;
        QTest::newRow("high") << QSize(23, 37) << 16;
        QTest::newRow("very wide") << QSize(300, 101) << 50;
        QTest::newRow("enlarged") << QSize(31, 20) << 45;
        QTest::newRow("square") << QSize(40, 40) << 17;
    }
    void S0M08_centreCropAsTorchvision() {
        QFETCH(QSize, from);
        QFETCH(int, size);
        const auto ours = fitToSquare(pattern(from.width(), from.height()), size, Fit::CentreCrop);
        QVERIFY(ours);
        compareToGolden(
            *ours, QString("crop_%1x%2_%3.png").arg(from.width()).arg(from.height()).arg(size));
    }

    void S0M08_letterboxKeepsEverything_data() {
        QTest::addColumn<QSize>("from");
        QTest::addColumn<QRect>("content");
        QTest::newRow("wide") << QSize(90, 45) << QRect(0, 15, 60, 30);
        QTest::newRow("high") << QSize(20, 80) << QRect(22, 0, 15, 60);
        QTest::newRow("square") << QSize(30, 30) << QRect(0, 0, 60, 60);
        QTest::newRow("one row") << QSize(5000, 1) << QRect(0, 29, 60, 1);
    }
    void S0M08_letterboxKeepsEverything() {
        QFETCH(QSize, from);
        QFETCH(QRect, content);
        const auto image = pattern(from.width(), from.height());
        const auto ours = fitToSquare(image, 60, Fit::Letterbox);
        const auto inside = resize(image, content.width(), content.height());
        QVERIFY(ours && inside);
        for (int y = 0; y < 60; ++y) {
            for (int x = 0; x < 60; ++x) {
                const std::uint8_t* pixel = ours->rgb.data() + rgbBytes(60, y) + rgbBytes(x, 1);
                const bool in = content.contains(x, y);
                const std::uint8_t expected =
                    in ? inside->rgb[rgbBytes(content.width(), y - content.y()) +
                                     rgbBytes(x - content.x(), 1)]
                       : std::uint8_t{128};
                QCOMPARE(pixel[0], expected);
            }
        }
    }

    // S0-09: whichever vectors a processor has, the pixels are those of plain code.
    void everyVectorGivesTheSame() {
        const std::vector<ResizeLoops> all = allResizeLoops();
        for (const QSize to : {QSize(1, 1), QSize(7, 5), QSize(33, 61), QSize(150, 90)}) {
            const RgbImage from = pattern(151, 67);
            const RowFilter filter(triangleFilter(from.width_px, to.width()));
            const std::vector<FilterTaps> taps = triangleFilter(from.height_px, to.height());
            const std::size_t step = rgbBytes(from.width_px, 1), narrow = rgbBytes(to.width(), 1);
            std::vector<std::uint8_t> in = from.rgb;
            in.resize(in.size() + filter.spareBytes(), 255);
            const auto resized = [&](const ResizeLoops& loops) {
                std::vector<std::uint8_t> rows(narrow * 67 + 1, 77), out(narrow + 1, 77);
                loops.rows(in.data(), step, 67, filter, rows.data(), narrow);
                std::vector<std::uint8_t> result = rows;  // nothing is written behind the end
                for (const FilterTaps& tap : taps) {
                    loops.column(rows.data() + narrow * static_cast<std::size_t>(tap.first), narrow,
                                 tap, narrow, out.data());
                    result.insert(result.end(), out.begin(), out.end());
                }
                return result;
            };
            const auto plain = resized(all.front());
            QCOMPARE(plain[narrow * 67], std::uint8_t{77});
            for (const ResizeLoops& loops : all) QVERIFY(resized(loops) == plain);
        }
    }

    // What is resized while it is decoded is what a whole image would have become.
    void decodedByRows_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("size");
        for (const char* name : {"rgb.jpg", "subsampled.jpg", "progressive.jpg", "grey.jpg",
                                 "cmyk.jpg", "orientation_6.jpg", "rgba.png"})
            for (const int size : {1, 5, 24, 40})
                QTest::addRow("%s %d", name, size) << name << size;
        for (const int size : {50, 224, 427, 700}) QTest::addRow("rocket %d", size) << "" << size;
    }
    void decodedByRows() {
        QFETCH(QString, file);
        QFETCH(int, size);
        const auto path = file.isEmpty() ? sample("rocket.jpg") : fixture(file.toStdString());
        for (const Decoding decoding : {Decoding::Full, Decoding::Scaled})
            for (const Fit fit : {Fit::Square, Fit::Letterbox, Fit::CentreCrop}) {
                const auto image = decodeImage(path, decoding == Decoding::Scaled ? size : 0);
                const auto rows = decodeFitted(path, size, fit, decoding);
                QVERIFY(image && rows);
                QVERIFY(rows->square == *fitToSquare(*image, size, fit));
                QVERIFY(rows->notes == image->notes);
                QVERIFY(rows->decode_ms > 0 && rows->resize_ms > 0);
            }
    }

    void decodingByRowsFailsAlike() {
        const auto bytes = readBytes(sample("rocket.jpg"));
        const std::vector<std::uint8_t> cut(bytes.begin(), bytes.begin() + 9000);
        const auto image = decodeImage(cut);
        const auto rows = decodeFitted(cut, 64, Fit::Square, Decoding::Full);
        QVERIFY(image && rows);
        QVERIFY(rows->square == *fitToSquare(*image, 64, Fit::Square));
        QCOMPARE(codesOf(rows->notes), std::string("truncated"));
        // damaged anywhere, both say the same.
        std::uint32_t random = 7;
        for (int turn = 0; turn < 60; ++turn) {
            auto damaged = bytes;
            for (int i = 0; i < 3; ++i) {
                random = random * 1664525U + 1013904223U;
                damaged[random % (turn % 2 ? damaged.size() : 700)] ^= 1U << (random >> 29);
            }
            const auto whole = decodeImage(damaged);
            const auto by_rows = decodeFitted(damaged, 64, Fit::Square, Decoding::Full);
            QCOMPARE(by_rows.has_value(), whole.has_value());
            if (!whole)
                QVERIFY(by_rows.error() == whole.error());
            else
                QVERIFY(by_rows->square == *fitToSquare(*whole, 64, Fit::Square) &&
                        by_rows->notes == whole->notes);
        }
        const auto code = [&](const std::filesystem::path& path, int size, Fit fit) {
            const auto failed = decodeFitted(path, size, fit, Decoding::Full);
            return failed ? std::string() : failed.error().code;
        };
        QCOMPARE(code(sample("rocket.jpg"), 0, Fit::Square), std::string("resize_size_invalid"));
        QCOMPARE(code(sample("rocket.jpg"), max_resize_px, Fit::CentreCrop),
                 std::string("resize_size_invalid"));
        QCOMPARE(code("no_such.jpg", 8, Fit::Square), std::string("image_not_found"));
    }

    // Weights sum to one: a flat image stays flat at any ratio, the extremes included.
    void flatStaysFlat() {
        for (const std::uint8_t value : {0, 1, 127, 254, 255}) {
            const RgbImage flat{97, 61, std::vector<std::uint8_t>(rgbBytes(97, 61), value)};
            for (const QSize to : {QSize(1, 1), QSize(13, 60), QSize(98, 200), QSize(97, 61)}) {
                const auto ours = resize(flat, to.width(), to.height());
                QVERIFY(ours);
                QVERIFY(ours->rgb ==
                        std::vector<std::uint8_t>(rgbBytes(to.width(), to.height()), value));
            }
        }
    }

    void sizesAreChecked() {
        const RgbImage image = pattern(4, 4);
        for (const int size : {0, -1, max_resize_px + 1, INT_MIN, INT_MAX}) {
            for (const Fit fit : {Fit::Square, Fit::Letterbox, Fit::CentreCrop}) {
                const auto ours = fitToSquare(image, size, fit);
                QVERIFY(!ours);
                QCOMPARE(ours.error().code, std::string("resize_size_invalid"));
            }
        }
        QCOMPARE(resize(RgbImage{4, 4, {1, 2, 3}}, 2, 2).error().code,
                 std::string("image_size_mismatch"));
        QVERIFY(!fitToSquare(RgbImage{}, 8, Fit::CentreCrop));
        // So thin that cropping would first need an image wider than the limit.
        QCOMPARE(fitToSquare(pattern(1000, 1), 224, Fit::CentreCrop).error().code,
                 std::string("resize_size_invalid"));
    }

    void shrinkToFitNeverEnlarges() {
        const auto same = shrinkToFit(pattern(30, 20), 64);
        QVERIFY(same && *same == pattern(30, 20));
        const auto smaller = shrinkToFit(pattern(300, 200), 64);
        QVERIFY(smaller);
        QCOMPARE(smaller->width_px, 64);
        QCOMPARE(smaller->height_px, 43);
        const auto thin = shrinkToFit(pattern(1000, 1), 10);
        QVERIFY(thin);
        QCOMPARE(thin->height_px, 1);
    }
};

QTEST_APPLESS_MAIN(TestResize)
#include "tst_resize.moc"
