// SPDX-License-Identifier: Apache-2.0
#include <QtTest>
#include <algorithm>
#include <bit>

#include "base/text.h"
#include "data/data_warnings.h"
#include "data/leakage.h"
#include "data/near_hashes.h"
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

/// SplitMix64 of a counter.
std::uint64_t randomBits(std::uint64_t i) {
    std::uint64_t x = (i + 1) * 0x9e3779b97f4a7c15ULL;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
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

    /// Y-24: equal pixels under other labels, in whatever part, whatever the files; each picture is
    /// counted once and all that show it. Copies within a class and near copies are none.
    void Y_24_onePictureUnderTwoClasses() {
        auto set = LabelledSet::create(shape, {"a", "b", "c"}, 9).value();
        const auto add = [&set](std::uint64_t seed, int label, std::uint64_t content) {
            set.add(picture(seed), label, "s" + std::to_string(set.size()), content);
        };
        add(1, 0, 11);
        add(1, 1, 11);  // the same file
        add(2, 0, 12);
        add(2, 0, 12);  // of the same class
        add(2, 2, 99);  // in another format
        add(2, 1, 98);
        add(3, 0, 13);
        set.add(brighter(picture(3)), 1, "near", 14);
        add(4, 1, 0);
        const auto found = findLeaks(set, {firstIndices(4), {}, firstIndices(5, 4)})->two_classes;
        QCOMPARE(found.pictures, std::size_t{2});
        QCOMPARE(found.samples, std::size_t{6});
        QCOMPARE(found.examples.size(), std::size_t{2});
        QCOMPARE(found.examples[1].first, std::size_t{2});
        QCOMPARE(found.examples[1].second, std::size_t{4});
        // What no part has is nobody's concern.
        QCOMPARE(findLeaks(set, {{0, 2}, {}, {6}})->two_classes.pictures, std::size_t{0});
    }

    /// Y-24: named as people find them, at most a few, in both languages.
    void Y_24_copiesAreNamed() {
        auto set = LabelledSet::create(shape, {"a", "b"}, 400).value();
        for (std::uint64_t i = 0; i < 400; ++i)
            set.add(picture(i % 200), i < 200 ? 0 : 1, (i < 200 ? "a/" : "b/") + std::to_string(i));
        const Split split{firstIndices(200), {}, firstIndices(200, 200)};
        const auto warnings = dataWarnings(set, split, 16, 2, *findLeaks(set, split));
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* code : {"data_leak_examples", "data_two_classes"}) {
                const auto told = std::ranges::find(warnings, code, &Reason::code);
                QVERIFY2(told != warnings.end(), code);
                QCOMPARE(told->args["list"].size(), max_two_class_examples);
                const std::string sentence = Text(language).reason(*told);
                QVERIFY2(sentence.find("= ") != std::string::npos &&
                             sentence.find("b/200") != std::string::npos &&
                             sentence.find('?') == std::string::npos,
                         sentence.c_str());
            }
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

    // The tables find what comparing all with all finds, and compare a few of a hundred instead.
    void nearHashesMissNothing() {
        constexpr std::size_t count = 20'000;
        std::vector<std::uint64_t> hashes;
        for (std::size_t i = 0; i < count; ++i) hashes.push_back(randomBits(i));
        for (std::size_t i = 0; i < 200; ++i) {  // neighbours, in 0 to 7 other bits
            std::uint64_t hash = hashes[i];
            for (std::size_t bit = 0; bit < i % 8; ++bit)
                hash ^= std::uint64_t{1} << (i * 7 + bit * 11) % 64;
            hashes.push_back(hash);
        }
        const NearHashes index(hashes);
        std::size_t compared = 0;
        for (std::size_t i = 0; i < 200; ++i) {
            std::vector<std::pair<int, std::size_t>> wanted;
            for (std::size_t j = 0; j < hashes.size(); ++j)
                if (const int bits = std::popcount(hashes[i] ^ hashes[j]); bits <= near_hash_bits)
                    wanted.emplace_back(bits, j);
            std::sort(wanted.begin(), wanted.end());
            const auto found = index.closeTo(hashes[i]);
            QCOMPARE(found.size(), wanted.size());
            for (std::size_t k = 0; k < found.size(); ++k) QCOMPARE(found[k], wanted[k].second);
            compared += index.candidates(hashes[i]).size();
        }
        QVERIFY2(compared < 200 * hashes.size() / 100, qPrintable(QString::number(compared)));
    }

    // Twice the samples take twice the comparisons, whatever the pictures: hashes that differ in
    // few places, in none, and everywhere.
    void comparisonsGrowWithTheSamples_data() {
        QTest::addColumn<quint64>("mask");
        QTest::newRow("everywhere") << ~quint64{0};
        QTest::newRow("in 20 bits") << quint64{0xfffff};
        QTest::newRow("nowhere") << quint64{0};
    }
    void comparisonsGrowWithTheSamples() {
        QFETCH(quint64, mask);
        std::vector<std::uint64_t> hashes;
        for (std::size_t i = 0; i < 30'000; ++i) hashes.push_back(randomBits(i) & mask);
        const NearHashes index(hashes);
        for (std::size_t i = 0; i < hashes.size(); i += 100) {
            QVERIFY(index.candidates(hashes[i]).size() <= max_hash_candidates);
            QVERIFY(index.closeTo(hashes[i]).size() <= max_near_positions);
        }
    }

    // Whatever the threads do first: what is told is in the order of the samples.
    void theSameEveryTime() {
        std::vector<Bytes> pictures;
        std::vector<std::uint64_t> contents;
        for (std::uint64_t i = 0; i < 400; ++i) {
            pictures.push_back(i % 7 == 0 ? brighter(picture(i % 200)) : picture(i % 200));
            contents.push_back(i % 3 == 0 ? i % 200 + 1 : 1000 + i);
        }
        const LabelledSet set = setOf(pictures, contents);
        const Split split{firstIndices(200), {}, firstIndices(200, 200)};
        const auto first = findLeaks(set, split);
        QCOMPARE(first->counts[1].total(), std::size_t{200});
        for (int again = 0; again < 5; ++again) {
            const auto report = findLeaks(set, split);
            QCOMPARE(report->counts[1].pixels, first->counts[1].pixels);
            QCOMPARE(report->counts[1].near_copies, first->counts[1].near_copies);
            QCOMPARE(report->examples.size(), max_leak_examples);
            for (std::size_t i = 0; i < max_leak_examples; ++i) {
                QCOMPARE(report->examples[i].sample, 200 + i);
                QCOMPARE(report->examples[i].copy, first->examples[i].copy);
            }
        }
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
