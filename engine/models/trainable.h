// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "models/network.h"
#include "models/weight_set.h"

namespace duelo {

/// A network that Duelo trains, of images [channels, size_px, size_px].
struct TrainableModel {
    std::string name;       ///< in plans, records and on the command line
    std::string title;      ///< the same in every language
    std::string note_code;  ///< a sentence about it in resources/text
    Network network;
    int channels;
    int size_px;
};

/// "lab_alexnet" and the perceptrons of core/hidden_units.h, for `outputs` >= 1 classes. "mlp-256"
/// is called "mlp", so that one network has one name.
/// Reason: "unknown_model" {model, accepted}.
[[nodiscard]] Result<TrainableModel> trainableModel(std::string_view name, int outputs);

/// To choose from, the default first.
[[nodiscard]] std::vector<std::string> trainableNames();

/// The start of the thesis's training (S2-09): convolutions normal with standard deviation
/// sqrt(2 / fan_in) (He et al. 2015), linear layers sqrt(2) * sqrt(2 / (fan_in + fan_out)) (Glorot,
/// Bengio 2010, with the gain of ReLU), biases zero. The same seed gives the same bits on every
/// platform and thread count. For networks of convolutions and linear layers. Null where `stop` was
/// asked for.
[[nodiscard]] WeightSet initialWeights(const Network& network, std::uint64_t seed,
                                       const std::stop_token& stop = {});

}  // namespace duelo
