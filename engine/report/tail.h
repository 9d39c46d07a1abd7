// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "report/comparison.h"

namespace duelo {

/// The percentile that the preset of a measurement tells (DMP-1 step 8).
struct Tail {
    int percentile = 99;
    /// The true percentile is not above this, with 99 % confidence.
    std::optional<double> bound_ms{};
    /// The reason why there is no bound: "tail_few_samples" {percentile, n, needed},
    /// "tail_in_blocks" {percentile, calls}.
    std::optional<Reason> missing{};
};

/// Returns the tail; nothing where none is told: by quick, by standard of fewer than 64 calls, by a
/// file that tells no protocol, of a cell without a time and of a course, whose steps are no
/// repetitions.
[[nodiscard]] std::optional<Tail> tailOf(const Comparison& comparison, const Row& row,
                                         const ReportCell& cell);

}  // namespace duelo
