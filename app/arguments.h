// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/plan.h"
#include "core/result.h"

namespace CLI {
class App;
}

namespace duelo {

/// The words of `infer` as typed; a list may be repeated or separated by commas.
struct InferWords {
    std::vector<std::string> models, weights, images, sizes, batches, devices, threads, precisions,
        modes;
    std::string preprocess = "model", fit = "square", preset = "standard", seed = "1234";

    void declare(CLI::App& command);
};

/// The plan that the words mean. Whatever was not given has its default; with nothing given it is
/// defaultPlan(). Reasons name the option, the value and what is accepted.
[[nodiscard]] Result<Plan> planFromWords(const InferWords& words, std::vector<Device> usable);

}  // namespace duelo
