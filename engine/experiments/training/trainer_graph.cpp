// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <ATen/ATen.h>
#include <ATen/core/LegacyTypeDispatch.h>

#include "experiments/training/trainer_fused.h"
#include "gpu/gpu.h"

namespace duelo {
namespace {

/// A graph reads and writes the addresses it was captured with: the batch is copied to where it
/// looks for it, and whatever changes from step to step lies in tensors (optimizer.h).
class GraphTrainer final : public FusedTrainer {
public:
    GraphTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                 GpuApi& gpu)
        : FusedTrainer(network, initial, options, &gpu), m_gpu(gpu) {}

private:
    struct Captured {
        at::Tensor images, labels;
        std::unique_ptr<GpuGraph> graph;
    };

    void trainBatch(const at::Tensor& images, const at::Tensor& labels) override {
        const at::AutoDispatchBelowADInplaceOrView without_autograd;
        checkStop();
        TrainerPass& here = pass(images.size(0));
        Captured& step = m_steps[images.size(0)];
        if (!step.graph) {
            step.images = images.clone();
            step.labels = labels.clone();
            step.graph = captured(here, step);
        } else {
            step.images.copy_(images);
            step.labels.copy_(labels);
        }
        step.graph->replay();
    }

    /// Libraries allocate and choose in their first call, which a capture cannot hold: one update
    /// runs before it, and is taken back.
    std::unique_ptr<GpuGraph> captured(TrainerPass& here, const Captured& step) {
        std::vector<std::pair<at::Tensor, at::Tensor>> kept;
        for (const auto& [name, tensor] : live()) kept.emplace_back(tensor, tensor.clone());
        kept.emplace_back(m_loss_sum, m_loss_sum.clone());
        kept.emplace_back(m_right, m_right.clone());
        if (m_update.defined()) kept.emplace_back(m_update, m_update.clone());
        const auto work = [this, &here, &step] { update(here, step.images, step.labels, [] {}); };
        work();
        auto graph = m_gpu.capture(work);
        for (auto& [tensor, copy] : kept) tensor.copy_(copy);
        setUpdates(m_updates);
        return graph;
    }

    GpuApi& m_gpu;
    std::map<std::int64_t, Captured> m_steps;
};

}  // namespace

std::unique_ptr<Trainer> makeGraphTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options, GpuApi& gpu) {
    return std::make_unique<GraphTrainer>(network, initial, options, gpu);
}

}  // namespace duelo
