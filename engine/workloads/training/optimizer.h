// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <ATen/core/Tensor.h>

#include "models/network.h"
#include "models/weight_set.h"
#include "workloads/training/trainer.h"

namespace duelo {

/// All parameters of a network one after another in one buffer, their gradients in a second and
/// what the optimiser keeps in others, so that a step is one pass over memory. Adam (Kingma, Ba
/// 2015) and SGD with momentum, both as PyTorch defines them.
class FlatOptimizer {
public:
    FlatOptimizer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                  c10::Device device);

    /// Views by the names of TrainerState.
    [[nodiscard]] const WeightMap& live() const { return m_live; }
    /// Where the backward pass writes the gradient of the weight of that name.
    [[nodiscard]] const at::Tensor& gradient(const std::string& name) const {
        return m_gradient_views.at(name);
    }

    /// Updates every parameter from its gradient. Everything that changes from step to step lies
    /// on the device, so that the step can be captured in a graph.
    void step();
    void setLearningRate(double rate) { m_learning_rate.fill_(rate); }
    void setUpdates(std::int64_t updates) { m_updates.fill_(updates); }

private:
    [[nodiscard]] at::Tensor flat() const;
    [[nodiscard]] WeightMap viewsOf(const at::Tensor& buffer) const;
    void addState(const char* prefix, const at::Tensor& buffer);

    const Optimizer m_kind;
    const double m_momentum;
    const c10::Device m_device;
    std::vector<TensorSpec> m_specs;
    at::Tensor m_weights, m_gradients;
    at::Tensor m_first, m_second;  ///< Adam's averages; m_first is SGD's momentum, if it has one
    at::Tensor m_updates, m_learning_rate;
    WeightMap m_live, m_gradient_views;
};

}  // namespace duelo
