// SPDX-License-Identifier: Apache-2.0
#include "stats/verdict.h"

#include <QtTest>

#include <limits>

#include "synthetic_times.h"

using namespace duelo;
using namespace duelo::test;

namespace {

constexpr int fixed_simulations = 2000;
constexpr int protocol_simulations = 100;

/// Twelve ratios around `centre`, 0.5 % to both sides, in an order without dependence.
std::vector<double> around(double centre) {
    std::vector<double> values;
    for (const int i : {3, 9, 1, 7, 12, 2, 10, 5, 11, 4, 8, 6})
        values.push_back(centre * (1 + (i - 6.5) * 0.001));
    return values;
}
const std::vector<double> ones(12, 1.0);

}  // namespace

class TestVerdict : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void ratioIsTheSpeedUpOfTheCandidate() {
        const RatioEstimate estimate = comparePaired(std::vector<double>(12, 30), around(10));
        QVERIFY(std::abs(estimate.ratio - 3) < 0.001);
        QVERIFY(estimate.verdict == Verdict::Faster);
        QVERIFY(estimate.doubt == Doubt::None);
        QCOMPARE(estimate.rounds, std::size_t{12});
        QVERIFY(comparePaired(around(10), std::vector<double>(12, 30)).verdict == Verdict::Slower);
    }

    void pairsCancelWhatSlowsARound() {
        std::vector<double> base, candidate;
        const std::vector<double> noise = around(1);
        for (std::size_t i = 0; i < 12; ++i) {
            const double machine = 10 * (1 + 0.1 * static_cast<double>(i));  // doubles in the run
            base.push_back(machine * 1.05 * noise[i]);
            candidate.push_back(machine);
        }
        const RatioEstimate estimate = comparePaired(base, candidate);
        QVERIFY(std::abs(estimate.ratio - 1.05) < 1e-6);
        QVERIFY(estimate.verdict == Verdict::Faster);
    }

    void constantTimesAreTheSame() {
        const RatioEstimate estimate = comparePaired(ones, ones);
        QVERIFY(estimate.verdict == Verdict::Same);
        QVERIFY(*estimate.ci95 == (Interval{1, 1}));
    }

    // Shown, but only half a percent: neither FASTER nor SAME may be said of it.
    void smallDifferenceIsNotFaster() {
        std::vector<double> base;
        for (int i = 0; i < 40; ++i) base.push_back(1.008 + 0.003 * ((i * 7) % 40 - 19.5) / 20);
        const RatioEstimate estimate = comparePaired(base, std::vector<double>(40, 1.0));
        QVERIFY(estimate.decision->low > 1);
        QVERIFY(estimate.decision->high > 1.01 || estimate.verdict == Verdict::Same);
        QVERIFY(estimate.verdict == Verdict::Inconclusive || estimate.verdict == Verdict::Same);
        QVERIFY(estimate.verdict != Verdict::Faster);
    }

    void noiseIsInconclusive() {
        std::vector<double> base;
        for (int i = 0; i < 24; ++i) base.push_back(1 + 0.1 * ((i * 7) % 24 - 11.5) / 12);
        const RatioEstimate estimate = comparePaired(base, std::vector<double>(24, 1.0));
        QVERIFY(estimate.verdict == Verdict::Inconclusive);
        QVERIFY(estimate.doubt == Doubt::Wide);
    }

    void changingRatioHasNoVerdict() {
        std::vector<double> base;
        for (int i = 0; i < 60; ++i)
            base.push_back(i < 30 ? 0.97 + 0.0001 * (i * 7 % 30) : 1.03 + 0.0001 * (i * 7 % 30));
        const RatioEstimate estimate = comparePaired(base, std::vector<double>(60, 1.0));
        QVERIFY(estimate.verdict == Verdict::Inconclusive);
    }

    void fewSlowRoundsShowALargeDifferenceOnly() {
        const std::vector<double> base = {9.9, 10.1, 10.0};
        const RatioEstimate large = comparePaired(base, std::vector{1.01, 0.99, 1.0});
        QVERIFY(large.verdict == Verdict::Faster);
        QVERIFY(!large.ci95);
        const RatioEstimate small = comparePaired(base, std::vector{9.8, 9.95, 9.85});
        QVERIFY(small.verdict == Verdict::Inconclusive);
        const RatioEstimate two = comparePaired(std::vector{10.0, 10.0}, std::vector{1.0, 1.0});
        QVERIFY(two.verdict == Verdict::Inconclusive);
        QVERIFY(two.doubt == Doubt::FewRounds);
    }

    void badPairsAreLeftOut() {
        const double nan = std::numeric_limits<double>::quiet_NaN();
        const double infinity = std::numeric_limits<double>::infinity();
        std::vector<double> base = around(2);
        std::vector<double> candidate = ones;
        for (const double bad : {nan, infinity, 0.0, -1.0}) {
            base.push_back(bad);
            candidate.push_back(1);
            base.push_back(1);
            candidate.push_back(bad);
        }
        base.push_back(7);  // no partner
        const RatioEstimate estimate = comparePaired(base, candidate);
        QCOMPARE(estimate.rounds, std::size_t{12});
        QVERIFY(std::abs(estimate.ratio - 2) < 0.01);
        QVERIFY(comparePaired({}, {}).doubt == Doubt::FewRounds);
    }

    // Ends combine to [90 / 55, 110 / 45]; 95 % is stretched to 99.9 % by 1.679 for the verdict.
    void unpairedIsConservative() {
        const MedianWithInterval base{100, Interval{90, 110}};
        const MedianWithInterval candidate{50, Interval{45, 55}};
        const RatioEstimate estimate = compareUnpaired(base, candidate);
        QCOMPARE(estimate.ratio, 2.0);
        QVERIFY(std::abs(estimate.ci95->low - 90.0 / 55) < 1e-12);
        QVERIFY(std::abs(estimate.ci95->high - 110.0 / 45) < 1e-12);
        QVERIFY(std::abs(estimate.decision->low - 83.21 / 58.39) < 0.001);
        QVERIFY(estimate.verdict == Verdict::Faster);
        QVERIFY(compareUnpaired(candidate, base).verdict == Verdict::Slower);
        QVERIFY(compareUnpaired(base, {50, {}}).doubt == Doubt::FewRounds);
        QCOMPARE(compareUnpaired(base, {50, {}}).ratio, 2.0);
        QCOMPARE(compareUnpaired(base, {0, {}}).ratio, 0.0);
        // 1.5 % between two files is within what two runs of the same thing differ by (G3).
        const MedianWithInterval a{101.5, Interval{101.4, 101.6}};
        const MedianWithInterval b{100, Interval{99.9, 100.1}};
        QVERIFY(compareUnpaired(a, b).verdict == Verdict::Same);
        // An interval that reaches 0 divides by nothing.
        QVERIFY(!compareUnpaired(base, {50, Interval{10, 90}}).decision);
    }

    // G25: two equal variants. False verdicts <= 1 % (one side and the other together), at every
    // number of rounds that the protocol can give.
    void falseVerdicts_data() {
        QTest::addColumn<int>("index");
        QTest::addColumn<int>("rounds");
        for (const int rounds : {12, 20, 40})
            for (std::size_t i = 0; i < scenarios.size(); ++i)
                QTest::addRow("%s, %d rounds", scenarios[i].name, rounds)
                    << static_cast<int>(i) << rounds;
    }
    void falseVerdicts() {
        QFETCH(int, index);
        QFETCH(int, rounds);
        const Scenario& scenario = scenarios[static_cast<std::size_t>(index)];
        int faster = 0, slower = 0;
        for (int i = 0; i < fixed_simulations; ++i) {
            TwoVariants variants(scenario, 25, 0, static_cast<std::uint32_t>(i + 1));
            const auto estimate = compareFixed(variants, static_cast<std::size_t>(rounds), 1);
            if (estimate.verdict == Verdict::Faster) ++faster;
            if (estimate.verdict == Verdict::Slower) ++slower;
        }
        const double share = static_cast<double>(faster + slower) / fixed_simulations;
        QVERIFY2(share <= scenario.most_false, qPrintable(QString::number(share)));
        QVERIFY(static_cast<double>(std::max(faster, slower)) / fixed_simulations <= 0.01);
    }

    // G25: 2 % is found in 95 of 100 runs of the standard preset, and never as SLOWER.
    void power_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < scenarios.size(); ++i)
            if (scenarios[i].least_power > 0)
                QTest::newRow(scenarios[i].name) << static_cast<int>(i);
    }
    void power() {
        QFETCH(int, index);
        const Scenario& scenario = scenarios[static_cast<std::size_t>(index)];
        int faster = 0, slower = 0, false_verdicts = 0;
        for (int i = 0; i < protocol_simulations; ++i) {
            const auto seed = static_cast<std::uint32_t>(i + 1);
            TwoVariants different(scenario, 25, 0.02, seed);
            const auto found = compareByProtocol(different, 25, protocolOf(Preset::Standard));
            if (found.verdict == Verdict::Faster) ++faster;
            if (found.verdict == Verdict::Slower) ++slower;
            TwoVariants equal(scenario, 25, 0, seed);
            const auto none = compareByProtocol(equal, 25, protocolOf(Preset::Standard));
            if (none.verdict == Verdict::Faster || none.verdict == Verdict::Slower)
                ++false_verdicts;
        }
        QVERIFY2(faster >= scenario.least_power * protocol_simulations,
                 qPrintable(QString::number(faster)));
        QCOMPARE(slower, 0);
        QVERIFY(false_verdicts <= 1);
    }

    void names() {
        QVERIFY(verdictName(Verdict::Faster) == "faster");
        QVERIFY(verdictName(Verdict::Slower) == "slower");
        QVERIFY(verdictName(Verdict::Same) == "same");
        QVERIFY(verdictName(Verdict::Inconclusive) == "inconclusive");
        QVERIFY(doubtName(Doubt::None).empty());
        QVERIFY(doubtName(Doubt::FewRounds) == "few_rounds");
        QVERIFY(doubtName(Doubt::Wide) == "interval_wide");
        QVERIFY(doubtName(Doubt::Small) == "difference_small");
        QVERIFY(doubtName(Doubt::Drifting) == "ratio_drifts");
    }
};

QTEST_APPLESS_MAIN(TestVerdict)
#include "tst_verdict.moc"
