// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "record/result_record.h"

namespace duelo::examples {

/// Returns the summary of `n` calls that all take `ms`, with an interval narrow enough to compare
/// them.
inline Summary flatSummary(double ms, int n) {
    return {.n = n,
            .median_ms = ms,
            .ci95_ms = Interval{ms * 0.999, ms * 1.001},
            .mean_ms = ms,
            .min_ms = ms,
            .p25_ms = ms,
            .p75_ms = ms,
            .max_ms = ms};
}

}  // namespace duelo::examples
