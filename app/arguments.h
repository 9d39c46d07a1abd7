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

/// The words of `train` and `lr-find`.
struct TrainWords {
    std::vector<std::string> models, data, hidden, batches, devices, threads, precisions, modes;
    std::string epochs, until_accuracy, max_time_s, patience, optimizer, rate, momentum, outputs;
    std::string validation_percent, test_percent, seed = "1234";
    bool augment = false, decode_every_epoch = false, not_deterministic = false,
         save_weights = false;

    void declare(CLI::App& command, bool finder);
};

/// The plan that the words mean. Whatever was not given has its default; with nothing given it is
/// defaultPlan(). Reasons name the option, the value and what is accepted.
[[nodiscard]] Result<Plan> planFromWords(const InferWords& words, std::vector<Device> usable);
/// The same with defaultTrainingPlan(): one sweep for each size that the models have.
[[nodiscard]] Result<Plan> planFromWords(const TrainWords& words, Experiment experiment,
                                         std::vector<Device> usable);

}  // namespace duelo
