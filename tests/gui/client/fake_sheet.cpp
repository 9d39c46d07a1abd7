// SPDX-License-Identifier: Apache-2.0
#include "fake_sheet.h"

#include <algorithm>
#include <string_view>

#include "base/reason_json.h"
#include "data/synthetic.h"
#include "experiments/common_axes.h"
#include "experiments/inference/params.h"
#include "experiments/specs.h"
#include "fake_training.h"
#include "plan/protocol.h"

namespace duelo::fake {

namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

ModelSheet model(const char* name, const char* title, std::int64_t parameters) {
    return {.name = name,
            .title = title,
            .parameters = parameters,
            .classes = 1000,
            .min_size_px = 32,
            .weights = "random"};
}

std::uint64_t seedOf(const Cell& cell) {
    std::uint64_t seed = 17;
    for (const char letter : cell.id) seed = seed * 31 + static_cast<unsigned char>(letter);
    return seed;
}

}  // namespace

Reason noGpu() {
    return {"no_nvidia_driver", {{"library", "libcuda.so.1"}}, "the fake engine has none"};
}

MachineSheet machineSheet() {
    return {
        .id = "fa4efa4e",
        .cpu = {.name = "Fake CPU 4-Core",
                .usable_logical = 8,
                .isa = {"avx2", "fma"},
                .packages = 1,
                .cores = kCores,
                .logical = 8,
                .numa_nodes = 1,
                .base_mhz = 3000,
                .max_mhz = 4000,
                .kinds = {{.kind = "all", .cores = kCores, .logical = 8}},
                .caches = {{.level = 3, .kind = "unified", .size_bytes = 16777216, .count = 1}}},
        .memory = {.total_bytes = 17179869184},
        .os = {.name = "Fake OS 1", .kernel = "1.0", .arch = "x86_64"},
        .virtual_machine = false,
        .container = false};
}

MachineState machineState() {
    return {.power_source = "ac",
            .power = {.governor = "performance", .saver = false},
            .cpu_mhz = {.min = 3000, .median = 3900, .max = 4000},
            .memory = {.available_bytes = 12884901888, .total_bytes = 17179869184},
            .temperature_c = 48,
            .others_percent = 3.5,
            .others_cpus = 0.3,
            .stolen_percent = 0,
            .window_ms = 200,
            .throttles = 0};
}

EngineSheet engineSheet() {
    return {.libtorch = "0.0.0",
            .cpu_capability = "AVX2",
            .threads = {.intra_op = kCores, .inter_op = 1},
            .build = "fake"};
}

ClockSheet clockSheet() {
    return {.clock = "steady",
            .read_ns = 20,
            .empty_block_ns = 20,
            .resolution_ns = 1,
            .monotonic = true,
            .reads = 1000};
}

GpuSheet gpuSheet(bool gpu) {
    if (!gpu) return {};
    return {.name = "Fake GPU 8 GB",
            .compute_capability = "8.6",
            .memory_total_bytes = 8589934592,
            .driver = "580.65"};
}

Facts facts(bool gpu) {
    Facts facts{.physical_cores = kCores};
    if (gpu) facts.devices.push_back(Device::Cuda);
    return facts;
}

/// Without the photographs, which need a network that the fake engine does not tell of.
Plan defaultPlan(bool gpu) {
    Plan plan = usualPlan(*findSpec("inference"), facts(gpu));
    plan.cases.resize(1);
    return plan;
}

ProbeSheet probeSheet(bool gpu) {
    ProbeSheet sheet{.kind = "probe",
                     .app = "0.0.0-fake",
                     .machine = machineSheet(),
                     .state = machineState(),
                     .engine = engineSheet(),
                     .clock = clockSheet(),
                     .gpu = gpuSheet(gpu),
                     .models = {model("resnet18", "ResNet-18", 11689512),
                                model("mobilenet_v2", "MobileNetV2", 3504872)},
                     .samples = {"sample:chelsea.png", "sample:coffee.png"},
                     .default_plan = toJson(defaultPlan(gpu)),
                     .training = trainingSheet(gpu)};
    sheet.gpu.available = gpu;
    if (!gpu) sheet.gpu.reason = noGpu();
    return sheet;
}

double callMs(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    const double pixels = static_cast<double>(work.size_px) * work.size_px / (224 * 224);
    const double base = work.model == "resnet18" ? 20 : 8;
    const double cpu = base * pixels * work.batch / std::clamp(variant.threads, 1, kCores);
    return variant.device == Device::Cuda ? 0.5 + base * pixels * work.batch / 32 : cpu;
}

Samples samplesOf(const Cell& cell, int first_round, int rounds) {
    constexpr int per_round = 2;
    Samples samples{.cell = cell.id};
    std::vector<float> scatter(static_cast<std::size_t>(rounds) * per_round);
    fillUniform(seedOf(cell), static_cast<std::uint64_t>(first_round) * per_round, scatter.data(),
                scatter.size());
    const double call_ms = callMs(cell);
    double t0_ms = first_round * per_round * call_ms;
    for (std::size_t i = 0; i < scatter.size(); ++i) {
        const double wall_ms = call_ms * (0.99 + 0.02 * scatter[i]);
        samples.round.push_back(first_round + static_cast<int>(i) / per_round);
        samples.t0_ms.push_back(t0_ms);
        samples.wall_ms.push_back(wall_ms);
        if (deviceOf(cell.variant) == Device::Cuda) {
            samples.device_ms.push_back(0.9 * wall_ms);
            samples.submit_ms.push_back(0.2 * wall_ms);
        }
        t0_ms += wall_ms;
    }
    return samples;
}

ResultRecord resultOf(const Cell& cell, const std::vector<double>& wall_ms) {
    const InferenceCase work = inferenceCase(cell.work);
    const std::vector<double> sorted = sortedCopy(wall_ms);
    ResultRecord result;
    result.cell = cell.id;
    double total_ms = 0;
    for (const double ms : wall_ms) total_ms += ms;
    Summary summary{.n = static_cast<std::int64_t>(wall_ms.size()),
                    .median_ms = quantileOfSorted(sorted, 0.5),
                    .ci95_ms = medianIntervalOfSorted(sorted),
                    .mean_ms = mean(wall_ms),
                    .min_ms = sorted.front(),
                    .p25_ms = quantileOfSorted(sorted, 0.25),
                    .p75_ms = quantileOfSorted(sorted, 0.75),
                    .max_ms = sorted.back(),
                    .throughput_per_s =
                        throughputPerS(static_cast<double>(wall_ms.size()) * work.batch, total_ms)};
    result.parts = Parts{.compute_ms = summary.median_ms};
    if (deviceOf(cell.variant) == Device::Cuda) {
        summary.device_median_ms = 0.9 * summary.median_ms;
        result.parts = Parts{.h2d_ms = 0.05 * summary.median_ms,
                             .compute_ms = 0.9 * summary.median_ms,
                             .d2h_ms = 0.01 * summary.median_ms,
                             .unexplained_ms = 0.04 * summary.median_ms};
    }
    result.summary = summary;
    result.input =
        InputRecord{std::string(64, 'a'), {work.batch, 3, work.size_px, work.size_px}, {}};
    result.output = OutputRecord{{}, "f00d", {work.batch, 1000}, 0.0};
    if (work.input != kRandomInput)
        result.output->top = {{285, "Egyptian cat", 0.771}, {281, "tabby", 0.103}};
    result.weights = WeightsRecord{"random", {}, {}};
    result.warm_up_calls = 3;
    result.warm_up_ms = 3 * callMs(cell);
    result.forecast_bytes = 100'000'000;
    result.parameters = 11689512;
    return result;
}

Json forecast(const Plan& plan, bool gpu) {
    const Protocol& protocol = protocolOf(plan.preset);
    const std::vector<Cell> cells = expand(plan, facts(gpu));
    Json impossible = Json::array();
    double low_ms = 0, high_ms = 0;
    for (const Cell& cell : cells) {
        if (deviceOf(cell.variant) == Device::Cpu || gpu) {
            low_ms += protocol.t_min_ms;
            high_ms += protocol.t_max_ms;
        } else if (impossible.empty()) {
            impossible.push_back(reasonFields(noGpu()));
            impossible[0].update(
                {{"cells", 1}, {"variant", cell.variant.json()}, {"case", cell.work.json()}});
        } else {
            impossible[0]["cells"] = impossible[0]["cells"].get<int>() + 1;
        }
    }
    return {{"cells", cells.size()},
            {"duration_ms", {{"low", low_ms}, {"high", high_ms}}},
            {"calibrated", true},
            {"memory", {{"bytes", 500'000'000}, {"free_bytes", 12'000'000'000}}},
            {"impossible", std::move(impossible)}};
}

Json thumbnail(int max_px) {
    const int width_px = std::clamp(max_px, 3, 48), height_px = width_px * 3 / 4;
    std::string rgb;
    for (int y = 0; y < height_px; ++y)
        for (int x = 0; x < width_px; ++x) {
            const int group = (x * 255 / width_px) << 16 | (y * 255 / height_px) << 8 | 128;
            for (int k = 3; k >= 0; --k)
                rgb += kBase64[static_cast<std::size_t>(group >> (6 * k)) & 63U];
        }
    return {{"width_px", width_px},
            {"height_px", height_px},
            {"source_width_px", 640},
            {"source_height_px", 480},
            {"rgb", rgb},
            {"notes", Json::array()}};
}

}  // namespace duelo::fake
