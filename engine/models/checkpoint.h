// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "base/result.h"
#include "models/weight_set.h"

namespace duelo {

/// Trained weights, or the whole state of a training: what resumes it, and what says of which
/// training it is.
struct Checkpoint {
    WeightMap tensors;  ///< contiguous, on the CPU, fp32 or int64
    std::map<std::string, std::string> metadata;
};

/// Writes a safetensors file, tensors in the order of their names, whole or not at all, replacing
/// an older one: where it fails, the old file is as it was. `tensors` as in Checkpoint. Reasons:
/// those of writeWhole() (base/whole_file.h). Tensors of other types, places or layouts are an
/// error of the program (std::logic_error).
[[nodiscard]] Result<void> writeSafetensors(
    const std::filesystem::path& path, const WeightMap& tensors,
    const std::map<std::string, std::string>& metadata = {});

/// Reads such a file; the tensors are copies, to be trained on. Reasons, all with {path}: those of
/// WeightBytes::read() and readSafetensors(), "weights_type" {tensor, found} for a type other than
/// fp32 and int64, "weights_memory" {bytes}.
[[nodiscard]] Result<Checkpoint> readCheckpoint(const std::filesystem::path& path);

}  // namespace duelo
