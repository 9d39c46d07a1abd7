// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <array>
#include <utility>

#include "experiments/inference/inference.h"
#include "experiments/training/training.h"

namespace duelo {

namespace {

using Made = std::unique_ptr<WorkloadFactory>;

Made inference(const MakerSetup& setup) {
    return std::make_unique<InferenceFactory>(setup.gpu);
}

Made training(const MakerSetup& setup) {
    return std::make_unique<TrainingFactory>(setup);
}

constexpr std::array<std::pair<std::string_view, Made (*)(const MakerSetup&)>, 3> kMakers{
    {{"inference", inference}, {"training", training}, {"lr_finder", training}}};

}  // namespace

std::unique_ptr<WorkloadFactory> makeFactory(std::string_view experiment, const MakerSetup& setup) {
    for (const auto& [id, make] : kMakers)
        if (id == experiment) return make(setup);
    return nullptr;
}

}  // namespace duelo
