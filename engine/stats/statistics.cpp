// SPDX-License-Identifier: Apache-2.0
#include "stats/statistics.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <ranges>

namespace duelo {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

double lag1OfSorted(std::span<const double> values, std::span<const double> sorted) {
    if (values.size() < 2) return 0;
    const double q1 = quantileOfSorted(sorted, 0.25);
    const double q3 = quantileOfSorted(sorted, 0.75);
    const double low = q1 - 1.5 * (q3 - q1);
    const double high = q3 + 1.5 * (q3 - q1);
    double sum = 0;
    for (const double value : values) sum += std::clamp(value, low, high);
    const double centre = sum / static_cast<double>(values.size());
    double squares = 0;
    double products = 0;
    double previous = 0;
    for (const double value : values) {
        const double deviation = std::clamp(value, low, high) - centre;
        squares += deviation * deviation;
        products += deviation * previous;
        previous = deviation;
    }
    return squares > 0 ? products / squares : 0;
}

/// log(n!): std::lgamma is not safe to call from two threads (it writes signgam). Stirling's series
/// with three terms is good to 1e-16 of its value from n = 32 on.
double logFactorial(std::size_t n) {
    if (n < 32) {
        double product = 1;
        for (std::size_t i = 2; i <= n; ++i) product *= static_cast<double>(i);
        return std::log(product);
    }
    const double x = static_cast<double>(n);
    const double inverse = 1 / x;
    const double square = inverse * inverse;
    return x * std::log(x) - x + 0.5 * std::log(2 * std::numbers::pi * x) +
           inverse * (1.0 / 12 - square * (1.0 / 360 - square / 1260));
}

double binomialPmf(std::size_t n, std::size_t k, double p) {
    const double successes = static_cast<double>(k);
    const double failures = static_cast<double>(n - k);
    return std::exp(logFactorial(n) - logFactorial(k) - logFactorial(n - k) +
                    successes * std::log(p) + failures * std::log1p(-p));
}

/// P[Binomial(n, p) <= k] for k below the mean, where the terms fall faster than geometrically.
double binomialCdfBelowMean(std::size_t n, std::size_t k, double p) {
    double term = binomialPmf(n, k, p);
    double sum = term;
    for (std::size_t i = k; i > 0 && term > sum * 1e-18; --i) {
        term *= static_cast<double>(i) / static_cast<double>(n - i + 1) * (1 - p) / p;
        sum += term;
    }
    return sum;
}

/// Moves what is NaN behind the rest, where the result points: it would break a sort.
template <typename Values>
auto numbersFirst(Values& values) {
    return std::partition(values.begin(), values.end(), [](double v) { return !std::isnan(v); });
}

/// Returns the bits of a number as one that is greater exactly where the number is.
std::uint64_t orderedBits(double value) {
    const auto bits = std::bit_cast<std::uint64_t>(value);
    return bits >> 63 ? ~bits : bits | std::uint64_t{1} << 63;
}

/// Sorts numbers into drawers by their size first, which takes most of what comparing costs.
void sortNumbers(std::span<double> values) {
    constexpr std::size_t kMany = 256, kDrawers = 2048;
    if (values.size() < kMany) {
        std::ranges::sort(values);
        return;
    }
    const auto [least, most] = std::ranges::minmax(values);
    const std::uint64_t low = orderedBits(least);
    const auto shift = std::bit_width((orderedBits(most) - low) / kDrawers);
    const auto drawerOf = [&](double value) { return (orderedBits(value) - low) >> shift; };
    std::array<std::uint32_t, kDrawers + 1> ends{};
    for (const double value : values) ++ends[drawerOf(value) + 1];
    std::partial_sum(ends.begin(), ends.end(), ends.begin());
    const std::vector<double> from(values.begin(), values.end());
    for (const double value : from) values[ends[drawerOf(value)]++] = value;
    std::size_t begin = 0;
    for (std::size_t drawer = 0; drawer < kDrawers; begin = ends[drawer++])
        std::ranges::sort(values.subspan(begin, ends[drawer] - begin));
}

bool insideUnit(double p) {
    return p > 0 && p < 1;
}

/// Returns how many of n samples may lie above a bound of the percentile that holds with 99 %
/// confidence.
std::size_t exceedancesAllowed(std::size_t n, double percentile) {
    constexpr double kAlpha = 0.01;
    return insideUnit(percentile) ? binomialLowerTail(n, 1 - percentile, kAlpha).value_or(0) : 0;
}

}  // namespace

std::vector<double> sortedCopy(std::span<const double> values) {
    std::vector<double> sorted(values.begin(), values.end());
    sortNumbers({sorted.begin(), numbersFirst(sorted)});
    return sorted;
}

double quantileOfSorted(std::span<const double> sorted, double p) {
    if (sorted.empty() || !(p >= 0 && p <= 1)) return nan;
    const double position = p * static_cast<double>(sorted.size() - 1);
    const auto below = static_cast<std::size_t>(position);
    const double fraction = position - static_cast<double>(below);
    if (fraction == 0) return sorted[below];
    return sorted[below] + fraction * (sorted[below + 1] - sorted[below]);
}

double quantile(std::span<const double> values, double p) {
    return quantileOfSorted(sortedCopy(values), p);
}

double median(std::span<const double> values) {
    if (values.empty()) return nan;
    // Most are the few calls of a round, of which hundreds of thousands are asked for.
    std::array<double, 32> few{};
    std::vector<double> many(values.size() > few.size() ? values.size() : 0);
    const std::span<double> own = many.empty() ? std::span(few).first(values.size()) : many;
    std::ranges::copy(values, own.begin());
    const auto numbers = numbersFirst(own);
    const auto middle = own.begin() + static_cast<std::ptrdiff_t>((own.size() - 1) / 2);
    if (middle < numbers) std::nth_element(own.begin(), middle, numbers);
    if (own.size() % 2 == 1) return *middle;
    const auto next = middle + 1 < numbers ? std::min_element(middle + 1, numbers) : middle + 1;
    return *middle + 0.5 * (*next - *middle);
}

double mean(std::span<const double> values) {
    if (values.empty()) return nan;
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

double robustLag1(std::span<const double> values) {
    return lag1OfSorted(values, sortedCopy(values));
}

std::optional<std::size_t> binomialLowerTail(std::size_t n, double p, double alpha) {
    if (n == 0 || !insideUnit(p) || !(alpha > 0 && alpha < 0.5)) return std::nullopt;
    // The normal approximation starts within a few ranks of the answer; the exact sum decides.
    const double expected = static_cast<double>(n) * p;
    const double sigma = std::sqrt(expected * (1 - p));
    const double z = std::sqrt(-2 * std::log(alpha));  // not below the true quantile
    auto k = static_cast<std::size_t>(std::max(0.0, std::floor(expected - z * sigma)));
    double cdf = binomialCdfBelowMean(n, k, p);
    while (cdf > alpha) {
        if (k == 0) return std::nullopt;
        cdf = binomialCdfBelowMean(n, --k, p);
    }
    double term = binomialPmf(n, k, p);
    while (k < n) {
        term *= static_cast<double>(n - k) / static_cast<double>(k + 1) * p / (1 - p);
        // A tie with alpha counts as reached although the last bits of the sum are rounded.
        if (cdf + term > alpha * (1 + 1e-12)) break;
        cdf += term;
        ++k;
    }
    return k;
}

std::optional<RankPair> medianRanks(std::size_t n, double confidence) {
    const auto below = binomialLowerTail(n, 0.5, (1 - confidence) / 2);
    if (!below) return std::nullopt;
    return RankPair{*below + 1, n - *below};
}

std::optional<Interval> medianIntervalOfSorted(std::span<const double> sorted, double confidence) {
    const auto ranks = medianRanks(sorted.size(), confidence);
    if (!ranks) return std::nullopt;
    return Interval{sorted[ranks->low - 1], sorted[ranks->high - 1]};
}

std::optional<Interval> medianInterval(std::span<const double> values, double confidence) {
    return medianIntervalOfSorted(sortedCopy(values), confidence);
}

std::optional<double> MedianEstimate::relativeHalfWidth() const {
    if (!ci95 || !(median > 0)) return std::nullopt;
    return std::max(ci95->high - median, median - ci95->low) / median;
}

MedianEstimate estimateMedian(std::span<const double> samples,
                              std::span<const std::size_t> round_sizes) {
    std::vector<double> round_medians;
    std::size_t begin = 0;
    for (const std::size_t size : round_sizes) {
        const std::size_t count = std::min(size, samples.size() - begin);
        if (count > 0) round_medians.push_back(median(samples.subspan(begin, count)));
        begin += count;
    }
    return estimateMedian(samples, sortedCopy(samples), round_medians);
}

MedianEstimate estimateMedian(std::span<const double> samples, std::span<const double> sorted,
                              std::span<const double> round_medians) {
    MedianEstimate estimate;
    estimate.median = quantileOfSorted(sorted, 0.5);
    estimate.lag1 = lag1OfSorted(samples, sorted);
    if (estimate.lag1 > dependent_lag1) {
        estimate.unit = SampleUnit::Round;
        estimate.ci95 = medianInterval(round_medians);
        // The rounds' medians may all lie on one side of the median of the calls they summarise.
        if (estimate.ci95) {
            estimate.ci95->low = std::min(estimate.ci95->low, estimate.median);
            estimate.ci95->high = std::max(estimate.ci95->high, estimate.median);
        }
    } else {
        estimate.ci95 = medianIntervalOfSorted(sorted);
    }
    return estimate;
}

std::optional<PercentileBound> percentileBoundOfSorted(std::span<const double> sorted,
                                                       double percentile) {
    const std::size_t exceedances = exceedancesAllowed(sorted.size(), percentile);
    if (exceedances == 0) return std::nullopt;
    return PercentileBound{sorted[sorted.size() - 1 - exceedances], exceedances};
}

std::size_t samplesForPercentile(double percentile) {
    if (!insideUnit(percentile)) return 0;
    const auto tooFew = [&](std::size_t n) { return exceedancesAllowed(n, percentile) == 0; };
    std::size_t enough = 1;
    while (tooFew(enough)) enough *= 2;
    return *std::ranges::partition_point(std::views::iota(enough / 2, enough + 1), tooFew);
}

Interval wilsonInterval(double share, std::int64_t count) {
    if (count <= 0) return {0, 1};
    constexpr double z = 1.959963984540054;
    const double n = static_cast<double>(count);
    const double scale = 1 + z * z / n;
    const double centre = (share + z * z / (2 * n)) / scale;
    const double half = z * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / scale;
    // At the ends one bound is exact; rounding must not push it past them.
    return {share <= 0 ? 0 : centre - half, share >= 1 ? 1 : centre + half};
}

std::pair<std::size_t, std::size_t> middlePlaces(std::span<const double> values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
    return {order[(values.size() - 1) / 2], order[values.size() / 2]};
}

}  // namespace duelo
