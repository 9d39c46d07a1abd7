// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>

#include "base/result.h"
#include "networks/network.h"
#include "tensor/tensor.h"

namespace duelo {

using WeightMap = std::map<std::string, Tensor>;

/// Weights by torchvision name, on the CPU, shared by every model made from them. They may be
/// views into the bytes of one file: nobody writes to these tensors.
using WeightSet = std::shared_ptr<const WeightMap>;

/// Weights that say nothing about images but have the sizes, and the numerical range, of trained
/// ones: He-uniform convolutions and batch norms near identity, so that no layer saturates and
/// the logits differ. The same seed gives the same bits on every platform and thread count.
[[nodiscard]] WeightSet randomWeights(const Network& network, std::uint64_t seed);

/// Every tensor that the network reads is there, with its shape and a floating type; others are
/// ignored. Fails with `weights_unsuitable`. Files have been checked before, with better words
/// (weight_file.h); this protects models against weights that come from elsewhere.
[[nodiscard]] Result<void> checkWeights(const Network& network, const WeightMap& weights);

/// `count` values in [0, 1) of the stream that belongs to (seed, name), written to `out`.
/// Value i depends on i alone: SplitMix64 (Steele, Lea, Flood, OOPSLA 2014) as a counter, its
/// upper 24 bits, so that every value is exact in fp32.
void randomUniform(std::uint64_t seed, std::string_view name, float* out, std::int64_t count);

}  // namespace duelo
