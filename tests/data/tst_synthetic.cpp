// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "data/synthetic.h"

using namespace duelo;

namespace {

std::vector<float> uniform(std::uint64_t seed, std::size_t count) {
    std::vector<float> values(count);
    fillUniform(seed, 0, values.data(), count);
    return values;
}

}  // namespace

class TestSynthetic : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Computed with Python integers from the definition; the same bytes on every platform.
    void S0M06_goldenValues_data() {
        QTest::addColumn<quint64>("seed");
        QTest::addColumn<QList<int>>("numerators");
        QTest::newRow("seed 0") << quint64{0} << QList<int>{10946269, 11764387, 6494865, 2499445};
        QTest::newRow("seed 42") << quint64{42} << QList<int>{5759482, 16034769, 8159591, 8717786};
    }
    void S0M06_goldenValues() {
        QFETCH(quint64, seed);
        QFETCH(QList<int>, numerators);
        const std::array<std::uint64_t, 4> indices = {0, 1, 2, 1'000'000};
        for (std::size_t i = 0; i < indices.size(); ++i) {
            float value = -1;
            fillUniform(seed, indices[i], &value, 1);
            QVERIFY(value ==
                    static_cast<float>(numerators[static_cast<qsizetype>(i)]) / 16777216.0F);
        }
    }

    // S0-07, S0-10: rand(1,3,H,W), and a batch that begins with the image of batch 1.
    void S007_batchExtendsTheSingleImage() {
        const auto one = uniform(7, 1800);
        const auto batch = uniform(7, std::size_t{32 * 1800});
        QVERIFY(std::equal(one.begin(), one.end(), batch.begin()));
        QVERIFY(!std::equal(one.begin(), one.end(), batch.begin() + 1800));
    }

    void partsInAnyOrder() {
        const auto whole = uniform(3, 192);
        std::vector<float> parts(whole.size());
        fillUniform(3, 100, parts.data() + 100, 92);
        fillUniform(3, 0, parts.data(), 100);
        QVERIFY(parts == whole);
    }

    void S007_uniformBetweenZeroAndOne() {
        const auto values = uniform(1, std::size_t{3 * 512 * 512});
        const auto [low, high] = std::minmax_element(values.begin(), values.end());
        QVERIFY(*low >= 0.0F && *high < 1.0F);
        const double n = static_cast<double>(values.size());
        const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
        double squares = 0;
        std::array<double, 16> bins{};
        for (const float value : values) {
            squares += (value - mean) * (value - mean);
            bins[static_cast<std::size_t>(value * 16)] += 1;
        }
        // Five standard errors around 1/2 and 1/12.
        QVERIFY(std::abs(mean - 0.5) < 5 * std::sqrt(1.0 / 12 / n));
        QVERIFY(std::abs(squares / n - 1.0 / 12) < 5 * std::sqrt(1.0 / 180 / n));
        double chi_square = 0;
        for (const double count : bins) {
            chi_square += (count - n / 16) * (count - n / 16) / (n / 16);
        }
        QVERIFY(chi_square < 44.3);  // 15 degrees of freedom, p = 1e-4
    }

    void seedsAreIndependent() {
        std::vector<float> a(4096);
        std::vector<float> b(4096);
        for (const std::uint64_t other : {std::uint64_t{1}, std::uint64_t{0x9e3779b97f4a7c15U}}) {
            fillUniform(0, 0, a.data(), a.size());
            fillUniform(other, 0, b.data(), b.size());
            double covariance = 0;
            int same = 0;
            for (std::size_t i = 0; i + 1 < a.size(); ++i) {
                covariance += (a[i] - 0.5) * (b[i] - 0.5);
                same += a[i] == b[i] || a[i + 1] == b[i] || a[i] == b[i + 1];
            }
            QVERIFY(std::abs(covariance / 4096) < 5.0 / 12 / 64);
            QVERIFY(same <= 2);
        }
    }
};

QTEST_APPLESS_MAIN(TestSynthetic)
#include "tst_synthetic.moc"
