// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "experiments/training/events.h"
#include "experiments/training/output.h"
#include "experiments/training/training_parts.h"
#include "measure/work.h"

namespace duelo {

/// Returns the learning rate of a step in 0..kRateSteps - 1.
[[nodiscard]] double rateOfStep(int step);

/// A tenth of the rate with the lowest smoothed loss: there the loss still falls, with room before
/// it turns, and smoothing, which lags behind, puts the lowest point too far right (the rule of
/// fastai's lr_find), to two digits. Reasons in `why`: "rate_advised" {learning_rate, lowest_rate};
/// without a rate "rate_too_few" {count}, "rate_no_descent".
[[nodiscard]] RateAdvice adviseRate(std::span<const RateEvent> curve);

/// One sweep; a step is one update of the weights at its rate. Afterwards the weights are what they
/// were before (proved by their digests in the record).
class LrFinder final : public Work, private Course {
public:
    /// `context` must outlive the work.
    LrFinder(TrainingCell cell, TrainingContext& context);

    void setControl(CallControl control) override { m_control = std::move(control); }
    [[nodiscard]] Course* course() override { return this; }
    [[nodiscard]] Result<void> fetch() override;
    [[nodiscard]] Result<Prepared> prepare() override;
    [[nodiscard]] Timing step(int calls) override;
    [[nodiscard]] Output output() override;

private:
    [[nodiscard]] bool isOver() const override { return m_over; }
    [[nodiscard]] std::vector<Record> news() override { return std::exchange(m_news, {}); }
    void nextBatch();
    void addLoss(double rate, double loss);

    const TrainingCell m_cell;
    TrainingContext& m_context;
    CallControl m_control;
    std::optional<TrainingStart> m_fetched;  ///< between fetch() and prepare()
    std::optional<TrainingParts> m_parts;
    std::optional<Batches> m_batches;
    TrainerState m_start;
    std::uint64_t m_epoch = 0;  ///< the sweep goes through the training part as often as it needs
    double m_lowest = 0;        ///< smoothed loss
    bool m_over = false;
    std::vector<RateEvent> m_curve;
    std::vector<Record> m_news;
};

}  // namespace duelo
