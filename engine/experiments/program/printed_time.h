// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// The place of a number in a program's output: the text around it. "Tiempo: {s} s" finds 0.25 s in
/// "Tiempo: 0,25 s".
struct PrintedPattern {
    std::string before{}, after{};
    double unit = 1;  ///< the unit of the number: in ms, or in the whole of a share
};
/// The number stands as {s}, {ms} or {us}, by its unit. Reason: "program_pattern_no_unit" {pattern,
/// placeholders} of none of them, or of more than one.
[[nodiscard]] Result<PrintedPattern> timePattern(const std::string& pattern);
/// The number stands as {percent}, or as {share} from 0 to 1. Reason: the same.
[[nodiscard]] Result<PrintedPattern> sharePattern(const std::string& pattern);

/// The last number in the output that fits, in ms or as a share: the texts around it are found as
/// they are, but for the number of spaces, and no letter or digit may go on where the text after it
/// ends. The number has a point or a comma. Nothing fits: absent.
[[nodiscard]] std::optional<double> printedNumber(const PrintedPattern& pattern,
                                                  std::string_view output);

}  // namespace duelo
