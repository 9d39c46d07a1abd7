// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <array>
#include <utility>

#include "experiments/inference/maker.h"
#include "experiments/training/maker.h"

namespace duelo {

namespace {

using Made = std::unique_ptr<Maker>;

Made inference(const MakerSetup& setup) {
    return std::make_unique<InferenceMaker>(setup.gpu);
}

Made training(const MakerSetup& setup) {
    return std::make_unique<TrainingMaker>(setup);
}

constexpr std::array<std::pair<std::string_view, Made (*)(const MakerSetup&)>, 3> kMakers{
    {{"inference", inference}, {"training", training}, {"lr_finder", training}}};

}  // namespace

std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup) {
    for (const auto& [id, make] : kMakers)
        if (id == experiment) return make(setup);
    return nullptr;
}

}  // namespace duelo
