// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// Where in its output a program tells its time: the text around a number, which stands as {s},
/// {ms} or {us}, by its unit. "Tiempo: {s} s" finds 0.25 s in "Tiempo: 0,25 s".
struct TimePattern {
    std::string before{}, after{};
    double unit_ms = 1;  ///< of the number
};
/// Reason: "program_pattern_no_unit" {pattern, placeholders} of none of them, or of more than one.
[[nodiscard]] Result<TimePattern> timePattern(const std::string& pattern);

/// The last time in the output that fits: the texts around it are found as they are, but for the
/// number of spaces, and no letter or digit may go on where the text after it ends. The number has
/// a point or a comma. Nothing fits: absent.
[[nodiscard]] std::optional<double> printedMs(const TimePattern& pattern, std::string_view output);

}  // namespace duelo
