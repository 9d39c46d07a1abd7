// SPDX-License-Identifier: Apache-2.0
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "experiments/training/dropout.h"

using namespace duelo;

class TestDropout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void masksHaveTheirShare();
    void masksDependOnTheirKeyOnly();
};

void TestDropout::masksHaveTheirShare() {
    constexpr int count = 200'000;
    std::vector<float> factors(count);
    for (const double probability : {0.0, 0.1, 0.25, 0.5, 0.9}) {
        dropoutFactors({1, 2, 3}, probability, factors.data(), count);
        const auto dropped = std::count(factors.begin(), factors.end(), 0.0F);
        // Five standard errors; the key is fixed.
        const double error = 5 * std::sqrt(probability * (1 - probability) / count);
        QVERIFY(std::abs(static_cast<double>(dropped) / count - probability) <= error);
        const auto kept = static_cast<float>(1 / (1 - probability));
        QCOMPARE(std::count(factors.begin(), factors.end(), kept), count - dropped);
    }
}

void TestDropout::masksDependOnTheirKeyOnly() {
    const auto factors = [](const DropoutKey& key, double probability, std::size_t count) {
        std::vector<float> values(count);
        dropoutFactors(key, probability, values.data(), static_cast<std::int64_t>(count));
        return values;
    };
    for (const double probability : {0.5, 0.3}) {
        const auto base = factors({7, 100, 4}, probability, 1000);
        // Of a shorter batch: the beginning of the same.
        const auto shorter = factors({7, 100, 4}, probability, 333);
        QVERIFY(std::equal(shorter.begin(), shorter.end(), base.begin()));
        for (const DropoutKey& key :
             {DropoutKey{8, 100, 4}, {7, 101, 4}, {7, 100, 5}, {7, 4, 100}, {100, 7, 4}}) {
            const auto other = factors(key, probability, 1000);
            std::size_t equal = 0;
            for (std::size_t i = 0; i < base.size(); ++i) equal += base[i] == other[i] ? 1 : 0;
            // As often as independent ones: p^2 + (1 - p)^2, within five standard errors.
            const double share = probability * probability + (1 - probability) * (1 - probability);
            QVERIFY(std::abs(static_cast<double>(equal) / 1000 - share) < 0.08);
        }
    }
}

QTEST_APPLESS_MAIN(TestDropout)
#include "tst_dropout.moc"
