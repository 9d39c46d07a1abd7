// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "dnn/work.h"
#include "networks/execution_plan.h"
#include "networks/shape.h"

namespace duelo::testing {

/// Values of one layer from a counter, small enough that sums stay near 1.
std::vector<float> someValues(std::int64_t count, std::uint32_t seed, float scale);

/// A network computed by loops in double: what a plan must come to. Its library is optimised and
/// without sanitizers in every tree: it is what is compared with, and its loops take most of the
/// time of these tests.
class PlainNetwork {
public:
    PlainNetwork(const Network& network, const Shape& image);

    [[nodiscard]] DnnWork work(Precision precision) const;
    /// In int8 scaled by what this image makes of each value.
    [[nodiscard]] DnnWork work(Precision precision, const std::vector<float>& image) const;
    [[nodiscard]] DnnWeights weightsOf(std::size_t layer) const;
    [[nodiscard]] std::int64_t answers() const { return m_shapes.back().elements(); }

    [[nodiscard]] std::vector<double> run(const std::vector<float>& image) const;

private:
    using Values = std::vector<double>;

    [[nodiscard]] std::vector<Values> values(const std::vector<float>& image) const;
    [[nodiscard]] Values computed(std::size_t i, const std::vector<Values>& values) const;
    [[nodiscard]] double biasAt(std::size_t i, std::int64_t channel) const;
    [[nodiscard]] Values conv(std::size_t i, const Values& x) const;
    [[nodiscard]] Values linear(std::size_t i, const Values& x) const;
    /// Computes a step on sequences, whose values are [N, S, C] here, or one that only gives the
    /// same values another shape.
    [[nodiscard]] Values ofTokens(std::size_t i, const Values& x) const;
    void normalise(std::size_t i, double eps, std::span<double> row) const;
    [[nodiscard]] static Values attention(const Node& node, const Shape& in, const Values& x);
    [[nodiscard]] Values pooled(const Step& step, const Node& node, const Values& x) const;

    const Network& m_network;
    const std::vector<Step> m_steps;
    const std::vector<Shape> m_shapes;
    std::map<std::size_t, std::vector<float>> m_weight, m_bias;
};

}  // namespace duelo::testing
