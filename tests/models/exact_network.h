// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "models/token_kernels.h"
#include "models/weight_set.h"
#include "networks/network.h"
#include "networks/shape.h"

namespace duelo::testing {

/// A network node by node in double, by LibTorch's public operations: what all modes and
/// precisions are measured against, since two of them may err alike.
class ExactNetwork {
public:
    ExactNetwork(const Network& network, const WeightMap& weights)
        : m_network(network), m_weights(weights) {}

    /// `images`: fp32 [N, C, H, W]. Returns logits in double.
    [[nodiscard]] at::Tensor forward(const at::Tensor& images) const {
        const c10::InferenceMode guard;
        const auto shapes =
            inferShapes(m_network, {images.size(0), images.size(1), images.size(2), images.size(3)})
                .value();
        std::vector<at::Tensor> values{images.to(at::kDouble)};
        std::vector<std::size_t> last(m_network.valueCount(), 0);
        for (std::size_t i = 0; i < m_network.nodes().size(); ++i)
            for (const int value : {m_network.nodes()[i].input, m_network.nodes()[i].other})
                if (value >= 0) last[static_cast<std::size_t>(value)] = i;
        for (std::size_t i = 0; i < m_network.nodes().size(); ++i) {
            const Node& node = m_network.nodes()[i];
            const at::Tensor x = values[static_cast<std::size_t>(node.input)];
            if (node.op == Op::Add)
                values.push_back(x + values[static_cast<std::size_t>(node.other)]);
            else if (node.op == Op::Positions)
                values.push_back(x + positionsFor(node, m_weights.at(node.name),
                                                  shapes[static_cast<std::size_t>(node.map)])
                                         .to(at::kDouble));
            else
                values.push_back(value(node, x));
            for (std::size_t v = 0; v < values.size(); ++v)
                if (last[v] == i && v + 1 < values.size()) values[v].reset();
        }
        return values.back();
    }

private:
    [[nodiscard]] at::Tensor part(const Node& node, const char* name) const {
        return m_weights.at(tensorName(node, name)).to(at::kDouble);
    }
    [[nodiscard]] at::Tensor bias(const Node& node) const {
        return node.bias ? part(node, "bias") : at::Tensor();
    }

    [[nodiscard]] at::Tensor conv(const Node& node, const at::Tensor& x) const {
        const Padding rows = paddingOf(node, x.size(2)), columns = paddingOf(node, x.size(3));
        const at::Tensor padded = at::constant_pad_nd(
            x, std::array<std::int64_t, 4>{columns.before, columns.after, rows.before, rows.after});
        const std::array<std::int64_t, 2> stride{node.stride, node.stride}, none{0, 0}, one{1, 1};
        return at::conv2d(padded, part(node, "weight"), bias(node), stride, none, one, node.groups);
    }

    [[nodiscard]] at::Tensor attention(const Node& node, const at::Tensor& x) const {
        const std::int64_t width = node.out_channels / node.heads;
        const at::Tensor parts =
            x.view({x.size(0), x.size(1), 3, node.heads, width}).permute({2, 0, 3, 1, 4});
        const at::Tensor scores =
            parts[0].matmul(parts[1].transpose(-2, -1)) / std::sqrt(static_cast<double>(width));
        return scores.softmax(-1).matmul(parts[2]).transpose(1, 2).reshape(
            {x.size(0), x.size(1), node.out_channels});
    }

    [[nodiscard]] at::Tensor value(const Node& node, const at::Tensor& x) const {
        const std::array<std::int64_t, 2> kernel{node.kernel, node.kernel},
            stride{node.stride, node.stride}, padding{node.padding, node.padding},
            size{node.output_size, node.output_size};
        switch (node.op) {
            case Op::Conv:
                return conv(node, x);
            case Op::BatchNorm:
                return at::batch_norm(x, part(node, "weight"), part(node, "bias"),
                                      part(node, "running_mean"), part(node, "running_var"), false,
                                      0, node.eps, false);
            case Op::Relu:
                return at::relu(x);
            case Op::Relu6:
                return at::clamp(x, 0, 6);
            case Op::Gelu:
                return at::gelu(x);
            case Op::MaxPool:
                return at::max_pool2d(x, kernel, stride, padding);
            case Op::AdaptiveAvgPool:
                return at::adaptive_avg_pool2d(x, size);
            case Op::Flatten:
                return x.flatten(1);
            case Op::Linear:
                return at::linear(x, part(node, "weight"), bias(node));
            case Op::Tokens:
                return x.flatten(2).transpose(1, 2);
            case Op::ClassToken:
                return at::cat(
                    {m_weights.at(node.name).to(at::kDouble).expand({x.size(0), -1, -1}), x}, 1);
            case Op::LayerNorm:
                return at::layer_norm(x, std::array<std::int64_t, 1>{x.size(-1)},
                                      part(node, "weight"), part(node, "bias"), node.eps);
            case Op::Attention:
                return attention(node, x);
            case Op::FirstToken:
                return x.select(1, 0);
            default:
                return x;
        }
    }

    const Network& m_network;
    const WeightMap& m_weights;
};

}  // namespace duelo::testing
