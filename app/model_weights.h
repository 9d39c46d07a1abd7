// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "models/fetch_weights.h"

namespace duelo {

/// Downloads the first official weights of a model. Reasons: "unknown_model",
/// "weights_not_published" {name}, those of fetchWeights().
[[nodiscard]] Result<std::filesystem::path> fetchOfficialWeights(
    const std::string& model, const std::filesystem::path& folder, const FetchProgress& progress);

/// What a file holds for a model: {provenance, sha256, tensors, format, bytes, notes}; tensors is
/// how many the model takes from it. The file is mapped and read once; no tensor is made.
/// Reasons: "unknown_model", those of readWeights().
[[nodiscard]] Result<Json> inspectWeights(const std::string& model,
                                          const std::filesystem::path& file);

}  // namespace duelo
