// SPDX-License-Identifier: Apache-2.0
#include <QTemporaryDir>
#include <QtTest>
#include <numeric>

#include "data/builtin.h"
#include "data/idx.h"
#include "data/leakage.h"
#include "data/split.h"
#include "data_fixtures.h"

using namespace duelo;
using namespace duelo::test;
namespace fs = std::filesystem;

namespace {

std::uint64_t sumOf(std::span<const std::uint8_t> values) {
    return std::accumulate(values.begin(), values.end(), std::uint64_t{0});
}

}  // namespace

class TestBuiltin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void digits() {
        const auto set = readDigits(shippedData());
        QVERIFY2(set, set ? "" : set.error().code.c_str());
        QCOMPARE(set->samples.size(), std::size_t{5000});
        QCOMPARE(classCounts(set->samples, set->split.train), std::vector<std::size_t>(10, 500));
        QCOMPARE(set->samples.classNames().back(), std::string("9"));
        QCOMPARE(sumOf(set->samples.pixels(0)), std::uint64_t{31095});
        std::uint64_t all = 0;
        for (std::size_t i = 0; i < 5000; ++i) all += sumOf(set->samples.pixels(i));
        QCOMPARE(all, std::uint64_t{131267102});
    }

    // Two digits of one hand are alike and no copies: the detector must not cry wolf.
    void S2_M01_digitsHaveNoLeaks() {
        const auto set = readDigits(shippedData());
        QVERIFY(set);
        const auto split = splitStratified(set->samples, set->split, {}, 1234);
        QVERIFY(split);
        QCOMPARE(split->test.size(), std::size_t{750});
        const auto leaks = findLeaks(set->samples, *split);
        QVERIFY(leaks);
        for (const LeakCount& count : leaks->counts)
            QVERIFY2(count.total() == 0, std::to_string(count.total()).c_str());
    }

    void S2_02_textures() {
        const auto set = readTextures(shippedData());
        QVERIFY2(set, set ? "" : set.error().code.c_str());
        QCOMPARE(set->samples.shape(), (SampleShape{1, 51, 51}));
        QCOMPARE(set->samples.classNames(), (std::vector<std::string>{"brick", "grass", "gravel"}));
        QCOMPARE(classCounts(set->samples, set->split.train), std::vector<std::size_t>(3, 61));
        QCOMPARE(classCounts(set->samples, set->split.validation), std::vector<std::size_t>(3, 15));
        QCOMPARE(classCounts(set->samples, set->split.test), std::vector<std::size_t>(3, 15));
        const auto leaks = findLeaks(set->samples, set->split);
        QVERIFY(leaks && !leaks->any());
    }

    // Every patch is where its number says; two of a photograph share no pixel.
    void S2_M01_texturePatchesDoNotOverlap() {
        const auto photographs =
            readIdxImages(shippedData() / "textures-photographs-idx3-ubyte.gz");
        const auto set = readTextures(shippedData());
        QVERIFY(photographs && set);
        std::vector<int> uses(512 * 512);
        for (std::size_t i = 0; i < 91; ++i) {
            const auto patch = set->samples.pixels(91 + i);  // of grass
            for (std::size_t k = 0; k < patch.size(); ++k) {
                const std::size_t at = (i / 10 * 51 + k / 51) * 512 + i % 10 * 51 + k % 51;
                ++uses[at];
                QCOMPARE(patch[k], photographs->pixels[512 * 512 + at]);
            }
        }
        QCOMPARE(*std::max_element(uses.begin(), uses.end()), 1);
    }

    void missingOrDamaged() {
        QTemporaryDir folder;
        const fs::path root = folder.path().toStdString();
        QCOMPARE(readDigits(root).error().code, std::string("builtin_data_missing"));
        QCOMPARE(readTextures(root).error().code, std::string("builtin_data_missing"));
        writeBytes(root / "textures-photographs-idx3-ubyte.gz", idxBytes({2, 1, 1}, {1, 2}));
        QCOMPARE(readTextures(root).error().code, std::string("builtin_data_damaged"));
        writeBytes(root / "digits-images-idx3-ubyte.gz", idxBytes({2, 1, 1}, {1, 2}));
        writeBytes(root / "digits-labels-idx1-ubyte.gz", idxBytes({2}, {1, 2}));
        QCOMPARE(readDigits(root).error().code, std::string("builtin_data_damaged"));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(readTextures(shippedData(), stop.get_token()).error().code,
                 std::string("cancelled_by_user"));
    }

    void syntheticDependsOnSeedAndIndexOnly() {
        const SampleShape shape{3, 4, 5};
        const auto small = syntheticSet(7, shape, 3, 4);
        const auto large = syntheticSet(7, shape, 3, 9);
        const auto other = syntheticSet(8, shape, 3, 4);
        QVERIFY(small && large && other);
        const auto bytesOf = [](const DataSet& set, std::size_t i) {
            const auto pixels = set.samples.pixels(i);
            return Bytes(pixels.begin(), pixels.end());
        };
        QCOMPARE(bytesOf(*small, 3), bytesOf(*large, 3));
        QVERIFY(bytesOf(*small, 3) != bytesOf(*other, 3));
        QVERIFY(bytesOf(*large, 0) != bytesOf(*large, 3));  // one class, two samples
        QCOMPARE(large->samples.label(5), 2);
        QCOMPARE(syntheticSet(7, shape, 1, 4).error().code, std::string("data_too_few_classes"));
        QCOMPARE(syntheticSet(7, shape, 10'000, 4).error().code,
                 std::string("data_too_many_classes"));
        QCOMPARE(syntheticSet(7, shape, 3, std::size_t{1} << 62).error().code,
                 std::string("data_too_large"));
    }
};

QTEST_GUILESS_MAIN(TestBuiltin)
#include "tst_builtin.moc"
