// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "../../models/exact_network.h"
#include "../../models/model_testing.h"
#include "experiments/common_axes.h"
#include "experiments/inference/calibrations.h"
#include "experiments/inference/input_store.h"
#include "experiments/network_loss.h"
#include "models/balanced_weights.h"
#include "models/weight_store.h"
#include "record/fingerprint.h"
#include "record/tolerance.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo::testing {

/// The error of one mode and precision against fp64, relative to the largest answer.
struct Accuracy {
    double error = 0;                ///< the largest difference of all values
    double kept = 0;                 ///< and of those that a record keeps, beside eager in fp32
    Result<double> check{0.0};       ///< what agreement() says beside fp64
    Result<double> fp32_check{0.0};  ///< and what a run says, whose base is eager in fp32
    Fingerprint fingerprint{};
};

/// Errors against fp64 that single causes alone bring, where sums are exact.
struct Causes {
    double nearest_weights = 0;   ///< each weight is the nearest number
    double balanced_weights = 0;  ///< those that are used
    double values = 0;            ///< of layers
    double all = 0;               ///< what is used, biases too where they have fewer bits
};

/// A tolerance so large that the difference is told, whatever it is.
inline constexpr double kAny = 1e9;

[[nodiscard]] inline Tensor inBf16(const Tensor& exact) {
    return exact.to(ScalarType::BFloat16).to(ScalarType::Double);
}
/// Rounds to whole numbers, halves to the even ones: beside so large a number a double has no
/// fraction left.
[[nodiscard]] inline Tensor rounded(const Tensor& exact) {
    constexpr double kLarge = 0x1.8p52;
    return (exact + kLarge) + -kLarge;
}
[[nodiscard]] inline Tensor dividedBy(const Tensor& exact, double divisor) {
    return exact / ops::full({}, divisor, ScalarType::Double);
}
/// Rounds weights as engine/dnn does: with a scale for each output.
[[nodiscard]] inline Tensor wholeRows(const Tensor& weight) {
    std::vector<std::int64_t> outputs(static_cast<std::size_t>(weight.dim()), 1);
    outputs[0] = weight.size(0);
    const Tensor rows = ops::abs(weight).reshape({weight.size(0), -1});
    const Tensor largest = std::get<0>(ops::topk(rows, 1)).reshape(outputs);
    const Tensor scale = dividedBy(largest, 127);
    const Tensor divisor = ops::clamp(scale, 1e-30, std::numeric_limits<double>::infinity());
    return rounded(weight / divisor) * scale;
}
[[nodiscard]] inline Tensor wholeValue(const DnnRange& range, const Tensor& exact) {
    const bool positive = range.low >= 0;
    const double largest = std::max(std::abs(range.low), std::abs(range.high));
    const double scale = largest > 0 ? largest / (positive ? 255 : 127) : 1;
    const Tensor whole = rounded(dividedBy(exact, scale));
    return ops::clamp(whole, positive ? 0 : -127, positive ? 255 : 127) * scale;
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

    [[nodiscard]] const Tensor& images() const { return m_input.images; }

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

    /// Returns the error that each cause alone brings, for bf16 and int8 on the CPU.
    [[nodiscard]] Causes causes(Mode mode, Precision precision) {
        const InferenceMode guard;
        const ModelOptions options = optionsOf(mode, precision).value();
        Roundings weights{.merging = isFused(mode) ? Merging::Complete : Merging::None,
                          .weight = inBf16};
        Roundings values{.merging = weights.merging,
                         .value = [](int, const Tensor& exact) { return inBf16(exact); }};
        if (precision == Precision::Int8) {
            weights.weight = wholeRows;
            values.value = [ranges = options.calibration->ranges](int i, const Tensor& exact) {
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
    [[nodiscard]] static Fingerprint fingerprint(const Tensor& logits) {
        const Tensor values = logits.to(ScalarType::Float).contiguous();
        return fingerprintOf(
            {values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel())},
            {values.sizes().begin(), values.sizes().end()}, true);
    }

    [[nodiscard]] double errorOf(const Tensor& answers) const {
        return relativeError(answers, m_exact);
    }
    [[nodiscard]] double errorOf(const WeightMap& weights, const Roundings& roundings) const {
        return errorOf(
            ExactNetwork(m_network->info.network, weights, roundings).forward(m_input.images));
    }

    [[nodiscard]] Result<Tensor> answers(Mode mode, Precision precision) {
        const InferenceMode guard;
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
    Tensor m_exact;
    std::optional<Fingerprint> m_base;
};

}  // namespace duelo::testing
