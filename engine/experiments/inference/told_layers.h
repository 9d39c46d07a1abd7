// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "networks/network.h"

/// Which values of a network are shown as what its layers make of an image.
namespace duelo {

/// Convolutions with all that follows them up to the next (normalisation, sum, activation),
/// poolings, and the layers without place but the last: the value of each, and the node that names
/// it.
[[nodiscard]] std::map<int, int> toldValues(const Network& network);
[[nodiscard]] std::string toldName(const Node& node);
/// In the order of the network, each name once.
[[nodiscard]] std::vector<std::string> toldLayerNames(const Network& network);

/// The value that the last layer reads: what a network knows of an image before it names a class.
[[nodiscard]] int lastFeatures(const Network& network);

}  // namespace duelo
