// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/words.h"
#include "models/weight_set.h"
#include "networks/registry.h"

namespace duelo {

/// Returns the weights that a network in bf16 computes with in place of `weights`. What each
/// weight loses when it is rounded must not add up in one direction, which no layer behind it takes
/// back:
/// - the taps of a depthwise kernel are rounded so that their sum stays, each taking what those
///   before it have lost. Kernels that find edges have a sum near zero, which a large batch norm
///   follows, so rounding tap by tap makes a constant of it;
/// - what the rounding of a layer's weights takes from the mean of each of its outputs is given
///   back by its bias or batch norm, which have more bits. The means are those that one image of
///   noise brings about in fp32 on the CPU, which takes as long as a small image.
/// `folded`: whether batch norms are folded into the weights before these are rounded.
/// Returns `weights` themselves where the network has no depthwise layer, whose rounding stays
/// within the bounds, and in other precisions: fp16 has more bits, and int8 is calibrated.
/// Source of the second: Nagel, van Baalen, Blankevoort, Welling: Data-free quantization through
/// weight equalization and bias correction, ICCV 2019.
[[nodiscard]] WeightSet balancedWeights(const ModelInfo& info, const WeightSet& weights,
                                        Precision precision, bool folded);

}  // namespace duelo
