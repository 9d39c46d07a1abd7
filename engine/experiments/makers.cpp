// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "experiments/matrix_product/maker.h"
#include "experiments/max_pool/maker.h"
#include "experiments/pi/maker.h"
#ifdef DUELO_TORCH
#include "experiments/inference/maker.h"
#include "experiments/inference/questions.h"
#include "experiments/inference/self_check.h"
#include "experiments/matrix_product/work_torch.h"
#include "experiments/max_pool/work_torch.h"
#include "experiments/pi/work_torch.h"
#include "experiments/training/maker.h"
#include "experiments/training/questions.h"
#include "experiments/training/self_check.h"
#endif

namespace duelo {

namespace {

using Made = std::unique_ptr<Maker>;

#ifdef DUELO_TORCH
Made inference(const MakerSetup& setup) {
    return std::make_unique<InferenceMaker>(*setup.gpu);
}

Made training(const MakerSetup& setup) {
    return std::make_unique<TrainingMaker>(setup);
}

Made pi(const MakerSetup& setup) {
    return std::make_unique<TorchPiMaker>(*setup.gpu);
}

Made matrixProduct(const MakerSetup& setup) {
    return std::make_unique<TorchProductMaker>(*setup.gpu);
}

Made maxPool(const MakerSetup& setup) {
    return std::make_unique<TorchPoolMaker>(*setup.gpu);
}
#else
Made pi(const MakerSetup&) {
    return std::make_unique<PiMaker>();
}

Made matrixProduct(const MakerSetup&) {
    return std::make_unique<ProductMaker>();
}

Made maxPool(const MakerSetup&) {
    return std::make_unique<PoolMaker>();
}
#endif

struct KnownMaker {
    std::string_view id;
    Made (*make)(const MakerSetup&);
    void (*check)(Maker&, const CheckSetup&, const TellCheck&) = nullptr;
    void (*offer)(ExperimentSheet&) = nullptr;
    std::span<const std::string_view> anytime{};  ///< questions
    std::span<const LongQuestion> apart{};
};

constexpr auto kMakers = std::to_array<KnownMaker>({
#ifdef DUELO_TORCH
    {.id = "inference",
     .make = inference,
     .check = checkInference,
     .offer = offerInference,
     .anytime = kInferenceAnytime,
     .apart = kInferenceApart},
    {.id = "training", .make = training, .check = checkTraining, .offer = offerTraining},
    {.id = "lr_finder", .make = training, .offer = offerTraining},
#endif
    {.id = "pi", .make = pi},
    {.id = "matrix_product", .make = matrixProduct},
    {.id = "max_pool", .make = maxPool},
});

const KnownMaker* knownMaker(std::string_view experiment) {
    const auto found = std::ranges::find(kMakers, experiment, &KnownMaker::id);
    return found == kMakers.end() ? nullptr : &*found;
}

}  // namespace

std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup) {
    const KnownMaker* known = knownMaker(experiment);
    return known != nullptr ? known->make(setup) : nullptr;
}

void selfCheck(std::string_view experiment, Maker& maker, const CheckSetup& setup,
               const TellCheck& tell) {
    const KnownMaker* known = knownMaker(experiment);
    if (known != nullptr && known->check != nullptr) known->check(maker, setup, tell);
}

void offer(const Spec& spec, const Facts& facts, ProbeSheet& sheet) {
    ExperimentSheet own{.id = spec.id, .plan = toJson(usualPlan(spec, facts))};
    const KnownMaker* known = knownMaker(spec.id);
    if (known != nullptr && known->offer != nullptr) known->offer(own);
    if (sheet.experiments.empty()) sheet.default_plan = own.plan;
    for (const Offer& each : spec.offers ? spec.offers() : std::vector<Offer>())
        sheet.offers.push_back({.id = each.id, .plan = toJson(offeredPlan(each, spec, facts))});
    sheet.experiments.push_back(std::move(own));
}

bool mayBeAskedAnytime(std::string_view experiment, std::string_view query) {
    const KnownMaker* known = knownMaker(experiment);
    return known != nullptr && std::ranges::find(known->anytime, query) != known->anytime.end();
}

LongAnswer longAnswer(std::string_view experiment, std::string_view query) {
    const KnownMaker* known = knownMaker(experiment);
    if (known == nullptr) return nullptr;
    const auto found = std::ranges::find(known->apart, query, &LongQuestion::query);
    return found == known->apart.end() ? nullptr : found->answer;
}

}  // namespace duelo
