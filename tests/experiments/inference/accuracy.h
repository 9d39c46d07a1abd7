// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include <ATen/ATen.h>
#include <c10/core/InferenceMode.h>

#include "../../models/exact_network.h"
#include "experiments/common_axes.h"
#include "experiments/inference/calibrations.h"
#include "experiments/inference/input_store.h"
#include "models/weight_store.h"
#include "plan/plan.h"
#include "record/fingerprint.h"

namespace duelo::testing {

/// How far the answers of one mode and precision lie from those in fp64, relative to the largest.
struct Accuracy {
    double error = 0;                ///< the largest difference of all values
    double kept = 0;                 ///< and of those that a record keeps, beside eager in fp32
    Result<double> check{0.0};       ///< what agreement() says beside fp64
    Result<double> fp32_check{0.0};  ///< and what a run says, whose base is eager in fp32
};

/// As a tolerance: the difference is told, whatever it is.
inline constexpr double kAny = 1e9;

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

    [[nodiscard]] Result<Accuracy> of(Mode mode, Precision precision) {
        const auto found = answers(mode, precision);
        if (!found) return tl::unexpected(found.error());
        const Fingerprint own = fingerprint(*found);
        const Variant variant{.precision = precision, .mode = mode};
        const double tolerance = toleranceFor(variant, variant);
        return Accuracy{
            .error = ((*found - m_exact).abs().max() / m_exact.abs().max()).item<double>(),
            .kept = agreement(*m_base, own, kAny).value_or(kAny),
            .check = agreement(fingerprint(m_exact), own, tolerance),
            .fp32_check = agreement(*m_base, own, tolerance)};
    }

private:
    [[nodiscard]] static Fingerprint fingerprint(const at::Tensor& logits) {
        const at::Tensor values = logits.to(at::kFloat).contiguous();
        return fingerprintOf(
            {values.const_data_ptr<float>(), static_cast<std::size_t>(values.numel())},
            {values.sizes().begin(), values.sizes().end()}, true);
    }

    [[nodiscard]] Result<at::Tensor> answers(Mode mode, Precision precision) {
        const c10::InferenceMode guard;
        ModelOptions options{.mode = mode, .precision = precision};
        if (precision == Precision::Int8) {
            auto made = m_calibrations.calibration(m_work, *m_network, m_weights);
            if (!made) return tl::unexpected(made.error());
            options.calibration = *std::move(made);
        }
        auto model = makeModel(m_network->info, m_weights.tensors, options);
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
