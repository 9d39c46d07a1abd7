// SPDX-License-Identifier: Apache-2.0
#include "goals.h"

#include <algorithm>
#include <utility>

namespace duelo {

namespace {

/// Epochs that give a ratio its interval by ranks.
constexpr int kGoalEpochs = 16;
/// Enough to fill a GPU, and within the memory of those of a laboratory.
constexpr int kLargeBatch = 128;

Params way(const char* device, const char* precision, const char* mode) {
    return {{"device", device}, {"precision", precision}, {"mode", mode}};
}

Params pictures(const char* model, int batch) {
    return {{"model", model}, {"input", "random"}, {"size_px", 224}, {"batch", batch}};
}

Params epochs(const char* model, const char* data, int batch) {
    return {{"model", model}, {"data", data}, {"batch", batch}, {"epochs", kGoalEpochs}};
}

/// A goal of the fastest way that there is on a device against the plain one.
Goal fastest(const char* id, const char* device, Params work, const char* base_precision,
             const char* precision, double target) {
    const char* const mode = device == std::string_view("cuda") ? "graph" : "compiled";
    return {.id = id,
            .experiment = "inference",
            .work = std::move(work),
            .base = way(device, base_precision, "eager"),
            .candidates = {way(device, precision, mode), way(device, precision, "fused")},
            .target = target};
}

Goal training(const char* id, const char* device, Params work, double target) {
    return {
        .id = id,
        .experiment = "training",
        .work = std::move(work),
        .base = way(device, "fp32", "eager"),
        .candidates = {way(device, "fp32", device == std::string_view("cuda") ? "graph" : "fused")},
        .target = target};
}

Goal lacking(const char* id, const char* lack, double target) {
    return {.id = id, .target = target, .lack = lack};
}

std::vector<Goal> allGoals() {
    Goal narrow = fastest("G11", "cpu", pictures("resnet18", 1), "fp32", "bf16", 1.9);
    // Against the same way in full precision.
    narrow.base.set("mode", "fused");
    const Params digits = epochs("mlp", "digits", 64);
    return {fastest("G6", "cuda", pictures("resnet18", 1), "fp32", "fp32", 3),
            fastest("G6", "cuda", pictures("resnet18", 1), "fp32", "tf32", 3),
            lacking("G7", "other_program", 0.9),
            fastest("G8", "cuda", pictures("resnet18", kLargeBatch), "fp16", "fp16", 1.8),
            fastest("G9", "cuda", pictures("mobilenet_v2", kLargeBatch), "fp16", "fp16", 1.6),
            fastest("G10", "cpu", pictures("resnet18", 1), "fp32", "fp32", 1.6),
            fastest("G10", "cpu", pictures("mobilenet_v2", 1), "fp32", "fp32", 1.6),
            std::move(narrow),
            lacking("G12", "no_experiment", 0.9),
            lacking("G13", "no_experiment", 0.8),
            lacking("G14", "no_experiment", 0),
            lacking("G15", "no_experiment", 1),
            training("G17", "cuda", digits, 10),
            training("G18", "cuda", epochs("lab_alexnet", "textures", 32), 5),
            training("G19", "cpu", digits, 6),
            lacking("G20", "no_experiment", 0.97)};
}

bool has(const Spec& spec, const Params& variant) {
    return std::ranges::all_of(variant, [&](const auto& entry) {
        const Axis* axis = spec.find(entry.first);
        return axis != nullptr &&
               std::ranges::find(axis->words, variant.text(entry.first)) != axis->words.end();
    });
}

Block blockOf(const Params& params) {
    Block block;
    for (const auto& [axis, value] : params) block[axis] = {value};
    return block;
}

void addOnce(std::vector<Block>& blocks, const Params& params) {
    Block block = blockOf(params);
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
            const auto same = [&](const Plan& plan) {
                return plan.experiment == goal.experiment && deviceOf(plan.base) == device;
            };
            auto plan = std::ranges::find_if(plans, same);
            if (plan == plans.end())
                plan = plans.insert(
                    plans.end(),
                    {.experiment = goal.experiment, .base = goal.base, .preset = Preset::Quick});
            addOnce(plan->cases, goal.work);
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
