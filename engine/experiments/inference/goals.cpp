// SPDX-License-Identifier: Apache-2.0
#include "experiments/inference/goals.h"

#include <string_view>
#include <utility>

#include "experiments/common_axes.h"

namespace duelo {

namespace {

/// A batch that any GPU computes longer than it copies, and that fits into a laboratory's GPUs.
constexpr int kComputedBatch = 64;

Params wayOfInference(const char* device, const char* precision, const char* mode) {
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

/// A goal of the fastest way that there is on a device against the plain one.
Goal fastest(const char* id, const char* device, Params work, const char* base_precision,
             const char* precision, double target) {
    const char* const mode = device == std::string_view("cuda") ? "graph" : "compiled";
    return {.id = id,
            .experiment = "inference",
            .work = std::move(work),
            .base = wayOfInference(device, base_precision, "eager"),
            .candidates = {wayOfInference(device, precision, mode),
                           wayOfInference(device, precision, "fused")},
            .target = target};
}

/// The same at the best batch of all: doubled until throughput or memory ends (S0-13).
Goal fastestOfBatches(const char* id, const char* model, double target) {
    Goal goal = fastest(id, "cuda", pictures(model), "fp16", "fp16", target);
    for (int batch = 1; batch <= kMaxBatch; batch *= 2) goal.batches.emplace_back(batch);
    return goal;
}

/// A goal: with hidden copies, the fastest way is to be nearly as fast as without copies.
Goal overlapped(const char* id, double target) {
    return {.id = id,
            .experiment = "inference",
            .work = pictures("resnet18", kComputedBatch),
            .base = wayOfInference("cuda", "fp32", "graph"),
            .candidates = {wayOfInference("cuda", "fp32", "overlapped")},
            .target = target};
}

}  // namespace

std::vector<Goal> inferenceGoals() {
    Goal narrow = fastest("G11", "cpu", pictures("resnet18", 1), "fp32", "bf16", 1.9);
    // Against the same way in full precision.
    narrow.base.set("mode", "compiled");
    return {fastest("G6", "cuda", pictures("resnet18", 1), "fp32", "fp32", 3),
            fastest("G6", "cuda", pictures("resnet18", 1), "fp32", "tf32", 3),
            fastestOfBatches("G8", "resnet18", 1.8),
            fastestOfBatches("G9", "mobilenet_v2", 1.6),
            fastest("G10", "cpu", pictures("resnet18", 1), "fp32", "fp32", 1.6),
            fastest("G10", "cpu", pictures("mobilenet_v2", 1), "fp32", "fp32", 1.6),
            std::move(narrow),
            overlapped("G20", 0.93)};
}

}  // namespace duelo
