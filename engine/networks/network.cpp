// SPDX-License-Identifier: Apache-2.0
#include "networks/network.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "networks/shape.h"

namespace duelo {
Network::Network(int image_channels, int image_side_px)
    : m_channels{image_channels}, m_side{image_side_px} {}

int Network::windowedSide(const Node& node) const {
    const int side = m_side[node.input];
    if (side == 0) return 0;
    const std::int64_t windowed = windowedSize(node, side);
    if (windowed == 0) throw std::logic_error("Network: the image is too small");
    return static_cast<int>(windowed);
}

Network::Value Network::append(Node node, int channels, int side) {
    m_nodes.push_back(std::move(node));
    m_channels.push_back(channels);
    m_side.push_back(side);
    return static_cast<Value>(m_nodes.size());
}

Network::Value Network::elementwise(Op op, Value x, Value other) {
    return append({.op = op, .name = {}, .input = x, .other = other}, m_channels[x], m_side[x]);
}

Network::Value Network::conv(Value x, std::string name, const ConvSpec& spec) {
    Node node{.op = Op::Conv,
              .name = std::move(name),
              .input = x,
              .in_channels = m_channels[x],
              .out_channels = spec.out_channels,
              .kernel = spec.kernel,
              .stride = spec.stride,
              .padding = spec.padding,
              .groups = spec.groups,
              .same_padding = spec.same_padding,
              .bias = spec.bias};
    const int side = windowedSide(node);
    return append(std::move(node), spec.out_channels, side);
}

Network::Value Network::batchNorm(Value x, std::string name, double eps) {
    const int channels = m_channels[x];
    return append({.op = Op::BatchNorm,
                   .name = std::move(name),
                   .input = x,
                   .in_channels = channels,
                   .out_channels = channels,
                   .eps = eps},
                  channels, m_side[x]);
}

Network::Value Network::relu(Value x) {
    return elementwise(Op::Relu, x);
}
Network::Value Network::relu6(Value x) {
    return elementwise(Op::Relu6, x);
}
Network::Value Network::dropout(Value x, double probability) {
    const Value y = elementwise(Op::Dropout, x);
    m_nodes.back().probability = probability;
    return y;
}

Network::Value Network::add(Value x, Value y) {
    if (m_channels[x] != m_channels[y]) throw std::logic_error("Network::add: channels differ");
    return elementwise(Op::Add, x, y);
}

Network::Value Network::maxPool(Value x, const PoolSpec& spec) {
    Node node{.op = Op::MaxPool,
              .name = {},
              .input = x,
              .kernel = spec.kernel,
              .stride = spec.stride,
              .padding = spec.padding};
    const int side = windowedSide(node);
    return append(std::move(node), m_channels[x], side);
}

Network::Value Network::adaptiveAvgPool(Value x, int output_size) {
    return append({.op = Op::AdaptiveAvgPool, .name = {}, .input = x, .output_size = output_size},
                  m_channels[x], output_size);
}

Network::Value Network::flatten(Value x) {
    // Without a fixed side the size of the first linear layer would depend on the image.
    if (m_side[x] <= 0) throw std::logic_error("Network::flatten: the side of its input is open");
    return append({.op = Op::Flatten, .name = {}, .input = x},
                  m_channels[x] * m_side[x] * m_side[x], 1);
}

Network::Value Network::linear(Value x, std::string name, int out_features, char joint) {
    const int side = m_side[x] == kSequence ? kSequence : 1;
    return append({.op = Op::Linear,
                   .name = std::move(name),
                   .input = x,
                   .in_channels = m_channels[x],
                   .out_channels = out_features,
                   .bias = true,
                   .joint = joint},
                  out_features, side);
}

Network::Value Network::gelu(Value x) {
    return elementwise(Op::Gelu, x);
}

void Network::wantTokens(Value x) const {
    if (m_side[x] != kSequence) throw std::logic_error("Network: no sequence of tokens");
}

Network::Value Network::tokens(Value map) {
    if (m_side[map] == kSequence) throw std::logic_error("Network::tokens: no map");
    return append({.op = Op::Tokens, .name = {}, .input = map}, m_channels[map], kSequence);
}

Network::Value Network::classToken(Value x, std::string name) {
    wantTokens(x);
    return append(
        {.op = Op::ClassToken, .name = std::move(name), .input = x, .out_channels = m_channels[x]},
        m_channels[x], kSequence);
}

Network::Value Network::positions(Value x, std::string name, Value map, int trained_side) {
    wantTokens(x);
    if (m_side[map] == kSequence || m_channels[map] != m_channels[x])
        throw std::logic_error("Network::positions: not the map of these tokens");
    int leading = 0;
    for (Value value = x; value > kImage && value != map; value = m_nodes[value - 1].input)
        leading += m_nodes[value - 1].op == Op::ClassToken;
    return append({.op = Op::Positions,
                   .name = std::move(name),
                   .input = x,
                   .out_channels = m_channels[x],
                   .map = map,
                   .trained_side = trained_side,
                   .leading = leading},
                  m_channels[x], kSequence);
}

Network::Value Network::layerNorm(Value x, std::string name, double eps) {
    wantTokens(x);
    return append({.op = Op::LayerNorm,
                   .name = std::move(name),
                   .input = x,
                   .in_channels = m_channels[x],
                   .out_channels = m_channels[x],
                   .bias = true,
                   .eps = eps},
                  m_channels[x], kSequence);
}

Network::Value Network::attention(Value qkv, std::string name, int heads) {
    wantTokens(qkv);
    const int channels = m_channels[qkv] / 3;
    if (channels * 3 != m_channels[qkv] || channels % heads != 0)
        throw std::logic_error("Network::attention: no queries, keys and values of so many heads");
    return append({.op = Op::Attention,
                   .name = std::move(name),
                   .input = qkv,
                   .in_channels = m_channels[qkv],
                   .out_channels = channels,
                   .heads = heads},
                  channels, kSequence);
}

Network::Value Network::firstToken(Value x) {
    wantTokens(x);
    return append({.op = Op::FirstToken, .name = {}, .input = x}, m_channels[x], 1);
}

std::vector<TensorSpec> Network::tensorSpecs() const {
    std::vector<TensorSpec> all;
    for (const Node& node : m_nodes)
        for (TensorSpec& spec : duelo::tensorSpecs(node)) all.push_back(std::move(spec));
    // A module's own parameters stand before those of its parts, and the network is a module.
    std::ranges::stable_partition(
        all, [](const TensorSpec& spec) { return spec.name.find('.') == std::string::npos; });
    return all;
}

std::int64_t Network::parameterCount() const {
    std::int64_t count = 0;
    for (const Node& node : m_nodes) count += duelo::parameterCount(node);
    return count;
}

}  // namespace duelo
