// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "gpu/gpu_values.h"

namespace duelo {

/// The key of a layer's masks. Equal keys draw one stream of bits, whatever the device, mode and
/// number of threads, so that every variant, and a training that is resumed, drops the same values.
struct DropoutKey {
    std::uint64_t seed = 0;
    std::uint64_t update = 0;
    std::uint64_t layer = 0;  ///< the node's place in its network
};

/// Returns the same masks for GpuApi::dropoutFactors(), which reads the update on the device.
[[nodiscard]] DropoutDraw dropoutDraw(std::uint64_t seed, std::uint64_t layer, double probability);

/// Writes `count` factors: 0 with `probability` in [0, 1), else 1 / (1 - probability), which keeps
/// the expected value (Srivastava et al. 2014). Factor i depends on the key and i alone: SplitMix64
/// as a counter (resources/kernels/splitmix.h), one bit of it for each value at probability 0.5 and
/// 32 at others. The first that is written is number `first`.
void dropoutFactors(const DropoutKey& key, double probability, float* out, std::int64_t count,
                    std::int64_t first = 0);

}  // namespace duelo
