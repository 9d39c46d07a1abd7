// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/training/events.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"
#include "record/record.h"

/// What the fake engine tells of networks that never learnt anything.
namespace duelo::fake {

/// What the probe sheet says of training.
[[nodiscard]] ExperimentSheet trainingSheet(bool gpu);

/// What a cell told, as its line says it.
template <typename Event>
[[nodiscard]] EventRecord lineOf(const Cell& cell, const Event& event) {
    EventRecord record = eventOf(event);
    record.cell = cell.id;
    return record;
}

/// Three classes of textures, ten of digits, and of any other data two.
[[nodiscard]] DataEvent dataOf(const Cell& cell);
/// Epochs that get better and slower to do so; a GPU needs an eighth of the time.
[[nodiscard]] EpochEvent epochOf(const Cell& cell, int epoch);
/// After these epochs, with a mistake of each class.
[[nodiscard]] ResultRecord trainedResult(const Cell& cell, const std::vector<EpochEvent>& epochs);
[[nodiscard]] Reason divergence(const Cell& cell, int epoch);

inline constexpr double kAdvisedRate = 0.002;
/// A smoothed loss that falls fastest somewhere, is lowest at ten times kAdvisedRate and explodes.
[[nodiscard]] RateEvent rateOf(int step);
[[nodiscard]] ResultRecord finderResult(const Cell& cell);

/// The replies to the questions "data" and "samples".
[[nodiscard]] Json dataReply(const Plan& plan);
[[nodiscard]] Json samplesReply(const Json& samples);

}  // namespace duelo::fake
