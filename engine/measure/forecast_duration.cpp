// SPDX-License-Identifier: Apache-2.0
#include "measure/forecast_duration.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <numbers>

#include "measure/energy_block.h"
#include "measure/side_by_side.h"
#include "measure/split_work.h"
#include "measure/stop_rule.h"

namespace duelo {
namespace {

/// No sample is shorter: callsPerSample() makes blocks of a thousand clock reads.
constexpr double kShortestMs = 0.02;
/// A cold call pays what is made once; of one that is not known, this much of a warm one.
constexpr double kColdFactor = 2;

/// One call against the sum of its arithmetic and its traffic: five networks at 64, 224 and 512 px
/// in three modes took 0.5 to 4 times as long here, with rates that themselves varied by a third.
constexpr double kUsualToSum = 1.3;
constexpr double kCoarseFactor = 3;
/// bf16 on a CPU without it: 4 to 28 times as long as fp32.
constexpr double kEmulated = 10;
/// Threads that are missing cost less than in proportion, because few programs use all of each.
constexpr double kThreadsPower = 0.8;

/// Half of the interval of a median of n values that scatter by s is z * 1.2533 * s / sqrt(n).
constexpr double kMedianError = 1.2533;
constexpr double kZ95 = 1.960, kZ999 = 3.291;
/// Ranks are whole numbers, few rounds get Student's interval, and what looks as if it depended on
/// the round before counts as less: so many more are needed than the formula says.
constexpr double kConservative = 1.3, kFewRounds = 4;
/// After about so many rounds the last 64 half-widths differ by less than 5 %: they shrink with the
/// root of the rounds, and StopRule then calls it stable.
constexpr double kStableRounds = 200;
/// The factor by which the bounds take the scatter as smaller, and as larger. The number of rounds
/// grows with the square of the scatter.
constexpr double kScatterFactor = 1.3;

double processesOf(const Setting& setting) {
    return static_cast<double>(setting.protocol.processes);
}

/// Returns how long the warm-up takes by WarmUpRule: two windows of calls agree with the
/// probability that the scatter of the calls leaves them.
double warmUpMs(const CallTime& call, const WarmUpLimits& limits) {
    const double ms = call.ms;
    const double window =
        std::max(static_cast<double>(limits.window_calls), std::ceil(limits.window_ms / ms));
    // Windows that are full when calls and time are enough; the last two must agree.
    const double least =
        std::max(static_cast<double>(limits.calls_min), std::ceil(limits.time_min_ms / ms));
    const double full = std::max(2.0, std::ceil(least / window));
    const double scatter = std::max(call.scatter, 1e-6);
    const double agree = std::max(0.05, std::erf(limits.tolerance / (2 * scatter)));
    double calls = std::max(least, full * window);
    // The one before the last was full earlier, where a window is not all that was asked for.
    if (full > 2) calls = std::max(least, (full - 1) * window);
    calls += (1 / agree - 1) * window;
    const double by_calls =
        std::max(static_cast<double>(limits.calls_cap), std::ceil(2 * limits.time_min_ms / ms));
    const double by_time = std::ceil(limits.time_cap_ms / ms);
    const double most =
        std::max(static_cast<double>(limits.calls_cap_min), std::min(by_calls, by_time));
    return std::min(calls, most) * ms;
}

/// Returns the rounds that samples and time ask for, however precise they are. Calls in blocks
/// would need fewer samples, but a turn holds more of these than any preset asks for.
double leastRounds(double call_ms, const Protocol& protocol, double samples) {
    const double by_samples = static_cast<double>(leastSamples(protocol, 1)) / samples;
    const double by_time = protocol.t_min_ms / (samples * call_ms);
    return std::max(
        {static_cast<double>(protocol.rounds_min), std::ceil(by_samples), std::ceil(by_time)});
}

/// Returns the rounds that narrow an interval of this quantile to the half-width asked for;
/// scatterOfPrecise() goes the other way: it returns the scatter with which so many rounds do so.
double preciseRounds(double z, double scatter, double half_width) {
    const double root = z * kMedianError * scatter / half_width;
    return kConservative * root * root;
}
double scatterOfPrecise(double z, double rounds, double half_width) {
    return half_width / (z * kMedianError) * std::sqrt(std::max(0.0, rounds) / kConservative);
}

/// Returns the rounds that StopRule asks for.
double roundsWanted(const CallTime& call, const Setting& setting, double samples) {
    const Protocol& protocol = setting.protocol;
    const double target = protocol.target_half_width;
    double wanted = std::ceil(preciseRounds(kZ95, call.scatter, target));
    // A ratio has the scatter of both.
    if (setting.variants > 1)
        wanted = std::max(
            wanted, std::ceil(kFewRounds +
                              preciseRounds(kZ999, std::numbers::sqrt2 * call.scatter, target)));
    return std::max(leastRounds(call.ms, protocol, samples), std::min(wanted, kStableRounds));
}

double wakeMs(const Setting& setting) {
    return setting.spins_up ? kSpinUpMs : kWakeMs;
}

double roundsMs(const CallTime& call, const Setting& setting) {
    const Protocol& protocol = setting.protocol;
    const double wake_ms = wakeMs(setting);
    const Turn turn = planTurn(call.ms, protocol, wake_ms);
    const double samples = static_cast<double>(turn.samples);
    const bool split = protocol.processes > 1 || setting.at_once > 0;
    double turn_ms = samples * call.ms;
    if (turn.unmeasured && (split || setting.variants > 1))
        turn_ms += std::max(1.0, std::ceil(wake_ms / call.ms)) * call.ms;
    // Another process is woken in each round, after the one before it has gone to sleep.
    if (split) turn_ms += std::chrono::duration<double, std::milli>(kSettle).count();
    const double fits = std::max(1.0, std::floor(protocol.t_max_ms / turn_ms));
    const double kept = std::ceil(static_cast<double>(protocol.n_max) / samples);
    return std::min({roundsWanted(call, setting, samples), fits, kept}) * turn_ms;
}

/// Returns how long counting energy takes. Each of its two parts ends with the call that has passed
/// its end.
double energyMs(const CallTime& call, const Setting& setting) {
    if (!setting.counts_energy || !callsForEnergy(setting.protocol) || countsInSamples(call.ms))
        return 0;
    const auto calledMs = [&](double least_ms) { return std::ceil(least_ms / call.ms) * call.ms; };
    return calledMs(kEnergyLeadMs) + calledMs(kEnergyMs);
}

/// All but the rounds is done by each process, and energy once.
double durationMs(const Setting& setting, CallTime call) {
    call.ms = std::max(call.ms * setting.crowding, kShortestMs);
    CallTime row = call;
    row.ms *= std::max(1, setting.least_calls);
    if (setting.at_once > 0) row.ms *= std::ceil(kLeastRowMs / row.ms);
    const double cold_ms = call.cold_ms > 0 ? call.cold_ms : kColdFactor * call.ms;
    const bool own = setting.protocol.processes > 1 || setting.at_once > 0;
    const double start_ms = own ? kEngineStartMs * setting.start_crowding : 0.0;
    return processesOf(setting) * (start_ms + call.prepare_ms * setting.start_crowding + cold_ms +
                                   warmUpMs(call, setting.warm_up)) +
           roundsMs(row, setting) + energyMs(row, setting);
}

CallTime scaled(CallTime call, double by, double scatter_by) {
    call.ms *= by;
    call.prepare_ms *= by;
    call.cold_ms *= by;
    call.scatter *= scatter_by;
    return call;
}

}  // namespace

Duration& Duration::operator+=(const Duration& other) {
    low_ms += other.low_ms;
    expected_ms += other.expected_ms;
    high_ms += other.high_ms;
    return *this;
}

std::optional<CallTime> coarseCallTime(const CallWork& work, const ComputeRate& rate) {
    const auto positive = [](double value) { return std::isfinite(value) && value > 0; };
    if (!positive(work.flop) || !positive(work.bytes) || !positive(rate.flop_per_ms) ||
        !positive(rate.bytes_per_ms))
        return std::nullopt;
    double usual_ms = kUsualToSum * (work.flop / rate.flop_per_ms + work.bytes / rate.bytes_per_ms);
    if (work.threads > 0 && work.threads < rate.threads)
        usual_ms *= std::pow(static_cast<double>(rate.threads) / work.threads, kThreadsPower);
    if (work.emulated) usual_ms *= kEmulated;
    return CallTime{.ms = usual_ms, .factor = kCoarseFactor};
}

Setting withTail(Setting setting, const CallTime& call, double& left_ms) {
    if (setting.least_calls <= 1 && setting.at_once <= 0)
        setting.protocol =
            withTail(setting.protocol, std::max(call.ms * setting.crowding, kShortestMs),
                     wakeMs(setting), left_ms);
    return setting;
}

Duration forecastDuration(const Setting& setting, const CallTime& call) {
    Duration duration{
        durationMs(setting, scaled(call, 1 / call.factor, 1 / kScatterFactor)),
        durationMs(setting, call),
        durationMs(setting, scaled(call, call.factor, kScatterFactor)),
    };
    // Slow calls get fewer samples, so the bounds of the call need not be those of the duration.
    duration.low_ms = std::min(duration.low_ms, duration.expected_ms);
    duration.high_ms = std::max(duration.high_ms, duration.expected_ms);
    return duration;
}

Duration forecastCourse(double calls, double least_calls, double longest_ms, const CallTime& call) {
    const auto lasts = [&](double count, double by) {
        return call.prepare_ms * by + std::min(longest_ms, count * call.ms * by);
    };
    return {lasts(std::min(calls, least_calls), 1 / call.factor), lasts(calls, 1),
            lasts(calls, call.factor)};
}

std::optional<double> scatterShown(const RoundsTaken& taken, const Setting& setting,
                                   double call_ms) {
    if (!(taken.rounds >= 1) || !(taken.half_width > 0) || !(call_ms > 0)) return std::nullopt;
    const Protocol& protocol = setting.protocol;
    const double alone = scatterOfPrecise(kZ95, taken.rounds, taken.half_width);
    if (setting.variants <= 1) return alone;
    const double compared =
        scatterOfPrecise(kZ999, taken.rounds - kFewRounds, protocol.target_half_width) /
        std::numbers::sqrt2;
    // It ended at a limit: the ratios would have taken more rounds than there were.
    if (!taken.precise) return std::max(alone, compared);
    const double sample_ms = std::max(call_ms, kShortestMs);
    const Turn turn = planTurn(sample_ms, protocol, wakeMs(setting));
    const double least = leastRounds(sample_ms, protocol, static_cast<double>(turn.samples));
    // Of the least there may have been more than the ratios took, and so of those of a percentile.
    double all_ms = kTailsMs;
    const double tail =
        leastRounds(sample_ms, withTail(protocol, sample_ms, wakeMs(setting), all_ms),
                    static_cast<double>(turn.samples));
    return taken.rounds > least && taken.rounds != tail ? compared : std::min(alone, compared);
}

Duration forecastWithoutCalls(const Setting& setting) {
    const Protocol& protocol = setting.protocol;
    const double processes = processesOf(setting);
    const double low_ms = processes * setting.warm_up.time_min_ms + protocol.t_min_ms;
    const double high_ms =
        processes * (kEngineStartMs + setting.warm_up.time_cap_ms) + protocol.t_max_ms;
    return {low_ms, std::sqrt(low_ms * high_ms), high_ms};
}

}  // namespace duelo
