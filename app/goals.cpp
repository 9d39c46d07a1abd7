// SPDX-License-Identifier: Apache-2.0
#include "goals.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "experiments/common_axes.h"

namespace duelo {

namespace {

/// Epochs that give a ratio its interval by ranks.
constexpr int kGoalEpochs = 16;
/// On any GPU longer to compute than to copy, and within the memory of those of a laboratory.
constexpr int kComputedBatch = 64;

constexpr const char* kBestBatch = "best_batch";

Params way(const char* device, const char* precision, const char* mode) {
    return {{"device", device}, {"precision", precision}, {"mode", mode}};
}

Params pictures(const char* model) {
    return {{"model", model}, {"input", "random"}, {"size_px", 224}};
}

Params pictures(const char* model, int batch) {
    Params work = pictures(model);
    work.set("batch", batch);
    return work;
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

/// The same at the best batch of all: doubled until throughput or memory ends (S0-13).
Goal fastestOfBatches(const char* id, const char* model, double target) {
    Goal goal = fastest(id, "cuda", pictures(model), "fp16", "fp16", target);
    for (int batch = 1; batch <= kMaxBatch; batch *= 2) goal.batches.emplace_back(batch);
    return goal;
}

/// With its copies the fastest way is to be nearly as fast as without, where these are hidden.
Goal overlapped(const char* id, double target) {
    return {.id = id,
            .experiment = "inference",
            .work = pictures("resnet18", kComputedBatch),
            .base = way("cuda", "fp32", "graph"),
            .candidates = {way("cuda", "fp32", "overlapped")},
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

/// A step of the GPU's ladder of matrix products against another.
Goal product(const char* id, int n, const char* precision, const char* base, const char* kernel,
             double target) {
    const auto way = [&](const char* step) -> Params {
        return {{"device", "cuda"}, {"precision", precision}, {"kernel", step}};
    };
    return {.id = id,
            .experiment = "matrix_product",
            .work = {{"n", n}},
            .base = way(base),
            .candidates = {way(kernel)},
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
            fastestOfBatches("G8", "resnet18", 1.8),
            fastestOfBatches("G9", "mobilenet_v2", 1.6),
            fastest("G10", "cpu", pictures("resnet18", 1), "fp32", "fp32", 1.6),
            fastest("G10", "cpu", pictures("mobilenet_v2", 1), "fp32", "fp32", 1.6),
            std::move(narrow),
            product("G12", 2048, "fp32", "library", "matmul_registers", 0.9),
            product("G12", 4096, "fp32", "library", "matmul_registers", 0.9),
            product("G12", 8192, "fp32", "library", "matmul_registers", 0.9),
            product("G13", 4096, "fp16", "library", "matmul_tensor", 0.8),
            product("G14", 2048, "fp32", "matmul1", "matmul1_coalesced", 1),
            product("G14", 2048, "fp32", "matmul1_coalesced", "matmul3_coalesced", 1),
            product("G14", 2048, "fp32", "matmul3_coalesced", "matmul_registers", 1),
            // A picture of 268 MB, which no cache holds.
            {.id = "G15",
             .experiment = "max_pool",
             .work = {{"size_px", 8192}},
             .base = {{"device", "cuda"}, {"kernel", "library"}},
             .candidates = {{{"device", "cuda"}, {"kernel", "pool_rows"}}},
             .target = 1},
            training("G17", "cuda", digits, 10),
            training("G18", "cuda", epochs("lab_alexnet", "textures", 32), 5),
            training("G19", "cpu", digits, 6),
            lacking("G20", "other_program", 0.97),
            overlapped("G20", 0.93)};
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
