// SPDX-License-Identifier: Apache-2.0
#include "experiments/proposed_plan.h"

#include <algorithm>
#include <string>

#include "base/words.h"

namespace duelo {

Plan proposedPlan(const Spec& spec, const Facts& facts) {
    Plan plan = usualPlan(spec, facts);
    const Axis* modes = spec.find("mode");
    const std::string compiled(word(Mode::Compiled));
    const auto onGpu = [](const Device& one) { return one.isGpu(); };
    if (modes == nullptr || std::ranges::any_of(facts.devicesFor(spec), onGpu) ||
        std::ranges::find(modes->words, compiled) == modes->words.end())
        return plan;
    std::vector<Json>& chosen = plan.variants.front()[modes->id];
    if (chosen.size() < 2) chosen = {modes->words.front(), compiled};
    return completed(std::move(plan), spec);
}

}  // namespace duelo
