// SPDX-License-Identifier: Apache-2.0
#include "report/time_unit.h"

#include <algorithm>
#include <vector>

namespace duelo {
namespace {

/// In seconds with 4 decimals a shorter time would keep less than two digits, and one that is below
/// the half of the last of them none.
constexpr double kCoarseBelow_ms = 1, kLostBelow_ms = 0.05;

TimeUnit unitFor(double ms) {
    if (!(ms > 0) || ms >= kCoarseBelow_ms) return {};
    return ms < kLostBelow_ms ? TimeUnit{"µs", 1e3} : TimeUnit{"ms", 1};
}

}  // namespace

TimeUnit timeUnitOf(std::span<const double> medians_ms) {
    constexpr std::size_t kOneOf = 3;
    // A third of the table takes as long at most.
    std::vector<double> sorted(medians_ms.begin(), medians_ms.end());
    std::ranges::sort(sorted);
    return sorted.empty() ? TimeUnit{} : unitFor(sorted[(sorted.size() - 1) / kOneOf]);
}

TimeUnit timeUnitOf(const Comparison& comparison, const std::vector<std::size_t>& rows) {
    std::vector<double> medians_ms;
    for (const std::size_t r : rows)
        for (const ReportCell& cell : comparison.rows[r].cells)
            if (cell.timed()) medians_ms.push_back(cell.result.summary->median_ms);
    return timeUnitOf(medians_ms);
}

DocCell timeCell(double ms, const TimeUnit& unit, NumberStyle style) {
    if (unit == TimeUnit{}) return secondsCell(ms, style);
    const double value = ms * unit.per_ms;
    const int decimals = value < 0.1 ? 4 : value < 1 ? 3 : value < 10 ? 2 : value < 100 ? 1 : 0;
    return {formatFixed(value, decimals, style), value, decimals, false};
}

std::string timeText(double ms, NumberStyle style) {
    const TimeUnit unit = unitFor(ms);
    return timeCell(ms, unit, style).text + " " + unit.symbol;
}

std::string timeTitle(const Text& text, std::string_view experiment, const TimeUnit& unit) {
    const std::string own = std::string(experiment) + ".column.time";
    return text(text.has(own) ? own : "column.time", {{"unit", unit.symbol}});
}

}  // namespace duelo
