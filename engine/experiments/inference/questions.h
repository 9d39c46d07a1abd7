// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// The questions of inference (see Maker::answer()):
///
///     weights {model, path}    what a file holds for a model: {provenance, sha256, tensors,
///                              format, bytes, notes}; tensors is how many the model takes from it.
///                              The file is mapped and read once; no tensor is made.
///
/// Reasons: "question_unknown", those of Fields, "unknown_model", those of readWeights().
[[nodiscard]] Result<Json> inferenceAnswer(std::string_view query, const Json& args);

/// Those that are answered while something is measured, too.
inline constexpr std::array<std::string_view, 1> kInferenceAnytime{"weights"};

}  // namespace duelo
