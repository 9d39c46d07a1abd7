// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string_view>

#include "machine/probe_sheet.h"
#include "measure/long_answer.h"
#include "plan/spec.h"

namespace duelo {

/// The questions of inference (see Maker::answer()):
///
///     weights {model, path, key}  what a file holds for a model: {provenance, sha256, tensors,
///                              format, bytes, notes}; tensors is how many the model takes from it.
///                              The file is read once; no tensor is made. `key` may be absent.
///     feature_maps {case}      what a network makes of an image, layer by layer, as pictures
///                              (feature_maps.h); `case` has the parameters of one, the size at
///                              most 1024 px. Answered by the maker, which has read the weights.
///     official_weights {model} downloads what is published for a model, unless it is here already:
///                              {path}. Answered by officialWeightsAnswer().
///
/// Reasons: "question_unknown", "maps_too_large" {size_px, max_px}, those of Fields,
/// "unknown_model", those of readWeights() and of fetchOfficialWeights().
[[nodiscard]] Result<Json> inferenceAnswer(std::string_view query, const Json& args);

[[nodiscard]] Result<Json> officialWeightsAnswer(const Json& args, const AnswerControl& control);
inline constexpr std::array<LongQuestion, 1> kInferenceApart{
    {{"official_weights", officialWeightsAnswer}}};

/// Offers the networks, and the photographs that are shipped.
void offerInference(ExperimentSheet& sheet);

/// The questions that are answered while something is measured, too.
inline constexpr std::array<std::string_view, 1> kInferenceAnytime{"weights"};

}  // namespace duelo
