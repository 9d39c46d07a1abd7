// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "stats/statistics.h"

/// The rules that any table of times must keep before it is exported, as pure functions over
/// numbers. Each violation is a Reason: a stable code with the numbers that show it.
namespace duelo {

struct NamedTime {
    std::string name;
    double ms = 0;
};

struct CheckedResult {
    std::string name;  ///< whose numbers these are: the {name} of every sentence
    double median_ms = 0;
    std::optional<Interval> ci95_ms = {};
    std::vector<NamedTime> parts = {};  ///< of one call
    double total_ms = 0;                ///< that the parts belong to; 0: median_ms
};
/// not_a_number {name}, time_not_positive {name, ms}, interval_disordered {name, low, median,
/// high}, parts_exceed_total {name, parts_ms, total_ms} (by more than 1 %), parts_unexplained
/// {name, explained_percent, parts_ms, total_ms} (P-03: over 15 % missing).
[[nodiscard]] std::vector<Reason> checkResult(const CheckedResult& result);

/// Times that are said to be of the same work on the same resources (a baseline measured twice, a
/// table and a sweep): baselines_disagree {low, low_ms, high, high_ms, percent} when the
/// largest exceeds the smallest by more than 10 %. Times that are not positive are left out.
[[nodiscard]] std::optional<Reason> checkSameWork(std::span<const NamedTime> times);

/// Two figures for one gain (the ratio that is shown, and that of the two times beside it):
/// gains_disagree {name, first, second} when they differ by more than 10 %.
[[nodiscard]] std::optional<Reason> checkSameGain(const std::string& name, double first,
                                                  double second);

/// Compares a rate per second with the highest that was measured on its machine: above_roof {name,
/// percent} when it is more by over 10 %. Less proves nothing: both were measured, and at different
/// times.
[[nodiscard]] std::optional<Reason> checkRoof(const std::string& name, double per_s,
                                              double roof_per_s);

/// Runs of one training that made very different
/// numbers of weight updates compare neither quality nor speed: updates_differ {low, low_updates,
/// high, high_updates, factor} when the most exceed the least by a factor of 2 or more.
struct NamedUpdates {
    std::string name;
    std::size_t updates = 0;
};
[[nodiscard]] std::optional<Reason> checkUpdates(std::span<const NamedUpdates> runs);

/// Least squares of log(y) on log(n): y grows as n^slope.
struct GrowthFit {
    double slope = 0;
    double r2 = 0;
    double exponential_r2 = 0;  ///< of log(y) on n, to tell "exponential" from a power
    std::size_t points = 0;

    /// A power describes the values well, and better than an exponential.
    [[nodiscard]] bool isPower() const;
};
/// Nothing with fewer than 3 different sizes, or lengths that differ. Pairs that are not positive
/// and finite are left out.
[[nodiscard]] std::optional<GrowthFit> fitGrowth(std::span<const double> sizes,
                                                 std::span<const double> values);

}  // namespace duelo
