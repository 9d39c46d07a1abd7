// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "../../models/exact_network.h"
#include "experiments/common_axes.h"
#include "experiments/inference/calibrations.h"
#include "experiments/inference/input_store.h"
#include "experiments/network_loss.h"
#include "models/balanced_weights.h"
#include "models/weight_store.h"
#include "record/fingerprint.h"
#include "record/tolerance.h"

namespace duelo::testing {

/// How far the answers of one mode and precision lie from those in fp64, relative to the largest.
struct Accuracy {
    double error = 0;                ///< the largest difference of all values
    double kept = 0;                 ///< and of those that a record keeps, beside eager in fp32
    Result<double> check{0.0};       ///< what agreement() says beside fp64
    Result<double> fp32_check{0.0};  ///< and what a run says, whose base is eager in fp32
    Fingerprint fingerprint{};
};

/// How far from fp64 one cause alone brings the answers, where sums are exact.
struct Causes {
    double nearest_weights = 0;   ///< each weight is the nearest number
    double balanced_weights = 0;  ///< those that are used
    double values = 0;            ///< of layers
    double all = 0;               ///< what is used, biases too where they have fewer bits
};

/// As a tolerance: the difference is told, whatever it is.
inline constexpr double kAny = 1e9;

[[nodiscard]] inline at::Tensor inBf16(const at::Tensor& exact) {
    return exact.to(at::kBFloat16).to(at::kDouble);
}
/// As engine/dnn rounds them: a scale for each output.
[[nodiscard]] inline at::Tensor wholeRows(const at::Tensor& weight) {
    std::vector<std::int64_t> inside(static_cast<std::size_t>(weight.dim() - 1));
    std::iota(inside.begin(), inside.end(), std::int64_t{1});
    const at::Tensor scale = weight.abs().amax(inside, /*keepdim=*/true) / 127;
    return (weight / scale.clamp_min(1e-30)).round() * scale;
}
[[nodiscard]] inline at::Tensor wholeValue(const DnnRange& range, const at::Tensor& exact) {
    const bool positive = range.low >= 0;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double scale = largest > 0 ? largest / (positive ? 255 : 127) : 1;
    return (exact / scale).round().clamp(positive ? 0 : -127, positive ? 255 : 127) * scale;
}

/// One case of inference as a run prepares it: the same images and weights.
class AccuracyOfCase {
public:
    AccuracyOfCase(InferenceCase work, std::shared_ptr<const UsableNetwork> network,
                   KnownWeights weights)
        : m_work(std::move(work)), m_network(std::move(network)), m_weights(std::move(weights)) {
        m_input = InputStore().input(m_work, m_network->info).value();
        m_exact = ExactNetwork(m_network->info.network, *m_weights.tensors).forward(m_input.images);
        m_base = fingerprint(answers(Mode::Eager, Precision::Fp32).value());
    }

    [[nodiscard]] const at::Tensor& images() const { return m_input.images; }

    [[nodiscard]] Result<ModelOptions> optionsOf(Mode mode, Precision precision) {
        ModelOptions options{.mode = mode, .precision = precision};
        if (precision == Precision::Int8) {
            auto made = m_calibrations.calibration(m_work, *m_network, m_weights);
            if (!made) return tl::unexpected(made.error());
            options.calibration = *std::move(made);
        }
        return options;
    }

    [[nodiscard]] double tolerance(Mode mode, Precision precision) const {
        const Variant variant{.precision = precision, .mode = mode};
        return toleranceFor(variant, variant, lossOfNetwork(m_work, {m_weights.identity}));
    }

    [[nodiscard]] Result<Accuracy> of(Mode mode, Precision precision) {
        const auto found = answers(mode, precision);
        if (!found) return tl::unexpected(found.error());
        const Fingerprint own = fingerprint(*found);
        return Accuracy{.error = errorOf(*found),
                        .kept = agreement(*m_base, own, kAny).value_or(kAny),
                        .check = agreement(fingerprint(m_exact), own, tolerance(mode, precision)),
                        .fp32_check = agreement(*m_base, own, tolerance(mode, precision)),
                        .fingerprint = own};
    }

    /// Of bf16 and int8 on the CPU.
    [[nodiscard]] Causes causes(Mode mode, Precision precision) {
        const c10::InferenceMode guard;
        const ModelOptions options = optionsOf(mode, precision).value();
        Roundings weights{.merging = isFused(mode) ? Merging::Complete : Merging::None,
                          .weight = inBf16};
        Roundings values{.merging = weights.merging,
                         .value = [](int, const at::Tensor& exact) { return inBf16(exact); }};
        if (precision == Precision::Int8) {
            weights.weight = wholeRows;
            values.value = [ranges = options.calibration->ranges](int i, const at::Tensor& exact) {
                return wholeValue(ranges.at(static_cast<std::size_t>(i)), exact);
            };
        }
        Roundings all = weights;
        all.value = values.value;
        if (!isFused(mode)) all.bias = inBf16;
        const WeightSet balanced = balancedWeights(m_network->info, m_weights.tensors, options);
        return {.nearest_weights = errorOf(*m_weights.tensors, weights),
                .balanced_weights = errorOf(*balanced, weights),
                .values = errorOf(*m_weights.tensors, values),
                .all = errorOf(*balanced, all)};
    }

private:
    [[nodiscard]] static Fingerprint fingerprint(const at::Tensor& logits) {
        const at::Tensor values = logits.to(at::kFloat).contiguous();
        return fingerprintOf(
            {values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel())},
            {values.sizes().begin(), values.sizes().end()}, true);
    }

    [[nodiscard]] double errorOf(const at::Tensor& answers) const {
        return ((answers - m_exact).abs().max() / m_exact.abs().max()).item<double>();
    }
    [[nodiscard]] double errorOf(const WeightMap& weights, const Roundings& roundings) const {
        return errorOf(
            ExactNetwork(m_network->info.network, weights, roundings).forward(m_input.images));
    }

    [[nodiscard]] Result<at::Tensor> answers(Mode mode, Precision precision) {
        const c10::InferenceMode guard;
        const auto options = optionsOf(mode, precision);
        if (!options) return tl::unexpected(options.error());
        auto model = makeModel(m_network->info, m_weights.tensors, *options);
        if (!model) return tl::unexpected(model.error());
        return (*model)->forward(m_input.images);
    }

    const InferenceCase m_work;
    const std::shared_ptr<const UsableNetwork> m_network;
    const KnownWeights m_weights;
    CalibrationStore m_calibrations;
    ModelInput m_input;
    at::Tensor m_exact;
    std::optional<Fingerprint> m_base;
};

}  // namespace duelo::testing
