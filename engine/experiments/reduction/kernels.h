// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "experiments/reduction/params.h"

namespace duelo {

/// Adds numbers to a sum that is shared, or lies beside those of others.
using AddShared = void (*)(SharedSums& all, const float* x, long count, int thread);
/// Counts bytes in the tables of one thread, as many as sumsOf() says.
using CountBytes = void (*)(const std::uint8_t* x, long count, BinCount* bins);
/// Counts bytes in a table that is shared, or lies beside those of others.
using CountShared = void (*)(SharedSums& all, const std::uint8_t* x, long count, int thread);

/// Returns what is in vectors as it is compiled for the instructions that this CPU has, the widest
/// last.
[[nodiscard]] std::span<const SimdKernels> usableSimdKernels();

/// Returns the text of a way in which each thread has its own sums; of SumWay::Simd and
/// SumWay::Tree `simd`. Null: it has none of these.
[[nodiscard]] AddNumbers addNumbersOf(SumWay way, AddNumbers simd);
/// Returns the text of a way whose sums lie in SharedSums; null: it is none of these.
[[nodiscard]] AddShared addSharedOf(SumWay way);
/// Return the same of counts.
[[nodiscard]] CountBytes countBytesOf(SumWay way);
[[nodiscard]] CountShared countSharedOf(SumWay way);
/// Returns loopScan().
[[nodiscard]] ScanNumbers scanInLoop();

}  // namespace duelo
