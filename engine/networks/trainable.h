// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "networks/hidden_units.h"
#include "networks/network.h"

namespace duelo {

inline constexpr std::string_view kLabAlexnet = "lab_alexnet";

/// A network that Duelo trains, of images [channels, size_px, size_px].
struct TrainableModel {
    std::string name;       ///< in plans, records and on the command line
    std::string note_code;  ///< a sentence about it in resources/text
    Network network;
    int channels;
    int size_px;
};

/// "lab_alexnet" and the perceptrons of networks/hidden_units.h, for `outputs` >= 1 classes.
/// "mlp-256" is called "mlp", so that one network has one name. Reason: "unknown_model" {model,
/// accepted}.
[[nodiscard]] Result<TrainableModel> trainableModel(std::string_view name, int outputs);

/// The words that choose one of them; a perceptron has its width besides.
inline constexpr std::array<std::string_view, 2> kTrainableFamilies{kLabAlexnet, kMlp};

/// The names to choose from, the default first.
[[nodiscard]] std::vector<std::string> trainableNames();

}  // namespace duelo
