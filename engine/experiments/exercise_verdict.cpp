// SPDX-License-Identifier: Apache-2.0
#include "experiments/exercise_verdict.h"

#include "base/reason_json.h"
#include "experiments/exercises.h"

namespace duelo {

std::string exerciseVerdict(const Json& reply, const Text& text) {
    const Json& kernel = reply.at("kernels").at(0);
    if (const auto why = kernel.find("reason"); why != kernel.end())
        return text.reason(reasonFromJson(*why));
    const Exercise* exercise = findExercise(reply.value("exercise", std::string()));
    const auto unmet = reply.find("unmet");
    if (unmet == reply.end() || exercise == nullptr) return text("exercise.solved");
    Json figures = kernel.at("counters");
    const double requests = figures.value("global_requests", 0.0);
    figures["sectors_per_request"] = formatFixed(
        requests > 0 ? figures.value("sectors", 0.0) / requests : 0.0, 1, text.numbers());
    return text("exercise_unmet." + exercise->conditions.at(unmet->get<std::size_t>()).says,
                figures);
}

}  // namespace duelo
