// SPDX-License-Identifier: Apache-2.0
#include "experiments/makers.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "experiments/known_maker.h"
#include "experiments/plain_failure.h"
#include "experiments/proposed_plan.h"

namespace duelo {

namespace {

/// Refuses every cell of an experiment whose work this build cannot do.
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

const std::vector<KnownMaker>& knownMakers() {
    static const std::vector<KnownMaker> makers = registeredMakers();
    return makers;
}

const KnownMaker* knownMaker(std::string_view experiment) {
    const auto found = std::ranges::find(knownMakers(), experiment, &KnownMaker::id);
    return found == knownMakers().end() ? nullptr : &*found;
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
    ExperimentSheet own{.id = spec.id, .plan = toJson(proposedPlan(spec, facts))};
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

Result<std::optional<StartedTogether>> startedTogether() {
    for (const KnownMaker& known : knownMakers())
        if (known.together != nullptr)
            if (auto together = known.together(); !together || *together) return together;
    return std::nullopt;
}

LongAnswer longAnswer(std::string_view experiment, std::string_view query) {
    const KnownMaker* known = knownMaker(experiment);
    if (known == nullptr) return nullptr;
    const auto found = std::ranges::find(known->apart, query, &LongQuestion::query);
    return found == known->apart.end() ? nullptr : found->answer;
}

}  // namespace duelo
