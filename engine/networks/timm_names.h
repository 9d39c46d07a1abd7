// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "networks/network.h"

namespace duelo {

/// The tensors of a published network under the names of the package timm (pytorch-image-models),
/// in the order of Network::tensorSpecs(), with the shapes that they have there. Empty where timm
/// has no such network or gives it the same names.
///
/// A linear layer after a flattened map is a convolution there, with the same values in the same
/// order: [4096, 512, 7, 7] for [4096, 25088].
[[nodiscard]] std::vector<TensorSpec> timmTensors(std::string_view model, const Network& network);

}  // namespace duelo
