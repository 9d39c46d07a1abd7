// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "networks/node.h"

namespace duelo {

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
/// the logits [N, classes]. Nodes stand in an order in which they can run. A network that cannot be
/// built (channels that differ, a sequence where a map is wanted) is an error of the program:
/// std::logic_error.
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
    /// `joint`: see Node.
    Value linear(Value x, std::string name, int out_features, char joint = '.');
    Value gelu(Value x);

    /// Add operations of transformers (Vaswani et al. 2017; of images: Dosovitskiy et al. 2020).
    Value tokens(Value map);
    Value classToken(Value x, std::string name);
    /// `map`: what the tokens were made of; where it is no square of `trained_side`, the learned
    /// vectors are interpolated to its size (models/position_embedding.h).
    Value positions(Value x, std::string name, Value map, int trained_side);
    Value layerNorm(Value x, std::string name, double eps);
    /// `qkv` holds queries, keys and values, each for all heads, one behind the other. The name
    /// tells layers apart, there are no parameters.
    Value attention(Value qkv, std::string name, int heads);
    Value firstToken(Value x);

    [[nodiscard]] std::span<const Node> nodes() const { return m_nodes; }
    [[nodiscard]] int valueCount() const { return static_cast<int>(m_nodes.size()) + 1; }
    [[nodiscard]] int classes() const { return m_channels.back(); }
    [[nodiscard]] int imageChannels() const { return m_channels.front(); }
    [[nodiscard]] int imageSidePx() const { return m_side.front(); }  ///< 0: any

    /// Names and shapes as in a state dict of torchvision, in its order, without the
    /// `num_batches_tracked` counters, which inference never reads.
    [[nodiscard]] std::vector<TensorSpec> tensorSpecs() const;
    /// Returns the number of parameters as the literature counts them: weights and biases, without
    /// running statistics.
    [[nodiscard]] std::int64_t parameterCount() const;

private:
    static constexpr int kSequence = -1;

    Value append(Node node, int channels, int side = 0);
    Value elementwise(Op op, Value x, Value other = -1);
    void wantTokens(Value x) const;
    [[nodiscard]] int windowedSide(const Node& node) const;

    std::vector<Node> m_nodes;
    std::vector<int> m_channels;  // per value
    /// Per value: height = width where the network fixes it, else 0; of tokens kSequence.
    std::vector<int> m_side;
};

}  // namespace duelo
