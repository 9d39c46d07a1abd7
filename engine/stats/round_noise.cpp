// SPDX-License-Identifier: Apache-2.0
#include "stats/round_noise.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/statistics.h"

namespace duelo {
namespace {

constexpr std::size_t most_values = 200;
constexpr std::array correlations = {0.5, 0.8, 0.9, 0.95};
constexpr std::array shares = {0.03, 0.1, 0.2, 0.4, 0.7, 0.9, 0.97, 0.99};

constexpr double outer_fence = 3;
constexpr double inner_fence = 1.5;
constexpr double mad_to_sigma = 1.4826;
/// A first or last part so many standard errors off the rest is no chance: of the dozens that are
/// looked at, the largest of independent rounds seldom is, and then it must also reach 1.
constexpr double change_errors = 2.8;

/// Tukey's fences, beyond which a value is one hiccup of the system and no level.
Interval fencesOf(std::span<const double> values, double quartile_distances) {
    const std::vector<double> sorted = sortedCopy(values);
    const double q1 = quantileOfSorted(sorted, 0.25);
    const double q3 = quantileOfSorted(sorted, 0.75);
    const double reach = quartile_distances * (q3 - q1);
    return {q1 - reach, q3 + reach};
}

std::vector<double> within(const Interval& fences, std::span<const double> values) {
    std::vector<double> inside(values.begin(), values.end());
    for (double& value : inside) value = std::clamp(value, fences.low, fences.high);
    return inside;
}

/// Means of as many neighbours as leave no more than most_values.
std::vector<double> pooled(std::vector<double> values) {
    const std::size_t each = (values.size() + most_values - 1) / most_values;
    if (each < 2) return values;
    std::vector<double> means;
    for (std::size_t from = 0; from + each <= values.size(); from += each)
        means.push_back(mean(std::span(values).subspan(from, each)));
    return means;
}

struct LogLikelihood {
    double without = 0;        ///< with the mean 0
    double with_mean = 0;      ///< with the likeliest mean
    double mean_variance = 0;  ///< of that mean, in units of a value's variance
};

/// Returns the likelihood of a level with this share of the variance and this correlation, plus
/// independent noise. It is computed by the Kalman filter, which runs over the values and over ones
/// at once, so that the generalised least squares mean comes without a second pass. The scale is
/// the likeliest.
LogLikelihood likelihoodOf(std::span<const double> values, double share, double correlation) {
    double level = 0, level_of_ones = 0, variance = share;
    double squares = 0, products = 0, ones = 0, log_determinant = 0;
    for (const double value : values) {
        const double spread = variance + 1 - share;
        const double error = value - level, error_of_ones = 1 - level_of_ones;
        squares += error * error / spread;
        products += error * error_of_ones / spread;
        ones += error_of_ones * error_of_ones / spread;
        log_determinant += std::log(spread);
        const double weight = variance / spread;
        level = correlation * (level + weight * error);
        level_of_ones = correlation * (level_of_ones + weight * error_of_ones);
        variance = correlation * correlation * variance * (1 - weight) +
                   (1 - correlation * correlation) * share;
    }
    const double count = static_cast<double>(values.size());
    const auto log_of = [&](double sum) {
        return -0.5 * (count * std::log(sum / count) + log_determinant);
    };
    const double least = std::numeric_limits<double>::min();
    return {log_of(std::max(squares, least)),
            log_of(std::max(squares - products * products / ones, least)), 1 / ones};
}

}  // namespace

RoundNoise fitRoundNoise(std::span<const double> logs) {
    RoundNoise noise{.independent = static_cast<double>(logs.size())};
    if (logs.size() < 2) return noise;
    std::vector<double> values = within(fencesOf(logs, inner_fence), logs);
    if (const auto [low, high] = std::ranges::minmax(values); !(high > low)) {
        if (low != 0) noise.gain = std::numeric_limits<double>::infinity();
        return noise;
    }
    values = pooled(std::move(values));
    const double scale = static_cast<double>(logs.size()) / static_cast<double>(values.size());
    LogLikelihood best = likelihoodOf(values, 0, 0);
    for (const double correlation : correlations) {
        for (const double share : shares) {
            const LogLikelihood one = likelihoodOf(values, share, correlation);
            best.without = std::max(best.without, one.without);
            if (!(one.with_mean > best.with_mean)) continue;
            best.with_mean = one.with_mean;
            noise.slow_share = share;
            noise.correlation = correlation;
            noise.independent = scale / one.mean_variance;
        }
    }
    noise.gain = best.with_mean - best.without;
    return noise;
}

double leastGain(std::size_t rounds) {
    return 10 + 12 / static_cast<double>(std::max<std::size_t>(rounds, 1));
}

bool endsDisagree(std::span<const double> logs, double least) {
    const std::size_t n = logs.size();
    if (n < 3) return false;
    // A single round in which there was no difference lies beyond the fence of those in which there
    // was one, and is what is looked for.
    Interval fences = fencesOf(logs, outer_fence);
    fences = {std::min(fences.low, 0.0), std::max(fences.high, 0.0)};
    const std::vector<double> values = within(fences, logs);
    const double middle = median(values);
    const double side = middle < 0 ? -1 : 1;
    std::vector<double> steps;
    for (std::size_t i = 1; i < n; ++i) steps.push_back(std::abs(values[i] - values[i - 1]));
    const double sigma = mad_to_sigma * median(steps) / std::sqrt(2.0);
    for (const bool last : {false, true}) {
        double sum = 0;
        for (std::size_t count = 1; count <= n / 2; ++count) {
            sum += side * (last ? values[n - count] : values[count - 1]);
            const double part = sum / static_cast<double>(count);
            const double error = sigma * std::sqrt(1 / static_cast<double>(count) +
                                                   1.57 / static_cast<double>(n - count));
            if (part < least && side * middle - part > change_errors * error) return true;
        }
    }
    return false;
}

}  // namespace duelo
