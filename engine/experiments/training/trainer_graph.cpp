// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <utility>
#include <vector>

#include "experiments/training/replay_pace.h"
#include "experiments/training/trainer_fused.h"
#include "gpu/gpu.h"
#include "tensor/autograd.h"
#include "tensor/operators.h"

namespace duelo {
namespace {

/// A graph reads and writes the addresses it was captured with, so whatever changes from step to
/// step lies in tensors: the optimiser's count and rate (optimizer.h), the masks' update, the
/// batch. Of a part that rests on the device the captured step picks its batch itself, from the
/// epoch's order and a place in it that it moves on; the host only submits the step as often as
/// there are batches. A batch that the host has made is copied to where its graph looks for it.
///
/// One step is captured and replayed, not the steps of an epoch one after another in one graph:
/// - a graph runs to its end, and an epoch may take seconds, in which no stop would be heard;
/// - instantiating takes time and memory for each node, and an epoch of MNIST in batches of 64 has
///   some 30,000 of them; the length of an epoch would be part of the graph;
/// - there is little to win: a submission takes the host a few microseconds, a step takes the GPU
///   tens at the least, and the next step is submitted before (ReplayPace), so it never waits.
class GraphTrainer final : public FusedTrainer {
public:
    GraphTrainer(const Network& network, const WeightMap& initial, const TrainerOptions& options,
                 GpuApi& gpu)
        : FusedTrainer(network, initial, options, &gpu), m_gpu(gpu), m_pace(gpu) {}

    bool takesParts() const override { return true; }

private:
    struct Captured {
        Tensor images, labels;
        std::unique_ptr<GpuGraph> graph;
    };

    /// One part and what is done with it. The tensors live as long as the graphs that know them.
    struct Resident {
        ResidentPart part;
        Tensor first;           ///< 0 to batch - 1
        Tensor places;          ///< in the order, of the next batch; the step adds to them
        Tensor rows;            ///< in the part, of the batch at hand
        Tensor images, labels;  ///< the batch at hand
        std::unique_ptr<GpuGraph> whole, rest;  ///< rest: of a last batch that is smaller
    };

    void trainBatch(const Tensor& images, const Tensor& labels) override {
        const WithoutAutograd without_autograd;
        checkStop();
        TrainerPass& here = pass(images.size(0));
        Captured& step = m_steps[images.size(0)];
        if (!step.graph) {
            step.images = images.clone();
            step.labels = labels.clone();
            step.graph =
                captured([this, &here, &step] { update(here, step.images, step.labels, [] {}); });
        } else {
            step.images.copy_(images);
            step.labels.copy_(labels);
        }
        step.graph->replay();
    }

    void preparePart(const ResidentPart& part, bool training) override {
        const WithoutAutograd without_autograd;
        const Resident& here = resident(part, training);
        here.places.copy_(here.first);
        here.whole->replay();
        if (here.rest) here.rest->replay();
    }

    void submitPart(const ResidentPart& part, bool training, const PartTold& told) override {
        const WithoutAutograd without_autograd;
        checkStop();
        const Resident& here = resident(part, training);
        here.places.copy_(here.first);
        const std::size_t whole = part.batches() - (here.rest ? 1 : 0);
        m_pace.run(
            part.batches(),
            [&](std::size_t batch) { (batch < whole ? here.whole : here.rest)->replay(); },
            [&](std::size_t done) {
                checkStop();
                told(done);
            });
    }

    /// Captured at the first use, before anything of the part is submitted.
    const Resident& resident(const ResidentPart& part, bool training) {
        Resident& here = m_parts[{part.order.const_data_ptr(), training}];
        if (here.whole) return here;
        here.part = part;
        here.first = ops::arange(part.batch, part.order.options());
        here.places = here.first.clone();
        here.rows = ops::empty_like(here.first);
        here.images = ops::empty_like(part.images.narrow(0, 0, part.batch));
        here.labels = ops::empty_like(here.rows);
        auto whole = stepOf(here, part.batch, training);
        if (part.rest() > 0) here.rest = stepOf(here, part.rest(), training);
        here.whole = std::move(whole);  // last: where a capture has failed, nothing is there
        return here;
    }

    std::unique_ptr<GpuGraph> stepOf(Resident& here, std::int64_t count, bool training) {
        TrainerPass& there = pass(count);
        here.places.copy_(here.first);
        const auto step = [this, &here, &there, count, training] {
            Tensor rows = here.rows.narrow(0, 0, count);
            Tensor images = here.images.narrow(0, 0, count);
            Tensor labels = here.labels.narrow(0, 0, count);
            ops::index_select_out(rows, here.part.order, 0, here.places.narrow(0, 0, count));
            ops::index_select_out(images, here.part.images, 0, rows);
            ops::index_select_out(labels, here.part.labels, 0, rows);
            here.places.add_(count);
            if (training) {
                m_whole = count;
                update(there, images, labels, [] {});
                return;
            }
            there.forward(images, /*training=*/false, [] {});
            there.addLoss(labels, m_loss_sum, m_right, count);
        };
        return captured(step, here.places);
    }

    /// Libraries allocate and choose in their first call, which a capture cannot hold: one step
    /// runs before it, and what it has changed, `places` too where there are some, is taken back.
    /// The capture itself runs nothing.
    std::unique_ptr<GpuGraph> captured(const std::function<void()>& step,
                                       const Tensor& places = {}) {
        std::vector<Tensor> changed{m_loss_sum, m_right, m_masks.update(), places};
        for (const auto& [name, tensor] : live()) changed.push_back(tensor);
        std::erase_if(changed, [](const Tensor& tensor) { return !tensor.defined(); });
        std::vector<Tensor> kept;
        for (const Tensor& tensor : changed) kept.push_back(tensor.clone());
        step();
        for (std::size_t i = 0; i < changed.size(); ++i) changed[i].copy_(kept[i]);
        setUpdates(m_updates);
        return m_gpu.capture(step);
    }

    GpuApi& m_gpu;
    std::map<std::int64_t, Captured> m_steps;  ///< of batches that the host has made
    std::map<std::pair<const void*, bool>, Resident> m_parts;
    ReplayPace m_pace;
};

}  // namespace

std::unique_ptr<Trainer> makeGraphTrainer(const Network& network, const WeightMap& initial,
                                          const TrainerOptions& options, GpuApi& gpu) {
    return std::make_unique<GraphTrainer>(network, initial, options, gpu);
}

}  // namespace duelo
