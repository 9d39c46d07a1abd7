// SPDX-License-Identifier: Apache-2.0
#include "stats/sanity.h"

#include <algorithm>
#include <cmath>

namespace duelo {
namespace {

constexpr double parts_tolerance = 0.01;  // P-03: the parts sum to the wall time within 1 %
constexpr double least_explained = 0.85;  // P-03
constexpr double same_work_tolerance = 0.10;
constexpr double roof_tolerance = 0.10;
constexpr double updates_factor = 2;
constexpr double least_r2 = 0.95;

/// Relative difference of two positive numbers, on the smaller.
double difference(double a, double b) {
    return std::max(a, b) / std::min(a, b) - 1;
}

bool allFinite(const CheckedResult& result) {
    const bool interval = !result.ci95_ms || (std::isfinite(result.ci95_ms->low) &&
                                              std::isfinite(result.ci95_ms->high));
    const bool parts = std::ranges::all_of(
        result.parts, [](const NamedTime& part) { return std::isfinite(part.ms); });
    return interval && parts && std::isfinite(result.median_ms) && std::isfinite(result.total_ms);
}

void checkParts(const CheckedResult& result, std::vector<Reason>& reasons) {
    if (result.parts.empty()) return;
    double sum = 0;
    for (const NamedTime& part : result.parts) {
        sum += part.ms;
        if (part.ms < 0) {
            reasons.push_back({"time_not_positive",
                               {{"name", result.name + ": " + part.name}, {"ms", part.ms}},
                               {}});
        }
    }
    const double total_ms = result.total_ms > 0 ? result.total_ms : result.median_ms;
    if (sum > total_ms * (1 + parts_tolerance)) {
        reasons.push_back({"parts_exceed_total",
                           {{"name", result.name}, {"parts_ms", sum}, {"total_ms", total_ms}},
                           {}});
    } else if (sum < least_explained * total_ms) {
        reasons.push_back({"parts_unexplained",
                           {{"name", result.name},
                            {"explained_percent", 100 * sum / total_ms},
                            {"parts_ms", sum},
                            {"total_ms", total_ms}},
                           {}});
    }
}

/// Slope and coefficient of determination of the line through (x, y).
struct Line {
    double slope = 0;
    double r2 = 0;
};
std::optional<Line> fitLine(std::span<const double> x, std::span<const double> y) {
    const double x_mean = mean(x);
    const double y_mean = mean(y);
    double xx = 0;
    double xy = 0;
    double yy = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        xx += (x[i] - x_mean) * (x[i] - x_mean);
        xy += (x[i] - x_mean) * (y[i] - y_mean);
        yy += (y[i] - y_mean) * (y[i] - y_mean);
    }
    if (!(xx > 0)) return std::nullopt;
    return Line{xy / xx, yy > 0 ? xy * xy / (xx * yy) : 1};
}

}  // namespace

std::vector<Reason> checkResult(const CheckedResult& result) {
    std::vector<Reason> reasons;
    if (!allFinite(result)) return {{"not_a_number", {{"name", result.name}}, {}}};
    if (!(result.median_ms > 0)) {
        reasons.push_back(
            {"time_not_positive", {{"name", result.name}, {"ms", result.median_ms}}, {}});
    }
    if (result.ci95_ms && !(result.ci95_ms->contains(result.median_ms))) {
        reasons.push_back({"interval_disordered",
                           {{"name", result.name},
                            {"low", result.ci95_ms->low},
                            {"median", result.median_ms},
                            {"high", result.ci95_ms->high}},
                           {}});
    }
    checkParts(result, reasons);
    return reasons;
}

std::optional<Reason> checkSameWork(std::span<const NamedTime> times) {
    const NamedTime* low = nullptr;
    const NamedTime* high = nullptr;
    for (const NamedTime& time : times) {
        if (!isPositive(time.ms)) continue;
        if (!low || time.ms < low->ms) low = &time;
        if (!high || time.ms > high->ms) high = &time;
    }
    if (!low || difference(low->ms, high->ms) <= same_work_tolerance) return std::nullopt;
    return Reason{"baselines_disagree",
                  {{"low", low->name},
                   {"low_ms", low->ms},
                   {"high", high->name},
                   {"high_ms", high->ms},
                   {"percent", 100 * difference(low->ms, high->ms)}},
                  {}};
}

std::optional<Reason> checkSameGain(const std::string& name, double first, double second) {
    if (!isPositive(first) || !isPositive(second))
        return Reason{"not_a_number", {{"name", name}}, {}};
    if (difference(first, second) <= same_work_tolerance) return std::nullopt;
    return Reason{"gains_disagree", {{"name", name}, {"first", first}, {"second", second}}, {}};
}

std::optional<Reason> checkRoof(const std::string& name, double per_s, double roof_per_s) {
    if (!isPositive(per_s) || !isPositive(roof_per_s) || per_s <= (1 + roof_tolerance) * roof_per_s)
        return std::nullopt;
    return Reason{"above_roof", {{"name", name}, {"percent", 100 * per_s / roof_per_s}}, {}};
}

std::optional<Reason> checkUpdates(std::span<const NamedUpdates> runs) {
    if (runs.empty()) return std::nullopt;
    const auto [low, high] = std::ranges::minmax_element(runs, {}, &NamedUpdates::updates);
    const double least = static_cast<double>(std::max<std::size_t>(low->updates, 1));
    const double factor = static_cast<double>(high->updates) / least;
    if (factor < updates_factor) return std::nullopt;
    return Reason{"updates_differ",
                  {{"low", low->name},
                   {"low_updates", low->updates},
                   {"high", high->name},
                   {"high_updates", high->updates},
                   {"factor", factor}},
                  {}};
}

std::optional<GrowthFit> fitGrowth(std::span<const double> sizes, std::span<const double> values) {
    if (sizes.size() != values.size()) return std::nullopt;
    std::vector<double> size;
    std::vector<double> log_size;
    std::vector<double> log_value;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        if (!isPositive(sizes[i]) || !isPositive(values[i])) continue;
        size.push_back(sizes[i]);
        log_size.push_back(std::log(sizes[i]));
        log_value.push_back(std::log(values[i]));
    }
    std::vector<double> distinct = sortedCopy(size);
    distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
    if (distinct.size() < 3) return std::nullopt;
    const auto power = fitLine(log_size, log_value);
    const auto exponential = fitLine(size, log_value);
    if (!power || !exponential) return std::nullopt;
    return GrowthFit{power->slope, power->r2, exponential->r2, size.size()};
}

bool GrowthFit::isPower() const {
    return r2 >= least_r2 && r2 > exponential_r2;
}

}  // namespace duelo
