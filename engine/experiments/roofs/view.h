// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/roofs/limits.h"
#include "report/view.h"

namespace duelo {

/// Shows what was measured of each roof, what follows of the machine, and how near other results in
/// the same comparison come.
[[nodiscard]] const View& roofsView();

/// View::cards_beside: how near the chosen result of another experiment comes, and what it costs on
/// its machine to share work out where a table does.
[[nodiscard]] std::vector<CardValue> limitCards(const Shown& shown);
/// Returns the lines on sharing work out, with the time of a call beside them; empty where nothing
/// was measured.
[[nodiscard]] std::vector<std::string> sharingLines(const Comparison& comparison,
                                                    const ReportCell& cell, const Text& text);
/// View::share_beside: what part of the nearer roof it reaches; empty: nothing is known.
[[nodiscard]] std::string shareOfRoofs(const Comparison& comparison, const Row& row,
                                       const ReportCell& cell, const Text& text);
/// View::charts_beside: all results that count operations and bytes under their roofs; nothing
/// where there are none.
[[nodiscard]] std::vector<ChartValue> rooflineCharts(const Shown& shown);
/// The least time of a result's layers under its machine's roofs, one after the other; the
/// operations and bytes are counted, not measured.
struct LayersUnderRoofs {
    std::vector<View::Layer> layers{};
    double flop_per_s = 0, memory_per_s = 0;  ///< the roofs
    double least_ms = 0;                      ///< of all
    double memory_ms = 0;                     ///< of those that the memory holds up
    std::size_t by_memory = 0;                ///< number of these layers
};
/// Returns them; nothing without both roofs, or where nobody says what the layers are
/// (View::layers).
[[nodiscard]] std::optional<LayersUnderRoofs> layersUnderRoofs(const Comparison& comparison,
                                                               const Row& row,
                                                               const ReportCell& cell);
[[nodiscard]] std::string layersText(const LayersUnderRoofs& under, const Summary& measured,
                                     const Labels& labels);
/// Returns an empty chart of operations in a second over operations for each byte.
[[nodiscard]] LinesValue emptyRoofline(std::string title, std::string dashed, const Text& text);
/// Draws the layers of the result that is looked at.
[[nodiscard]] std::optional<ChartValue> layersChart(const Shown& shown);
/// Blocks on the shares of the limits that other results reach, and on the costs of sharing their
/// work out, below the limits themselves; View::section_beside where those are only beside.
[[nodiscard]] std::vector<DocBlock> reachedBlocks(const Comparison& comparison,
                                                  const Labels& labels);
[[nodiscard]] std::optional<DocSection> limitsBeside(const Comparison& comparison,
                                                     const ReportOptions& options);
/// Returns a time by itself, in a unit of its own: what is measured here spans nanoseconds to
/// milliseconds.
[[nodiscard]] std::string shortTime(double ms, const Text& text,
                                    const std::optional<Interval>& ci_ms = std::nullopt);

}  // namespace duelo
