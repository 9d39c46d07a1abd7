// SPDX-License-Identifier: Apache-2.0
#include "stats/validity.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace duelo {
namespace {

constexpr double noisy_iqr = 0.10;
constexpr double very_noisy_iqr = 0.25;
constexpr double wide_half_interval = 0.10;
constexpr double least_drift = 0.02;
constexpr std::size_t drift_samples_min = 9;
/// Residuals lie closer to three medians of their own than to one: 95 % would be 1.5 % false flags.
constexpr double drift_confidence = 0.99;
constexpr double discarded_share = 0.10;
constexpr double shared_share = 0.10;
constexpr std::size_t modes_samples_min = 20;
constexpr double mode_share_min = 0.10;
constexpr double mode_distance_min = 0.02;
/// sqrt(n) dip stays below this in 99 of 100 uniform samples (0.54 for n = 20, 0.60 for 200, 0.63
/// for 5000; simulated with this code, 4000 to 40000 samples each).
constexpr double dip_critical = 0.60;

/// Vertices of the greatest convex minorant (or, with `concave`, the least concave majorant) of the
/// empirical distribution function between two positions, as positions in order.
std::vector<std::size_t> hull(std::span<const double> x, std::size_t first, std::size_t last,
                              bool concave) {
    std::vector<std::size_t> vertices;
    const auto below = [&](std::size_t a, std::size_t b, std::size_t c) {
        const double cross =
            (x[b] - x[a]) * static_cast<double>(c - a) - (x[c] - x[a]) * static_cast<double>(b - a);
        return concave ? cross >= 0 : cross <= 0;
    };
    for (std::size_t i = first; i <= last; ++i) {
        while (vertices.size() >= 2 && below(vertices[vertices.size() - 2], vertices.back(), i))
            vertices.pop_back();
        vertices.push_back(i);
    }
    return vertices;
}

/// Height of a hull above position i's value, in positions.
double hullAt(std::span<const double> x, const std::vector<std::size_t>& vertices,
              std::size_t position) {
    const auto upper = std::lower_bound(vertices.begin(), vertices.end(), position);
    if (upper == vertices.end()) return static_cast<double>(vertices.back());
    if (*upper == position || upper == vertices.begin()) return static_cast<double>(*upper);
    const std::size_t a = *(upper - 1);
    const std::size_t b = *upper;
    const double span = x[b] - x[a];
    const double share = span > 0 ? (x[position] - x[a]) / span : 0;
    return static_cast<double>(a) + share * static_cast<double>(b - a);
}

struct Gap {
    double height = 0;  ///< largest distance of majorant and minorant, in positions
    std::size_t low = 0;
    std::size_t high = 0;  ///< where the modal interval is looked for next
};

Gap widestGap(std::span<const double> x, const std::vector<std::size_t>& minorant,
              const std::vector<std::size_t>& majorant) {
    Gap gap;
    for (const std::size_t vertex : majorant) {
        const double height = static_cast<double>(vertex) - hullAt(x, minorant, vertex) + 1;
        if (height < gap.height) continue;
        const auto above = std::upper_bound(minorant.begin(), minorant.end(), vertex);
        gap = {height, *(above - 1), vertex};
    }
    for (const std::size_t vertex : minorant) {
        const double height = hullAt(x, majorant, vertex) - static_cast<double>(vertex) + 1;
        if (height < gap.height) continue;
        gap = {height, vertex, *std::lower_bound(majorant.begin(), majorant.end(), vertex)};
    }
    return gap;
}

/// Largest distance of the step function to the hull over the hull's edges between two positions.
double distanceToHull(std::span<const double> x, const std::vector<std::size_t>& vertices,
                      std::size_t first, std::size_t last, bool concave) {
    double largest = 0;
    for (std::size_t edge = 1; edge < vertices.size(); ++edge) {
        const std::size_t a = vertices[edge - 1];
        const std::size_t b = vertices[edge];
        if (a < first || b > last) continue;
        largest = std::max(largest, 1.0);
        if (!(x[b] > x[a])) continue;
        const double slope = static_cast<double>(b - a) / (x[b] - x[a]);
        for (std::size_t i = a; i <= b; ++i) {
            const double above = static_cast<double>(i - a) - (x[i] - x[a]) * slope;
            largest = std::max(largest, 1 + (concave ? -above : above));
        }
    }
    return largest;
}

/// Otsu's cut of sorted values: the size of the lower group for which the two groups scatter least.
std::size_t leastScatterCut(std::span<const double> sorted) {
    const double centre = mean(sorted);
    const double n = static_cast<double>(sorted.size());
    std::size_t best = 0;
    double best_between = -1;
    double left = 0;  // sum of the deviations in the lower group; the upper group's is its negative
    for (std::size_t i = 1; i < sorted.size(); ++i) {
        left += sorted[i - 1] - centre;
        const double count = static_cast<double>(i);
        const double between = left * left / count + left * left / (n - count);
        if (between > best_between) {
            best_between = between;
            best = i;
        }
    }
    return best;
}

}  // namespace

std::vector<std::string> doubtfulOf(std::span<const std::string> codes) {
    std::vector<std::string> found;
    for (const std::string& code : codes)
        if (std::ranges::find(flags::doubtful, code) != flags::doubtful.end())
            found.push_back(code);
    return found;
}

bool Drift::isShown() const {
    return std::abs(change) > std::max(noise, least_drift);
}

std::optional<Drift> measureDrift(std::span<const double> samples) {
    if (samples.size() < drift_samples_min) return std::nullopt;
    const std::size_t third = samples.size() / 3;
    const std::array thirds = {samples.first(third),
                               samples.subspan(third, samples.size() - 2 * third),
                               samples.last(third)};
    std::vector<double> residuals;
    residuals.reserve(samples.size());
    for (const auto part : thirds) {
        const double centre = median(part);
        if (!(centre > 0)) return std::nullopt;
        for (const double value : part) residuals.push_back(value / centre);
    }
    Drift drift{median(thirds[2]) / median(thirds[0]) - 1, 0};
    const double dependence = std::clamp(robustLag1(residuals), 0.0, 0.99);
    if (const auto interval = medianInterval(residuals, drift_confidence))
        drift.noise = 2 * interval->width() * std::sqrt((1 + dependence) / (1 - dependence));
    return drift;
}

double dipOfSorted(std::span<const double> sorted) {
    if (sorted.size() < 4 || !(sorted.back() > sorted.front())) return 0;
    std::size_t low = 0;
    std::size_t high = sorted.size() - 1;
    double dip = 1;
    while (true) {
        const auto minorant = hull(sorted, low, high, false);
        const auto majorant = hull(sorted, low, high, true);
        const Gap gap = widestGap(sorted, minorant, majorant);
        if (gap.height <= dip) break;
        dip = std::max({dip, distanceToHull(sorted, minorant, low, gap.low, false),
                        distanceToHull(sorted, majorant, gap.high, high, true)});
        if (gap.low == low && gap.high == high) break;
        low = gap.low;
        high = gap.high;
    }
    return dip / (2 * static_cast<double>(sorted.size()));
}

std::optional<TwoModes> findTwoModes(std::span<const double> sorted) {
    const std::size_t n = sorted.size();
    if (n < modes_samples_min) return std::nullopt;
    if (dipOfSorted(sorted) * std::sqrt(static_cast<double>(n)) < dip_critical) return std::nullopt;
    // A few far outliers would draw the cut to themselves: it is looked for among the middle 90 %.
    const std::size_t margin = n / 20;
    const std::size_t cut = margin + leastScatterCut(sorted.subspan(margin, n - 2 * margin));
    const TwoModes modes{quantileOfSorted(sorted.first(cut), 0.5),
                         quantileOfSorted(sorted.subspan(cut), 0.5),
                         static_cast<double>(n - cut) / static_cast<double>(n)};
    const bool both_count = std::min(modes.high_share, 1 - modes.high_share) >= mode_share_min;
    const bool apart = modes.high - modes.low >= mode_distance_min * modes.low;
    if (!both_count || !apart) return std::nullopt;
    return modes;
}

Diagnosis diagnose(std::span<const double> samples, const MedianEstimate& estimate) {
    Diagnosis diagnosis;
    const std::vector<double> sorted = sortedCopy(samples);
    if (!estimate.ci95) diagnosis.flags.emplace_back(flags::few_samples);
    if (sorted.empty() || !(estimate.median > 0)) return diagnosis;
    diagnosis.iqr_over_median =
        (quantileOfSorted(sorted, 0.75) - quantileOfSorted(sorted, 0.25)) / estimate.median;
    if (diagnosis.iqr_over_median > very_noisy_iqr) {
        diagnosis.flags.emplace_back(flags::very_noisy);
    } else if (diagnosis.iqr_over_median > noisy_iqr) {
        diagnosis.flags.emplace_back(flags::noisy);
    }
    // Of few or dependent values the quartiles may agree where the interval does not.
    if (estimate.ci95 && estimate.ci95->width() / 2 > wide_half_interval * estimate.median)
        diagnosis.flags.emplace_back(flags::wide_interval);
    if (const auto drift = measureDrift(samples)) {
        diagnosis.drift = drift->change;
        if (drift->isShown()) diagnosis.flags.emplace_back(flags::drift);
    }
    diagnosis.modes = findTwoModes(sorted);
    if (diagnosis.modes) diagnosis.flags.emplace_back(flags::two_modes);
    return diagnosis;
}

std::optional<Interval> worstInterval(const MedianEstimate& all,
                                      std::span<const MedianEstimate> processes) {
    std::optional<Interval> worst = all.ci95;
    if (!worst) return worst;
    for (const MedianEstimate& one : processes) {
        if (std::isnan(one.median)) continue;  // none of its samples counts
        const Interval own = one.ci95.value_or(Interval{one.median, one.median});
        worst = Interval{std::min(worst->low, own.low), std::max(worst->high, own.high)};
    }
    return worst;
}

bool processesDiffer(std::span<const MedianEstimate> processes) {
    double highest_low = -std::numeric_limits<double>::infinity();
    double lowest_high = std::numeric_limits<double>::infinity();
    for (const MedianEstimate& one : processes) {
        if (!one.ci95) continue;
        highest_low = std::max(highest_low, one.ci95->low);
        lowest_high = std::min(lowest_high, one.ci95->high);
    }
    return highest_low > lowest_high;
}

bool sharesProcessor(double others_cpus, int threads, int cores) {
    const int used = std::max(1, threads > 0 ? threads : cores);
    return others_cpus - std::max(0, cores - used) > shared_share * used;
}

bool tooManyDiscarded(std::size_t kept, std::size_t discarded) {
    return static_cast<double>(discarded) > discarded_share * static_cast<double>(kept + discarded);
}

}  // namespace duelo
