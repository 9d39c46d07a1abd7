// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "stats/statistics.h"

/// Flags of samples that a reader should know before anyone believes their median (DMP-1 step 9). A
/// flag never removes a sample and never hides a number; it stands beside it.
namespace duelo {

/// Stable codes of result records; their sentences are in resources/text.
namespace flags {
inline constexpr std::string_view noisy = "noisy";                  ///< IQR / median > 10 %
inline constexpr std::string_view very_noisy = "very_noisy";        ///< > 25 %; replaces noisy
inline constexpr std::string_view wide_interval = "wide_interval";  ///< half of it > 10 %
inline constexpr std::string_view drift = "drift";
inline constexpr std::string_view two_modes = "two_modes";
inline constexpr std::string_view time_limit = "time_limit";      ///< stopped by t_max
inline constexpr std::string_view sample_limit = "sample_limit";  ///< stopped by n_max
inline constexpr std::string_view stable_noisy = "stable_noisy";  ///< interval stopped narrowing
inline constexpr std::string_view few_samples = "few_samples";    ///< below 6: no interval
inline constexpr std::string_view discarded = "discarded";        ///< > 10 % discarded with cause
inline constexpr std::string_view slept = "slept";                ///< the machine, or the process
inline constexpr std::string_view warmup_capped = "warmup_capped";
inline constexpr std::string_view processes_differ = "processes_differ";  ///< intervals apart
inline constexpr std::string_view memory_spilled = "memory_spilled";  ///< out of the GPU's memory
inline constexpr std::string_view shared_processor = "shared_processor";  ///< with other programs
inline constexpr std::string_view pipelined = "pipelined";  ///< a call's share of a row of calls
inline constexpr std::array all = {
    noisy,      very_noisy,    wide_interval,    drift,          two_modes,
    time_limit, sample_limit,  stable_noisy,     few_samples,    discarded,
    slept,      warmup_capped, processes_differ, memory_spilled, shared_processor,
    pipelined};
/// The flags with which a median is no figure to derive a factor from: it is not the time that the
/// same work takes again, and measuring again may help. The others tell what the time is of, why
/// the samples ended, which the interval shows, or of a clock that a setting or the allowed power
/// holds: its speed. A warm-up that ended at its cap is none of these: calls of a second always end
/// theirs so, and one whose times still changed has a drift, noise or a wide interval too.
inline constexpr std::array<std::string_view, 15> doubtful{
    noisy,                  // other work took its share, now more, now less
    very_noisy,             //
    wide_interval,          // a few calls of a handful were far from the others
    drift,                  // the machine was getting slower or faster
    two_modes,              // the median may lie in either group
    discarded,              // what spoiled a tenth of the samples hardly spared the others
    slept,                  // clocks and caches were others before than afterwards
    processes_differ,       // the next process may find yet another time
    memory_spilled,         // part of it was in the computer's memory
    shared_processor,       // a steady load makes it long and neither scatter nor drift
    "throttle_sw_thermal",  // heat, which goes
    "throttle_hw_thermal",  //
    "throttle_hw_slowdown",
    "throttle_power_brake",
    "throttle_other"};  // nobody knows what
}  // namespace flags

/// Returns the codes that are flags::doubtful, in their order.
[[nodiscard]] std::vector<std::string> doubtfulOf(std::span<const std::string> codes);

/// Hartigan and Hartigan's dip (1985): the largest distance of the sample's distribution function
/// to the nearest unimodal one. 1 / (2 n) at least; 0 for fewer than 4 values or when all are
/// equal.
[[nodiscard]] double dipOfSorted(std::span<const double> sorted);

struct TwoModes {
    double low = 0;         ///< median of the faster group
    double high = 0;        ///< median of the slower group
    double high_share = 0;  ///< of the samples
};
/// Two modes when all of these hold: 20 values or more; the dip is beyond what about one sample in
/// a hundred from the least favourable unimodal distribution (the uniform) shows, so that skewed
/// and heavy-tailed times stay unflagged; cut where the groups' scatter is least, each group has 10
/// % of the samples; and their medians are 2 % or more apart, below which nothing follows from it.
[[nodiscard]] std::optional<TwoModes> findTwoModes(std::span<const double> sorted);

/// Tells whether values in order of measurement go up or down as a whole: by the medians of their
/// first and last third. Nothing below 9 values, or where a third's median is not positive.
struct Drift {
    double change = 0;  ///< last third's median over the first's, less 1
    double noise = 0;   ///< twice the width that the median's interval would have without it
    /// Tells whether it drifts by more than the noise and by more than 2 %.
    [[nodiscard]] bool isShown() const;
};
/// The noise is from the 99 % interval of the values, each over the median of its own third,
/// widened by sqrt((1 + r) / (1 - r)) where their lag-1 autocorrelation r is positive. So what
/// drifts does not hide itself in an interval that the drift has widened.
[[nodiscard]] std::optional<Drift> measureDrift(std::span<const double> values);

struct Diagnosis {
    double iqr_over_median = 0;
    std::optional<double> drift;  ///< last third's median over the first's, less 1; from 9 samples
    std::optional<TwoModes> modes;
    std::vector<std::string> flags;  ///< those that follow from the samples alone
};
/// `samples` in order of measurement. Drift is flagged where measureDrift() shows it.
[[nodiscard]] Diagnosis diagnose(std::span<const double> samples, const MedianEstimate& estimate);

/// The interval of a median that several processes have measured: from the lowest to the highest
/// end of the interval of all samples and of those of each process, and never without the median of
/// one. Nothing where all samples together have none.
[[nodiscard]] std::optional<Interval> worstInterval(const MedianEstimate& all,
                                                    std::span<const MedianEstimate> processes);
/// Tells whether the intervals of two of them have nothing in common: the same work takes another
/// time in another process.
[[nodiscard]] bool processesDiffer(std::span<const MedianEstimate> processes);

/// Tells whether others, who kept so many logical processors busy on average, took more than a
/// tenth of what a variant's threads need. Cores that it leaves free are theirs; a second thread of
/// a core is not, because it slows the first. `threads` 0: all cores; `cores` 0: unknown, none is
/// free.
[[nodiscard]] bool sharesProcessor(double others_cpus, int threads, int cores);

/// Tells whether more than 10 % of all samples had to be discarded.
[[nodiscard]] bool tooManyDiscarded(std::size_t kept, std::size_t discarded);

}  // namespace duelo
