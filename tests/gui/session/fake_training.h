// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/training/events.h"
#include "machine/probe_sheet.h"
#include "plan/plan.h"
#include "record/record.h"

/// Answers of the fake engine about networks that never learnt anything.
namespace duelo::fake {

/// Returns the part of the probe sheet about training.
[[nodiscard]] ExperimentSheet trainingSheet(bool gpu);

/// Returns the record of an event of a cell.
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
