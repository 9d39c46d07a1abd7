// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "report/comparison.h"
#include "report/document.h"

/// In what the times of one table are told, so that they can be read below each other: the
/// handout's seconds with 4 decimals, unless a third of them would keep less than two digits.
namespace duelo {

struct TimeUnit {
    std::string symbol = "s";
    double per_ms = 1e-3;
    bool operator==(const TimeUnit&) const = default;
};

[[nodiscard]] TimeUnit timeUnitOf(std::span<const double> medians_ms);
/// Of the medians in these rows of a comparison.
[[nodiscard]] TimeUnit timeUnitOf(const Comparison& comparison,
                                  const std::vector<std::size_t>& rows);
[[nodiscard]] DocCell timeCell(double ms, const TimeUnit& unit, NumberStyle style);
/// One time by itself: "0.0142 s", "0.198 ms", "7.80 µs".
[[nodiscard]] std::string timeText(double ms, NumberStyle style);
/// "Time (s)", or what an experiment calls it ("<experiment>.column.time").
[[nodiscard]] std::string timeTitle(const Text& text, std::string_view experiment,
                                    const TimeUnit& unit);

}  // namespace duelo
