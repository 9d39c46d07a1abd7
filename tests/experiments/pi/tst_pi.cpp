// SPDX-License-Identifier: Apache-2.0
// S3-05: pi in a loop and on threads. The expected counts were computed apart, by a Python program
// with whole numbers of any length.
#include <QtTest>

#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include "base/text.h"
#include "experiments/pi/maker.h"
#include "experiments/pi/spec.h"
#include "experiments/pi/sums.h"
#include "experiments/pi/view.h"
#include "experiments/specs.h"
#include "measure/self_check.h"

using namespace duelo;

namespace {

Cell cellOf(std::int64_t samples, PiMethod method, PiHow how, int threads = 1,
            Device device = Device::Cpu) {
    return {.id = "c001",
            .experiment = "pi",
            .work = {{"samples", samples}, {"method", word(method)}, {"seed", 1234}},
            .variant = {{"device", word(device)}, {"how", word(how)}, {"threads", threads}}};
}

Output outputOf(const Cell& cell) {
    PiMaker maker;
    const auto output =
        afterOneCall(maker, cell, [](Work& work) -> Result<Output> { return work.output(); });
    if (!output) qFatal("%s", output.error().code.c_str());
    return *output;
}

double metricOf(const Output& output, std::string_view id) {
    for (const Metric& metric : output.metrics)
        if (metric.id == id) return metric.value;
    return std::numeric_limits<double>::quiet_NaN();
}

std::string reasonFor(Result<Plan> plan) {
    const auto checked = plan ? validated(*plan, piSpec(), {}) : std::move(plan);
    return checked ? std::string() : checked.error().code;
}

}  // namespace

class TestPi final : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAreThoseOfAnotherProgram_data() {
        QTest::addColumn<int>("seed");
        QTest::addColumn<int>("samples");
        QTest::addColumn<int>("inside");
        QTest::newRow("1234, few") << 1234 << 1000 << 787;
        QTest::newRow("1234, several blocks") << 1234 << 1'000'000 << 785'134;
        QTest::newRow("7, few") << 7 << 1000 << 784;
        QTest::newRow("7, two blocks") << 7 << 100'000 << 78'307;
    }
    void countsAreThoseOfAnotherProgram() {
        QFETCH(int, seed);
        QFETCH(int, samples);
        QFETCH(int, inside);
        Cell cell = cellOf(samples, PiMethod::MonteCarlo, PiHow::Loop);
        cell.work.set("seed", seed);
        const Output output = outputOf(cell);
        QCOMPARE(output.output.value("inside", 0), inside);
        QCOMPARE(metricOf(output, "estimate"), 4.0 * inside / samples);
        QCOMPARE(metricOf(output, "error"), std::abs(4.0 * inside / samples - std::numbers::pi));
    }

    void pointsDependOnTheirNumbersAlone() {
        const std::uint64_t stream = pointStream(1234);
        QCOMPARE(pointsInside(stream, 0, 400) + pointsInside(stream, 400, 600),
                 pointsInside(stream, 0, 1000));
    }

    void termsAreThoseOfTheSeries_data() {
        QTest::addColumn<int>("terms");
        QTest::addColumn<double>("estimate");
        QTest::newRow("1") << 1 << 4.0;
        QTest::newRow("2") << 2 << 8.0 / 3;
        QTest::newRow("3") << 3 << 4 * (1 - 1.0 / 3 + 1.0 / 5);
        QTest::newRow("1001") << 1001 << 3.1425916543395434;
        QTest::newRow("two blocks") << 100'000 << 3.1415826535897935;
    }
    void termsAreThoseOfTheSeries() {
        QFETCH(int, terms);
        QFETCH(double, estimate);
        const Output output = outputOf(cellOf(terms, PiMethod::Series, PiHow::Loop));
        const double got = metricOf(output, "estimate");
        QVERIFY2(std::abs(got - estimate) < 1e-14 * terms,
                 qPrintable(QString::number(got, 'g', 17)));
        // What is said to be expected is what is found.
        if (terms > 1000)
            QVERIFY(std::abs(metricOf(output, "error") / metricOf(output, "expected_error") - 1) <
                    1e-3);
    }

    /// The standard error that is told is how estimates of many seeds scatter.
    void expectedErrorIsHowEstimatesScatter() {
        constexpr int kSeeds = 400, kSamples = 2000;
        double squares = 0;
        for (int seed = 0; seed < kSeeds; ++seed) {
            const auto stream = pointStream(static_cast<std::uint64_t>(seed));
            const auto inside = static_cast<double>(pointsInside(stream, 0, kSamples));
            const double error = piEstimate({.samples = kSamples}, inside) - std::numbers::pi;
            squares += error * error;
        }
        // Of 400 draws the deviation is known to 1 / sqrt(800), 3.5 %.
        const double ratio =
            std::sqrt(squares / kSeeds) / piExpectedError(PiMethod::MonteCarlo, kSamples);
        QVERIFY2(std::abs(ratio - 1) < 0.12, qPrintable(QString::number(ratio)));
        QVERIFY(std::abs(piExpectedError(PiMethod::MonteCarlo, 1) - 1.642) < 1e-3);
    }

    /// Seven threads and sixteen blocks share nothing evenly; more threads than blocks too.
    void threadsComeToTheSameBits() {
        for (const PiMethod method : {PiMethod::MonteCarlo, PiMethod::Series}) {
            const Output loop = outputOf(cellOf(1'000'001, method, PiHow::Loop));
            for (const int threads : {1, 2, 7, 33}) {
                const Output shared = outputOf(cellOf(1'000'001, method, PiHow::Threads, threads));
                QCOMPARE(metricOf(shared, "estimate"), metricOf(loop, "estimate"));
                QCOMPARE(agreement(*loop.fingerprint, *shared.fingerprint, 0).value(), 0.0);
            }
        }
    }

    void anotherCountDoesNotAgree() {
        const Output one = outputOf(cellOf(1000, PiMethod::MonteCarlo, PiHow::Loop));
        const Output other = outputOf(cellOf(2000, PiMethod::MonteCarlo, PiHow::Loop));
        QCOMPARE(agreement(*one.fingerprint, *other.fingerprint, 1e-4).error().code,
                 std::string("outputs_not_equal"));
    }

    void whatIsNotThereIsSkippedWithItsReason() {
        PiMaker maker;
        const auto code = [&](const Cell& cell) {
            const auto made = maker.create(cell);
            return made ? std::string() : made.error().code;
        };
        QCOMPARE(code(cellOf(10, PiMethod::Series, PiHow::Array)),
                 std::string("array_needs_torch"));
        QCOMPARE(code(cellOf(10, PiMethod::Series, PiHow::Array, 1, Device::Cuda)),
                 std::string("pi_gpu_needs_torch"));
        for (const Language language : {Language::Spanish, Language::English})
            for (const char* reason : {"array_needs_torch", "pi_gpu_needs_torch",
                                       "pi_how_needs_gpu", "pi_how_needs_cpu"})
                QVERIFY(Text(language).has("reason." + std::string(reason)));
    }

    /// only the arrays hold their samples.
    void arraysThatDoNotFitAreNotTried() {
        PiMaker maker;
        const auto most = [&](PiHow how) {
            return maker.forecast(cellOf(kMostPiSamples, PiMethod::MonteCarlo, how)).value();
        };
        QCOMPARE(most(PiHow::Array).bytes, 17 * kMostPiSamples);
        QCOMPARE(most(PiHow::Array).lack().value().code, std::string("not_enough_memory"));
        QVERIFY(!most(PiHow::Loop).lack());
    }

    void refusesWhatNobodyCanCount() {
        const auto typed = [](const char* axis, const char* value) {
            return reasonFor(planFromWords(piSpec(), {{axis, {value}}}, {}));
        };
        QCOMPARE(typed("samples", "0"), std::string("value_out_of_range"));
        QCOMPARE(typed("samples", "-5"), std::string("value_out_of_range"));
        QCOMPARE(typed("samples", "100000000001"), std::string("value_out_of_range"));
        QCOMPARE(typed("samples", "many"), std::string("not_a_whole_number"));
        QCOMPARE(typed("method", "guess"), std::string("unknown_value"));
        QCOMPARE(typed("samples", "1"), std::string());
    }

    void aCancelIsHeardInsideACall() {
        PiMaker maker;
        for (const PiHow how : {PiHow::Loop, PiHow::Threads}) {
            auto work = maker.create(cellOf(kMostPiSamples, PiMethod::MonteCarlo, how, 3)).value();
            std::stop_source stop;
            double share = -1;
            work->setControl({.stop = stop.get_token(), .progress = [&](double done) {
                                  share = done;
                                  stop.request_stop();
                              }});
            QVERIFY(work->prepare());
            QVERIFY_THROWS_EXCEPTION(StepStopped, static_cast<void>(work->step(1)));
            QVERIFY(share > 0 && share < 0.01);
        }
    }
};

QTEST_GUILESS_MAIN(TestPi)
#include "tst_pi.moc"
