// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <utility>

#include "experiments/stopwatch/view.h"
#include "stats/validity.h"

namespace duelo {

namespace {

/// Clocks that differ by more are told.
constexpr double kClocksDiffer = 0.1;

Stopwatch watchOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.columns[cell.column].variant.word<Stopwatch>("stopwatch");
}

/// Returns the cell of the right stopwatch; null where nothing was measured rightly.
const ReportCell* rightCell(const Comparison& comparison, const Row& row) {
    const auto found = std::ranges::find_if(row.cells, [&](const ReportCell& cell) {
        return cell.timed() && watchOf(comparison, cell) == Stopwatch::Right;
    });
    return found == row.cells.end() ? nullptr : &*found;
}

std::vector<double> readingsOf(const ResultRecord& result) {
    std::vector<double> readings;
    if (!result.output.is_object()) return readings;
    if (const auto found = result.output.find("readings");
        found != result.output.end() && found->is_array())
        for (const Json& reading : *found)
            if (reading.is_number()) readings.push_back(reading.get<double>());
    return readings;
}

}  // namespace

std::vector<Stopwatch> wrongStopwatches(const Text& text) {
    std::vector<Stopwatch> wrong;
    for (std::size_t i = 0; i < wordsOf<Stopwatch>.size(); ++i)
        if (static_cast<Stopwatch>(i) != Stopwatch::Right)
            wrong.push_back(static_cast<Stopwatch>(i));
    std::ranges::sort(wrong, {},
                      [&](Stopwatch watch) { return text.word("stopwatch_defect", word(watch)); });
    return wrong;
}

double Reading::error() const {
    return std::abs(claimed_ms - right_ms) / right_ms;
}

std::vector<Reading> claimsOf(const Comparison& comparison, const Row& row) {
    std::vector<Reading> claims;
    const ReportCell* right = rightCell(comparison, row);
    for (const ReportCell& cell : row.cells) {
        if (!cell.timed() || !(cell.result.summary->median_ms > 0)) continue;
        const double own_ms = cell.result.summary->median_ms;
        Reading claim{
            .stopwatch = watchOf(comparison, cell),
            .column = cell.column,
            .claimed_ms = own_ms,
            .right_ms = right ? right->result.summary->median_ms : own_ms,
            .doubts = right ? doubtfulOf(right->result.flags) : std::vector<std::string>(),
            .readings = readingsOf(cell.result)};
        claim.cpu_queue = cell.result.metric("queue_waited_ms") != nullptr;
        if (claim.stopwatch != Stopwatch::Right) {
            const Metric* claimed = cell.result.metric("claimed_ms");
            if (!claimed) continue;
            claim.claimed_ms = claimed->value;
        }
        claims.push_back(std::move(claim));
    }
    return claims;
}

std::vector<ClockReading> clocksOf(const Comparison& comparison, const Row& row) {
    const ReportCell* right = rightCell(comparison, row);
    const Metric* wall = right ? right->result.metric("clock_wall_ms") : nullptr;
    std::vector<ClockReading> clocks;
    if (!wall || !(wall->value > 0)) return clocks;
    for (const char* clock : {"wall", "system", "cpu", "device"})
        if (const Metric* told = right->result.metric("clock_" + std::string(clock) + "_ms"))
            clocks.push_back(
                {clock, told->value, std::abs(told->value / wall->value - 1) > kClocksDiffer});
    return clocks;
}

}  // namespace duelo
