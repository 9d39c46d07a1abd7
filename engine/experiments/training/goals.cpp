// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/goals.h"

#include <string_view>
#include <utility>

namespace duelo {

namespace {

/// Epochs that give a ratio its interval by ranks.
constexpr int kGoalEpochs = 16;

Params epochsOf(const char* model, const char* data, int batch) {
    return {{"model", model}, {"data", data}, {"batch", batch}, {"epochs", kGoalEpochs}};
}

Params wayOfTraining(const char* device, const char* mode) {
    return {{"device", device}, {"precision", "fp32"}, {"mode", mode}};
}

Goal fastestTraining(const char* id, const char* device, Params work, double target) {
    const char* const mode = device == std::string_view("cuda") ? "graph" : "fused";
    return {.id = id,
            .experiment = "training",
            .work = std::move(work),
            .base = wayOfTraining(device, "eager"),
            .candidates = {wayOfTraining(device, mode)},
            .target = target};
}

}  // namespace

std::vector<Goal> trainingGoals() {
    const Params digits = epochsOf("mlp", "digits", 64);
    return {fastestTraining("G17", "cuda", digits, 10),
            fastestTraining("G18", "cuda", epochsOf("lab_alexnet", "textures", 32), 5),
            fastestTraining("G19", "cpu", digits, 6)};
}

}  // namespace duelo
