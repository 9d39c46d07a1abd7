// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "experiments/training/training_progress.h"

/// The start of a training that goes on from a checkpoint, with any number of processes.
namespace duelo {

/// The terms that a checkpoint shares with a training that goes on from it: another network,
/// optimiser or seed, or other images to learn from and to judge by, would be another training.
/// Mode, threads, processes, batch and learning rate may change.
struct StartCase {
    std::string network{}, optimizer{};
    double momentum = 0;
    std::uint64_t seed = 0;
    std::string data_sha256{};  ///< of the images, and of which of them are learnt from
};
[[nodiscard]] StartCase startCase(const TrainingCase& work, const std::string& data_sha256);
/// Returns the case as a checkpoint has it in its metadata.
[[nodiscard]] std::map<std::string, std::string> toMetadata(const StartCase& start);

/// A checkpoint without its tensors.
struct StartPoint {
    TrainingProgress progress{};
    StartCase of{};
    std::string sha256{};  ///< of the whole file
};

/// Reasons, all with {path}: those of readCheckpoint(), "checkpoint_untold" where the file is none
/// of a training of this version, "checkpoint_damaged".
[[nodiscard]] Result<StartPoint> readStartPoint(const std::filesystem::path& path);

/// Says why `work` cannot go on from there: "checkpoint_other" {path, column, here, there}, and
/// "checkpoint_at_end" {path, epoch, epochs} where it has done all epochs that are asked for.
[[nodiscard]] std::optional<Reason> whyNotFrom(const StartPoint& start, const TrainingCase& work);
/// Says why `work` cannot go on from there with the data that were read: "checkpoint_other_data"
/// {path}.
[[nodiscard]] std::optional<Reason> whyNotFrom(const StartPoint& start, const TrainingCase& work,
                                               const std::string& data_sha256);

/// Keeps the latest start point that was looked at, as long as its file stays the same.
class StartPoints {
public:
    [[nodiscard]] Result<StartPoint> look(const std::filesystem::path& path);

private:
    struct Known {
        std::filesystem::path path;
        std::uintmax_t bytes = 0;
        std::filesystem::file_time_type changed{};
        StartPoint start{};
    };
    std::optional<Known> m_known;
};

}  // namespace duelo
