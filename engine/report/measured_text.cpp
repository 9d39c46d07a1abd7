// SPDX-License-Identifier: Apache-2.0
#include "report/measured_text.h"

#include <algorithm>
#include <cmath>

namespace duelo {
namespace {

constexpr int kFewestDigits = 2, kMostDigits = 5, kDigitsWithoutInterval = 3, kMostDecimals = 12;

/// Returns the power of ten of the first digit.
int magnitude(double value) {
    return static_cast<int>(std::floor(std::log10(std::abs(value))));
}

bool hasDigits(double value) {
    return std::isfinite(value) && std::abs(value) >= std::pow(10, -kMostDecimals);
}

/// Returns the larger side, as the stop rule takes it (MedianEstimate::relativeHalfWidth).
double halfWidth(double value, const Interval& ci) {
    return std::max(ci.high - value, value - ci.low);
}

}  // namespace

int measuredDigits(double value, const std::optional<Interval>& ci) {
    if (!ci || !hasDigits(value)) return kDigitsWithoutInterval;
    const double half = halfWidth(value, *ci);
    if (!hasDigits(half)) return kMostDigits;
    return std::clamp(magnitude(value) - magnitude(half) + 2, kFewestDigits, kMostDigits);
}

int decimalsFor(double value, const std::optional<Interval>& ci) {
    if (!hasDigits(value)) return 0;
    return std::clamp(measuredDigits(value, ci) - 1 - magnitude(value), 0, kMostDecimals);
}

std::string measuredText(double value, const std::optional<Interval>& ci, NumberStyle style) {
    return formatFixed(value, decimalsFor(value, ci), style);
}

std::string rangeText(double value, const std::optional<Interval>& ci, NumberStyle style) {
    if (!ci) return {};
    const int decimals = decimalsFor(value, ci);
    return formatFixed(ci->low, decimals, style) + "–" + formatFixed(ci->high, decimals, style);
}

std::optional<Interval> scaled(const std::optional<Interval>& ci, double factor) {
    return ci ? std::optional(Interval{ci->low * factor, ci->high * factor}) : std::nullopt;
}

}  // namespace duelo
