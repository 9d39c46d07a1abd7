// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>
#include <vector>

#include "experiments/faces/maker.h"
#include "experiments/matrix_product/emulated.h"
#include "experiments/matrix_product/maker.h"
#include "experiments/max_pool/emulated.h"
#include "experiments/max_pool/maker.h"
#include "experiments/pi/maker.h"
#include "experiments/plain_failure.h"
#include "experiments/program/maker.h"
#include "experiments/roofs/maker.h"
#include "experiments/stopwatch/maker.h"
#include "experiments/transfer/maker.h"
#ifdef DUELO_TORCH
#include "experiments/inference/maker.h"
#include "experiments/inference/questions.h"
#include "experiments/inference/self_check.h"
#include "experiments/matrix_product/maker_torch.h"
#include "experiments/max_pool/maker_torch.h"
#include "experiments/pi/work_torch.h"
#include "experiments/roofs/work_torch.h"
#include "experiments/training/maker.h"
#include "experiments/training/questions.h"
#include "experiments/training/self_check.h"
#include "experiments/transfer/work_torch.h"
#endif

namespace duelo {

namespace {

using Made = std::unique_ptr<Maker>;

#ifdef DUELO_TORCH
Made inference(const MakerSetup& setup) {
    return std::make_unique<InferenceMaker>(*setup.gpu, setup.run.text("maps"));
}

Made training(const MakerSetup& setup) {
    return std::make_unique<TrainingMaker>(setup);
}

Made pi(const MakerSetup& setup) {
    return std::make_unique<TorchPiMaker>(*setup.gpu);
}

Made transfer(const MakerSetup& setup) {
    return std::make_unique<TorchTransferMaker>(*setup.gpu);
}

Made matrixProduct(const MakerSetup& setup) {
    return std::make_unique<TorchProductMaker>(*setup.gpu);
}

Made maxPool(const MakerSetup& setup) {
    return std::make_unique<TorchPoolMaker>(*setup.gpu);
}

Made roofs(const MakerSetup& setup) {
    return std::make_unique<TorchRoofsMaker>(transfer(setup), *setup.gpu, setup.child);
}
#else
Made pi(const MakerSetup&) {
    return std::make_unique<PiMaker>();
}

Made transfer(const MakerSetup&) {
    return std::make_unique<TransferMaker>();
}

Made matrixProduct(const MakerSetup&) {
    return std::make_unique<ProductMaker>();
}

Made maxPool(const MakerSetup&) {
    return std::make_unique<PoolMaker>();
}

Made roofs(const MakerSetup& setup) {
    return std::make_unique<RoofsMaker>(transfer(setup), setup.child);
}
#endif

Made faces(const MakerSetup&) {
    return std::make_unique<FacesMaker>();
}

Made program(const MakerSetup& setup) {
    return std::make_unique<ProgramMaker>(setup.run);
}

Made stopwatch(const MakerSetup& setup) {
    return std::make_unique<StopwatchMaker>(setup, makerOf);
}

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
    {.id = "faces", .make = faces},
    {.id = "pi", .make = pi},
    {.id = "program", .make = program},
    {.id = "transfer", .make = transfer},
    {.id = "stopwatch", .make = stopwatch},
    {.id = "roofs", .make = roofs},
    {.id = "matrix_product", .make = matrixProduct, .apart = kProductApart},
    {.id = "max_pool", .make = maxPool, .apart = kPoolApart},
});

/// Of what this build has none: every cell says so.
class NoMaker final : public Maker {
public:
    Result<void> check(const Cell&) override { return tl::unexpected(m_reason); }
    Result<std::unique_ptr<Work>> create(const Cell&) override { return tl::unexpected(m_reason); }
    Result<Forecast> forecast(const Cell&) override { return tl::unexpected(m_reason); }
    Result<Json> answer(std::string_view, const Json&) override { return tl::unexpected(m_reason); }
    Failure describe(const std::exception_ptr& error) override { return plainFailure(error); }

private:
    Reason m_reason{"experiment_not_built"};
};

const KnownMaker* knownMaker(std::string_view experiment) {
    const auto found = std::ranges::find(kMakers, experiment, &KnownMaker::id);
    return found == kMakers.end() ? nullptr : &*found;
}

}  // namespace

std::unique_ptr<Maker> makerOf(std::string_view experiment, const MakerSetup& setup) {
    const KnownMaker* known = knownMaker(experiment);
    return known != nullptr ? known->make(setup) : std::make_unique<NoMaker>();
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
    sheet.experiments.push_back(std::move(own));
    if (known == nullptr) return;  // its form can be looked at; nothing of it is proposed
    if (sheet.default_plan.is_null()) sheet.default_plan = sheet.experiments.back().plan;
    for (const Offer& each : spec.offers ? spec.offers() : std::vector<Offer>())
        sheet.offers.push_back({.id = each.id, .plan = toJson(offeredPlan(each, spec, facts))});
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
