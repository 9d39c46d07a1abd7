// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/shape.h"

namespace duelo {

/// Whether a convolution of this output is to be done by Winograd's algorithm in fp32, where a
/// library has that: 2.25 to 4 times fewer products of a 3x3 kernel (Lavin, Gray: Fast algorithms
/// for convolutional neural networks, CVPR 2016), for as many times as large weights and operands
/// that are brought about and back.
[[nodiscard]] bool winogradPays(const Node& node, const Shape& out);

}  // namespace duelo
