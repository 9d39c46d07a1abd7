// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "base/result.h"
#include "measure/work.h"

namespace duelo {

/// Measures how long adding up `values` numbers once takes among so many processes of this PC, in
/// milliseconds. Threads stand for them, kMostSampledRanks at most: their messages go the same way,
/// and more processes share the same cores. Reasons: those of Ranks::meet().
[[nodiscard]] Result<double> reduceMs(int ranks, std::int64_t values, const CallControl& control);

inline constexpr int kMostSampledRanks = 8;

}  // namespace duelo
