// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "experiments/training/training_parts.h"
#include "measure/work.h"

namespace duelo {

/// Returns the cost of an epoch of these samples in whole batches that are trained; a batch that is
/// only evaluated costs the share that the forward pass has of an update.
[[nodiscard]] double batchesOf(std::size_t trained, std::size_t evaluated, int batch);

/// Returns the cost of the warm-up before the first epoch, in the same batches: a training learns
/// and judges a batch of each size that it will meet, and forgets it again.
[[nodiscard]] double warmUpBatchesOf(std::size_t trained, std::size_t evaluated, int batch);

/// Some batches of a training, or of the learning-rate finder, so that it is known beforehand what
/// they take: a call trains a few on the cell's own data and evaluates one, and tells what that
/// makes of one of batchesOf() an epoch. Nothing is kept of it. Of several processes it does the
/// share of the first alone, while the others would do theirs, and reduceMs() for each update.
class TrainingSample final : public Work {
public:
    /// `context` must outlive the work. `crowding`: how many times as long it takes because there
    /// are more threads of all processes than cores; 1: there are enough.
    TrainingSample(TrainingCell cell, TrainingContext& context, bool evaluates,
                   double crowding = 1);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override { return {}; }

private:
    [[nodiscard]] std::vector<std::size_t> some(const std::vector<std::size_t>& part) const;
    [[nodiscard]] double trainedMs(std::size_t& samples);
    [[nodiscard]] double evaluatedMs(std::size_t& samples);

    const TrainingCell m_cell;
    TrainingContext& m_context;
    const bool m_evaluates;  ///< the finder does not
    const double m_crowding;
    double m_reduce_ms = 0;  ///< of an update
    CallControl m_control;
    std::optional<TrainingParts> m_parts;
    std::optional<Batches> m_train, m_validation;
    std::uint64_t m_epoch = 0, m_updates = 0;
};

}  // namespace duelo
