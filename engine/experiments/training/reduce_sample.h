// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "measure/work.h"

namespace duelo {

/// What adding up `values` numbers once takes among so many processes of this PC, in milliseconds.
/// Measured by threads in their place, kMostSampledRanks at most: what they send goes the same way,
/// and who has more shares the same cores among them. Reasons: those of Ranks::meet().
[[nodiscard]] Result<double> reduceMs(int ranks, std::int64_t values, const CallControl& control);

inline constexpr int kMostSampledRanks = 8;

}  // namespace duelo
