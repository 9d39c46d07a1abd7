// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "models/weight_set.h"
#include "networks/execution_plan.h"
#include "networks/network.h"
#include "tensor/tensor.h"

namespace duelo {

/// Weight and bias of a convolution, a linear layer or a layer norm; the bias may be undefined. A
/// learned tensor that is no module's is a weight.
struct LayerWeights {
    Tensor weight;
    Tensor bias;
};

/// Returns the weights of a step in fp32 on the CPU, with a batch norm behind it folded in:
/// bn(conv(x)) = conv(x; s W) + s (b - mean) + beta, with s = gamma / sqrt(variance + eps),
/// in fp64, so that folding costs no accuracy. What needs no folding is not copied.
[[nodiscard]] LayerWeights foldedWeights(const Network& network, const Step& step,
                                         const WeightMap& weights);

}  // namespace duelo
