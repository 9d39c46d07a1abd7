// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "report/view.h"

namespace duelo {

/// Times as of any experiment; what each process took of the processor and of the memory, and what
/// a program that tells its own time leaves out.
[[nodiscard]] const View& programView();

/// Times and memory of the process of the median call.
struct ProcessFigures {
    double process_ms = 0;                      ///< from its start to its end
    std::optional<Interval> process_ci95_ms{};  ///< where that is the time of the result
    double cpu_ms = 0;                          ///< of all processors together
    std::optional<double> told_ms{};
    std::optional<Interval> told_ci95_ms{};
    std::optional<double> start_ms{};
    std::optional<double> peak_bytes{};

    /// Returns how many processors it kept busy on average.
    [[nodiscard]] double busy() const { return cpu_ms / process_ms; }
};
/// Returns the figures of a cell; absent where it has no time.
[[nodiscard]] std::optional<ProcessFigures> processFigures(const ReportCell& cell);

}  // namespace duelo
