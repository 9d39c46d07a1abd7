// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "report/document.h"
#include "report/shown.h"

/// The worth of a GPU (P-04, S3-08, S3-12): the cases where its time and that of the CPU meet, and
/// the amount of work after which it has paid its start back. It knows no experiment.
namespace duelo {

/// A cell of a map, for the best of both sides, as their table has them (CaseTable::pairs).
struct WorthCell {
    enum class Winner { Cpu, Gpu, Undecided, Unknown };

    std::size_t row = 0;  ///< of the comparison
    Winner winner = Winner::Unknown;
    std::optional<ColumnRatio> ratio{};  ///< CPU / GPU; of an undecided one too
};

/// Cases of one experiment that differ in one or two axes of numbers, as a grid of their values.
struct WorthMap {
    std::string experiment{};
    std::string x_axis{}, y_axis{};                 ///< y is empty where only one varies
    std::vector<double> xs{}, ys{};                 ///< ascending; without y_axis one
    std::vector<std::optional<WorthCell>> cells{};  ///< line after line of x; absent: no such case

    [[nodiscard]] const std::optional<WorthCell>& at(std::size_t x, std::size_t y) const {
        return cells[y * xs.size() + x];
    }
};
/// Returns the maps of the cases with a pair of a CPU and a GPU that were both measured.
[[nodiscard]] std::vector<WorthMap> worthMapsOf(const Comparison& comparison);

/// Two neighbours between which the winner changes.
struct BreakEven {
    std::size_t x = 0, y = 0;  ///< the first of both
    bool down = false;         ///< the other is the next in y, not in x
};
[[nodiscard]] std::vector<BreakEven> breakEvens(const WorthMap& map);

/// The extra cost of a GPU's start, and the number of calls after which it has saved as much.
struct PayBack {
    double cpu_start_ms = 0, gpu_start_ms = 0;  ///< loading and what the first call takes longer
    std::optional<double> calls{};              ///< absent: it is not faster, so never
};
/// Returns the start's cost; nothing where a side has no first call, or the winner is not known.
[[nodiscard]] std::optional<PayBack> payBackOf(const Comparison& comparison, const WorthCell& cell);

/// The maps as charts, of the experiment that is looked at.
[[nodiscard]] std::vector<ChartValue> worthCharts(const Shown& shown);
/// Returns the card of the row that is looked at; nothing without a pair.
[[nodiscard]] std::optional<CardValue> worthCard(const Shown& shown);
/// Maps, their lines in sentences, and the table of starts; without blocks where there is no pair.
[[nodiscard]] DocSection worthSection(const Comparison& comparison, const ReportOptions& options);

}  // namespace duelo
