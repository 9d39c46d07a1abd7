// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "models/kernels.h"
#include "tensor/tensor.h"

namespace duelo {

/// Learned vectors of positions for another map than the one that they were learned for: those of
/// places are a picture of `trained_side` squared, which is resized bicubically, corners upon
/// corners, as torchvision's interpolate_embeddings() does it; those before stay. `learned`: fp32
/// [1, leading + trained_side^2, C]; `map`: whose places the tokens are.
[[nodiscard]] Tensor positionsFor(const Node& node, const Tensor& learned, const Shape& map);

/// Makes a kernel for an operation that only sequences of tokens have, or for layer norm, of public
/// ATen operations. Attention takes the steps of its formula as PyTorch's nn.MultiheadAttention
/// does, or is one call of LibTorch's scaled_dot_product_attention where `fused`. `weights`: of
/// ClassToken and Positions, as they were read in fp32 on the CPU; of LayerNorm as the model has
/// them, whose type and place `like` has. Null for other operations.
[[nodiscard]] std::unique_ptr<Kernel> makeTokenKernel(const Node& node, const Step& step,
                                                      LayerWeights weights, bool fused,
                                                      const TensorOptions& like);

}  // namespace duelo
