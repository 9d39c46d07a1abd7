// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/result.h"

namespace duelo {

/// `count` floats, uniform in [0, 1), elements first, first + 1, ... of the stream of `seed`.
///
/// Each element depends on the seed and its own index only (a counter-based generator, the output
/// function of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014). So a batch of 32 begins with the image of batch 1, parts can be made in any order,
/// and CPU, GPU and every platform get the same bytes (S0-M06). 24 random bits per value, as
/// torch.rand gives for float.
void fillUniform(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count);

/// The handout's input (S0-07): rand(batch, 3, height, width), NCHW, batch-major.
///
/// Errors: synthetic_size_invalid {batch, height_px, width_px, limit_mb} when a number is below 1
/// or the tensor would exceed 4 GiB.
Result<std::vector<float>> randomTensor(std::uint64_t seed, std::int64_t batch,
                                        std::int64_t height_px, std::int64_t width_px);

}  // namespace duelo
