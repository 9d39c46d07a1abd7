// SPDX-License-Identifier: Apache-2.0
// G1: what the measuring loop adds to a job of 10 us, against a bare loop around the same job.
// G3: the same case measured twice. Prints ratios; asserts nothing, because machines are noisy.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "machine/clock.h"
#include "measure/session.h"
#include "stats/statistics.h"

namespace duelo {
namespace {

constexpr double kJobMs = 0.010;
constexpr int kTurns = 31;
constexpr int kBareCalls = 3000;

/// Work of a fixed number of steps that the compiler cannot shorten.
double spin(long steps) {
    double x = 1.0;
    for (long i = 0; i < steps; ++i) x = x * 1.0000001 + 1e-9;
    return x;
}

volatile double result_of_spin = 0;

class SpinWork final : public Work {
public:
    explicit SpinWork(long steps) : m_steps(steps) {}
    Result<Prepared> prepare() override { return Prepared{}; }
    Timing step(int calls) override {
        const std::int64_t start = nowNs();
        for (int i = 0; i < calls; ++i) result_of_spin = spin(m_steps);
        return {.wall_ms = static_cast<double>(nowNs() - start) / 1e6};
    }
    Output output() override { return {}; }  // nobody compares it

private:
    long m_steps;
};

class SpinMaker final : public Maker {
public:
    explicit SpinMaker(long steps) : m_steps(steps) {}
    Result<std::unique_ptr<Work>> create(const Cell&) override {
        return std::make_unique<SpinWork>(m_steps);
    }
    Result<Forecast> forecast(const Cell&) override {
        return Forecast{.bytes = 0, .free_bytes = 1};
    }
    Failure describe(const std::exception_ptr&) override { return {{"unexpected"}}; }

private:
    long m_steps;
};

struct MedianSink final : RecordSink {
    double median_ms = 0;
    Result<void> write(const Record& record) override {
        if (const auto* result = std::get_if<ResultRecord>(&record); result && result->summary)
            median_ms = result->summary->median_ms;
        return {};
    }
};

double bareMedianMs(long steps) {
    std::vector<double> samples;
    samples.reserve(kBareCalls);
    for (int i = 0; i < kBareCalls; ++i) {
        const std::int64_t start = nowNs();
        result_of_spin = spin(steps);
        samples.push_back(static_cast<double>(nowNs() - start) / 1e6);
    }
    return median(samples);
}

double dueloMedianMs(long steps) {
    SpinMaker maker(steps);
    MedianSink sink;
    Session session({{.id = "c1", .experiment = "spin", .variant = {{"threads", 1}}}}, maker, sink,
                    {.protocol = protocolOf(Preset::Quick)});
    session.start();
    session.wait();
    return sink.median_ms;
}

}  // namespace
}  // namespace duelo

int main() {
    using namespace duelo;
    long steps = 1000;
    while (bareMedianMs(steps) < kJobMs) steps += steps / 4;
    std::vector<double> bias;
    std::vector<double> repeat;
    double former = 0;
    for (int turn = 0; turn < kTurns; ++turn) {
        const double bare = bareMedianMs(steps);
        const double ours = dueloMedianMs(steps);
        bias.push_back(ours / bare);
        if (former > 0) repeat.push_back(std::abs(ours / former - 1));
        former = ours;
    }
    std::printf("job of %.2f us, %d turns interleaved\n", 1e3 * bareMedianMs(steps), kTurns);
    std::printf("G1 harness bias, Duelo / bare loop: median %.4f, quartiles %.4f to %.4f\n",
                median(bias), quantile(bias, 0.25), quantile(bias, 0.75));
    std::printf("G3 repeatability |r - 1|: median %.4f, 95 %% of pairs below %.4f\n",
                median(repeat), quantile(repeat, 0.95));
    return 0;
}
