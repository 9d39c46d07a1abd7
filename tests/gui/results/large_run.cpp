// SPDX-License-Identifier: GPL-3.0-or-later
#include "large_run.h"

#include <cmath>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/specs.h"
#include "noise.h"

namespace duelo::testing {

using examples::Noise;

namespace {

constexpr std::size_t kLinesPerCell = 2, kRoundsPerLine = 5;
constexpr double kGpuSpeedUp = 4;

Plan largePlan(int sizes) {
    Plan plan{
        .experiment = "inference",
        .cases = {{{"model",
                    {"resnet18", "resnet50", "mobilenet_v2", "alexnet", "efficientnet_lite0"}},
                   {"batch", {1, 2, 4, 8, 16, 32, 64, 128, 256, 512}}}},
        .variants = {{{"device", {"cpu", "cuda"}}, {"threads", {1, 2, 3, 4, 5, 6, 7, 8, 16}}}},
        .base = {{"device", "cpu"}, {"threads", 16}}};
    for (int i = 1; i <= sizes; ++i) plan.cases.front()["size_px"].push_back(64 * i);
    return completed(std::move(plan), *findSpec("inference"));
}

Header headerOf(const Plan& plan, std::size_t cells) {
    Header header;
    header.run = "44444444-4444-4444-8444-444444444444";
    header.app = "0.1.0";
    header.started = "2026-05-06T08:00:00Z";
    header.plan = toJson(plan);
    header.plan_hash = planHash(header.plan);
    header.protocol = sheetOf(protocolOf(plan.preset));
    header.cells = static_cast<int>(cells);
    header.machine = {.id = "dddd4444", .cpu = {.name = "Lab CPU", .cores = 8}};
    header.engine.gpu.name = "Lab GPU";
    return header;
}

double time_ms(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    const double one = 1e-4 * work.size_px * work.size_px * work.batch;
    if (variant.device == Device::Cuda) return one / kGpuSpeedUp;
    return one / std::sqrt(variant.threads);
}

/// A line's share of the samples, in rounds that all variants of a case have.
Samples samplesOf(const Cell& cell, std::size_t line, std::size_t count, Noise& noise) {
    Samples samples;
    samples.cell = cell.id;
    for (std::size_t i = 0; i < count; ++i) {
        const double ms = std::round(1e6 * time_ms(cell) * noise.next()) / 1e6;
        const std::size_t at = line * count + i;
        samples.round.push_back(
            static_cast<int>(line * kRoundsPerLine + i * kRoundsPerLine / count));
        samples.t0_ms.push_back(1000.0 * static_cast<double>(at));
        samples.wall_ms.push_back(ms);
        samples.submit_ms.push_back(std::round(5e5 * ms) / 1e6);
        samples.discard.push_back(0);
    }
    return samples;
}

/// One for all cells of a batch: made anew for each, the logits would cost more than all the rest.
const Fingerprint& answerOf(int batch) {
    static std::map<int, Fingerprint> known;
    const auto [answer, is_new] = known.try_emplace(batch);
    if (!is_new) return answer->second;
    constexpr std::int64_t kClasses = 1000;
    Noise noise(7);
    std::vector<float> logits(static_cast<std::size_t>(batch * kClasses));
    for (float& logit : logits) logit = static_cast<float>(noise.next());
    answer->second = fingerprintOf(logits, {batch, kClasses}, true);
    return answer->second;
}

ResultRecord resultOf(const Cell& cell, const std::vector<double>& wall_ms) {
    const InferenceCase work = inferenceCase(cell.work);
    const auto sorted = sortedCopy(wall_ms);
    Summary s;
    s.n = static_cast<std::int64_t>(sorted.size());
    s.median_ms = median(sorted);
    s.ci95_ms = medianInterval(sorted);
    s.mean_ms = mean(sorted);
    s.min_ms = sorted.front();
    s.p25_ms = quantileOfSorted(sorted, 0.25);
    s.p75_ms = quantileOfSorted(sorted, 0.75);
    s.max_ms = sorted.back();
    ResultRecord result;
    result.cell = cell.id;
    result.summary = s;
    result.warm_up_calls = 12;
    result.warm_up_ms = 512.5;
    result.metrics = {rateOf("throughput", "image/s", work.batch, s)};
    result.quantities = {{"images", work.batch},
                         {"flop", std::int64_t{3'628'146'688} * work.batch},
                         {"bytes_moved", std::int64_t{92'160'000} * work.batch},
                         {"parameters", 11'689'512}};
    result.identities = {{.id = "input",
                          .sha256 = std::string(64, 'a'),
                          .shape = {work.batch, 3, work.size_px, work.size_px}},
                         {.id = "weights", .sha256 = std::string(64, 'c'), .origin = "official"}};
    result.fingerprint = answerOf(work.batch);
    result.max_error = 2e-6;
    result.output = toJson(std::vector<TopClass>{{285, "Egyptian cat", 0.771},
                                                 {281, "tabby", 0.101},
                                                 {282, "tiger cat", 0.05},
                                                 {287, "lynx", 0.02},
                                                 {283, "Persian cat", 0.01}});
    // The random tensor is on the GPU already, so its copies are measured apart.
    if (deviceOf(cell.variant) == Device::Cuda)
        result.parts = {{"h2d", 0.125 * s.median_ms, false},
                        {"compute", 0.9375 * s.median_ms},
                        {"d2h", 0.0625 * s.median_ms, false}};
    return result;
}

}  // namespace

std::vector<Record> largeRun(std::size_t samples_per_cell, int sizes) {
    const Plan plan = largePlan(sizes);
    const std::vector<Cell> cells = expand(plan, {.physical_cores = 8});
    std::vector<Record> out;
    out.emplace_back(headerOf(plan, cells.size()));
    Noise noise(42);
    for (const Cell& cell : cells) {
        out.emplace_back(CellRecord{.cell = cell.id,
                                    .experiment = cell.experiment,
                                    .work = cell.work,
                                    .variant = cell.variant});
        for (const char* stage : {"prepare", "cold", "check", "warm_up", "measure"})
            out.emplace_back(Stage{.cell = cell.id, .stage = stage});
        out.emplace_back(Cold{.cell = cell.id, .load_ms = 38.125, .first_ms = 2 * time_ms(cell)});
        std::vector<double> wall_ms;
        for (std::size_t line = 0; line < kLinesPerCell; ++line) {
            Samples samples = samplesOf(cell, line, samples_per_cell / kLinesPerCell, noise);
            wall_ms.insert(wall_ms.end(), samples.wall_ms.begin(), samples.wall_ms.end());
            out.emplace_back(std::move(samples));
        }
        out.emplace_back(resultOf(cell, wall_ms));
    }
    out.emplace_back(End{.status = "completed"});
    return out;
}

}  // namespace duelo::testing
