// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "experiments/reduction/params.h"

namespace duelo {

/// Adds numbers to the sums of one thread, as many as sumsOf() says.
using AddNumbers = void (*)(const float* x, long count, float* sums);
/// Adds numbers to a sum that is shared, or lies beside those of others.
using AddShared = void (*)(SharedSums& all, const float* x, long count, int thread);

/// Returns simdSum() as it is compiled for the instructions that this CPU has, the widest last.
[[nodiscard]] std::span<const AddNumbers> usableSimdSums();

/// Returns the text of a way in which each thread has its own sums; of SumWay::Simd and
/// SumWay::Tree `simd`. Null: it has none of these.
[[nodiscard]] AddNumbers addNumbersOf(SumWay way, AddNumbers simd);
/// Returns the text of a way whose sums lie in SharedSums; null: it is none of these.
[[nodiscard]] AddShared addSharedOf(SumWay way);

}  // namespace duelo
