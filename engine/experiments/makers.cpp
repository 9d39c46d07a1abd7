// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <algorithm>
#include <array>
#include <span>

#include "experiments/inference/maker.h"
#include "experiments/inference/questions.h"
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

struct KnownMaker {
    std::string_view id;
    Made (*make)(const MakerSetup&);
    std::span<const std::string_view> anytime{};  ///< questions
};

constexpr std::array<KnownMaker, 3> kMakers{
    {{"inference", inference, kInferenceAnytime}, {"training", training}, {"lr_finder", training}}};

const KnownMaker* knownMaker(std::string_view experiment) {
    const auto found = std::ranges::find(kMakers, experiment, &KnownMaker::id);
    return found == kMakers.end() ? nullptr : &*found;
}

}  // namespace

std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup) {
    const KnownMaker* known = knownMaker(experiment);
    return known != nullptr ? known->make(setup) : nullptr;
}

bool mayBeAskedAnytime(std::string_view experiment, std::string_view query) {
    const KnownMaker* known = knownMaker(experiment);
    return known != nullptr && std::ranges::find(known->anytime, query) != known->anytime.end();
}

}  // namespace duelo
