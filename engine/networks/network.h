// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "networks/tensor_spec.h"

namespace duelo {

enum class Op {
    Conv,
    BatchNorm,
    Relu,
    Relu6,
    MaxPool,
    AdaptiveAvgPool,
    Add,
    Flatten,
    Dropout,  ///< identity unless in training
    Linear,
};

/// One operation of a network. Attributes that an operation does not use keep their defaults;
/// kernels, strides and paddings are square, dilation is always 1.
struct Node {
    Op op;
    std::string name;  ///< torchvision's module path ("layer1.0.conv1"); empty: no parameters
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
    double eps = 1e-5;       ///< BatchNorm
    int output_size = 1;     ///< AdaptiveAvgPool
    double probability = 0;  ///< Dropout: of a value to become zero in training

    [[nodiscard]] bool isConvOrLinear() const { return op == Op::Conv || op == Op::Linear; }
};

struct ConvSpec {
    int out_channels;
    int kernel = 1;
    int stride = 1;
    int padding = 0;
    int groups = 1;
    bool same_padding = false;
    bool bias = false;
};

struct PoolSpec {
    int kernel;
    int stride;
    int padding = 0;
};

/// The one description of an architecture. Expected weights, parameter count, cost, memory
/// forecast and every way of running it are derived from this list, so they cannot disagree.
///
/// Values are numbered: 0 is the image [N, C, H, W], node i makes value i + 1, the last value is
/// the logits [N, classes]. Nodes stand in an order in which they can run.
class Network {
public:
    using Value = int;
    static constexpr Value kImage = 0;
    static constexpr int kImageChannels = 3;

    /// `image_side_px` of 0 leaves the size of the image open; otherwise every image has this
    /// height and width, and flatten() may follow a convolution.
    explicit Network(int image_channels = kImageChannels, int image_side_px = 0);

    Value conv(Value x, std::string name, const ConvSpec& spec);
    Value batchNorm(Value x, std::string name, double eps = 1e-5);
    Value relu(Value x);
    Value relu6(Value x);
    Value maxPool(Value x, const PoolSpec& spec);
    Value adaptiveAvgPool(Value x, int output_size);
    Value add(Value x, Value y);
    Value flatten(Value x);
    Value dropout(Value x, double probability = 0.5);
    Value linear(Value x, std::string name, int out_features);

    [[nodiscard]] std::span<const Node> nodes() const { return m_nodes; }
    [[nodiscard]] int valueCount() const { return static_cast<int>(m_nodes.size()) + 1; }
    [[nodiscard]] int classes() const { return m_channels.back(); }
    [[nodiscard]] int imageChannels() const { return m_channels.front(); }
    [[nodiscard]] int imageSidePx() const { return m_side.front(); }  ///< 0: any

    /// Names and shapes as in a state dict of torchvision, in its order, without the
    /// `num_batches_tracked` counters, which inference never reads.
    [[nodiscard]] std::vector<TensorSpec> tensorSpecs() const;
    /// What the literature counts: weights and biases, without running statistics.
    [[nodiscard]] std::int64_t parameterCount() const;

private:
    Value append(Node node, int channels, int side = 0);
    Value elementwise(Op op, Value x, Value other = -1);
    [[nodiscard]] int windowedSide(const Node& node) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_channels;  // per value
    std::vector<int> m_side;      // per value: height = width where the network fixes it, else 0
};

[[nodiscard]] const char* opName(Op op);

/// The tensors that one node reads; empty for a node without parameters.
[[nodiscard]] std::vector<TensorSpec> tensorSpecs(const Node& node);
/// Its weights and biases, without running statistics.
[[nodiscard]] std::int64_t parameterCount(const Node& node);

}  // namespace duelo
