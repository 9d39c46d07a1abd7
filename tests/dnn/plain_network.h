// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <vector>

#include "dnn/work.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

namespace duelo::testing {

/// Values of one layer from a counter, small enough that sums stay near 1.
inline std::vector<float> someValues(std::int64_t count, std::uint32_t seed, float scale) {
    std::vector<float> values(static_cast<std::size_t>(count));
    std::uint32_t state = seed * 2654435761U + 12345U;
    for (float& value : values) {
        state = state * 1664525U + 1013904223U;
        value = scale * (static_cast<float>(state >> 8) / static_cast<float>(1 << 24) - 0.5F);
    }
    return values;
}

/// A network computed by loops in double: what a plan must come to.
class PlainNetwork {
public:
    PlainNetwork(const Network& network, const Shape& image)
        : m_network(network),
          m_steps(executionPlan(network, Merging::Complete)),
          m_shapes(inferShapes(network, image).value()) {
        for (std::size_t i = 0; i < m_steps.size(); ++i) {
            const Node& node = network.nodes()[m_steps[i].node];
            if (!node.isConvOrLinear()) continue;
            const int inputs = node.in_channels / node.groups * node.kernel * node.kernel;
            const auto seed = static_cast<std::uint32_t>(i);
            m_weight[i] = someValues(std::int64_t{node.out_channels} * inputs, seed + 1,
                                     4.0F / std::sqrt(static_cast<float>(inputs)));
            if (node.bias || m_steps[i].batch_norm >= 0)
                m_bias[i] = someValues(node.out_channels, seed + 1000, 0.5F);
        }
    }

    [[nodiscard]] DnnWork work(Precision precision) const {
        return dnnWork(m_network, m_steps, m_shapes, precision);
    }
    [[nodiscard]] DnnWeights weightsOf(std::size_t layer) const {
        const auto bias = m_bias.find(layer);
        return {m_weight.at(layer).data(), bias == m_bias.end() ? nullptr : bias->second.data()};
    }
    [[nodiscard]] std::int64_t answers() const { return m_shapes.back().elements(); }

    [[nodiscard]] std::vector<double> run(const std::vector<float>& image) const {
        std::vector<std::vector<double>> values(m_shapes.size());
        values[Network::kImage].assign(image.begin(), image.end());
        for (std::size_t i = 0; i < m_steps.size(); ++i)
            values[m_steps[i].output] = computed(i, values);
        return values[m_steps.back().output];
    }

private:
    using Values = std::vector<double>;

    [[nodiscard]] Values computed(std::size_t i, const std::vector<Values>& values) const {
        const Step& step = m_steps[i];
        const Node& node = m_network.nodes()[step.node];
        const Values& x = values[step.input];
        Values y;
        if (node.op == Op::Conv)
            y = conv(i, x);
        else if (node.op == Op::Linear)
            y = linear(i, x);
        else if (node.op == Op::MaxPool || node.op == Op::AdaptiveAvgPool)
            y = pooled(step, node, x);
        else
            y = x;
        if (step.residual >= 0)
            for (std::size_t k = 0; k < y.size(); ++k) y[k] += values[step.residual][k];
        const bool six = step.activation == Activation::Relu6;
        if (step.activation != Activation::None)
            for (double& value : y) value = std::clamp(value, 0.0, six ? 6.0 : 1e30);
        return y;
    }

    [[nodiscard]] double biasAt(std::size_t i, std::int64_t channel) const {
        const auto bias = m_bias.find(i);
        return bias == m_bias.end() ? 0.0 : bias->second[static_cast<std::size_t>(channel)];
    }

    [[nodiscard]] Values conv(std::size_t i, const Values& x) const {
        const Step& step = m_steps[i];
        const Node& node = m_network.nodes()[step.node];
        const Shape &in = m_shapes[step.input], &out = m_shapes[step.output];
        const std::vector<float>& weight = m_weight.at(i);
        const std::int64_t top = paddingOf(node, in.height).before;
        const std::int64_t left = paddingOf(node, in.width).before;
        const std::int64_t ins = node.in_channels / node.groups, k = node.kernel;
        const std::int64_t outs = node.out_channels / node.groups;
        Values y;
        y.reserve(static_cast<std::size_t>(out.elements()));
        for (std::int64_t n = 0; n < out.batch; ++n)
            for (std::int64_t c = 0; c < out.channels; ++c)
                for (std::int64_t row = 0; row < out.height; ++row)
                    for (std::int64_t column = 0; column < out.width; ++column) {
                        double sum = biasAt(i, c);
                        for (std::int64_t j = 0; j < ins * k * k; ++j) {
                            const std::int64_t from = j / (k * k) + c / outs * ins;
                            const std::int64_t r = row * node.stride - top + j / k % k;
                            const std::int64_t s = column * node.stride - left + j % k;
                            if (r < 0 || r >= in.height || s < 0 || s >= in.width) continue;
                            sum += x[static_cast<std::size_t>(
                                       ((n * in.channels + from) * in.height + r) * in.width + s)] *
                                   double{weight[static_cast<std::size_t>(c * ins * k * k + j)]};
                        }
                        y.push_back(sum);
                    }
        return y;
    }

    [[nodiscard]] Values linear(std::size_t i, const Values& x) const {
        const Node& node = m_network.nodes()[m_steps[i].node];
        const std::int64_t inputs = node.in_channels;
        Values y;
        for (std::int64_t n = 0; n < m_shapes[m_steps[i].output].batch; ++n)
            for (std::int64_t c = 0; c < node.out_channels; ++c) {
                double sum = biasAt(i, c);
                for (std::int64_t j = 0; j < inputs; ++j)
                    sum += x[static_cast<std::size_t>(n * inputs + j)] *
                           double{m_weight.at(i)[static_cast<std::size_t>(c * inputs + j)]};
                y.push_back(sum);
            }
        return y;
    }

    [[nodiscard]] Values pooled(const Step& step, const Node& node, const Values& x) const {
        const Shape &in = m_shapes[step.input], &out = m_shapes[step.output];
        const bool largest = node.op == Op::MaxPool;
        const auto range = [&](std::int64_t i, std::int64_t size, std::int64_t n) {
            if (!largest) return std::pair{i * size / n, ((i + 1) * size + n - 1) / n};
            const std::int64_t first = i * node.stride - paddingOf(node, size).before;
            return std::pair{std::max<std::int64_t>(first, 0),
                             std::min<std::int64_t>(first + node.kernel, size)};
        };
        Values y;
        for (std::int64_t plane = 0; plane < in.batch * in.channels; ++plane)
            for (std::int64_t row = 0; row < out.height; ++row)
                for (std::int64_t column = 0; column < out.width; ++column) {
                    const auto [top, bottom] = range(row, in.height, out.height);
                    const auto [left, right] = range(column, in.width, out.width);
                    double sum = 0, most = -std::numeric_limits<double>::infinity();
                    for (std::int64_t r = top; r < bottom; ++r)
                        for (std::int64_t s = left; s < right; ++s) {
                            const double value =
                                x[static_cast<std::size_t>((plane * in.height + r) * in.width + s)];
                            sum += value;
                            most = std::max(most, value);
                        }
                    y.push_back(largest
                                    ? most
                                    : sum / static_cast<double>((bottom - top) * (right - left)));
                }
        return y;
    }

    const Network& m_network;
    const std::vector<Step> m_steps;
    const std::vector<Shape> m_shapes;
    std::map<std::size_t, std::vector<float>> m_weight, m_bias;
};

}  // namespace duelo::testing
