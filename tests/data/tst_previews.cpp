// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include "data/data_preview.h"
#include "data/filters.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;

class TestPreviews : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // By hand, with the border repeated: at the middle of the left column the horizontal kernel
    // gives 1*(70-10) + 2*(70-10) + 1*(80-20) = 240, a quarter of which is 60.
    void S2_14_sobel() {
        const Picture picture{{1, 3, 3}, {10, 20, 30, 40, 50, 60, 70, 80, 90}};
        const Picture horizontal = sobel(picture, Sobel::Horizontal);
        QCOMPARE(horizontal.shape, (SampleShape{1, 3, 3}));
        QCOMPARE(horizontal.pixels, (Bytes{30, 30, 30, 60, 60, 60, 30, 30, 30}));
        QCOMPARE(sobel(picture, Sobel::Vertical).pixels,
                 (Bytes{10, 20, 10, 10, 20, 10, 10, 20, 10}));
    }

    void S2_14_sobelStrongestAndNone() {
        const Picture edge{{1, 2, 4}, {0, 0, 255, 255, 0, 0, 255, 255}};
        QCOMPARE(sobel(edge, Sobel::Vertical).pixels, (Bytes{0, 255, 255, 0, 0, 255, 255, 0}));
        QCOMPARE(sobel(edge, Sobel::Horizontal).pixels, Bytes(8, 0));
        const Picture falling{{1, 2, 4}, {255, 255, 0, 0, 255, 255, 0, 0}};
        QCOMPARE(sobel(falling, Sobel::Vertical).pixels, sobel(edge, Sobel::Vertical).pixels);
        QCOMPARE(sobel({{1, 1, 1}, {77}}, Sobel::Vertical).pixels, Bytes{0});
    }

    // Red 100 is grey 30 (Rec. 601: 0.299): (4 * 30) / 4.
    void S2_14_sobelOfColours() {
        const Picture picture{{3, 1, 2}, {0, 100, 0, 0, 0, 0}};
        const Picture edges = sobel(picture, Sobel::Vertical);
        QCOMPARE(edges.shape, (SampleShape{1, 1, 2}));
        QCOMPARE(edges.pixels, (Bytes{30, 30}));
    }

    // S2-20: the thesis's example, whose map is 9, 7, 8, 9.
    void S2_20_maxPooling() {
        const Picture picture{{1, 4, 4}, {9, 5, 2, 7, 3, 1, 3, 4, 2, 6, 5, 9, 8, 3, 7, 4}};
        const Picture map = pooled(picture, Pooling::Max);
        QCOMPARE(map.shape, (SampleShape{1, 2, 2}));
        QCOMPARE(map.pixels, (Bytes{9, 7, 8, 9}));
        // 18 / 4, 16 / 4, 19 / 4, 25 / 4, halves up
        QCOMPARE(pooled(picture, Pooling::Mean).pixels, (Bytes{5, 4, 5, 6}));
    }

    void S2_19_poolingOfOddSides() {
        const Picture picture{{3, 3, 5}, Bytes(45, 7)};
        QCOMPARE(pooled(picture, Pooling::Max).shape, (SampleShape{3, 1, 2}));
        const Picture channels{{3, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}};
        QCOMPARE(pooled(channels, Pooling::Max).pixels, (Bytes{4, 8, 12}));
        QCOMPARE(pooled({{1, 1, 4}, {1, 2, 3, 4}}, Pooling::Max).pixels, (Bytes{2, 4}));
        QCOMPARE(pooled({{1, 1, 1}, {6}}, Pooling::Mean).pixels, Bytes{6});
    }

    void S2_14_renormalised() {
        const std::vector<float> values = {-1, 0, 1, 0.5F};
        QCOMPARE(renormalised(values, {1, 2, 2}).pixels, (Bytes{0, 128, 255, 191}));
        QCOMPARE(renormalised(std::vector<float>{3, 3}, {1, 1, 2}).pixels, (Bytes{0, 0}));
    }

    void S2_14_samplesOfAPart() {
        auto set = LabelledSet::create({1, 2, 2}, {"a", "b"}, 40).value();
        for (std::uint8_t i = 0; i < 40; ++i)
            set.add(Bytes{0, i, static_cast<std::uint8_t>(2 * i), 100}, i % 2, std::to_string(i));
        const auto part = firstIndices(30, 10);
        Transform transform = testTransform();
        transform.size_px = 0;
        const auto preview = previewSamples(set, part, 25, transform, 7);
        QCOMPARE(preview.size(), std::size_t{25});
        for (std::size_t i = 0; i < preview.size(); ++i) {
            const PreviewSample& sample = preview[i];
            QVERIFY(sample.index >= 10 && (i == 0 || preview[i - 1].index < sample.index));
            QCOMPARE(sample.label, set.label(sample.index));
            QCOMPARE(sample.raw.pixels, pictureOf(set, sample.index).pixels);
            // 0..100 stretched over all bytes
            const auto middle = static_cast<int>(std::lround(2.55 * sample.raw.pixels[1]));
            QVERIFY(std::abs(sample.network.pixels[1] - middle) <= 1);
            QCOMPARE(int{sample.network.pixels[3]}, 255);
        }
        const auto indices = [](const std::vector<PreviewSample>& samples) {
            std::vector<std::size_t> found;
            for (const PreviewSample& sample : samples) found.push_back(sample.index);
            return found;
        };
        QCOMPARE(indices(previewSamples(set, part, 25, transform, 7)), indices(preview));
        QVERIFY(indices(previewSamples(set, part, 25, transform, 8)) != indices(preview));
        QCOMPARE(indices(previewSamples(set, part, 99, transform, 7)),
                 (std::vector<std::size_t>(part.begin(), part.end())));
    }

    // What is shown is what a run with that seed gets in its first epoch.
    void S2_14_randomTransformsOfTheRun() {
        auto set = LabelledSet::create({1, 8, 8}, {"a", "b"}, 1).value();
        Bytes pixels(64);
        for (std::size_t i = 0; i < pixels.size(); ++i)
            pixels[i] = static_cast<std::uint8_t>(3 * i);
        set.add(pixels, 0, "x");
        Transform transform = trainTransform();
        transform.size_px = 8;
        const auto part = firstIndices(1);
        std::vector<float> values(64);
        applyTransform(transform, pictureOf(set, 0), {5, 0, 0}, values);
        const auto preview = previewSamples(set, part, 1, transform, 5);
        QCOMPARE(preview[0].network.pixels, renormalised(values, {1, 8, 8}).pixels);
    }
};

QTEST_GUILESS_MAIN(TestPreviews)
#include "tst_previews.moc"
