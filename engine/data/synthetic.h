// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace duelo {

/// `count` floats, uniform in [0, 1), elements first, first + 1, ... of the stream of `seed`.
///
/// Each element depends on the seed and its own index only (a counter-based generator, the output
/// function of SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// OOPSLA 2014). So a batch of 32 begins with the image of batch 1, parts can be made in any order,
/// and CPU, GPU and every platform get the same bytes (S0-M06). 24 random bits per value, as
/// torch.rand gives for float.
void fillUniform(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count);

}  // namespace duelo
