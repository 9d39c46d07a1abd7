// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "networks/hidden_units.h"
#include "plan/params.h"

/// What the tables of inference and of training read of a case.
namespace duelo {

/// "mlp-64" where the model is mlp with 64 hidden units.
[[nodiscard]] inline std::string modelName(const Params& work) {
    const std::string model = work.text("model");
    return model == kMlp ? mlpName(static_cast<int>(work.integer("hidden", kUsualHidden))) : model;
}

/// A photograph, the random tensor or a data set.
[[nodiscard]] inline std::string inputOf(const Params& work) {
    return work.text(work.has("data") ? "data" : "input");
}

}  // namespace duelo
