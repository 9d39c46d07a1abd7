// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

/// Pure functions on samples (DMP-1, steps 8 to 11). Values are times or ratios in any one unit;
/// what comes back has that unit. Order never matters unless a function says "in order of
/// measurement". Nothing is ever thrown away: the median does not mind an outlier.
namespace duelo {

struct Interval {
    double low = 0;
    double high = 0;

    [[nodiscard]] double width() const { return high - low; }
    [[nodiscard]] bool contains(double value) const { return low <= value && value <= high; }
    bool operator==(const Interval&) const = default;
};

/// Tells whether a time, a ratio or a rate is positive and finite: nothing is concluded from
/// others.
[[nodiscard]] inline bool isPositive(double value) {
    return std::isfinite(value) && value > 0;
}

/// 1-based ranks in the sorted sample.
struct RankPair {
    std::size_t low = 0;
    std::size_t high = 0;
    bool operator==(const RankPair&) const = default;
};

/// Returns the values in ascending order; NaN, which no clock returns, goes last instead of
/// breaking the sort.
[[nodiscard]] std::vector<double> sortedCopy(std::span<const double> values);

/// Quantile p in [0, 1] of sorted values by linear interpolation at rank 1 + p (n - 1): type 7 of
/// Hyndman and Fan (1996), the default of R and NumPy and PERCENTILE.INC of a spreadsheet, so a
/// student can check it. NaN when empty.
[[nodiscard]] double quantileOfSorted(std::span<const double> sorted, double p);
[[nodiscard]] double quantile(std::span<const double> values, double p);
[[nodiscard]] double median(std::span<const double> values);
[[nodiscard]] double mean(std::span<const double> values);

/// r1 = sum (x_i - m)(x_{i+1} - m) / sum (x_i - m)^2, in order of measurement, after pulling values
/// beyond Tukey's inner fences back to them: one hiccup of the system neither hides nor fakes a
/// dependence. 0 for a constant.
[[nodiscard]] double robustLag1(std::span<const double> values);

/// The largest k with P[Binomial(n, p) <= k] <= alpha, or nothing when even k = 0 has more.
/// Exact up to rounding, in O(sqrt(n)) steps.
[[nodiscard]] std::optional<std::size_t> binomialLowerTail(std::size_t n, double p, double alpha);

/// Distribution-free interval of the median: ranks l and n + 1 - l with the largest l such that
/// 1 - 2 P[Binomial(n, 1/2) <= l - 1] >= confidence. Nothing when n is too small (n < 6 at 95 %):
/// show the points instead.
[[nodiscard]] std::optional<RankPair> medianRanks(std::size_t n, double confidence = 0.95);
[[nodiscard]] std::optional<Interval> medianInterval(std::span<const double> values,
                                                     double confidence = 0.95);
[[nodiscard]] std::optional<Interval> medianIntervalOfSorted(std::span<const double> sorted,
                                                             double confidence = 0.95);

enum class SampleUnit { Call, Round };

struct MedianEstimate {
    double median = 0;             ///< of all samples
    std::optional<Interval> ci95;  ///< contains the median; nothing below 6 units
    SampleUnit unit = SampleUnit::Call;
    double lag1 = 0;  ///< robust, over the samples in order of measurement

    /// Largest distance from the median to an end of ci95, relative to the median.
    [[nodiscard]] std::optional<double> relativeHalfWidth() const;
};

/// Lag-1 autocorrelation above which neighbours are no longer separate evidence.
inline constexpr double dependent_lag1 = 0.2;

/// Median with its interval. `round_sizes` says how many consecutive samples each round gave. When
/// the samples depend on each other (lag-1 > 0.2) the interval is that of the rounds' medians.
[[nodiscard]] MedianEstimate estimateMedian(std::span<const double> samples,
                                            std::span<const std::size_t> round_sizes);
/// The same for whoever keeps the samples sorted and the rounds' medians at hand.
[[nodiscard]] MedianEstimate estimateMedian(std::span<const double> samples,
                                            std::span<const double> sorted,
                                            std::span<const double> round_medians);

struct PercentileBound {
    double value = 0;             ///< the true percentile is not above this, with 99 % confidence
    std::size_t exceedances = 0;  ///< t: samples above the chosen order statistic, x(n - t)
    bool operator==(const PercentileBound&) const = default;
};
/// The conservative tail value that n samples support: MLPerf's early stopping, by the largest t
/// with P[Binomial(n, 1 - percentile) <= t] <= 0.01. Nothing when n allows no exceedance (p90 from
/// n = 64, p99 from n = 662), or for a percentile that is not inside (0, 1).
[[nodiscard]] std::optional<PercentileBound> percentileBoundOfSorted(std::span<const double> sorted,
                                                                     double percentile);
/// The least n that gives such a bound: 64 for p90, 662 for p99. 0 for no percentile.
[[nodiscard]] std::size_t samplesForPercentile(double percentile);

/// Wilson's 95 % interval of a proportion (Wilson 1927): for 28 right of 28 it begins at 0.879
/// (S2-M03). `share` from 0 to 1 of `count` trials; {0, 1} for no trials.
[[nodiscard]] Interval wilsonInterval(double share, std::int64_t count);

/// Where the one or two values stand that the median is the mean of, the lower first; of an odd
/// number both are the same. Not for nothing.
[[nodiscard]] std::pair<std::size_t, std::size_t> middlePlaces(std::span<const double> values);

}  // namespace duelo
