// SPDX-License-Identifier: Apache-2.0
#include "models/balanced_weights.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "dnn/bf16.h"
#include "models/calibration.h"
#include "models/folded_weights.h"
#include "models/model.h"
#include "networks/execution_plan.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"
#include "tensor/parallel.h"

namespace duelo {
namespace {

constexpr int kNoise_px = 96;
constexpr std::uint64_t kNoiseSeed = 2026;
constexpr float kMostWhole = 127;

/// Returns the scale that the planner of engine/dnn gives a row.
float wholeScale(std::span<const float> row) {
    float largest = 0;
    for (const float value : row) largest = std::max(largest, std::abs(value));
    return largest > 0 ? largest / kMostWhole : 1.0F;
}

ChannelMeans meansOfNoise(const ModelInfo& info, const WeightSet& weights) {
    const int fixed_px = info.network.imageSidePx();
    const int side_px = fixed_px > 0 ? fixed_px : std::max(info.min_size_px, kNoise_px);
    Tensor noise =
        ops::empty({1, info.network.imageChannels(), side_px, side_px}, ScalarType::Float);
    randomUniform(kNoiseSeed, "noise", noise.data_ptr<float>(), noise.numel());
    ChannelMeans means(info.network.valueCount());
    means[Network::kImage] = channelMeans(noise);
    // Eager in fp32 shares the weights: nothing but the values of a small image is allocated.
    Model model(info.network, weights, {});
    static_cast<void>(model.forward(noise, [&](int value, const Tensor& tensor) {
        means[static_cast<std::size_t>(value)] = channelMeans(tensor);
    }));
    return means;
}

/// Rounds the weights of one output as the network will.
class Rounding {
public:
    Rounding(Precision precision, std::span<const float> row) {
        if (precision == Precision::Int8) m_scale = wholeScale(row);
    }
    [[nodiscard]] float operator()(float weight) const {
        if (m_scale == 0) {
            Bf16 narrow;
            put(narrow, weight);
            return widened(narrow);
        }
        return m_scale * std::clamp(std::nearbyint(weight / m_scale), -kMostWhole, kMostWhole);
    }

private:
    float m_scale = 0;  // in int8
};

/// The largest taps first: what the last one loses is then the least.
void roundKeepingSum(const Rounding& narrowed, std::span<float> kernel) {
    std::vector<std::size_t> order(kernel.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, std::ranges::greater{},
                             [&](std::size_t i) { return std::abs(kernel[i]); });
    float lost = 0;
    for (const std::size_t i : order) {
        const float wanted = kernel[i] + lost;
        kernel[i] = narrowed(wanted);
        lost = wanted - kernel[i];
    }
}

bool isDepthwise(const Node& node) {
    return node.op == Op::Conv && node.groups > 1 && node.groups == node.in_channels;
}

void roundRow(const Node& node, Precision precision, std::span<float> row) {
    const Rounding narrowed(precision, row);
    if (isDepthwise(node)) return roundKeepingSum(narrowed, row);
    for (float& value : row) value = narrowed(value);
}

/// The weights of a layer as they will be rounded, and what the mean of each output loses by that,
/// beside the borders.
struct Rounded {
    Tensor weight;  ///< of a depthwise layer alone: others are large, and rounded as ever
    Tensor lost;    ///< in double
};

Rounded rounded(const Node& node, Precision precision, const Tensor& given, const Tensor& means) {
    const Tensor weight = given.contiguous();
    const std::int64_t outputs = weight.size(0), inputs = weight.size(1);
    const std::int64_t each = weight.numel() / outputs, taps = each / inputs;
    Rounded made{.weight = isDepthwise(node) ? ops::empty_like(weight) : Tensor(),
                 .lost = ops::zeros({outputs}, ScalarType::Double)};
    auto* const lost = made.lost.data_ptr<double>();
    const auto* const from = weight.const_data_ptr<float>();
    const auto* const mean = means.const_data_ptr<double>();
    ops::parallel_for(0, outputs, 1, [&](std::int64_t begin, std::int64_t end) {
        std::vector<float> row(static_cast<std::size_t>(each));
        for (std::int64_t o = begin; o < end; ++o) {
            const float* const exact = from + o * each;
            std::copy_n(exact, each, row.begin());
            roundRow(node, precision, row);
            const double* const of_group = mean + o * node.groups / outputs * inputs;
            for (std::int64_t i = 0; i < each; ++i)
                lost[o] += of_group[i / taps] * (exact[i] - row[static_cast<std::size_t>(i)]);
            if (made.weight.defined())
                std::ranges::copy(row, made.weight.data_ptr<float>() + o * each);
        }
    });
    return made;
}

class Balancing {
public:
    Balancing(const Network& network, const WeightMap& weights, const ModelOptions& options)
        : m_network(network),
          m_weights(weights),
          m_precision(options.precision),
          m_folded(isFused(options.mode)),
          m_made(weights) {}

    void layer(const Step& step, const Tensor& means) {
        const Node& node = m_network.nodes()[step.node];
        const bool norm = step.batch_norm >= 0;
        const LayerWeights used = m_folded && norm
                                      ? foldedWeights(m_network, step, m_weights)
                                      : LayerWeights{m_weights.at(tensorName(node, "weight")), {}};
        const Rounded made = rounded(node, m_precision, used.weight, means);
        if (m_folded && norm)
            folded(step, used.bias, made);
        else
            apart(step, made);
    }

    [[nodiscard]] WeightSet take() { return std::make_shared<const WeightMap>(std::move(m_made)); }

private:
    /// A batch norm that stays takes what was lost from the mean that it subtracts.
    void apart(const Step& step, const Rounded& made) {
        const Node& node = m_network.nodes()[step.node];
        if (made.weight.defined()) m_made[tensorName(node, "weight")] = made.weight;
        if (step.batch_norm >= 0)
            add(m_network.nodes()[step.batch_norm], "running_mean", -made.lost);
        else if (node.bias)
            add(node, "bias", made.lost);
    }

    /// One that is folded adds it. Where the weights are replaced it is in them already: what
    /// stands in its place multiplies by 1 to the last bits of fp32, which narrower numbers do not
    /// have.
    void folded(const Step& step, const Tensor& bias, const Rounded& made) {
        const Node& node = m_network.nodes()[step.node];
        const Node& norm = m_network.nodes()[step.batch_norm];
        if (!made.weight.defined()) {
            add(norm, "bias", made.lost);
            return;
        }
        m_made[tensorName(node, "weight")] = made.weight;
        if (node.bias) m_made[tensorName(node, "bias")] = ops::zeros_like(bias);
        m_made[tensorName(norm, "weight")] = ops::full_like(bias, std::sqrt(1 + norm.eps));
        m_made[tensorName(norm, "running_var")] = ops::ones_like(bias);
        m_made[tensorName(norm, "running_mean")] = ops::zeros_like(bias);
        m_made[tensorName(norm, "bias")] =
            (bias.to(ScalarType::Double) + made.lost).to(ScalarType::Float);
    }

    void add(const Node& node, const char* part, const Tensor& change) {
        const std::string name = tensorName(node, part);
        m_made[name] = (m_weights.at(name).to(ScalarType::Double) + change).to(ScalarType::Float);
    }

    const Network& m_network;
    const WeightMap& m_weights;
    const Precision m_precision;
    const bool m_folded;  // whether batch norms are, before weights are rounded
    WeightMap m_made;
};

}  // namespace

WeightSet balancedWeights(const ModelInfo& info, const WeightSet& weights,
                          const ModelOptions& options) {
    const bool whole = options.precision == Precision::Int8;
    if (!whole && (options.precision != Precision::Bf16 ||
                   std::ranges::none_of(info.network.nodes(), isDepthwise)))
        return weights;
    const InferenceMode guard;
    const ChannelMeans means = whole ? options.calibration->means : meansOfNoise(info, weights);
    Balancing balancing(info.network, *weights, options);
    for (const Step& step : executionPlan(info.network, Merging::Complete)) {
        if (info.network.nodes()[step.node].isConvOrLinear())
            balancing.layer(step, means.at(static_cast<std::size_t>(step.input)));
    }
    return balancing.take();
}

}  // namespace duelo
