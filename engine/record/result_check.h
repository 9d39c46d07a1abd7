// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "record/record.h"

namespace duelo {

/// Finds a figure of a result that its own samples contradict; nothing where there is none. Figures
/// agree within 1e-6 of themselves and the 1e-6 ms to which a file keeps its samples; beside
/// quantities a rate, and a time in kEachUnit, is that of one of them in the median call. A figure
/// that a result does not state cannot be wrong, and without samples nothing can be said. Reason:
/// "result_contradicts_samples" {figure, found, expected}, where an interval is told by the end
/// that is wrong, and `expected` is NaN where the samples allow no such figure.
[[nodiscard]] std::optional<Reason> contradictionOf(const ResultRecord& result,
                                                    const Samples& samples);

}  // namespace duelo
