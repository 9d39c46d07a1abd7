// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "networks/tensor_spec.h"

namespace duelo {

/// Values are maps [N, C, H, W], vectors [N, C], or sequences of tokens [N, S, C].
enum class Op {
    Conv,
    BatchNorm,
    Relu,
    Relu6,
    MaxPool,
    AdaptiveAvgPool,
    Add,
    Flatten,
    Dropout,     ///< identity unless in training
    Linear,      ///< of a vector, or of each token
    Gelu,        ///< x * Phi(x), by the error function: not one of its approximations
    Tokens,      ///< the places of a map, row after row, as a sequence of H * W tokens
    ClassToken,  ///< one learned token in front of each sequence
    Positions,   ///< adds a learned vector to each token, by its place in the map
    LayerNorm,   ///< of the values of each token by themselves (Ba, Kiros, Hinton 2016)
    Attention,   ///< from queries, keys and values side by side [N, S, 3 C] to [N, S, C]
    FirstToken,  ///< of each sequence, as a vector
};

/// One operation of a network. Attributes that an operation does not use keep their defaults;
/// kernels, strides and paddings are square, dilation is always 1.
struct Node {
    Op op;
    std::string name;  ///< torchvision's module path ("layer1.0.conv1"); of a learned tensor that
                       ///< is no module's its own name; empty: no parameters
    int input;         ///< the value it reads
    int other = -1;    ///< Add: the second operand
    int in_channels = 0;
    int out_channels = 0;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
    int groups = 1;
    bool same_padding = false;  ///< TensorFlow's "SAME": see samePadding() in shape.h
    bool bias = false;
    double eps = 1e-5;       ///< BatchNorm, LayerNorm
    int output_size = 1;     ///< AdaptiveAvgPool
    double probability = 0;  ///< Dropout: of a value to become zero in training
    char joint = '.';  ///< between the name and "weight": '_' in nn.MultiheadAttention's in_proj
    int heads = 1;     ///< Attention: among which the channels are shared out
    int map = -1;      ///< Positions: the value whose places the tokens are; only its size is read
    int trained_side = 0;  ///< Positions: of the square of places that vectors were learned for
    int leading = 0;       ///< Positions: tokens before the first place, with vectors of their own

    [[nodiscard]] bool isConvOrLinear() const { return op == Op::Conv || op == Op::Linear; }
    /// Tells whether its result is its input, told otherwise.
    [[nodiscard]] bool isView() const {
        return op == Op::Flatten || op == Op::Tokens || op == Op::FirstToken;
    }
};

[[nodiscard]] const char* opName(Op op);

/// Returns the name of one of a node's tensors: "layer1.0.conv1" and "weight" make
/// "layer1.0.conv1.weight".
[[nodiscard]] std::string tensorName(const Node& node, std::string_view part);
/// The tensors that one node reads; empty for a node without parameters.
[[nodiscard]] std::vector<TensorSpec> tensorSpecs(const Node& node);
/// Counts its weights and biases, without running statistics.
[[nodiscard]] std::int64_t parameterCount(const Node& node);

}  // namespace duelo
