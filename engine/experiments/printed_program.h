// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// Holds what a program of somebody's own printed of work that goes on in steps (S4-03, S4-04): how
/// long all of it took, and the share that it got right.
struct PrintedProgram {
    double total_ms = 0;
    std::optional<double> accuracy{};
};

/// Reads what NumPy, C or any other program printed. `time` and `accuracy` are patterns as the page
/// of programs has them ("Time: {s} s") or "Accuracy: {percent} %"; empty: the usual ways of saying
/// it in Spanish and in English, "Tiempo total: 28,79 s" and "Accuracy: 0.9187" among them. Of
/// several numbers the last counts, one of the test part before any other.
/// Reasons: "printed_program_no_time", "printed_program_no_accuracy" of a pattern that fits
/// nothing, "printed_program_accuracy" {value} of one that is no share, "program_pattern_no_unit".
[[nodiscard]] Result<PrintedProgram> readPrintedProgram(std::string_view output,
                                                        const std::string& time,
                                                        const std::string& accuracy);

/// A share as somebody types it: "91.87 %", "91,87", "0.9187". Reason: "printed_program_accuracy"
/// {value}.
[[nodiscard]] Result<double> typedShare(std::string_view text);

}  // namespace duelo
