// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "experiments/aligned_floats.h"
#include "experiments/max_pool/params.h"

namespace duelo {

/// The picture of a case, row after row: number i from word i of the seed's stream
/// (resources/kernels/splitmix.h).
[[nodiscard]] AlignedFloats poolInput(const PoolCase& work);

/// The value outside of a picture for the kernels of a GPU: less than every number of one. Not the
/// infinity of PoolCase: that times 0 is no number, and the identity matrix is full of zeros.
inline constexpr float kLeastOnGpu = -3e38F;

/// The window of row `i` and column `j` of the map, row after row, with what lies outside of the
/// picture as `border`.
void copyWindow(const PoolCase& work, std::span<const float> picture, std::int64_t i,
                std::int64_t j, float border, std::span<float> window);

}  // namespace duelo
