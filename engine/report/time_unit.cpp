// SPDX-License-Identifier: Apache-2.0
#include "report/time_unit.h"

#include <algorithm>
#include <limits>

namespace duelo {
namespace {

constexpr double kTwoDigitsFrom_ms = 1;  // 0.0010 s

bool isCoarseInSeconds(double ms) {
    return ms > 0 && ms < kTwoDigitsFrom_ms;
}

TimeUnit unitFor(double ms) {
    if (!isCoarseInSeconds(ms)) return {};
    return {"µs", 1e3};
}

}  // namespace

TimeUnit timeUnitOf(std::span<const double> medians_ms) {
    constexpr std::size_t kOneOf = 3;
    double least_ms = std::numeric_limits<double>::infinity();
    std::size_t coarse = 0;
    for (const double ms : medians_ms) {
        least_ms = std::min(least_ms, ms);
        coarse += isCoarseInSeconds(ms);
    }
    return kOneOf * coarse >= medians_ms.size() ? unitFor(least_ms) : TimeUnit{};
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
