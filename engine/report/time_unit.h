// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/text.h"
#include "report/comparison.h"
#include "report/document.h"
#include "stats/statistics.h"

/// The unit in which all times of one comparison are told: its tables, charts, headlines, cards,
/// citations and exports have the same unit, so that a number on the screen is the number in the
/// report.
namespace duelo {

struct TimeUnit {
    std::string symbol = "s";
    double per_ms = 1e-3;
    bool operator==(const TimeUnit&) const = default;

    [[nodiscard]] double of(double ms) const { return ms * per_ms; }
};

[[nodiscard]] TimeUnit inSeconds();
[[nodiscard]] TimeUnit inMilliseconds();

/// Returns a preliminary median from the samples of a cell without a result (Shown::preliminary).
using Preliminary = std::function<std::optional<MedianEstimate>(const ReportCell&)>;

/// Returns the unit in which a third of these times is at most a few digits before its sign:
/// seconds from 1 s on, milliseconds from 0.1 ms, microseconds from 0.1 µs, else nanoseconds;
/// milliseconds of none. A unit that is asked for comes first, unless a third of the times would
/// begin behind its fourth decimal.
[[nodiscard]] TimeUnit timeUnitOf(std::span<const double> medians_ms,
                                  const std::optional<TimeUnit>& asked = std::nullopt);
/// Returns the unit of all its times, the one that the view of the first experiment asks for
/// (View::time_unit) before others.
[[nodiscard]] TimeUnit timeUnitOf(const Comparison& comparison,
                                  const Preliminary& preliminary = {});
/// Returns the unit that the view of an experiment asks for.
[[nodiscard]] std::optional<TimeUnit> askedTimeUnit(const Spec* spec);

[[nodiscard]] DocCell timeCell(double ms, const std::optional<Interval>& ci_ms,
                               const TimeUnit& unit, NumberStyle style);
/// Returns a time with its unit: "14.20 ms".
[[nodiscard]] std::string timeText(double ms, const std::optional<Interval>& ci_ms,
                                   const TimeUnit& unit, NumberStyle style);
/// Returns a time with both ends of its interval in its own digits: "1.903 ms [1.899; 1.911]".
[[nodiscard]] std::string timeWithEnds(const MedianEstimate& time, const TimeUnit& unit,
                                       NumberStyle style);
/// Returns "Time (s)", or what an experiment calls it ("<experiment>.column.time").
[[nodiscard]] std::string timeTitle(const Text& text, std::string_view experiment,
                                    const TimeUnit& unit);

}  // namespace duelo
