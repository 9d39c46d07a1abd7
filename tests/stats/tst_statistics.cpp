// SPDX-License-Identifier: Apache-2.0
#include "stats/statistics.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

using namespace duelo;

namespace {

const std::vector<double> seven = {7.1, 5.2, 9.9, 6.4, 5.8, 30.0, 6.1};

bool near(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

std::vector<double> oneTo(std::size_t n) {
    std::vector<double> values(n);
    std::iota(values.begin(), values.end(), 1.0);
    return values;
}

}  // namespace

class TestStatistics : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// S2-M03: 28 of 28 right may be as low as 88 %; E. B. Wilson's own formula by hand for 8
    /// of 10.
    void wilsonOfAShare_S2_M03_data() {
        QTest::addColumn<double>("share");
        QTest::addColumn<int>("samples");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("28 of 28") << 1.0 << 28 << 0.8794 << 1.0;
        QTest::newRow("8 of 10") << 0.8 << 10 << 0.4902 << 0.9433;
        QTest::newRow("25 of 28") << 25.0 / 28 << 28 << 0.7280 << 0.9629;
        QTest::newRow("none of 10") << 0.0 << 10 << 0.0 << 0.2775;
        QTest::newRow("no samples") << 0.5 << 0 << 0.0 << 1.0;
    }
    void wilsonOfAShare_S2_M03() {
        QFETCH(double, share);
        QFETCH(int, samples);
        QFETCH(double, low);
        QFETCH(double, high);
        const Interval ci = wilsonInterval(share, samples);
        QVERIFY2(std::abs(ci.low - low) < 1e-4, qPrintable(QString::number(ci.low, 'g', 9)));
        QVERIFY2(std::abs(ci.high - high) < 1e-4, qPrintable(QString::number(ci.high, 'g', 9)));
    }

    // Sorted: 5.2 5.8 6.1 6.4 7.1 9.9 30; NumPy 2.4 quantile gives the same four numbers.
    void quantilesAreOfType7() {
        QVERIFY(near(quantile(seven, 0.25), 5.95));
        QVERIFY(near(median(seven), 6.4));
        QVERIFY(near(quantile(seven, 0.75), 8.5));
        QVERIFY(near(quantile(seven, 0.90), 17.94));
        QVERIFY(near(mean(seven), 70.5 / 7));
        QVERIFY(near(quantile(seven, 0), 5.2));
        QVERIFY(near(quantile(seven, 1), 30));
        QVERIFY(near(median(std::vector{4.0, 1.0, 3.0, 2.0}), 2.5));
        QVERIFY(near(median(std::vector{4.0}), 4));
        QVERIFY(std::isnan(median({})));
        QVERIFY(std::isnan(quantile(seven, 1.5)));
    }

    void manyValuesAreSortedLikeFew() {
        const double infinite = std::numeric_limits<double>::infinity();
        std::mt19937 random(7);
        std::lognormal_distribution<double> times(2, 0.05);
        std::vector<double> values(5000);
        for (double& value : values) value = times(random);
        std::vector<double> mixed = values;
        for (std::size_t i = 0; i < mixed.size(); i += 3) mixed[i] *= i % 2 ? -1e-300 : -1e3;
        for (const double rare : {infinite, -infinite, 0.0, -0.0, 1e300, 5e-324})
            mixed.push_back(rare);
        for (const std::vector<double>& all : {values, mixed, std::vector(1000, 3.5)}) {
            std::vector<double> expected = all;
            std::ranges::sort(expected);
            QVERIFY(sortedCopy(all) == expected);
        }
    }

    void notANumberGoesLast() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const auto sorted = sortedCopy(std::vector{nan, 2.0, nan, 1.0});
        QCOMPARE(sorted[0], 1.0);
        QCOMPARE(sorted[1], 2.0);
        QVERIFY(std::isnan(sorted[2]) && std::isnan(sorted[3]));
    }

    // 1 2 3 4: deviations -1.5 -0.5 0.5 1.5; products 0.75 - 0.25 + 0.75; squares 5.
    void lag1() {
        QVERIFY(near(robustLag1(oneTo(4)), 0.25));  // nothing beyond the fences
        QVERIFY(near(robustLag1(std::vector{1.0, -1.0, 1.0, -1.0}), -0.75));
        QCOMPARE(robustLag1(std::vector{3.0, 3.0, 3.0}), 0.0);
        QCOMPARE(robustLag1(std::vector{3.0}), 0.0);
        QCOMPARE(robustLag1({}), 0.0);
        // A slow wave, and one hiccup that makes it look like noise.
        std::vector<double> wave;
        for (int i = 0; i < 60; ++i) wave.push_back(10 + std::sin(i * 0.2));
        wave[30] = 1000;
        QVERIFY(robustLag1(wave) > 0.6);
    }

    // DMP-1 step 8; all rows from exact integer sums of binomials (Python), the last from log sums.
    void medianRanks_data() {
        QTest::addColumn<int>("n");
        QTest::addColumn<double>("confidence");
        QTest::addColumn<int>("low");
        QTest::addColumn<int>("high");
        const auto row = [](int n, double confidence, int low, int high) {
            QTest::addRow("n=%d at %g", n, confidence) << n << confidence << low << high;
        };
        for (const int n : {0, 1, 2, 3, 4, 5}) row(n, 0.95, 0, 0);
        row(6, 0.95, 1, 6);
        row(8, 0.95, 1, 8);
        row(9, 0.95, 2, 8);
        row(10, 0.95, 2, 9);
        row(20, 0.95, 6, 15);
        row(30, 0.95, 10, 21);
        row(50, 0.95, 18, 33);
        row(100, 0.95, 40, 61);
        row(200, 0.95, 86, 115);
        row(400, 0.95, 180, 221);
        row(1001, 0.95, 470, 532);
        row(10000, 0.95, 4902, 5099);
        row(1000000, 0.95, 499020, 500981);
        row(7, 0.99, 0, 0);
        row(8, 0.99, 1, 8);
        row(100, 0.99, 37, 64);
        row(10, 0.999, 0, 0);
        row(11, 0.999, 1, 11);
        row(20, 0.999, 3, 18);
        row(10000, 0.999, 4835, 5166);
        row(1000000, 0.999, 498355, 501646);
    }
    void medianRanks() {
        QFETCH(int, n);
        QFETCH(double, confidence);
        QFETCH(int, low);
        QFETCH(int, high);
        const auto ranks = duelo::medianRanks(static_cast<std::size_t>(n), confidence);
        QCOMPARE(ranks.has_value(), low > 0);
        if (!ranks) return;
        QCOMPARE(ranks->low, static_cast<std::size_t>(low));
        QCOMPARE(ranks->high, static_cast<std::size_t>(high));
    }

    // P[Bin(4, 0.25) <= 0] = 81/256 = 0.316, <= 1: 189/256 = 0.738.
    void binomialTail() {
        QVERIFY(!binomialLowerTail(4, 0.25, 0.3));
        QCOMPARE(binomialLowerTail(4, 0.25, 0.32).value(), std::size_t{0});
        QVERIFY(!binomialLowerTail(0, 0.5, 0.1));
        QVERIFY(!binomialLowerTail(10, 0, 0.1));
        QVERIFY(!binomialLowerTail(10, 1, 0.1));
        QVERIFY(!binomialLowerTail(10, 0.5, 0));
        QVERIFY(!binomialLowerTail(10, 0.5, std::numeric_limits<double>::quiet_NaN()));
    }

    void intervalOfTheMedian() {
        const auto interval = medianInterval(oneTo(30));
        QVERIFY(interval.has_value());
        QVERIFY(*interval == (Interval{10, 21}));
        QVERIFY(!medianInterval(oneTo(5)));
    }

    void estimateFromCalls() {
        // 7 4 9 ... a permutation of 1..30 without dependence of neighbours.
        std::vector<double> values;
        for (int i = 0; i < 30; ++i) values.push_back(1 + (i * 7) % 30);
        const std::vector<std::size_t> rounds(6, 5);
        const MedianEstimate estimate = estimateMedian(values, rounds);
        QCOMPARE(estimate.median, 15.5);
        QVERIFY(estimate.lag1 < dependent_lag1);
        QVERIFY(estimate.unit == SampleUnit::Call);
        QVERIFY(*estimate.ci95 == (Interval{10, 21}));
        QVERIFY(near(*estimate.relativeHalfWidth(), 5.5 / 15.5));
    }

    // Six rounds of five equal calls are six pieces of evidence, not thirty.
    void estimateFromRoundsWhenCallsDepend() {
        std::vector<double> values;
        for (const double level : {10.0, 14.0, 11.0, 15.0, 12.0, 13.0})
            for (int i = 0; i < 5; ++i) values.push_back(level);
        const std::vector<std::size_t> rounds(6, 5);
        const MedianEstimate estimate = estimateMedian(values, rounds);
        QVERIFY(estimate.lag1 > dependent_lag1);
        QVERIFY(estimate.unit == SampleUnit::Round);
        QVERIFY(*estimate.ci95 == (Interval{10, 15}));
        const std::vector<std::size_t> five_rounds(5, 6);
        QVERIFY(!estimateMedian(values, five_rounds).ci95);  // fewer than 6 units
        // Sizes that promise more than there is are cut, not read beyond the end.
        QVERIFY(!estimateMedian(values, std::vector<std::size_t>{1000, 5}).ci95);
    }

    void intervalOfRoundsContainsTheMedian() {
        // One long round of fast calls holds the median of the calls, the rounds' medians do not.
        std::vector<double> values(100, 1.0);
        std::vector<std::size_t> rounds = {100};
        for (int i = 0; i < 9; ++i) {
            values.insert(values.end(), 5, 20.0 + i);
            rounds.push_back(5);
        }
        const MedianEstimate estimate = estimateMedian(values, rounds);
        QVERIFY(estimate.unit == SampleUnit::Round);
        QVERIFY(estimate.ci95 && estimate.ci95->contains(estimate.median));
    }

    void theMiddleIsAPlace() {
        using Places = std::pair<std::size_t, std::size_t>;
        QCOMPARE(middlePlaces(std::vector{3.0}), (Places{0, 0}));
        QCOMPARE(middlePlaces(std::vector{9.0, 5.0}), (Places{1, 0}));
        QCOMPARE(middlePlaces(std::vector{5.0, 1.0, 9.0, 7.0}), (Places{0, 3}));
        QCOMPARE(middlePlaces(std::vector{5.0, 1.0, 9.0}), (Places{0, 0}));
    }

    // DMP-1 step 8, c = 0.99; p90 t=1 (64), p99 t=0 and 1 (459, 662) are MLPerf's own numbers.
    void earlyStopping_data() {
        QTest::addColumn<double>("percentile");
        QTest::addColumn<QList<int>>("needed");
        QTest::newRow("p90") << 0.90 << QList<int>{44, 64, 81, 127};
        QTest::newRow("p95") << 0.95 << QList<int>{90, 130, 165, 259};
        QTest::newRow("p99") << 0.99 << QList<int>{459, 662, 838, 1307};
        QTest::newRow("p99.9") << 0.999 << QList<int>{4603, 6636, 8403, 13105};
    }
    void earlyStopping() {
        QFETCH(double, percentile);
        QFETCH(QList<int>, needed);
        const std::array<std::size_t, 4> exceedances = {0, 1, 2, 5};
        for (std::size_t i = 0; i < exceedances.size(); ++i) {
            const auto n = static_cast<std::size_t>(needed[static_cast<qsizetype>(i)]);
            QCOMPARE(binomialLowerTail(n, 1 - percentile, 0.01).value(), exceedances[i]);
            QVERIFY(binomialLowerTail(n - 1, 1 - percentile, 0.01) < exceedances[i]);
        }
    }

    void percentileBound() {
        QVERIFY(!percentileBoundOfSorted(oneTo(63), 0.9));
        // t = 1: one sample above, so the second largest.
        QVERIFY(*percentileBoundOfSorted(oneTo(64), 0.9) == (PercentileBound{63, 1}));
        QVERIFY(*percentileBoundOfSorted(oneTo(81), 0.9) == (PercentileBound{79, 2}));
        QVERIFY(!percentileBoundOfSorted(oneTo(661), 0.99));
        QVERIFY(*percentileBoundOfSorted(oneTo(662), 0.99) == (PercentileBound{661, 1}));
        QVERIFY(!percentileBoundOfSorted({}, 0.9));
        QVERIFY(!percentileBoundOfSorted(oneTo(64), 0));
        QVERIFY(!percentileBoundOfSorted(oneTo(64), 1));
    }

    // What the presets ask for, and engine/README.md says.
    void samplesThatAPercentileTakes() {
        QCOMPARE(samplesForPercentile(0.90), std::size_t{64});
        QCOMPARE(samplesForPercentile(0.99), std::size_t{662});
        QCOMPARE(samplesForPercentile(0.999), std::size_t{6636});
        for (const double none : {0.0, 1.0, -1.0, std::nan("")})
            QCOMPARE(samplesForPercentile(none), std::size_t{0});
    }

    // The promise itself: below the true percentile in at most 1 % of samples (1.35 % allows for
    // three standard errors of 4000 trials), yet not uselessly far above it.
    void percentileBoundHolds() {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> uniform;
        int below = 0;
        double sum = 0;
        constexpr int trials = 4000;
        for (int i = 0; i < trials; ++i) {
            std::vector<double> values(127);
            for (double& value : values) value = uniform(random);
            const double bound = percentileBoundOfSorted(sortedCopy(values), 0.9)->value;
            if (bound < 0.9) ++below;
            sum += bound;
        }
        QVERIFY2(below <= trials * 0.0147, qPrintable(QString::number(below)));
        QVERIFY(sum / trials < 0.97);
    }

    // 95 % promised; heavy tails (Cauchy) do not break an interval by ranks.
    void medianIntervalHolds() {
        std::mt19937 random(11);
        std::cauchy_distribution<double> cauchy(5, 1);
        int covered = 0;
        constexpr int trials = 4000;
        for (int i = 0; i < trials; ++i) {
            std::vector<double> values(30);
            for (double& value : values) value = cauchy(random);
            if (medianInterval(values)->contains(5)) ++covered;
        }
        QVERIFY(covered >= trials * 0.94);
        QVERIFY(covered <= trials * 0.975);  // n = 30 gives 95.7 %
    }
};

QTEST_APPLESS_MAIN(TestStatistics)
#include "tst_statistics.moc"
