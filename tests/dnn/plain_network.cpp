// SPDX-License-Identifier: Apache-2.0
#include "plain_network.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace duelo::testing {

std::vector<float> someValues(std::int64_t count, std::uint32_t seed, float scale) {
    std::vector<float> values(static_cast<std::size_t>(count));
    std::uint32_t state = seed * 2654435761U + 12345U;
    for (float& value : values) {
        state = state * 1664525U + 1013904223U;
        value = scale * (static_cast<float>(state >> 8) / static_cast<float>(1 << 24) - 0.5F);
    }
    return values;
}

PlainNetwork::PlainNetwork(const Network& network, const Shape& image)
    : m_network(network),
      m_steps(executionPlan(network, Merging::Complete)),
      m_shapes(inferShapes(network, image).value()) {
    for (std::size_t i = 0; i < m_steps.size(); ++i) {
        const Node& node = network.nodes()[m_steps[i].node];
        const auto seed = static_cast<std::uint32_t>(i);
        if (node.op == Op::ClassToken || node.op == Op::Positions || node.op == Op::LayerNorm) {
            const Shape& out = m_shapes[m_steps[i].output];
            const std::int64_t tokens = node.op == Op::Positions ? out.height : 1;
            m_weight[i] = someValues(tokens * out.channels, seed + 1, 2);
            if (node.bias) m_bias[i] = someValues(out.channels, seed + 1000, 0.5F);
        }
        if (!node.isConvOrLinear()) continue;
        const int inputs = node.in_channels / node.groups * node.kernel * node.kernel;
        m_weight[i] = someValues(std::int64_t{node.out_channels} * inputs, seed + 1,
                                 4.0F / std::sqrt(static_cast<float>(inputs)));
        if (node.bias || m_steps[i].batch_norm >= 0)
            m_bias[i] = someValues(node.out_channels, seed + 1000, 0.5F);
    }
}

DnnWork PlainNetwork::work(Precision precision) const {
    return dnnWork(m_network, m_steps, m_shapes, precision);
}

DnnWork PlainNetwork::work(Precision precision, const std::vector<float>& image) const {
    DnnWork made = work(precision);
    if (precision != Precision::Int8) return made;
    for (const std::vector<double>& value : values(image)) {
        DnnRange& range = made.ranges.emplace_back();
        if (value.empty()) continue;  // no step makes it
        const auto [low, high] = std::ranges::minmax(value);
        range = {static_cast<float>(low), static_cast<float>(high)};
    }
    return made;
}

DnnWeights PlainNetwork::weightsOf(std::size_t layer) const {
    const auto bias = m_bias.find(layer);
    return {m_weight.at(layer).data(), bias == m_bias.end() ? nullptr : bias->second.data()};
}

std::vector<double> PlainNetwork::run(const std::vector<float>& image) const {
    return values(image)[m_steps.back().output];
}

std::vector<std::vector<double>> PlainNetwork::values(const std::vector<float>& image) const {
    std::vector<Values> values(m_shapes.size());
    values[Network::kImage].assign(image.begin(), image.end());
    for (std::size_t i = 0; i < m_steps.size(); ++i)
        values[m_steps[i].output] = computed(i, values);
    return values;
}

std::vector<double> PlainNetwork::computed(std::size_t i, const std::vector<Values>& values) const {
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
        y = ofTokens(i, x);
    if (step.residual >= 0)
        for (std::size_t k = 0; k < y.size(); ++k) y[k] += values[step.residual][k];
    const bool six = step.activation == Activation::Relu6;
    if (step.activation == Activation::Gelu)
        for (double& value : y) value *= std::erfc(-value / std::sqrt(2.0)) / 2;
    else if (step.activation != Activation::None)
        for (double& value : y) value = std::clamp(value, 0.0, six ? 6.0 : 1e30);
    return y;
}

double PlainNetwork::biasAt(std::size_t i, std::int64_t channel) const {
    const auto bias = m_bias.find(i);
    return bias == m_bias.end() ? 0.0 : bias->second[static_cast<std::size_t>(channel)];
}

std::vector<double> PlainNetwork::conv(std::size_t i, const Values& x) const {
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

std::vector<double> PlainNetwork::linear(std::size_t i, const Values& x) const {
    const Node& node = m_network.nodes()[m_steps[i].node];
    const std::int64_t inputs = node.in_channels;
    const Shape& out = m_shapes[m_steps[i].output];
    Values y;
    for (std::int64_t n = 0; n < out.batch * out.height; ++n)
        for (std::int64_t c = 0; c < node.out_channels; ++c) {
            double sum = biasAt(i, c);
            for (std::int64_t j = 0; j < inputs; ++j)
                sum += x[static_cast<std::size_t>(n * inputs + j)] *
                       double{m_weight.at(i)[static_cast<std::size_t>(c * inputs + j)]};
            y.push_back(sum);
        }
    return y;
}

std::vector<double> PlainNetwork::ofTokens(std::size_t i, const Values& x) const {
    const Step& step = m_steps[i];
    const Node& node = m_network.nodes()[step.node];
    const Shape &in = m_shapes[step.input], &out = m_shapes[step.output];
    const auto at = [](const auto& values, std::int64_t k) -> double {
        return values[static_cast<std::size_t>(k)];
    };
    const std::int64_t places = in.height * in.width, channels = out.channels;
    Values y = node.op == Op::Attention ? attention(node, in, x) : x;
    switch (node.op) {
        case Op::Tokens:
            for (std::int64_t k = 0; k < in.elements(); ++k)
                y[static_cast<std::size_t>(k)] =
                    at(x, (k / (places * channels) * channels + k % channels) * places +
                              k / channels % places);
            break;
        case Op::ClassToken:
            for (std::int64_t n = 0; n < in.batch; ++n)
                y.insert(y.begin() + n * out.height * channels, m_weight.at(i).begin(),
                         m_weight.at(i).end());
            break;
        case Op::Positions:
            for (std::int64_t k = 0; k < in.elements(); ++k)
                y[static_cast<std::size_t>(k)] += at(m_weight.at(i), k % (places * channels));
            break;
        case Op::LayerNorm:
            for (std::int64_t row = 0; row < in.batch * in.height; ++row)
                normalise(i, node.eps,
                          {y.data() + row * channels, static_cast<std::size_t>(channels)});
            break;
        case Op::FirstToken:
            y.clear();
            for (std::int64_t n = 0; n < in.batch; ++n)
                y.insert(y.end(), x.begin() + n * places * channels,
                         x.begin() + (n * places + 1) * channels);
            break;
        default:
            break;
    }
    return y;
}

void PlainNetwork::normalise(std::size_t i, double eps, std::span<double> row) const {
    const auto count = static_cast<double>(row.size());
    double mean = 0, variance = 0;
    for (const double value : row) mean += value / count;
    for (const double value : row) variance += (value - mean) * (value - mean) / count;
    for (std::size_t c = 0; c < row.size(); ++c)
        row[c] = (row[c] - mean) / std::sqrt(variance + eps) * double{m_weight.at(i)[c]} +
                 double{m_bias.at(i)[c]};
}

std::vector<double> PlainNetwork::attention(const Node& node, const Shape& in, const Values& x) {
    const std::int64_t tokens = in.height, channels = node.out_channels;
    const std::int64_t width = channels / node.heads;
    // Queries are the first part, keys the second, values the third.
    const auto part = [&](std::int64_t n, std::int64_t token, int which, std::int64_t c) {
        return x[static_cast<std::size_t>(((n * tokens + token) * 3 + which) * channels + c)];
    };
    Values y;
    for (std::int64_t n = 0; n < in.batch; ++n)
        for (std::int64_t query = 0; query < tokens; ++query)
            for (std::int64_t c = 0; c < channels; ++c) {
                const std::int64_t first = c / width * width;
                double sum = 0, found = 0;
                for (std::int64_t key = 0; key < tokens; ++key) {
                    double product = 0;
                    for (std::int64_t k = first; k < first + width; ++k)
                        product += part(n, query, 0, k) * part(n, key, 1, k);
                    const double share = std::exp(product / std::sqrt(static_cast<double>(width)));
                    sum += share;
                    found += share * part(n, key, 2, c);
                }
                y.push_back(found / sum);
            }
    return y;
}

std::vector<double> PlainNetwork::pooled(const Step& step, const Node& node,
                                         const Values& x) const {
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
                y.push_back(largest ? most
                                    : sum / static_cast<double>((bottom - top) * (right - left)));
            }
    return y;
}

}  // namespace duelo::testing
