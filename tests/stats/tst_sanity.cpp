// SPDX-License-Identifier: Apache-2.0
#include "stats/sanity.h"

#include <QtTest>

#include <cmath>
#include <limits>

using namespace duelo;

namespace {

std::vector<std::string> codes(const CheckedResult& result) {
    std::vector<std::string> list;
    for (const Reason& reason : checkResult(result)) list.push_back(reason.code);
    return list;
}

CheckedResult good() {
    return {.name = "resnet18 224 cpu",
            .median_ms = 10,
            .ci95_ms = Interval{9.9, 10.2},
            .parts = {{"h2d", 1}, {"compute", 8}, {"d2h", 0.5}}};
}

using Codes = std::vector<std::string>;

}  // namespace

/// R-32, with the seeds' own tables as regression inputs.
class TestSanity : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void goodResultPasses() { QVERIFY(checkResult(good()).empty()); }

    void invariants() {
        CheckedResult result = good();
        result.median_ms = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(codes(result) == Codes{"not_a_number"});
        result = good();
        result.parts[1].ms = std::numeric_limits<double>::infinity();
        QVERIFY(codes(result) == Codes{"not_a_number"});
        result = good();
        result.ci95_ms->high = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(codes(result) == Codes{"not_a_number"});
        result = good();
        result.median_ms = 0;
        result.parts.clear();
        result.ci95_ms.reset();
        QVERIFY(codes(result) == Codes{"time_not_positive"});
        result = good();
        result.ci95_ms = Interval{10.2, 9.9};
        QVERIFY(codes(result) == Codes{"interval_disordered"});
        result = good();
        result.ci95_ms = Interval{10.1, 10.2};
        QVERIFY(codes(result) == Codes{"interval_disordered"});
        result = good();
        result.parts[0].ms = -1;
        QVERIFY(codes(result) == (Codes{"time_not_positive", "parts_unexplained"}));
    }

    // 10.1 of 10 ms is within 1 %, 10.2 is not; 8.5 of 10 is explained enough, 8.4 is not (P-03).
    void partsSumToTheTotal() {
        CheckedResult result = good();
        result.parts = {{"all", 10.1}};
        QVERIFY(checkResult(result).empty());
        result.parts = {{"all", 10.2}};
        QVERIFY(codes(result) == Codes{"parts_exceed_total"});
        result.parts = {{"all", 8.5}};
        QVERIFY(checkResult(result).empty());
        result.parts = {{"all", 8.4}};
        QVERIFY(codes(result) == Codes{"parts_unexplained"});
    }

    // S4-M05: 0.99 of 8.25 s at batch 16, 0.12 of 0.68 s at 512; "8x" against 12.0x in total time.
    void profileThatExplainsAnEighth() {
        CheckedResult batch16{.name = "batch 16", .median_ms = 8250};
        batch16.parts = {{"three phases", 990}};
        const auto reasons = checkResult(batch16);
        QCOMPARE(reasons.size(), std::size_t{1});
        QCOMPARE(reasons[0].code, std::string("parts_unexplained"));
        QVERIFY(std::abs(reasons[0].args["explained_percent"].get<double>() - 12) < 0.01);
        CheckedResult batch512{.name = "batch 512", .median_ms = 680};
        batch512.parts = {{"three phases", 120}};
        QVERIFY(codes(batch512) == Codes{"parts_unexplained"});

        const auto gain = checkSameGain("batch 512 / 16", 498532.0 / 60307, 82.51 / 6.85);
        QVERIFY(gain.has_value());
        QCOMPARE(gain->code, std::string("gains_disagree"));
        QVERIFY(!checkSameGain("epoch and total", 8.25 / 0.68, 82.51 / 6.85));
        QVERIFY(checkSameGain("x", 0, 1)->code == "not_a_number");
    }

    /// G26: a limit and a result are both measured, so a tenth is no contradiction.
    void nothingIsAboveItsRoof() {
        QVERIFY(!checkRoof("c001", 90, 100));
        QVERIFY(!checkRoof("c001", 109, 100));
        const auto above = checkRoof("c001", 120, 100);
        QVERIFY(above.has_value());
        QCOMPARE(above->code, std::string("above_roof"));
        QVERIFY(std::abs(above->args["percent"].get<double>() - 120) < 1e-9);
        QVERIFY(!checkRoof("c001", 120, 0));
        QVERIFY(!checkRoof("c001", std::nan(""), 100));
    }

    // S4-M09: 0.1 + 0.1 + 0.2 shown as a total of 0.3 ms.
    void partsRoundedToNothing() {
        CheckedResult result{.name = "batch 16", .median_ms = 0.3};
        result.parts = {{"h2d", 0.1}, {"kernel", 0.1}, {"d2h", 0.2}};
        QVERIFY(codes(result) == Codes{"parts_exceed_total"});
    }

    // S4-M02: the same work on one thread, and the same four threads and processes, told twice.
    void baselinesThatDisagree_data() {
        QTest::addColumn<double>("a");
        QTest::addColumn<double>("b");
        QTest::addColumn<double>("percent");
        QTest::newRow("C / OpenMP(1)") << 35.92 << 27.88 << 28.8;
        QTest::newRow("Python / multiprocessing(1)") << 28.79 << 49.09 << 70.5;
        QTest::newRow("OpenMP(4) table / sweep") << 9.74 << 20.21 << 107.5;
        QTest::newRow("multiprocessing(4) table / sweep") << 71.30 << 79.40 << 11.4;
    }
    void baselinesThatDisagree() {
        QFETCH(double, a);
        QFETCH(double, b);
        QFETCH(double, percent);
        const std::vector<NamedTime> times = {{"table", a * 1000}, {"sweep", b * 1000}};
        const auto reason = checkSameWork(times);
        QVERIFY(reason.has_value());
        QCOMPARE(reason->code, std::string("baselines_disagree"));
        QVERIFY(std::abs(reason->args["percent"].get<double>() - percent) < 0.05);
    }
    void baselinesThatAgree() {
        const std::vector<NamedTime> times = {{"a", 100}, {"b", 105}, {"c", 0}, {"d", -3}};
        QVERIFY(!checkSameWork(times));
        QVERIFY(!checkSameWork({}));
    }

    // S4-M04: ten epochs are 37,500 updates at batch 16 and 1,170 at batch 512.
    void unequalUpdates() {
        const std::vector<NamedUpdates> runs = {{"batch 16", 37500}, {"batch 512", 1170}};
        const auto reason = checkUpdates(runs);
        QVERIFY(reason.has_value());
        QCOMPARE(reason->code, std::string("updates_differ"));
        QVERIFY(std::abs(reason->args["factor"].get<double>() - 32.05) < 0.01);
        QVERIFY(!checkUpdates(std::vector<NamedUpdates>{{"cpu", 1000}, {"gpu", 1000}}));
        QVERIFY(!checkUpdates({}));
    }

    // S2-M16, S2-24: 4 -> 4, 8 -> 16, 16 -> 64 windows: times four per doubling is quadratic.
    void timesFourPerDoublingIsQuadratic() {
        const std::vector<double> sizes = {4, 8, 16, 32};
        const std::vector<double> windows = {4, 16, 64, 256};
        const auto fit = fitGrowth(sizes, windows);
        QVERIFY(fit.has_value());
        QVERIFY(std::abs(fit->slope - 2) < 1e-12);
        QVERIFY(std::abs(fit->r2 - 1) < 1e-12);
        QVERIFY(fit->isPower());
    }

    void exponentialIsNotContradicted() {
        const std::vector<double> sizes = {1, 2, 3, 4, 5};
        const std::vector<double> values = {2, 4, 8, 16, 32};
        QVERIFY(!fitGrowth(sizes, values)->isPower());
        // Neither describes what goes up and down.
        QVERIFY(!fitGrowth(sizes, std::vector<double>{3, 1, 4, 1, 5})->isPower());
    }

    void growthNeedsThreeSizes() {
        const std::vector<double> two = {4, 8, 8};
        QVERIFY(!fitGrowth(two, two));
        QVERIFY(!fitGrowth(std::vector<double>{1, 2, 3}, std::vector<double>{1, 2}));
        const double nan = std::numeric_limits<double>::quiet_NaN();
        QVERIFY(!fitGrowth(std::vector{1.0, 2.0, 3.0, 4.0}, std::vector{1.0, nan, 0.0, 5.0}));
        const auto flat = fitGrowth(std::vector{1.0, 2.0, 4.0}, std::vector{3.0, 3.0, 3.0});
        QCOMPARE(flat->slope, 0.0);
    }
};

QTEST_APPLESS_MAIN(TestSanity)
#include "tst_sanity.moc"
