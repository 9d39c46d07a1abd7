// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <string>

#include "experiments/training/events.h"
#include "experiments/training/params.h"

namespace duelo {

/// The progress of a training, apart from weights: enough to end it where the plan says, and to go
/// on with it in another process.
struct TrainingProgress {
    int epoch = 0;  ///< whole epochs done
    std::uint64_t updates = 0;
    int best_epoch = 0;
    double best_loss = std::numeric_limits<double>::infinity();  ///< of the validation part
    double epochs_ms = 0;
    std::string stopped_by{};  ///< why it is over; empty while it is not
    /// Epochs and updates of another training's checkpoint that it went on from: no time of it
    /// counts here.
    int begun_after = 0;
    std::int64_t begun_updates = 0;

    /// Takes in an epoch. \returns whether it has the lowest validation loss so far.
    bool add(const EpochEvent& epoch, const TrainingCase& work);
};

/// Returns what a checkpoint says of itself: which training it belongs to and how far that was.
[[nodiscard]] std::map<std::string, std::string> toMetadata(const TrainingProgress& progress,
                                                            const std::string& training);
/// Reads how far a training is. Reasons with {path}: "checkpoint_of_another" when it belongs to
/// another plan or cell, "checkpoint_damaged" when its words make no sense.
[[nodiscard]] Result<TrainingProgress> progressFrom(
    const std::map<std::string, std::string>& metadata, const std::string& training,
    const std::filesystem::path& path);
/// Reads the same, whichever training it belongs to.
[[nodiscard]] Result<TrainingProgress> progressFrom(
    const std::map<std::string, std::string>& metadata, const std::filesystem::path& path);

}  // namespace duelo
