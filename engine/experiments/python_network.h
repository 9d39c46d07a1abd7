// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "base/result.h"
#include "networks/network.h"

namespace duelo {

/// A layer of a network that Duelo trains, as PyTorch makes it: "nn.Conv2d(3, 64, 3, stride=2)".
/// The last has as many outputs as the Python name `outputs` says.
[[nodiscard]] std::string pythonLayer(const Node& node, bool last);

/// Models by their names, perceptrons by that of each width, where some are chosen.
[[nodiscard]] Json networkNames(const std::vector<Json>& models, const std::vector<Json>& widths);

}  // namespace duelo
