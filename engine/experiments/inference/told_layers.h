// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "networks/network.h"

/// The values of a network that are shown as what its layers make of an image.
namespace duelo {

/// Returns the value of each layer that is shown, and the node that names it: convolutions with all
/// that follows them up to the next (normalisation, sum, activation), poolings, and the layers
/// without place but the last.
[[nodiscard]] std::map<int, int> toldValues(const Network& network);
[[nodiscard]] std::string toldName(const Node& node);
/// Returns the names of these layers in the order of the network, each once.
[[nodiscard]] std::vector<std::string> toldLayerNames(const Network& network);

/// Returns the value that the last layer reads: what a network knows of an image before it names a
/// class.
[[nodiscard]] int lastFeatures(const Network& network);

}  // namespace duelo
