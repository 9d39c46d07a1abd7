// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <functional>
#include <utility>
#include <vector>

#include "models/folded_weights.h"
#include "models/token_kernels.h"
#include "models/weight_set.h"
#include "networks/execution_plan.h"
#include "networks/network.h"
#include "networks/shape.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo::testing {

/// The effect of fewer bits on a network whose sums are exact: which numbers are rounded, and to
/// what. Empty: not rounded.
struct Roundings {
    using Round = std::function<Tensor(const Tensor& exact)>;
    Merging merging = Merging::None;  ///< Complete: values inside a merged step are not rounded
    Round weight{}, bias{};           ///< of convolutions and linear layers
    std::function<Tensor(int value, const Tensor& exact)> value{};  ///< but the last
};

/// A network in double, by LibTorch's public operations: what all modes and precisions are
/// measured against, since two of them may err alike; and, rounded, what they cannot be better
/// than.
class ExactNetwork {
public:
    ExactNetwork(const Network& network, const WeightMap& weights, Roundings roundings = {})
        : m_network(network),
          m_weights(weights),
          m_rounded(std::move(roundings)),
          m_steps(executionPlan(network, m_rounded.merging)) {}

    /// `images`: fp32 [N, C, H, W]. Returns logits in double.
    [[nodiscard]] Tensor forward(const Tensor& images) const {
        const InferenceMode guard;
        const auto shapes =
            inferShapes(m_network, {images.size(0), images.size(1), images.size(2), images.size(3)})
                .value();
        std::vector<Tensor> values(static_cast<std::size_t>(m_network.valueCount()));
        const auto keep = [&](int i, const Tensor& made) {
            const bool last = i == m_steps.back().output;
            values[static_cast<std::size_t>(i)] =
                m_rounded.value && !last ? m_rounded.value(i, made) : made;
        };
        keep(Network::kImage, images.to(ScalarType::Double));
        for (const Step& step : m_steps) {
            const Node& node = m_network.nodes()[static_cast<std::size_t>(step.node)];
            const Tensor x = values[static_cast<std::size_t>(step.input)];
            Tensor y = node.op == Op::Positions
                           ? x + positionsFor(node, m_weights.at(node.name),
                                              shapes[static_cast<std::size_t>(node.map)])
                                     .to(ScalarType::Double)
                           : value(step, node, x);
            if (step.residual >= 0) y = y + values[static_cast<std::size_t>(step.residual)];
            keep(step.output, activated(step.activation, y));
            for (const int value : step.dead) values[static_cast<std::size_t>(value)].reset();
        }
        return values[static_cast<std::size_t>(m_steps.back().output)];
    }

private:
    /// The weight and bias of a convolution or a linear layer, with its batch norm where that is
    /// folded.
    struct Layer {
        Tensor weight, bias;
    };
    [[nodiscard]] Layer layer(const Step& step) const {
        const LayerWeights given = foldedWeights(m_network, step, m_weights);
        Layer made{given.weight.to(ScalarType::Double),
                   given.bias.defined() ? given.bias.to(ScalarType::Double) : Tensor()};
        if (m_rounded.weight) made.weight = m_rounded.weight(made.weight);
        if (m_rounded.bias && made.bias.defined()) made.bias = m_rounded.bias(made.bias);
        return made;
    }
    [[nodiscard]] Tensor part(const Node& node, const char* name) const {
        return m_weights.at(tensorName(node, name)).to(ScalarType::Double);
    }

    [[nodiscard]] static Tensor activated(Activation activation, const Tensor& y) {
        switch (activation) {
            case Activation::Relu:
                return ops::relu(y);
            case Activation::Relu6:
                return ops::clamp(y, 0, 6);
            case Activation::Gelu:
                return ops::gelu(y);
            case Activation::None:
                break;
        }
        return y;
    }

    [[nodiscard]] Tensor conv(const Step& step, const Node& node, const Tensor& x) const {
        const Padding rows = paddingOf(node, x.size(2)), columns = paddingOf(node, x.size(3));
        const Tensor padded = ops::constant_pad_nd(
            x, std::array<std::int64_t, 4>{columns.before, columns.after, rows.before, rows.after});
        const std::array<std::int64_t, 2> stride{node.stride, node.stride}, none{0, 0};
        const Layer own = layer(step);
        return ops::conv2d(padded, own.weight, own.bias, stride, none, node.groups);
    }

    [[nodiscard]] static Tensor attention(const Node& node, const Tensor& x) {
        const std::int64_t width = node.out_channels / node.heads;
        const Tensor parts =
            x.view({x.size(0), x.size(1), 3, node.heads, width}).permute({2, 0, 3, 1, 4});
        const Tensor scores = ops::matmul(parts[0], parts[1].transpose(-2, -1)) *
                              (1 / std::sqrt(static_cast<double>(width)));
        return ops::matmul(ops::softmax(scores, -1), parts[2])
            .transpose(1, 2)
            .reshape({x.size(0), x.size(1), node.out_channels});
    }

    [[nodiscard]] Tensor value(const Step& step, const Node& node, const Tensor& x) const {
        const std::array<std::int64_t, 2> kernel{node.kernel, node.kernel},
            stride{node.stride, node.stride}, padding{node.padding, node.padding},
            size{node.output_size, node.output_size};
        switch (node.op) {
            case Op::Conv:
                return conv(step, node, x);
            case Op::BatchNorm:
                return ops::batch_norm(x, part(node, "weight"), part(node, "bias"),
                                       part(node, "running_mean"), part(node, "running_var"),
                                       node.eps);
            case Op::MaxPool:
                return ops::max_pool2d(x, kernel, stride, padding);
            case Op::AdaptiveAvgPool:
                return ops::adaptive_avg_pool2d(x, size);
            case Op::Flatten:
                return x.flatten(1);
            case Op::Linear: {
                const Layer own = layer(step);
                return ops::linear(x, own.weight, own.bias);
            }
            case Op::Tokens:
                return x.flatten(2).transpose(1, 2);
            case Op::ClassToken:
                return ops::cat(
                    {m_weights.at(node.name).to(ScalarType::Double).expand({x.size(0), -1, -1}), x},
                    1);
            case Op::LayerNorm:
                return ops::layer_norm(x, x.size(-1), part(node, "weight"), part(node, "bias"),
                                       node.eps);
            case Op::Attention:
                return attention(node, x);
            case Op::FirstToken:
                return x.select(1, 0);
            default:
                return x;  // what follows is the step's: its activation, its other operand
        }
    }

    const Network& m_network;
    const WeightMap& m_weights;
    const Roundings m_rounded;
    const std::vector<Step> m_steps;
};

}  // namespace duelo::testing
