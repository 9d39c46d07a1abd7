// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "experiments/training/mlp_step.h"
#include "experiments/training/optimizer.h"
#include "experiments/training/trainer_modes.h"
#include "experiments/training/trainer_pass.h"

namespace duelo {

class FusedTrainer : public Trainer {
public:
    FusedTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                 GpuApi* gpu);

    TensorDevice device() const override { return m_device; }
    bool takesParts() const override { return m_mlp && !m_shared; }
    void setLearningRate(double rate) override { m_optimizer.setLearningRate(rate); }
    std::optional<Reason> note() const override;
    bool leavesOutProducts() const override { return m_device.is_cpu() && !m_options.bf16; }

protected:
    void trainBatch(const Tensor& images, const Tensor& labels) override;
    void evaluateBatch(const Tensor& images, const Tensor& labels) override;
    void preparePart(const ResidentPart& part, bool training) override;
    void submitPart(const ResidentPart& part, bool training, const PartTold& told) override;
    Tensor logits(const Tensor& images) override;
    const WeightMap& live() const override { return m_optimizer.live(); }
    void setUpdates(std::int64_t updates) override { m_optimizer.setUpdates(updates); }

    /// Returns the buffers of that batch size, made at its first use.
    TrainerPass& pass(std::int64_t batch);
    /// Does all of an update; `before` as in TrainerPass.
    void update(TrainerPass& pass, const Tensor& images, const Tensor& labels,
                const TrainerPass::BeforeLayer& before);

private:
    void takePart(const ResidentPart& part, std::int64_t first, std::int64_t count, bool training);

    const Network m_network;
    const TensorDevice m_device;
    FlatOptimizer m_optimizer;
    std::optional<GradientBuckets> m_shared;  ///< with ranks
    /// On the CPU, for networks that it suits: all of their work, and no pass is made.
    std::optional<MlpStep> m_mlp;
    const TrainerPass::BeforeLayer m_before;
    std::map<std::int64_t, TrainerPass> m_passes;
};

}  // namespace duelo
