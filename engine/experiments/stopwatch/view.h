// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "experiments/stopwatch/params.h"
#include "report/view.h"

namespace duelo {

/// Returns the view that sets each stopwatch's claim on a work beside its right time: a table,
/// bars, and a card that asks for the defect of each. A tab of the window answers a user who has
/// named it.
[[nodiscard]] const View& stopwatchView();

/// The claim of one stopwatch on a row's work.
struct Reading {
    Stopwatch stopwatch = Stopwatch::Right;
    std::size_t column = 0;
    double claimed_ms = 0;
    double right_ms = 0;                ///< of the right one, else of this cell
    std::vector<std::string> doubts{};  ///< flags of the right one; with any, no factor follows
    std::vector<double> readings{};     ///< the times that it told, call by call
    bool cpu_queue = false;             ///< of a queue that a thread of the CPU stands for

    /// Returns how far it is from the truth, as a share of that.
    [[nodiscard]] double error() const;
};
/// Returns what the stopwatches of a row have told, the right one among them.
[[nodiscard]] std::vector<Reading> claimsOf(const Comparison& comparison, const Row& row);

/// Returns all of them but the right one, in an order that gives nothing away: that of what is
/// wrong with them.
[[nodiscard]] std::vector<Stopwatch> wrongStopwatches(const Text& text);
/// "The handout's says 61.9 ms; it is 12.3 ms.", with what makes that time doubtful, and whose
/// queue it was where it was no GPU's.
[[nodiscard]] std::string claimText(const Reading& claim, const Text& text);
/// Draws a bar for each; `reveal`: with what is wrong with it.
[[nodiscard]] BarsValue claimBars(const std::vector<Reading>& claims, const Text& text,
                                  bool reveal);

/// The clocks of the right stopwatch and what they told of the same calls (S3-03).
struct ClockReading {
    std::string clock;  ///< "wall", "system", "cpu", "device"
    double ms = 0;
    bool differs = false;  ///< from the wall clock by more than a tenth
};
[[nodiscard]] std::vector<ClockReading> clocksOf(const Comparison& comparison, const Row& row);

}  // namespace duelo
