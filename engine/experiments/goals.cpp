// SPDX-License-Identifier: Apache-2.0
#include "experiments/goals.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/inference/goals.h"
#include "experiments/matrix_product/goals.h"
#include "experiments/max_pool/goals.h"
#include "experiments/training/goals.h"

namespace duelo {

namespace {

constexpr const char* kBestBatch = "best_batch";

Goal lacking(const char* id, const char* lack, double target) {
    return {.id = id, .target = target, .lack = lack};
}

int numberOf(const Goal& goal) {
    return std::stoi(goal.id.substr(1));
}

/// Returns all goals by number; of one number those that cannot be measured first.
std::vector<Goal> allGoals() {
    std::vector<Goal> all{lacking("G7", "other_program", 0.9),
                          lacking("G20", "other_program", 0.97)};
    for (auto* of : {inferenceGoals, matrixProductGoals, maxPoolGoals, trainingGoals})
        std::ranges::move(of(), std::back_inserter(all));
    std::ranges::stable_sort(all, {}, numberOf);
    return all;
}

bool has(const Spec& spec, const Params& variant) {
    return std::ranges::all_of(variant, [&](const auto& entry) {
        const Axis* axis = spec.find(entry.first);
        const std::string value = variant.text(entry.first);
        if (axis != nullptr && axis->kind == AxisKind::Device) return axis->accepts(value);
        return axis != nullptr && std::ranges::find(axis->words, value) != axis->words.end();
    });
}

Block blockOf(const Params& params) {
    Block block;
    for (const auto& [axis, value] : params) block[axis] = {value};
    return block;
}

void addOnce(std::vector<Block>& blocks, const Params& params,
             const std::vector<Json>& batches = {}) {
    Block block = blockOf(params);
    if (!batches.empty()) block["batch"] = batches;
    if (std::ranges::find(blocks, block) == blocks.end()) blocks.push_back(std::move(block));
}

}  // namespace

std::span<const Goal> goals() {
    static const std::vector<Goal> all = allGoals();
    return all;
}

const Params* candidateOf(const Goal& goal, const FindSpec& find) {
    const Spec* spec = goal.experiment.empty() ? nullptr : find(goal.experiment);
    if (spec == nullptr || !has(*spec, goal.base)) return nullptr;
    const auto found = std::ranges::find_if(
        goal.candidates, [&](const Params& candidate) { return has(*spec, candidate); });
    return found == goal.candidates.end() ? nullptr : &*found;
}

std::vector<Plan> plansOf(std::span<const Goal> goals, std::span<const Device> devices,
                          const FindSpec& find) {
    std::vector<Plan> plans;
    for (const Device device : devices)
        for (const Goal& goal : goals) {
            const Params* candidate = candidateOf(goal, find);
            if (candidate == nullptr || deviceOf(goal.base) != device) continue;
            const bool sweeps = !goal.batches.empty();
            const auto same = [&](const Plan& plan) {
                return plan.experiment == goal.experiment && deviceOf(plan.base) == device &&
                       plan.run.flag(kBestBatch) == sweeps;
            };
            auto plan = std::ranges::find_if(plans, same);
            if (plan == plans.end())
                plan = plans.insert(
                    plans.end(),
                    {.experiment = goal.experiment, .base = goal.base, .preset = Preset::Quick});
            if (sweeps) plan->run.set(kBestBatch, true);
            addOnce(plan->cases, goal.work, goal.batches);
            addOnce(plan->variants, goal.base);
            addOnce(plan->variants, *candidate);
        }
    return plans;
}

bool includes(const Params& params, const Params& values) {
    return std::ranges::all_of(
        values, [&](const auto& entry) { return params.at(entry.first) == entry.second; });
}

}  // namespace duelo
