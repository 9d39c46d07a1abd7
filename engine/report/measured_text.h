// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "base/text.h"
#include "stats/statistics.h"

/// The one place that decides with how many digits a measured value is told: a time, a rate, any
/// metric or a ratio, in tables, charts, sentences and every export. Files for programs (CSV, JSON,
/// records) keep all digits.
namespace duelo {

/// Returns how many significant digits `value` is told with: down to the second digit of the half
/// width of its interval, but at least 2 and at most 5; 3 without an interval.
[[nodiscard]] int measuredDigits(double value, const std::optional<Interval>& ci);
/// Returns the same as digits behind the decimal sign; an interval's ends are told with as many as
/// their value. Digits before the sign are all told.
[[nodiscard]] int decimalsFor(double value, const std::optional<Interval>& ci = std::nullopt);
/// Returns the value in these digits: "14.20".
[[nodiscard]] std::string measuredText(double value, const std::optional<Interval>& ci,
                                       NumberStyle style);
/// Returns the interval of a value in the digits of the value: "14.17–14.23"; empty without one.
[[nodiscard]] std::string rangeText(double value, const std::optional<Interval>& ci,
                                    NumberStyle style);
/// Returns both ends times `factor`, for an interval that is told in another unit.
[[nodiscard]] std::optional<Interval> scaled(const std::optional<Interval>& ci, double factor);

}  // namespace duelo
