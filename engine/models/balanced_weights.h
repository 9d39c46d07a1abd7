// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/model.h"

namespace duelo {

/// Returns the weights that a network in bf16 or int8 computes with in place of `weights`. What
/// each weight loses when it is rounded must not add up in one direction, which no layer behind it
/// takes back:
/// - the taps of a depthwise kernel are rounded so that their sum stays, each taking what those
///   before it have lost. Kernels that find edges have a sum near zero, which a large batch norm
///   follows, so rounding tap by tap makes a constant of it;
/// - what the rounding of a layer's weights takes from the mean of each of its outputs is given
///   back by its bias or batch norm, which have more bits. The means are those of the calibration
///   in int8, and in bf16 those that one image of noise brings about in fp32 on the CPU, which
///   takes as long as a small image.
/// Returns `weights` themselves in other precisions, and in bf16 where the network has no depthwise
/// layer: the rounding of others loses little beside that of the values.
/// Source of the second: Nagel, van Baalen, Blankevoort, Welling: Data-free quantization through
/// weight equalization and bias correction, ICCV 2019.
[[nodiscard]] WeightSet balancedWeights(const ModelInfo& info, const WeightSet& weights,
                                        const ModelOptions& options);

}  // namespace duelo
