// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "networks/network.h"

namespace duelo {

/// A layer of a network that Duelo trains, as PyTorch makes it: "nn.Conv2d(3, 64, 3, stride=2)".
/// The last has as many outputs as the Python name `outputs` says.
[[nodiscard]] std::string pythonLayer(const Node& node, bool last);

}  // namespace duelo
