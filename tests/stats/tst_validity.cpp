// SPDX-License-Identifier: Apache-2.0
#include "stats/validity.h"

#include <QtTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace duelo;

namespace {

bool has(const Diagnosis& diagnosis, std::string_view flag) {
    return std::ranges::find(diagnosis.flags, flag) != diagnosis.flags.end();
}

Diagnosis diagnoseRounds(const std::vector<double>& samples, std::size_t per_round = 5) {
    const std::vector<std::size_t> rounds(samples.size() / per_round, per_round);
    return diagnose(samples, estimateMedian(samples, rounds));
}

/// 1 to n in an order in which neighbours have nothing to do with each other (7 and n coprime).
std::vector<double> shuffled(int n, double centre, double step) {
    std::vector<double> values;
    for (int i = 0; i < n; ++i) values.push_back(centre + step * ((i * 7) % n - (n - 1) / 2.0));
    return values;
}

}  // namespace

class TestValidity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWorstProcessCounts() {
        const MedianEstimate all{.median = 10, .ci95 = Interval{9.9, 10.1}};
        const std::vector<MedianEstimate> each{{.median = 9.8, .ci95 = Interval{9.7, 9.9}},
                                               {.median = 10, .ci95 = Interval{9.95, 10.05}},
                                               {.median = 10.3, .ci95 = std::nullopt},
                                               {.median = std::nan(""), .ci95 = std::nullopt}};
        QVERIFY(worstInterval(all, {}) == all.ci95);
        QVERIFY((worstInterval(all, each) == Interval{9.7, 10.3}));
        QVERIFY(!worstInterval({.median = 10}, each));
    }

    void processesDifferWhereTheirIntervalsAreApart() {
        const MedianEstimate low{.median = 1, .ci95 = Interval{0.9, 1.1}};
        const MedianEstimate touching{.median = 1.2, .ci95 = Interval{1.1, 1.3}};
        const MedianEstimate apart{.median = 1.4, .ci95 = Interval{1.2, 1.5}};
        const auto differ = [](std::vector<MedianEstimate> each) { return processesDiffer(each); };
        QVERIFY(!differ({}));
        QVERIFY(!differ({low, touching}));
        QVERIFY(differ({low, touching, apart}));
        QVERIFY(!differ({touching, {.median = 9}}));  // that one has no interval
    }

    void quietSamplesHaveNoFlag() { QVERIFY(diagnoseRounds(shuffled(30, 20, 0.01)).flags.empty()); }

    // IQR of n equidistant values: (n - 1) / 2 steps; n = 31: 15 steps of 20.
    void noise_data() {
        QTest::addColumn<double>("step");
        QTest::addColumn<bool>("noisy");
        QTest::addColumn<bool>("very_noisy");
        QTest::newRow("9.75 %") << 0.13 << false << false;
        QTest::newRow("10.5 %") << 0.14 << true << false;
        QTest::newRow("24.75 %") << 0.33 << true << false;
        QTest::newRow("25.5 %") << 0.34 << false << true;
    }
    void noise() {
        QFETCH(double, step);
        const Diagnosis diagnosis = diagnoseRounds(shuffled(31, 20, step));
        QVERIFY(std::abs(diagnosis.iqr_over_median - 15 * step / 20) < 1e-9);
        QTEST(has(diagnosis, flags::noisy), "noisy");
        QTEST(has(diagnosis, flags::very_noisy), "very_noisy");
    }

    /// Six calls of which one took long: the quartiles are 0.7 % apart, and yet the median may be
    /// anywhere up to that one.
    void fewCallsFarApartAreDoubtful_data() {
        QTest::addColumn<double>("longest");
        QTest::addColumn<bool>("wide");
        QTest::newRow("9.6 %") << 11.93 << false;
        QTest::newRow("10.6 %") << 12.13 << true;
        QTest::newRow("33 %") << 16.64 << true;
    }
    void fewCallsFarApartAreDoubtful() {
        QFETCH(double, longest);
        const Diagnosis diagnosis = diagnoseRounds({10, 10.1, longest, 10.05, 10.02, 10.08}, 1);
        QVERIFY(!has(diagnosis, flags::noisy) && !has(diagnosis, flags::very_noisy));
        QTEST(has(diagnosis, flags::wide_interval), "wide");
        QTEST(!doubtfulOf(diagnosis.flags).empty(), "wide");
    }

    void drift() {
        std::vector<double> rising = shuffled(30, 20, 0.001);
        for (std::size_t i = 0; i < rising.size(); ++i)
            rising[i] *= 1 + 0.05 * static_cast<double>(i) / 29;
        const Diagnosis diagnosis = diagnoseRounds(rising);
        QVERIFY(has(diagnosis, flags::drift));
        // Thirds are centred 20 of 29 steps apart: 0.05 x 20 / 29 / (1 + 0.05 x 4.5 / 29) = 0.0342.
        QVERIFY(std::abs(*diagnosis.drift - 0.0342) < 0.001);
        // Below 2 % it is none, however narrow the interval.
        std::vector<double> little = shuffled(30, 20, 0.0001);
        for (std::size_t i = 20; i < 30; ++i) little[i] *= 1.015;
        QVERIFY(!has(diagnoseRounds(little), flags::drift));
        std::vector<double> more = shuffled(30, 20, 0.0001);
        for (std::size_t i = 20; i < 30; ++i) more[i] *= 1.03;
        QVERIFY(has(diagnoseRounds(more), flags::drift));
        QVERIFY(!diagnoseRounds(shuffled(8, 20, 0.01)).drift);
    }

    void noiseAloneIsSeldomDrift() {
        std::mt19937 random(3);
        std::lognormal_distribution<double> times(3, 0.05);
        int flagged = 0;
        for (int i = 0; i < 1000; ++i) {
            std::vector<double> samples(30);
            for (double& value : samples) value = times(random);
            if (has(diagnoseRounds(samples), flags::drift)) ++flagged;
        }
        QVERIFY2(flagged <= 10, qPrintable(QString::number(flagged)));
    }

    // Reference values of Hartigan's dip: Python package diptest 0.12 (R's diptest).
    void dip() {
        QVERIFY(std::abs(dipOfSorted(std::vector{1.0, 2.0, 3.0, 4.0, 11.0, 12.0, 13.0, 14.0}) -
                         0.175) < 1e-12);
        const std::vector<double> evenly = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
        QCOMPARE(dipOfSorted(evenly), 0.05);  // the least there is: 1 / (2 n)
        QCOMPARE(dipOfSorted(std::vector{2.0, 2.0, 2.0, 2.0}), 0.0);
        QCOMPARE(dipOfSorted(std::vector{1.0, 2.0}), 0.0);
        // Half the samples here, half there: the dip's greatest value, 1/4.
        std::vector<double> two_points(10, 1.0);
        two_points.insert(two_points.end(), 10, 2.0);
        QCOMPARE(dipOfSorted(two_points), 0.25);
    }

    void twoModesAreFound() {
        std::mt19937 random(4);
        std::normal_distribution<double> noise(0, 0.005);
        std::vector<double> samples;
        for (int i = 0; i < 100; ++i)
            samples.push_back((i % 10 < 3 ? 22.0 : 20.0) * (1 + noise(random)));
        const Diagnosis diagnosis = diagnoseRounds(samples);
        QVERIFY(has(diagnosis, flags::two_modes));
        QVERIFY(std::abs(diagnosis.modes->low - 20) < 0.1);
        QVERIFY(std::abs(diagnosis.modes->high - 22) < 0.1);
        QCOMPARE(diagnosis.modes->high_share, 0.3);
        // The same shape 1 % apart is of no consequence.
        for (double& value : samples) value = 200 + (value - 20);
        QVERIFY(!has(diagnoseRounds(samples), flags::two_modes));
    }

    void fewOutliersAreNoMode() {
        std::vector<double> samples = shuffled(99, 20, 0.001);
        samples.insert(samples.begin() + 50, 5, 30.0);
        QVERIFY(!has(diagnoseRounds(samples), flags::two_modes));
    }

    // One mode, skewed or heavy-tailed: at most 1 % of samples may be flagged.
    void oneModeIsNotTwo_data() {
        QTest::addColumn<double>("sigma");
        QTest::addColumn<double>("hiccups");
        QTest::addColumn<int>("n");
        for (const int n : {30, 100, 500}) {
            QTest::addRow("lognormal 5 %%, n=%d", n) << 0.05 << 0.0 << n;
            QTest::addRow("lognormal 50 %%, n=%d", n) << 0.5 << 0.0 << n;
            QTest::addRow("heavy tail, n=%d", n) << 0.02 << 0.2 << n;
        }
    }
    void oneModeIsNotTwo() {
        QFETCH(double, sigma);
        QFETCH(double, hiccups);
        QFETCH(int, n);
        std::mt19937 random(6);
        std::lognormal_distribution<double> times(3, sigma);
        std::uniform_real_distribution<double> uniform;
        int flagged = 0;
        for (int i = 0; i < 400; ++i) {
            std::vector<double> samples(static_cast<std::size_t>(n));
            for (double& value : samples) {
                value = times(random);
                if (uniform(random) < hiccups)
                    value *= 1 + 0.02 * (std::pow(1 - uniform(random), -1 / 1.2) - 1);
            }
            if (findTwoModes(sortedCopy(samples))) ++flagged;
        }
        QVERIFY2(flagged <= 4, qPrintable(QString::number(flagged)));
    }

    void fewSamples() {
        QVERIFY(has(diagnoseRounds(shuffled(5, 20, 0.01)), flags::few_samples));
        QVERIFY(!has(diagnoseRounds(shuffled(10, 20, 0.01)), flags::few_samples));
        const Diagnosis none = diagnose({}, {});
        QVERIFY(none.flags == std::vector<std::string>{"few_samples"});
    }

    void sharedProcessor() {
        QVERIFY(sharesProcessor(0.25, 2, 2));
        QVERIFY(!sharesProcessor(0.15, 2, 2));
        QVERIFY(sharesProcessor(0.25, 0, 2));  // on all cores
        QVERIFY(!sharesProcessor(0.5, 6, 6));
        QVERIFY(sharesProcessor(0.7, 6, 6));
        QVERIFY(!sharesProcessor(4, 1, 6));  // five are free
        QVERIFY(sharesProcessor(5.2, 1, 6));
        QVERIFY(sharesProcessor(0.2, 1, 0));  // of nobody knows how many
    }

    void discarded() {
        QVERIFY(!tooManyDiscarded(90, 10));
        QVERIFY(tooManyDiscarded(89, 11));
        QVERIFY(tooManyDiscarded(0, 1));
        QVERIFY(!tooManyDiscarded(0, 0));
    }

    /// Noise makes a time doubtful; why the samples ended does not.
    void doubtfulCodes() {
        const std::vector<std::string> codes{"time_limit", "noisy", "few_samples", "drift", "x"};
        QVERIFY(doubtfulOf(codes) == (std::vector<std::string>{"noisy", "drift"}));
        for (const std::string_view code : flags::doubtful)
            if (!code.starts_with("throttle_"))  // those are the driver's
                QVERIFY(std::ranges::find(flags::all, code) != flags::all.end());
    }

    void codesAreUnique() {
        std::vector<std::string_view> codes(flags::all.begin(), flags::all.end());
        std::ranges::sort(codes);
        QVERIFY(std::ranges::adjacent_find(codes) == codes.end());
    }
};

QTEST_APPLESS_MAIN(TestValidity)
#include "tst_validity.moc"
