// SPDX-License-Identifier: Apache-2.0
#include <QtTest>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "measured_examples.h"
#include "record/result_check.h"

using namespace duelo;
using duelo::examples::kPerRound;
using duelo::examples::resultOf;
using duelo::examples::samplesAround;

namespace {

/// Returns a record as a file gives it back.
template <typename R>
R filed(const R& record) {
    return std::get<R>(*decode(encode(record)));
}

std::string wrongFigure(const ResultRecord& result, const Samples& samples) {
    const auto wrong = contradictionOf(filed(result), filed(samples));
    return wrong ? wrong->args["figure"].get<std::string>() : std::string();
}

}  // namespace

/// A result is what its own samples come to, or it is no figure.
class TestResultCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    /// From calls of 30 ns, whose samples a file keeps to 3 %, to those of hours.
    void whatWasMeasuredFits() {
        for (const double ms : {3e-5, 1e-3, 0.25, 4.5, 812.5, 3.6e6})
            for (const int rounds : {1, 2, 14, 20}) {
                const Samples samples = samplesAround("c001", ms, rounds);
                const std::string wrong = wrongFigure(resultOf(samples), samples);
                QVERIFY2(wrong.empty(), (std::to_string(ms) + " ms: " + wrong).c_str());
            }
    }

    void discardedSamplesDoNotCount() {
        Samples samples = samplesAround("c001", 4.5, 14);
        for (std::size_t i = 0; i < kPerRound; ++i) {
            samples.discard[i] = static_cast<int>(DiscardCause::Slept);
            samples.wall_ms[i] = 9000;
        }
        QCOMPARE(wrongFigure(resultOf(samples), samples), std::string());
        samples.discard.assign(samples.discard.size(), 1);
        ResultRecord none = resultOf(samplesAround("c001", 4.5, 14));
        QCOMPARE(wrongFigure(none, samples), std::string("n"));
    }

    /// The interval is the widest that any of them found.
    void splitProcessesFit() {
        Samples samples = samplesAround("c001", 4.5, 18, 3);
        for (std::size_t i = 0; i < samples.wall_ms.size(); ++i)
            samples.wall_ms[i] *= 1 + 0.05 * samples.process[i];
        const ResultRecord whole = resultOf(samples, 3);
        QCOMPARE(wrongFigure(whole, samples), std::string());
        ResultRecord edited = whole;
        edited.summary->ci95_ms = Interval{whole.summary->median_ms, whole.summary->ci95_ms->high};
        QCOMPARE(wrongFigure(edited, samples), std::string("ci95_low_ms"));
    }

    /// Where calls of one round resemble each other.
    void roundsFit() {
        Samples samples = samplesAround("c001", 4.5, 30);
        for (std::size_t i = 0; i < samples.wall_ms.size(); ++i)
            samples.wall_ms[i] *= 1 + 0.05 * std::sin(samples.round[i]);
        const ResultRecord result = resultOf(samples);
        QVERIFY(robustLag1(samples.wall_ms) > dependent_lag1);
        QCOMPARE(wrongFigure(result, samples), std::string());
    }

    void everyEditedFigureIsFound() {
        const Samples samples = samplesAround("c001", 4.5, 14);
        const auto edited = [&](const std::function<void(Summary&)>& edit) {
            ResultRecord result = resultOf(samples);
            edit(*result.summary);
            return wrongFigure(result, samples);
        };
        QCOMPARE(edited([](Summary& s) { s.median_ms = 0.5; }), std::string("median_ms"));
        QCOMPARE(edited([](Summary& s) { s.median_ms *= 1 + 4e-6; }), std::string("median_ms"));
        QCOMPARE(edited([](Summary& s) { ++s.n; }), std::string("n"));
        QCOMPARE(edited([](Summary& s) { s.min_ms /= 2; }), std::string("min_ms"));
        QCOMPARE(edited([](Summary& s) { s.max_ms *= 2; }), std::string("max_ms"));
        QCOMPARE(edited([](Summary& s) { s.mean_ms *= 2; }), std::string("mean_ms"));
        QCOMPARE(edited([](Summary& s) { s.p25_ms *= 2; }), std::string("p25_ms"));
        QCOMPARE(edited([](Summary& s) { s.p90_ms = 1; }), std::string("p90_ms"));
        QCOMPARE(edited([](Summary& s) { s.p99_ms = 9; }), std::string("p99_ms"));  // too few
        QCOMPARE(edited([](Summary& s) { s.device_median_ms = 1; }),
                 std::string("device_median_ms"));
        QCOMPARE(edited([](Summary& s) { s.ci95_ms->low = 4; }), std::string("ci95_low_ms"));
        QCOMPARE(edited([](Summary& s) { s.ci95_ms->high = 5; }), std::string("ci95_high_ms"));
        QCOMPARE(edited([](Summary& s) { s.ci95_ms.reset(); }), std::string());
    }

    /// There are just enough samples for p99. Blocks have no percentile, whatever their number.
    void percentilesAreOfSingleCalls() {
        Samples samples = samplesAround("c001", 4.5, 133);
        ResultRecord result = resultOf(samples);
        const std::vector<double> sorted = sortedCopy(samples.wall_ms);
        result.summary->p99_ms = percentileBoundOfSorted(sorted, 0.99).value().value;
        QVERIFY(result.summary->p99_ms < result.summary->max_ms);
        QCOMPARE(wrongFigure(result, samples), std::string());
        ResultRecord edited = result;
        edited.summary->p99_ms = result.summary->median_ms;
        QCOMPARE(wrongFigure(edited, samples), std::string("p99_ms"));
        samples.calls.assign(samples.wall_ms.size(), 4);
        result.summary->calls_per_sample = 4;
        QCOMPARE(wrongFigure(result, samples), std::string("p90_ms"));
        result.summary->p90_ms.reset();
        QCOMPARE(wrongFigure(result, samples), std::string("p99_ms"));
    }

    /// A rate says what the median says, of one of the quantities.
    void ratesAreOfTheMedian() {
        const Samples samples = samplesAround("c001", 4.5, 14);
        ResultRecord result = resultOf(samples);
        result.quantities = {{"images", 16}, {"flop", 3628146688}};
        result.metrics = {rateOf("throughput", "image/s", 16, *result.summary),
                          {.id = "accuracy", .value = 0.5}};
        QCOMPARE(wrongFigure(result, samples), std::string());
        ResultRecord faster = result;
        faster.metrics[0].value *= 9;
        QCOMPARE(wrongFigure(faster, samples), std::string("throughput"));
        faster = result;
        faster.metrics[0].ci95->low *= 0.99;
        QCOMPARE(wrongFigure(faster, samples), std::string("throughput"));
    }

    /// So does the time of each of a quantity, which is the inverse of its rate.
    void timesOfEachAreOfTheMedian() {
        const Samples samples = samplesAround("c001", 4.5, 14);
        ResultRecord result = resultOf(samples);
        result.quantities = {{"loads", 1000}, {"blocks", 8}};
        result.metrics = {rateOf("load_rate", "load/s", 1000, *result.summary),
                          timeOfEach("load_ns", 1000, *result.summary),
                          {.id = "claimed_ms", .unit = "ms", .value = 61.9}};
        QVERIFY(std::abs(result.metrics[0].value * result.metrics[1].value / 1e9 - 1) < 1e-12);
        QCOMPARE(wrongFigure(result, samples), std::string());
        ResultRecord forged = result;
        forged.metrics[1].value /= 9;
        QCOMPARE(wrongFigure(forged, samples), std::string("load_ns"));
        forged = result;
        forged.metrics[1].ci95->high *= 0.99;
        QCOMPARE(wrongFigure(forged, samples), std::string("load_ns"));
        forged = result;
        forged.quantities = {{"loads", 1000}, {"none", 0}};
        forged.metrics[1].value = 1;
        QCOMPARE(wrongFigure(forged, samples), std::string("load_ns"));
    }

    void fewSamplesAllowNoInterval() {
        const Samples samples = samplesAround("c001", 4.5, 1);
        ResultRecord result = resultOf(samples);
        QVERIFY(!result.summary->ci95_ms);
        result.summary->ci95_ms = Interval{4, 5};
        QCOMPARE(wrongFigure(result, samples), std::string("ci95_low_ms"));
    }

    void withoutSamplesNothingIsSaid() {
        QVERIFY(
            !contradictionOf(resultOf(samplesAround("c001", 4.5, 14)), Samples{.cell = "c001"}));
        QVERIFY(!contradictionOf(ResultRecord{.cell = "c001"}, samplesAround("c001", 4.5, 14)));
    }
};

QTEST_GUILESS_MAIN(TestResultCheck)
#include "tst_result_check.moc"
