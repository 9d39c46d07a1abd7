// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>

#include "data/leakage.h"
#include "data/synthetic.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;

namespace {

constexpr SampleShape shape{1, 16, 18};

/// A picture of blurred noise, so that hashes have something to tell.
Bytes picture(std::uint64_t seed) {
    std::vector<float> cells(8 * 9);
    fillUniform(seed, 0, cells.data(), cells.size());
    Bytes pixels(shape.bytes());
    for (std::size_t i = 0; i < pixels.size(); ++i)
        pixels[i] = static_cast<std::uint8_t>(20 + 200 * cells[i / 18 / 2 * 9 + i % 18 / 2]);
    return pixels;
}

Bytes brighter(Bytes pixels) {
    for (auto& value : pixels) value = static_cast<std::uint8_t>(value + 9);
    return pixels;
}

LabelledSet setOf(const std::vector<Bytes>& pictures, const std::vector<std::uint64_t>& contents) {
    auto set = LabelledSet::create(shape, {"a", "b"}, pictures.size()).value();
    for (std::size_t i = 0; i < pictures.size(); ++i) set.add(pictures[i], 0, "", contents[i]);
    return set;
}

}  // namespace

class TestLeakage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hashComparesNeighbours() {
        Bytes rising(shape.bytes());
        for (std::size_t i = 0; i < rising.size(); ++i)
            rising[i] = static_cast<std::uint8_t>(i % 18 * 10);
        Bytes falling = rising;
        std::reverse(falling.begin(), falling.end());
        Bytes top = rising;  // only the upper half rises
        std::fill(top.begin() + 8 * 18, top.end(), std::uint8_t{0});
        const LabelledSet set = setOf({rising, falling, top, brighter(rising)}, {0, 0, 0, 0});
        QCOMPARE(differenceHash(set, 0), ~std::uint64_t{0});
        QCOMPARE(differenceHash(set, 1), std::uint64_t{0});
        QCOMPARE(differenceHash(set, 2), std::uint64_t{0xffffffff00000000U});
        QCOMPARE(differenceHash(set, 3), differenceHash(set, 0));
    }

    void smallerThanTheMiniature() {
        auto set = LabelledSet::create({3, 1, 1}, {"a", "b"}, 1).value();
        set.add(Bytes{1, 2, 3}, 0, "");
        QCOMPARE(differenceHash(set, 0), std::uint64_t{0});
    }

    // S2-M01: each copy counts once, as its strongest kind, in the pair of parts it is in.
    void S2_M01_countsByKind() {
        const LabelledSet set =
            setOf({picture(1), picture(2), picture(3), picture(4),  // train 0..3
                   picture(5), picture(2),                          // validation 4, 5
                   picture(1), picture(3), brighter(picture(4)), picture(5), picture(6)},
                  {11, 12, 13, 14, 15, 99, 11, 77, 78, 15, 16});
        const Split split{firstIndices(4), firstIndices(2, 4), firstIndices(5, 6)};
        const auto report = findLeaks(set, split);
        QVERIFY(report && report->any());
        const auto [validation, test, between] = report->counts;
        QCOMPARE(validation.of, std::size_t{2});
        QCOMPARE(validation.pixels, std::size_t{1});
        QCOMPARE(validation.total(), std::size_t{1});
        QCOMPARE(test.of, std::size_t{5});
        QCOMPARE(test.bytes, std::size_t{1});
        QCOMPARE(test.pixels, std::size_t{1});
        QCOMPARE(test.near_copies, std::size_t{1});
        QCOMPARE(between.bytes, std::size_t{1});
        QCOMPARE(between.total(), std::size_t{1});
        QCOMPARE(report->examples.size(), std::size_t{5});
        QCOMPARE(report->examples[3].sample, std::size_t{8});
        QCOMPARE(report->examples[3].copy, std::size_t{3});
        QVERIFY(report->examples[3].kind == CopyKind::Near);
    }

    // The thesis: every test image is one of the training folder.
    void S2_M01_testTakenFromTrain() {
        std::vector<Bytes> pictures;
        std::vector<std::uint64_t> contents;
        for (std::uint64_t i = 0; i < 60; ++i) {
            pictures.push_back(picture(i % 40));
            contents.push_back(i % 40 + 1);
        }
        const auto report =
            findLeaks(setOf(pictures, contents), {firstIndices(40), {}, firstIndices(20, 40)});
        QVERIFY(report);
        QCOMPARE(report->counts[1].bytes, std::size_t{20});
        QCOMPARE(report->examples.size(), max_leak_examples);
    }

    void plainPicturesAreNoNearCopies() {
        const LabelledSet set =
            setOf({Bytes(shape.bytes(), 10), Bytes(shape.bytes(), 200)}, {0, 0});
        QVERIFY(!findLeaks(set, {{0}, {}, {1}})->any());
    }

    void cancelled() {
        std::stop_source stop;
        stop.request_stop();
        QVERIFY(!findLeaks(setOf({picture(1)}, {0}), {{0}, {}, {}}, stop.get_token()));
    }
};

QTEST_GUILESS_MAIN(TestLeakage)
#include "tst_leakage.moc"
