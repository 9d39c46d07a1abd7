// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>

#include "models/weight_set.h"
#include "networks/network.h"

namespace duelo {

/// The start of the thesis's training (S2-09): convolutions normal with standard deviation
/// sqrt(2 / fan_in) (He et al. 2015), linear layers sqrt(2) * sqrt(2 / (fan_in + fan_out)) (Glorot,
/// Bengio 2010, with the gain of ReLU), biases zero. The same seed gives the same bits on every
/// platform and thread count. For networks of convolutions and linear layers. Null where `stop` was
/// asked for.
[[nodiscard]] WeightSet initialWeights(const Network& network, std::uint64_t seed,
                                       const std::stop_token& stop = {});

}  // namespace duelo
