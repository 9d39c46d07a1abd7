// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/result.h"
#include "experiments/training/dropout_masks.h"
#include "experiments/training/ranks.h"
#include "experiments/training/resident_part.h"
#include "experiments/training/trainer_types.h"
#include "networks/network.h"
#include "tensor/autograd.h"
#include "tensor/tensor.h"

namespace duelo {

/// One network in training on one device: forward, backward, update. Belongs to the worker thread,
/// whose number of threads the caller sets. Nothing but takeMetrics() and probabilities() waits
/// for all that the device has to do. TensorErrors (out of memory, device faults) pass through.
///
/// Images are fp32 [n, channels, side, side], labels int64 [n] in [0, classes), both on device(),
/// contiguous, and ordinary tensors (not made in InferenceMode, which autograd refuses).
class Trainer {
public:
    /// `initial` is copied. `gpu` is null for Device::Cpu; on a GPU the caller holds a
    /// measuringStream(). Reasons: "mode_not_for_training" {mode, device, accepted},
    /// "plain_needs_mlp", "bf16_training_modes", "bf16_training_needs_cpu", "weights_unsuitable".
    /// Throws std::logic_error for a network that is no chain of convolutions, ReLU, max pooling,
    /// dropout, flatten and linear layers.
    [[nodiscard]] static Result<std::unique_ptr<Trainer>> make(const Network& network,
                                                               const WeightSet& initial,
                                                               const TrainerOptions& options,
                                                               GpuApi* gpu);
    virtual ~Trainer();
    Trainer(const Trainer&) = delete;
    Trainer& operator=(const Trainer&) = delete;

    [[nodiscard]] virtual TensorDevice device() const = 0;

    /// Makes one update with one batch; the loss is its mean cross entropy. `update` counts from
    /// the start of the training and picks the dropout masks. Adds the network's answers before the
    /// update to the metrics. With ranks these are the rows of `share`, none perhaps.
    void train(const Tensor& images, const Tensor& labels, std::uint64_t update,
               std::optional<RowShare> share = {});
    /// Adds the answers without dropout to the metrics; changes nothing else.
    void evaluate(const Tensor& images, const Tensor& labels);
    /// Returns whether the trainer takes whole parts from where they rest: trainPart(),
    /// evaluatePart() and warmUpPart(), one call for all batches. A GPU then picks each batch
    /// itself, and nothing is asked of the host between two updates; a CPU reads each sample where
    /// it lies.
    [[nodiscard]] virtual bool takesParts() const { return false; }
    /// train() with the batches of the part in its order, the first of them as update `first`.
    void trainPart(const ResidentPart& part, std::uint64_t first, const PartTold& told);
    /// evaluate() with the batches of the part in its order.
    void evaluatePart(const ResidentPart& part, const PartTold& told);
    /// Does now what the first trainPart() or evaluatePart() would do beside its work: it trains
    /// with a batch of each size, or evaluates it. The caller takes the metrics and restores the
    /// state.
    void warmUpPart(const ResidentPart& part, bool training);
    /// Softmax without dropout, fp32 [n, classes] on the CPU.
    [[nodiscard]] Tensor probabilities(const Tensor& images);
    /// Returns the sums since the last call, of all ranks. A loss that is not finite is passed on
    /// as it is.
    [[nodiscard]] Metrics takeMetrics();

    virtual void setLearningRate(double rate) = 0;

    /// Returns what a student should know of how this trainer computes. Reasons:
    /// "fused_mlp_update", "fused_mlp_bf16", "fused_layers_bf16", "fused_linear_layers"
    /// {instructions}, "eager_bf16".
    [[nodiscard]] virtual std::optional<Reason> note() const { return {}; }
    /// Returns whether products of a linear layer's inputs with a gradient that is 0 are not
    /// computed.
    [[nodiscard]] virtual bool leavesOutProducts() const { return false; }

    /// Copies into the memory that `into` already has. Trainers of the same network and optimiser
    /// take each other's states, whatever their mode.
    void save(TrainerState& into) const;
    /// Makes the next updates bit for bit those of the trainer that was saved, were it to go on.
    /// Takes states of save() only: others are for restoreCheckpoint().
    void restore(const TrainerState& state);
    /// Gives all ranks what rank 0 has, state and all.
    void spread();
    /// A state as CPU tensors for writeSafetensors(); "optimizer.updates" is int64.
    [[nodiscard]] static WeightMap checkpointOf(const TrainerState& state);
    /// restore() from a file: everything is checked first, and nothing changes where it fails.
    /// Reason: "checkpoint_unsuitable" {tensor, expected, found}; `found` is empty where it lacks.
    [[nodiscard]] Result<void> restoreCheckpoint(const WeightMap& tensors);

    /// Remembers the weights of now, replacing those remembered before (S2-12).
    void keepBest();
    /// Takes the weights of the last keepBest(); the optimiser's state stays. Nothing was kept:
    /// nothing changes.
    void useBest();
    /// The weights alone, as copies on the CPU, by the network's names.
    [[nodiscard]] WeightMap weights() const;

    /// Asked between layers, forward and backward, maybe on a thread of autograd; a captured graph
    /// runs to its end, and of parts so does what is submitted (replay_pace.h). Yes ends whatever
    /// trains or evaluates with Stopped; the state is then undefined until restore().
    void setStop(std::function<bool()> stop) { m_stop = std::move(stop); }

protected:
    Trainer(const TrainerOptions& options, GpuApi* gpu);

    virtual void trainBatch(const Tensor& images, const Tensor& labels) = 0;
    virtual void evaluateBatch(const Tensor& images, const Tensor& labels) = 0;
    /// Does what the first submitPart() needs, where takesParts(), and one batch of each size.
    virtual void preparePart(const ResidentPart& part, bool training);
    virtual void submitPart(const ResidentPart& part, bool training, const PartTold& told);
    /// Logits in evaluation mode, on the device.
    [[nodiscard]] virtual Tensor logits(const Tensor& images) = 0;
    /// The live tensors, by the names of TrainerState, and their optimiser's count of updates.
    [[nodiscard]] virtual const WeightMap& live() const = 0;
    virtual void setUpdates(std::int64_t updates) = 0;

    void checkStop() const;
    /// Makes the sums and the masks; called once by the constructors, which know the device and the
    /// network.
    void makeSums(const Network& network);

    const TrainerOptions m_options;
    Tensor m_loss_sum, m_right;  ///< fp64 and int64, one value each, on the device
    std::int64_t m_updates = 0;
    DropoutMasks m_masks;
    /// Number of rows that the batch in training has for all ranks.
    std::int64_t m_whole = 0;

private:
    void useNumerics() const;

    std::int64_t m_count = 0;
    std::function<bool()> m_stop;
    WeightMap m_best;
};

}  // namespace duelo
