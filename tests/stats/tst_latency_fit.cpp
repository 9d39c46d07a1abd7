// SPDX-License-Identifier: Apache-2.0
// P-03, S4-09: start and rate of a copy from the times of several sizes.
#include <QtTest>

#include <cmath>
#include <limits>
#include <vector>

#include "stats/latency_fit.h"

using namespace duelo;

class TestLatencyFit final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// 2 us and 10 GB/s: 20 kB take as long to start as to flow.
    void aLineIsFound() {
        std::vector<double> bytes, times_ms;
        for (double size = 4096; size <= 1 << 28; size *= 4) {
            bytes.push_back(size);
            times_ms.push_back(0.002 + size / 1e7);
        }
        const auto fit = fitLatency(bytes, times_ms);
        QVERIFY(fit);
        QVERIFY(std::abs(fit->latency_ms / 0.002 - 1) < 1e-9);
        QVERIFY(std::abs(fit->bytes_per_ms / 1e7 - 1) < 1e-9);
        QVERIFY(std::abs(fit->halfRateBytes() / 20'000 - 1) < 1e-9);
        QVERIFY(fit->residue < 1e-9);
        QCOMPARE(fit->points, bytes.size());
        // That is what n1/2 says.
        const double half = fit->halfRateBytes();
        QVERIFY(std::abs(half / fit->predictedMs(half) / fit->bytes_per_ms - 0.5) < 1e-9);
    }

    /// By the error in the size of the time: one of the smallest that is a tenth too long moves the
    /// start, not the rate.
    void smallCopiesCountAsMuchAsLargeOnes() {
        const std::vector<double> bytes{1e3, 1e4, 1e6, 1e8};
        std::vector<double> times_ms;
        for (const double size : bytes) times_ms.push_back(0.01 + size / 1e7);
        times_ms[0] *= 1.1;
        const auto fit = fitLatency(bytes, times_ms);
        QVERIFY(fit);
        QVERIFY(fit->latency_ms > 0.0102 && fit->latency_ms < 0.0109);
        QVERIFY(std::abs(fit->bytes_per_ms / 1e7 - 1) < 0.01);
        QVERIFY(fit->residue > 0.03 && fit->residue < 0.1);
    }

    /// Copies from caches are faster than those from memory: no line fits, and it says so.
    void stepsLeaveAResidue() {
        const std::vector<double> bytes{1e4, 1e5, 1e6, 1e7, 1e8};
        const std::vector<double> times_ms{1e4 / 4e7, 1e5 / 4e7, 1e6 / 2e7, 1e7 / 1e7, 1e8 / 1e7};
        const auto fit = fitLatency(bytes, times_ms);
        QVERIFY(fit);
        QCOMPARE(fit->latency_ms, 0.0);
        QVERIFY(fit->residue > 0.2);
    }

    void whatIsNoLineHasNone() {
        const std::vector<double> three{1e3, 1e4, 1e5};
        QVERIFY(!fitLatency(std::vector{1e3, 1e4}, std::vector{1.0, 2.0}));
        QVERIFY(!fitLatency(std::vector{1e3, 1e3, 1e4}, std::vector{1.0, 1.0, 2.0}));
        QVERIFY(!fitLatency(three, std::vector{1.0, 2.0}));
        QVERIFY(!fitLatency(three, std::vector{1.0, std::nan(""), 2.0}));
        QVERIFY(!fitLatency(three, std::vector{1.0, 0.0, 2.0}));
        QVERIFY(!fitLatency(three, std::vector{3.0, 2.0, 1.0}));
        QVERIFY(!fitLatency({}, {}));
    }
};

QTEST_APPLESS_MAIN(TestLatencyFit)
#include "tst_latency_fit.moc"
