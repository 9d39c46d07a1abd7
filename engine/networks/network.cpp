// SPDX-License-Identifier: Apache-2.0
#include "networks/network.h"

#include <stdexcept>
#include <utility>

#include "networks/shape.h"

namespace duelo {
namespace {

std::int64_t elements(const TensorSpec& spec) {
    std::int64_t count = 1;
    for (const std::int64_t extent : spec.shape) count *= extent;
    return count;
}

}  // namespace

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
    if (m_side[x] == 0) throw std::logic_error("Network::flatten: the side of its input is open");
    return append({.op = Op::Flatten, .name = {}, .input = x},
                  m_channels[x] * m_side[x] * m_side[x], 1);
}

Network::Value Network::linear(Value x, std::string name, int out_features) {
    return append({.op = Op::Linear,
                   .name = std::move(name),
                   .input = x,
                   .in_channels = m_channels[x],
                   .out_channels = out_features,
                   .bias = true},
                  out_features, 1);
}

const char* opName(Op op) {
    switch (op) {
        case Op::Conv:
            return "conv";
        case Op::BatchNorm:
            return "batch_norm";
        case Op::Relu:
            return "relu";
        case Op::Relu6:
            return "relu6";
        case Op::MaxPool:
            return "max_pool";
        case Op::AdaptiveAvgPool:
            return "adaptive_avg_pool";
        case Op::Add:
            return "add";
        case Op::Flatten:
            return "flatten";
        case Op::Dropout:
            return "dropout";
        case Op::Linear:
            return "linear";
    }
    return "";
}

std::vector<TensorSpec> tensorSpecs(const Node& node) {
    std::vector<TensorSpec> specs;
    switch (node.op) {
        case Op::Conv:
            specs.push_back(
                {node.name + ".weight",
                 {node.out_channels, node.in_channels / node.groups, node.kernel, node.kernel}});
            break;
        case Op::Linear:
            specs.push_back({node.name + ".weight", {node.out_channels, node.in_channels}});
            break;
        case Op::BatchNorm:
            for (const char* part : {".weight", ".bias", ".running_mean", ".running_var"})
                specs.push_back({node.name + part, {node.out_channels}});
            break;
        default:
            break;
    }
    if (node.bias) specs.push_back({node.name + ".bias", {node.out_channels}});
    return specs;
}

std::vector<TensorSpec> Network::tensorSpecs() const {
    std::vector<TensorSpec> all;
    for (const Node& node : m_nodes)
        for (TensorSpec& spec : duelo::tensorSpecs(node)) all.push_back(std::move(spec));
    return all;
}

std::int64_t Network::parameterCount() const {
    std::int64_t count = 0;
    for (const Node& node : m_nodes) count += duelo::parameterCount(node);
    return count;
}

std::int64_t parameterCount(const Node& node) {
    std::int64_t count = 0;
    for (const TensorSpec& spec : tensorSpecs(node))
        if (spec.name.find(".running_") == std::string::npos) count += elements(spec);
    return count;
}

}  // namespace duelo
