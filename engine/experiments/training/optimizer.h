// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/training/dense_kernels.h"
#include "experiments/training/gradient_buckets.h"
#include "experiments/training/trainer.h"
#include "models/weight_set.h"
#include "networks/network.h"
#include "tensor/tensor.h"

namespace duelo {

/// All parameters of a network one after another in one buffer, and what the optimiser keeps of
/// them in others. Adam (Kingma, Ba 2015) and SGD with momentum, both as PyTorch defines them.
///
/// A GPU updates everything at once, from a buffer of gradients: a launch costs more than the pass
/// over memory. A CPU updates a part as soon as its gradient is known, while that is in the cache.
class FlatOptimizer {
public:
    /// Rows of one parameter with all that an update of them reads and writes.
    struct Part {
        Tensor weight;
        Tensor first, second;  ///< Adam's averages, or SGD's momentum in `first`
    };

    FlatOptimizer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                  TensorDevice device);

    /// Views by the names of TrainerState.
    [[nodiscard]] const WeightMap& live() const { return m_live; }
    /// Memory for the gradient of the parameter of that name.
    [[nodiscard]] const Tensor& gradient(const std::string& name) const {
        return m_gradient_views.at(name);
    }
    /// Returns the gradients of all parameters, in the order of the network's tensorSpecs().
    [[nodiscard]] const Tensor& gradients() const { return m_gradients; }
    /// Returns where in gradients() those of each layer are that has some, the last layer first.
    [[nodiscard]] std::vector<GradientBuckets::Piece> pieces(const Network& network) const;
    [[nodiscard]] Part part(const std::string& name) const;
    /// Returns that parameter for a caller who moves it himself, by rule(). If `keeps`, the caller
    /// only stores its gradient, so that one update moves all parameters.
    [[nodiscard]] LearntRows learnt(const std::string& name, bool keeps) const;

    /// Begins the next update: one step(), or one update() of each part.
    void beginUpdate() { m_updates.add_(1); }
    /// Returns the rule of that update on the CPU, for a caller who moves the weights himself.
    [[nodiscard]] UpdateRule rule() const;
    /// Updates a part from a contiguous gradient; several threads may update different parts at a
    /// time.
    void update(const Part& part, const Tensor& gradient) const;
    /// Updates every parameter from gradient(). Everything that changes from step to step lies on
    /// the device, so that the step can be captured in a graph.
    void step();

    void setLearningRate(double rate) { m_learning_rate.fill_(rate); }
    void setUpdates(std::int64_t updates) { m_updates.fill_(updates); }

private:
    /// Returns `buffers` buffers of zeros for all parameters each, next to each other.
    [[nodiscard]] std::vector<Tensor> flats(std::int64_t buffers) const;
    [[nodiscard]] WeightMap viewsOf(const Tensor& buffer) const;
    void addState(const std::string& prefix, const Tensor& buffer);

    const Optimizer m_kind;
    const double m_momentum;
    const TensorDevice m_device;
    std::vector<TensorSpec> m_specs;
    Tensor m_gradients;
    WeightMap m_gradient_views;
    Part m_all;
    WeightMap m_live;
    Tensor m_updates, m_learning_rate;
};

}  // namespace duelo
