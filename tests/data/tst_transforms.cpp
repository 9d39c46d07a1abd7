// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <cmath>
#include <set>

#include "data/picture.h"
#include "data/transforms.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;

namespace {

/// The picture behind every golden row: value i is (37 i + 11 (i / w) + 59 (i / (h w))) mod 256.
Picture goldenPicture(SampleShape shape) {
    Picture picture{shape, Bytes(shape.bytes())};
    const auto w = static_cast<std::size_t>(shape.width_px);
    const auto plane = w * static_cast<std::size_t>(shape.height_px);
    for (std::size_t i = 0; i < picture.pixels.size(); ++i)
        picture.pixels[i] = static_cast<std::uint8_t>(i * 37 + i / w * 11 + i / plane * 59);
    return picture;
}

LabelledSet setOf(const std::vector<Picture>& pictures) {
    auto set = LabelledSet::create(pictures[0].shape, {"a", "b"}, pictures.size()).value();
    for (const Picture& picture : pictures) set.add(picture.pixels, 0, "");
    return set;
}

/// Bytes come out as they are.
Transform plain() {
    Transform transform;
    transform.size_px = 0;
    transform.normalisation = {1, {0, 0, 0}, {1, 1, 1}};
    return transform;
}

std::vector<float> apply(const Transform& transform, const LabelledSet& set, std::size_t index,
                         std::uint64_t seed = 1234, std::uint64_t epoch = 0) {
    std::vector<float> out(transformedShape(transform, set.shape()).bytes());
    applyTransform(transform, pictureOf(set, index), {seed, epoch, index}, out);
    return out;
}

}  // namespace

class TestTransforms : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Pillow 13.0.0: Image.fromarray(picture).resize((width, height), Image.BILINEAR).
    void goldenResize_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<Bytes>("golden");
        QTest::newRow("smaller") << 3 << 4
                                 << Bytes{25, 83, 151, 209, 47, 105, 173, 201, 69, 127, 195, 119};
        QTest::newRow("width only") << 5 << 3 << Bytes{32,  111, 190, 46,  125, 204, 60, 139,
                                                       218, 74,  153, 141, 88,  167, 155};
        QTest::newRow("height only")
            << 2 << 7 << Bytes{14, 51, 88, 125, 162, 199, 224, 42, 79, 116, 153, 190, 227, 78};
        QTest::newRow("larger") << 8 << 10
                                << Bytes{0,   20,  46,  72,  98,  124, 150, 176, 202, 222, 6,   26,
                                         52,  78,  104, 130, 156, 182, 208, 228, 15,  35,  61,  87,
                                         113, 139, 165, 191, 217, 237, 24,  44,  70,  96,  122, 148,
                                         174, 200, 226, 246, 32,  52,  78,  104, 130, 156, 182, 208,
                                         198, 174, 41,  61,  87,  113, 139, 165, 191, 217, 134, 23,
                                         50,  70,  96,  122, 148, 174, 200, 226, 136, 16,  56,  76,
                                         102, 128, 154, 180, 206, 232, 142, 22};
    }

    void goldenResize() {
        QFETCH(int, height);
        QFETCH(int, width);
        QFETCH(Bytes, golden);
        QCOMPARE(resized(goldenPicture({1, 5, 7}), height, width).pixels, golden);
    }

    void everyChannelIsResized() {
        const Picture rgb = withChannels(goldenPicture({1, 5, 7}), 3);
        const Picture small = resized(rgb, 3, 4);
        const Bytes one = resized(goldenPicture({1, 5, 7}), 3, 4).pixels;
        for (std::size_t i = 0; i < 36; ++i) QCOMPARE(small.pixels[i], one[i % 12]);
    }

    // Pillow 13.0.0: Image.fromarray(picture).rotate(degrees, Image.NEAREST).
    void goldenRotation_data() {
        QTest::addColumn<int>("height");
        QTest::addColumn<int>("width");
        QTest::addColumn<double>("degrees");
        QTest::addColumn<Bytes>("golden");
        QTest::newRow("30") << 6 << 6 << 30.0
                            << Bytes{0,   74,  111, 125, 162, 0,   37,  74,  88,  125, 139, 139,
                                     14,  14,  28,  65,  79,  116, 210, 247, 5,   42,  56,  56,
                                     187, 187, 201, 238, 252, 33,  0,   164, 201, 215, 252, 0};
        QTest::newRow("-45") << 6 << 6 << -45.0
                             << Bytes{0,   210, 233, 37, 74,  0,   187, 187, 247, 51, 111, 111,
                                      164, 224, 5,   65, 88,  148, 178, 238, 42,  42, 102, 162,
                                      215, 252, 19,  79, 116, 139, 0,   252, 33,  93, 116, 0};
        QTest::newRow("90") << 6 << 6 << 90.0
                            << Bytes{185, 162, 139, 116, 93,  70,  148, 125, 102, 79,  56,  33,
                                     111, 88,  65,  42,  19,  252, 74,  51,  28,  5,   238, 215,
                                     37,  14,  247, 224, 201, 178, 0,   233, 210, 187, 164, 141};
        QTest::newRow("not square")
            << 5 << 8 << 20.0
            << Bytes{0,  0,   111, 148, 185, 17,  54,  54, 37,  37,  125, 162, 199, 31,
                     68, 105, 51,  88,  125, 213, 250, 82, 119, 156, 102, 139, 176, 8,
                     45, 82,  170, 170, 153, 153, 190, 22, 59,  96,  0,   0};
    }

    void goldenRotation() {
        QFETCH(int, height);
        QFETCH(int, width);
        QFETCH(double, degrees);
        QFETCH(Bytes, golden);
        QCOMPARE(rotated(goldenPicture({1, height, width}), degrees).pixels, golden);
    }

    // Pillow: Image.fromarray(...).convert("L").
    void goldenGrey() {
        QCOMPARE(withChannels(goldenPicture({3, 2, 3}), 1).pixels,
                 (Bytes{38, 75, 112, 160, 197, 205}));
    }

    // The angle is uniform, so its sign and size are those that the seed draws; what a turn does is
    // seen where it is known: a sample of one colour keeps its middle and loses its corners.
    void rotationKeepsTheMiddle() {
        const LabelledSet set = setOf({Picture{{1, 21, 21}, Bytes(441, 200)}});
        Transform transform = plain();
        transform.rotation_degrees = 180;
        int lost = 0;
        for (std::uint64_t epoch = 0; epoch < 20; ++epoch) {
            const auto out = apply(transform, set, 0, 1, epoch);
            QCOMPARE(out[220], 200.0F);
            lost += out[0] == 0.0F;
        }
        QVERIFY(lost > 10);  // corners come from outside unless the turn is nearly a right angle
    }

    // S2-04: at most 5 degrees. At 10 pixels from the middle that is less than one pixel.
    void S2_04_rotationIsSmall() {
        Picture picture{{1, 21, 21}, Bytes(441, 0)};
        for (std::size_t y = 0; y < 21; ++y) picture.pixels[y * 21 + 10] = 255;  // a mast
        const LabelledSet set = setOf({picture});
        Transform transform = plain();
        transform.rotation_degrees = 5;
        std::set<std::vector<float>> turned;
        for (std::uint64_t epoch = 0; epoch < 40; ++epoch) {
            const auto out = apply(transform, set, 0, 1, epoch);
            turned.insert(out);
            for (std::size_t i = 0; i < out.size(); ++i)
                QVERIFY(out[i] == 0 || std::abs(static_cast<int>(i % 21) - 10) <= 1);
        }
        QVERIFY(turned.size() > 2);
    }

    // S2-04: half of the samples are mirrored, the others untouched.
    void S2_04_flip() {
        const LabelledSet set = setOf(std::vector<Picture>(400, Picture{{1, 1, 3}, {1, 2, 3}}));
        Transform transform = plain();
        transform.flip_probability = 0.5;
        int mirrored = 0;
        for (std::size_t i = 0; i < 400; ++i) {
            const auto out = apply(transform, set, i);
            const bool flipped = out == std::vector<float>{3, 2, 1};
            QVERIFY(flipped || out == (std::vector<float>{1, 2, 3}));
            mirrored += flipped;
        }
        QVERIFY(mirrored > 160 && mirrored < 240);  // four standard deviations
    }

    // S2-04: a window of the old size anywhere in the picture with two zeros around; all 25 occur.
    void S2_04_crop() {
        const Picture picture = goldenPicture({1, 6, 6});
        const LabelledSet set = setOf(std::vector<Picture>(500, picture));
        Transform transform = plain();
        transform.crop_padding_px = 2;
        std::set<std::pair<int, int>> seen;
        for (std::size_t i = 0; i < 500; ++i) {
            const auto out = apply(transform, set, i);
            for (int top = -2; top <= 2; ++top)
                for (int left = -2; left <= 2; ++left)
                    if (isWindow(out, picture, top, left)) seen.insert({top, left});
        }
        QCOMPARE(seen.size(), std::size_t{25});
    }

    // S2-05: resize and normalise to (x / 255 - 0.5) / 0.5; nothing is random.
    void S2_05_testTransform() {
        const LabelledSet set = setOf({Picture{{1, 1, 1}, {0}}, Picture{{1, 1, 1}, {255}}});
        QCOMPARE(transformedShape(testTransform(), set.shape()), (SampleShape{1, 32, 32}));
        QCOMPARE(apply(testTransform(), set, 0), std::vector<float>(1024, -1.0F));
        QCOMPARE(apply(testTransform(), set, 1), std::vector<float>(1024, 1.0F));
        const LabelledSet golden = setOf({goldenPicture({3, 9, 7})});
        QCOMPARE(apply(testTransform(), golden, 0, 1, 0), apply(testTransform(), golden, 0, 2, 7));
    }

    void seedEpochAndIndexDecide() {
        const LabelledSet set = setOf(std::vector<Picture>(2, goldenPicture({3, 40, 40})));
        const Transform transform = trainTransform();
        const auto base = apply(transform, set, 0, 1, 1);
        QCOMPARE(apply(transform, set, 0, 1, 1), base);
        QVERIFY(apply(transform, set, 1, 1, 1) != base);
        QVERIFY(apply(transform, set, 0, 2, 1) != base);
        QVERIFY(apply(transform, set, 0, 1, 2) != base);
    }

    void greyForThreeChannels() {
        const LabelledSet set = setOf({Picture{{1, 1, 2}, {7, 9}}});
        Transform transform = plain();
        transform.channels = 3;
        QCOMPARE(apply(transform, set, 0), (std::vector<float>{7, 9, 7, 9, 7, 9}));
        transform.normalisation = {1, {1, 2, 3}, {1, 2, 4}};  // per channel
        QCOMPARE(apply(transform, set, 0), (std::vector<float>{6, 8, 2.5F, 3.5F, 1, 1.5F}));
    }

    void normalisation() {
        const LabelledSet set = setOf({Picture{{3, 1, 1}, {0, 51, 255}}});
        Transform transform = plain();
        transform.normalisation = {0.5, {0.5F, 0, 0}, {0.5F, 1, 2}};
        QCOMPARE(apply(transform, set, 0), (std::vector<float>{-1, 25.5F, 63.75F}));
    }

    void checked_data() {
        QTest::addColumn<QString>("field");
        for (const char* field : {"", "rotation_degrees", "size_px", "flip_probability",
                                  "crop_padding_px", "channels", "normalisation.std"})
            QTest::newRow(*field ? field : "good") << QString(field);
    }

    void checked() {
        QFETCH(QString, field);
        Transform transform = trainTransform();
        if (field == "rotation_degrees") transform.rotation_degrees = std::nan("");
        if (field == "size_px") transform.size_px = -1;
        if (field == "flip_probability") transform.flip_probability = 1.5;
        if (field == "crop_padding_px") transform.crop_padding_px = -1;
        if (field == "channels") transform.channels = 2;
        if (field == "normalisation.std") transform.normalisation.std[1] = 0;
        const auto checked = checkTransform(transform);
        QCOMPARE(checked.has_value(), field.isEmpty());
        if (!checked)
            QCOMPARE(checked.error().args["field"].get<std::string>(), field.toStdString());
    }

private:
    static bool isWindow(const std::vector<float>& out, const Picture& picture, int top, int left) {
        for (int i = 0; i < 36; ++i) {
            const int y = i / 6 + top;
            const int x = i % 6 + left;
            const bool inside = x >= 0 && y >= 0 && x < 6 && y < 6;
            const auto at = static_cast<std::size_t>(y * 6 + x);
            if (out[static_cast<std::size_t>(i)] != (inside ? picture.pixels[at] : 0)) return false;
        }
        return true;
    }
};

QTEST_GUILESS_MAIN(TestTransforms)
#include "tst_transforms.moc"
