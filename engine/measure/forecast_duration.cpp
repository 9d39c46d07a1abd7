// SPDX-License-Identifier: Apache-2.0
#include "measure/forecast_duration.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "measure/split_work.h"

namespace duelo {
namespace {

/// No sample is shorter: callsPerSample() makes blocks of a thousand clock reads.
constexpr double kShortestMs = 0.01;
/// Reading weights, decoding a photograph, laying out a network: seen up to 350 ms.
constexpr double kPrepareMostMs = 500;
/// An engine of its own: 0.2 s, with LibTorch's CUDA part some seconds.
constexpr double kStartMostMs = 5000;
/// The first call compiles kernels and touches all memory for the first time.
constexpr double kColdFactor = 4;

/// One call against the sum of its arithmetic and its traffic: five networks at 64, 224 and 512 px
/// in three modes took 0.5 to 4 times as long here, with rates that themselves varied by a third.
constexpr double kFasterThanSum = 3;
constexpr double kSlowerThanSum = 5;
/// bf16 on a CPU without it: 4 to 28 times as long as fp32 (ResNet18, MobileNetV2).
constexpr double kEmulated = 30;

/// The least is not monotonic in the call's time (planTurn() gives slow calls fewer samples), so
/// it is looked for at this many points between the bounds.
constexpr int kGridPoints = 33;

/// Warm as soon as the rule allows it: two windows that agree, and the least calls and time.
double warmUpLeastMs(double call_ms, const WarmUpLimits& limits) {
    const double window =
        std::max(static_cast<double>(limits.window_calls), std::ceil(limits.window_ms / call_ms));
    const double warm = std::max({static_cast<double>(limits.calls_min), 2 * window,
                                  std::ceil(limits.time_min_ms / call_ms)});
    const double capped = std::max(static_cast<double>(limits.calls_cap_min),
                                   std::ceil(limits.time_cap_ms / call_ms));
    return std::min(warm, capped) * call_ms;
}

/// Windows that never agree: one of the two caps ends it.
double warmUpMostMs(double call_ms, const WarmUpLimits& limits) {
    const double by_calls = std::max(static_cast<double>(limits.calls_cap),
                                     std::ceil(2 * limits.time_min_ms / call_ms));
    const double by_time = std::ceil(limits.time_cap_ms / call_ms);
    return std::max(static_cast<double>(limits.calls_cap_min), std::min(by_calls, by_time)) *
           call_ms;
}

double measureLeastMs(double call_ms, const Protocol& protocol) {
    const Turn turn = planTurn(call_ms, protocol);
    const double samples = static_cast<double>(turn.samples);
    const double measured_ms = samples * call_ms;
    // Another process is woken in each round, after the one before it has gone to sleep.
    const std::chrono::duration<double, std::milli> settle =
        protocol.processes > 1 ? kSettle : std::chrono::milliseconds(0);
    const double woken_ms = protocol.processes > 1 && turn.unmeasured ? call_ms : 0;
    const double turn_ms = measured_ms + settle.count() + woken_ms;
    const double wanted = std::max({static_cast<double>(protocol.rounds_min),
                                    std::ceil(static_cast<double>(protocol.n_min) / samples),
                                    std::ceil(protocol.t_min_ms / measured_ms)});
    const double fits = std::max(1.0, std::floor(protocol.t_max_ms / turn_ms));
    const double kept = std::ceil(static_cast<double>(protocol.n_max) / samples);
    return std::min({wanted, fits, kept}) * turn_ms;
}

/// t_max wins over everything but the first turn.
double measureMostMs(double call_ms, const Protocol& protocol) {
    const Turn turn = planTurn(call_ms, protocol);
    const double calls = static_cast<double>(turn.samples) + (turn.unmeasured ? 1 : 0);
    return std::max(protocol.t_max_ms, calls * call_ms);
}

/// All but the rounds is done by each process.
double leastMs(double call_ms, const Protocol& protocol, const WarmUpLimits& warm_up) {
    return protocol.processes * (call_ms + warmUpLeastMs(call_ms, warm_up)) +
           measureLeastMs(call_ms, protocol);
}

}  // namespace

std::optional<Interval> forecastCallMs(const CallWork& work, const ComputeRate& rate) {
    const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
    if (!positive(work.flop) || !positive(work.bytes) || !positive(rate.flop_per_ms) ||
        !positive(rate.bytes_per_ms))
        return std::nullopt;
    const double sum_ms = work.flop / rate.flop_per_ms + work.bytes / rate.bytes_per_ms;
    double slower = kSlowerThanSum;
    if (work.threads > 0 && work.threads < rate.threads)
        slower *= static_cast<double>(rate.threads) / work.threads;
    if (work.emulated) slower *= kEmulated;
    return Interval{sum_ms / kFasterThanSum, sum_ms * slower};
}

Interval forecastDuration(const Protocol& protocol, const WarmUpLimits& warm_up,
                          const std::optional<Interval>& call_ms) {
    const int processes = protocol.processes;
    const double prepare_most_ms =
        processes * (kPrepareMostMs + (processes > 1 ? kStartMostMs : 0.0));
    if (!call_ms)
        return {processes * warm_up.time_min_ms + protocol.t_min_ms,
                prepare_most_ms + processes * warm_up.time_cap_ms + protocol.t_max_ms};
    const double shortest = std::max(call_ms->low, kShortestMs);
    const double longest = std::max(call_ms->high, shortest);
    Interval duration{leastMs(shortest, protocol, warm_up),
                      prepare_most_ms +
                          processes * (kColdFactor * longest + warmUpMostMs(longest, warm_up)) +
                          measureMostMs(longest, protocol)};
    for (int i = 1; i < kGridPoints; ++i) {
        const double part = static_cast<double>(i) / (kGridPoints - 1);
        const double between = shortest * std::pow(longest / shortest, part);
        duration.low = std::min(duration.low, leastMs(between, protocol, warm_up));
    }
    return duration;
}

}  // namespace duelo
