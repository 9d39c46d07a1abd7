// SPDX-License-Identifier: Apache-2.0
// P-06, S4-05, S4-07, S4-08: what more workers bring, from tables with known answers.
#include <QtTest>

#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "stats/scaling_fit.h"

using namespace duelo;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

std::vector<WorkersTime> table(const std::vector<int>& workers, const std::vector<double>& times) {
    std::vector<WorkersTime> out;
    for (std::size_t i = 0; i < workers.size(); ++i) out.push_back({workers[i], times[i], {}});
    return out;
}

/// The project's sweeps, in seconds as printed.
const std::vector<int> kSwept{1, 2, 4, 8, 16};
const auto kThreads = table(kSwept, {27.881, 27.621, 20.212, 5.078, 9.772});
const auto kProcesses = table(kSwept, {49.09, 52.70, 79.40, 97.23, 212.20});

/// Amdahl's law with this share, each time with an error and its interval.
std::vector<WorkersTime> byAmdahl(const std::vector<int>& workers, double serial, double noise,
                                  std::mt19937_64& random) {
    std::normal_distribution<double> error(0, noise);
    std::vector<WorkersTime> out;
    for (const int p : workers) {
        const double ms = 100 / amdahlSpeedUp(serial, p) * std::exp(error(random));
        out.push_back({p, ms, Interval{ms * (1 - 1.96 * noise), ms * (1 + 1.96 * noise)}});
    }
    return out;
}

bool near(double a, double b, double by) {
    return std::abs(a - b) <= by;
}

}  // namespace

class TestScalingFit final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// S4-05 and S4-06: speed-up, efficiency and the share of Karp and Flatt at each number.
    void theRecordedSweepOverThreads() {
        const auto found = speedUps(kThreads);
        QCOMPARE(found.size(), std::size_t{4});
        const double expected[] = {1.009, 1.379, 5.491, 2.853};
        const double serial[] = {0.98, 0.63, 0.07, 0.31};  // no constant share (S4-M06)
        for (std::size_t i = 0; i < found.size(); ++i) {
            QVERIFY(near(found[i].ratio, expected[i], 1e-3));
            QVERIFY(near(found[i].efficiency(), expected[i] / kSwept[i + 1], 1e-3));
            QVERIFY(near(*found[i].serialShare(), serial[i], 0.005));
            QVERIFY(!found[i].ci95);
        }
        QCOMPARE(serialTrend(found), SerialTrend::Unknown);  // single numbers tell no trend
    }

    /// S4-M12: from .35 of 4 threads to .69 of 8, which nobody asked about.
    void anEfficiencyThatRisesIsFound_S4_M12() {
        const auto found = speedUps(kThreads);
        const auto rise = efficiencyRise(found);
        QVERIFY(rise);
        QCOMPARE(rise->from.workers, 4);
        QCOMPARE(rise->to.workers, 8);
        QVERIFY(near(rise->from.efficiency(), 0.345, 1e-3));
        QVERIFY(near(rise->to.efficiency(), 0.686, 1e-3));
        QVERIFY(!efficiencyRise(speedUps(kProcesses)));
        // Intervals decide where there are some.
        const auto of = [](int workers, double ratio, double wide) {
            return SpeedUp{workers, ratio, Interval{ratio * (1 - wide), ratio * (1 + wide)}};
        };
        const std::vector<SpeedUp> sure{of(2, 1.6, 0.01), of(4, 3.5, 0.01)},
            open{of(2, 1.6, 0.05), of(4, 3.5, 0.05)};
        QVERIFY(efficiencyRise(sure));
        QVERIFY(!efficiencyRise(open));
    }

    /// P-06: this is not Amdahl, because 16 threads take longer than 8.
    void theRecordedSweepOverThreadsIsRefused() {
        const auto slowed = slowedDown(kThreads);
        QVERIFY(slowed);
        QCOMPARE(slowed->from, 8);
        QCOMPARE(slowed->to, 16);
        QVERIFY(near(slowed->factor, 9.772 / 5.078, 1e-9));
        const auto fit = fitAmdahl(kThreads);
        QVERIFY(!fit);
        QCOMPARE(fit.error().code, std::string("scaling_slowed_down"));
        QCOMPARE(fit.error().args["to"].get<int>(), 16);
    }

    /// S4-07: as printed, 1, .93, .62, .50, .23 of one process.
    void theRecordedSweepOverProcessesIsRefused() {
        const auto found = speedUps(kProcesses);
        const double expected[] = {0.93, 0.62, 0.50, 0.23};
        for (std::size_t i = 0; i < found.size(); ++i)
            QVERIFY(near(found[i].ratio, expected[i], 0.005));
        const auto fit = fitAmdahl(kProcesses);
        QVERIFY(!fit);
        QCOMPARE(fit.error().code, std::string("scaling_slowed_down"));
        QCOMPARE(fit.error().args["from"].get<int>(), 1);
    }

    /// S2-35, S2-M18: a share from the ratio of two measurements, whatever stands for their number.
    void twoNumbersShowNoShare() {
        for (const int processors : {640, 2496, 2560}) {
            const auto fit = fitAmdahl(table({1, processors}, {0.8604, 0.5267}));
            QVERIFY(!fit);
            QCOMPARE(fit.error().code, std::string("scaling_few_points"));
            QCOMPARE(fit.error().args["points"].get<int>(), 2);
            QCOMPARE(fit.error().args["least"].get<int>(), 4);
        }
        QVERIFY(!fitAmdahl(table({1, 2, 4}, {8, 5, 3.5})));
        // The same number of workers twice is one point.
        QVERIFY(!fitAmdahl(table({1, 2, 2, 4}, {8, 5, 5, 3.5})));
    }

    void anExactShareIsFound_data() {
        QTest::addColumn<double>("serial");
        for (const double serial : {0.0, 0.001, 0.05, 0.3, 0.612, 1.0})
            QTest::addRow("%g", serial) << serial;
    }
    void anExactShareIsFound() {
        QFETCH(double, serial);
        std::vector<double> times;
        const std::vector<int> workers{1, 2, 4, 8, 16, 32};
        for (const int p : workers) times.push_back(640 / amdahlSpeedUp(serial, p));
        const auto fit = fitAmdahl(table(workers, times));
        QVERIFY(fit);
        QVERIFY(near(fit->serial, serial, 1e-5));
        QVERIFY(fit->ci95.low <= serial + 1e-5 && serial - 1e-5 <= fit->ci95.high);
        QVERIFY(fit->ci95.low >= 0 && fit->ci95.high <= 1 && fit->ci95.width() < 0.02);
        QVERIFY(fit->residue < 1e-4);
        QCOMPARE(fit->points, workers.size());
    }

    /// The band holds the true share about as often as it says, with as few as four points.
    void theBandHoldsTheShare_data() {
        QTest::addColumn<double>("serial");
        QTest::addColumn<int>("points");
        for (const double serial : {0.02, 0.1, 0.4})
            for (const int points : {4, 6})
                QTest::addRow("%g of %d", serial, points) << serial << points;
    }
    void theBandHoldsTheShare() {
        QFETCH(double, serial);
        QFETCH(int, points);
        std::vector<int> workers;
        for (int i = 0; i < points; ++i) workers.push_back(1 << i);
        std::mt19937_64 random(35);
        constexpr int kTables = 200;
        int held = 0, fitted = 0;
        for (int i = 0; i < kTables; ++i) {
            const auto fit = fitAmdahl(byAmdahl(workers, serial, 0.02, random));
            if (!fit) continue;
            ++fitted;
            held += fit->ci95.contains(serial);
        }
        QVERIFY(fitted > 0.98 * kTables);
        QVERIFY2(held > 0.93 * fitted, qPrintable(QString::number(held)));
    }

    /// Times that no serial share describes get none, and a poor fit gets a wide band.
    void aBadFitSaysSo() {
        const auto bad = fitAmdahl(table({1, 2, 4, 8, 16}, {100, 55, 30, 29, 28}));
        QVERIFY(!bad);
        QCOMPARE(bad.error().code, std::string("scaling_bad_fit"));
        QVERIFY(bad.error().args["miss_percent"].get<double>() > 100 * kWorstScalingResidue);
        const auto poor = fitAmdahl(table({1, 2, 4, 8}, {100, 60, 33, 28}));
        QVERIFY(poor);
        QVERIFY(poor->residue > 0.05 && poor->ci95.width() > 0.1);
    }

    void moreThanTheIdealIsSaid() {
        // Data that fit into the caches of several cores.
        const auto times = table({1, 2, 4, 8}, {100, 40, 15, 6});
        const auto found = speedUps(times);
        const SpeedUp* above = superlinear(found);
        QVERIFY(above);
        QCOMPARE(above->workers, 8);
        QVERIFY(*above->serialShare() < 0);
        const auto fit = fitAmdahl(times);
        QVERIFY(!fit);
        QCOMPARE(fit.error().code, std::string("scaling_superlinear"));
        // A narrow interval shows less of it; one that reaches the ideal shows nothing.
        const std::vector<SpeedUp> narrow{{2, 2.1, Interval{2.08, 2.12}}};
        const std::vector<SpeedUp> wide{{2, 2.1, Interval{1.99, 2.2}}};
        QVERIFY(superlinear(narrow));
        QVERIFY(!superlinear(wide));
    }

    /// Within what the measurements scatter a longer time is none.
    void onlyAShownRiseCounts() {
        std::vector<WorkersTime> times{{1, 100, Interval{99, 101}}, {2, 51, Interval{50, 52}}};
        times.push_back({4, 52, Interval{50.5, 53.5}});
        QVERIFY(!slowedDown(times));
        times.push_back({8, 60, Interval{59, 61}});
        const auto slowed = slowedDown(times);
        QVERIFY(slowed);
        QCOMPARE(slowed->from, 2);
        QCOMPARE(slowed->to, 8);
        // Without intervals only what anyone sees.
        QVERIFY(!slowedDown(table({1, 2}, {10, 11.9})));
        QVERIFY(slowedDown(table({1, 2}, {10, 12.1})));
    }

    void theTrendOfTheShare() {
        const auto of = [](int workers, double serial, double by) {
            const auto at = [workers](double s) { return amdahlSpeedUp(s, workers); };
            return SpeedUp{workers, at(serial), Interval{at(serial + by), at(serial - by)}};
        };
        using Trend = SerialTrend;
        const auto trend = [](const std::vector<SpeedUp>& all) { return serialTrend(all); };
        QCOMPARE(trend({of(2, 0.1, 0.02), of(8, 0.11, 0.005)}), Trend::Steady);
        QCOMPARE(trend({of(2, 0.1, 0.02), of(8, 0.2, 0.005)}), Trend::Rising);
        QCOMPARE(trend({of(8, 0.05, 0.005), of(2, 0.1, 0.02)}), Trend::Falling);
        QCOMPARE(trend({of(2, 0.1, 0.02)}), Trend::Unknown);
        // Y-14: the whole series is compared, not its ends: these go down and up again.
        const std::vector<SpeedUp> down_and_up{of(2, 0.98, 0.01), of(4, 0.63, 0.01),
                                               of(8, 0.07, 0.01), of(16, 0.31, 0.01)};
        QCOMPARE(trend(down_and_up), Trend::Mixed);
        QCOMPARE(trend({of(2, 0.3, 0.01), of(4, 0.1, 0.01), of(8, 0.3, 0.01)}), Trend::Mixed);
        QCOMPARE(trend({of(2, 0.1, 0.02), of(4, 0.2, 0.005), of(8, 0.3, 0.005)}), Trend::Rising);
        QCOMPARE(trend({of(2, 0.3, 0.01), of(4, 0.1, 0.05), of(8, 0.11, 0.005)}), Trend::Falling);
        const auto share = of(4, 0.25, 0.05);
        QVERIFY(near(*share.serialShare(), 0.25, 1e-12));
        QVERIFY(near(share.serialInterval()->low, 0.2, 1e-12));
        QVERIFY(near(share.efficiencyInterval()->high, share.ci95->high / 4, 1e-12));
    }

    void gustafsonFindsItsShare() {
        std::vector<SpeedUp> scaled;
        for (const int p : {2, 4, 8}) scaled.push_back({p, gustafsonSpeedUp(0.2, p), {}});
        const auto fit = fitGustafson(scaled);
        QVERIFY(fit);
        QVERIFY(near(fit->serial, 0.2, 1e-5) && fit->ci95.contains(fit->serial));
        QCOMPARE(fit->points, std::size_t{4});
        scaled.pop_back();
        QCOMPARE(fitGustafson(scaled).error().code, std::string("scaling_few_points"));
        QCOMPARE(fitGustafson({}).error().code, std::string("scaling_base_missing"));
    }

    void withoutABaseThereIsNothing() {
        const auto times = table({2, 4, 8, 16}, {50, 30, 20, 15});
        QVERIFY(speedUps(times).empty());
        QCOMPARE(fitAmdahl(times).error().code, std::string("scaling_base_missing"));
    }

    void whatIsNoTimeIsLeftOut() {
        const auto times = table({1, 0, -3, 2, 4, 8, 16}, {100, 3, 4, kNaN, 0, -1, 20});
        const auto found = speedUps(times);
        QCOMPARE(found.size(), std::size_t{1});
        QVERIFY(near(found.front().ratio, 5, 1e-12));
        QCOMPARE(fitAmdahl(times).error().code, std::string("scaling_few_points"));
        QVERIFY(!SpeedUp({.workers = 1, .ratio = 1}).serialShare());
        QVERIFY(!slowedDown({}) && !superlinear({}));
    }
};

QTEST_APPLESS_MAIN(TestScalingFit)
#include "tst_scaling_fit.moc"
