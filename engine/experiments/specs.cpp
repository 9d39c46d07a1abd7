// SPDX-License-Identifier: Apache-2.0
#include "experiments/specs.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "experiments/inference/spec.h"
#include "experiments/training/spec.h"

namespace duelo {

std::span<const Spec> specs() {
    static const std::vector<Spec> all{inferenceSpec(), trainingSpec(), lrFinderSpec()};
    return all;
}

Result<const Spec*> knownSpec(std::string_view id) {
    if (const Spec* spec = findSpec(id)) return spec;
    Json accepted = Json::array();
    for (const Spec& spec : specs()) accepted.push_back(spec.id);
    return fail(
        "unknown_value",
        {{"field", "experiment"}, {"value", std::string(id)}, {"accepted", std::move(accepted)}});
}

Result<Plan> validated(Plan plan, const Facts& facts) {
    const auto spec = knownSpec(plan.experiment);
    if (!spec) return tl::unexpected(spec.error());
    return validated(std::move(plan), **spec, facts);
}

std::vector<Cell> expand(const Plan& plan, const Facts& facts) {
    const Spec* spec = findSpec(plan.experiment);
    return spec ? expand(plan, *spec, facts) : std::vector<Cell>();
}

const Spec* findSpec(std::string_view id) {
    const auto found = std::ranges::find(specs(), id, &Spec::id);
    return found == specs().end() ? nullptr : &*found;
}

}  // namespace duelo
