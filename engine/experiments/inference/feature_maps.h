// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/result.h"
#include "experiments/inference/input_store.h"
#include "experiments/inference/params.h"
#include "models/weight_set.h"
#include "networks/trained_network.h"

namespace duelo {

/// Returns the maps that a network makes of the first image of its input, layer by layer (X-05,
/// {input, received, top, layers: [{name, kind, shape, channels, maps}]}.
///
/// `size_px` stands there where the image is no photograph at its own size.
/// `received` is the image as the network gets it. Layers are convolutions with all that follows
/// them up to the next (normalisation, sum, activation), poolings, and the hidden layers without
/// place, whose values stand in a square. Of each the first channels are shown, `channels` of
/// `shape` [channels, height, width]; a map goes from black, its smallest value, to white, its
/// largest, and a large one is reduced. `top` as in a result; none with random weights. Pictures
/// are as in experiments/picture_json.h. Reasons: those of makeModel() and Model::prepare().
[[nodiscard]] Result<Json> featureMaps(const InferenceCase& work, const UsableNetwork& network,
                                       const WeightSet& weights, bool recognises,
                                       const ModelInput& input);

/// Returns the same of one layer, for a result: what layerMapsOf() (output.h) reads. Small pictures
/// are enlarged by whole steps, so that whoever draws them smooths nothing. Further reason:
/// "vision_missing" in an engine that writes no pictures.
[[nodiscard]] Result<Json> mapsOfLayer(const std::string& layer, const InferenceCase& work,
                                       const UsableNetwork& network, const WeightSet& weights,
                                       const ModelInput& input);

}  // namespace duelo
