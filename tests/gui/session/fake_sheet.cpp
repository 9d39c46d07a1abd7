// SPDX-License-Identifier: Apache-2.0
#include "fake_sheet.h"

#include <algorithm>
#include <string_view>

#include "base/reason_json.h"
#include "data/synthetic.h"
#include "experiments/common_axes.h"
#include "experiments/inference/output.h"
#include "experiments/inference/params.h"
#include "experiments/proposed_plan.h"
#include "experiments/specs.h"
#include "fake_training.h"
#include "plan/protocol.h"

namespace duelo::fake {

namespace {

constexpr std::string_view kBase64 =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

ModelSheet model(const char* name, std::int64_t parameters) {
    return {.name = name,
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

/// Returns the work of a call, as a number of images of 224 px.
double usualImages(const InferenceCase& work) {
    return static_cast<double>(work.size_px) * work.size_px / (224 * 224) * work.batch;
}

bool isPhotograph(const InferenceCase& work) {
    return work.input != kRandomInput;
}

/// The same logits for all variants of a case.
Fingerprint answerOf(const InferenceCase& work) {
    constexpr std::int64_t kClasses = 1000;
    std::vector<float> logits(static_cast<std::size_t>(work.batch * kClasses));
    fillUniform(work.seed, 0, logits.data(), logits.size());
    return fingerprintOf(logits, {work.batch, kClasses}, true);
}

/// A photograph is decoded once, and only its copies are part of a call: a random tensor is on the
/// GPU already. A CPU tells no parts of a call.
Parts partsOf(const Cell& cell, double call_ms) {
    const bool photograph = isPhotograph(inferenceCase(cell.work));
    Parts parts;
    if (photograph) parts = {{"decode", 4.5, false}, {"resize", 1.5, false}};
    if (deviceOf(cell.variant) != Device::Cuda) return parts;
    parts.push_back({"h2d", 0.05 * call_ms, photograph});
    parts.push_back({"compute", 0.9 * call_ms});
    parts.push_back({"d2h", 0.01 * call_ms, photograph});
    return parts;
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

GpuReading gpuReading() {
    return {
        .temperature_c = 54,
        .memory_used_bytes = 3221225472,
        .memory_total_bytes = 8589934592,
        .load_percent = 87,
        .sm_clock_mhz = 1410,
        .memory_clock_mhz = 7001,
        .power_w = 119.5,
        .processes = {{.pid = 41, .name = "duelo-engine", .memory_bytes = 536870912, .own = true},
                      {.pid = 17, .name = "blender", .memory_bytes = 2147483648, .own = false},
                      {.pid = 18, .own = false}}};
}

Facts facts(bool gpu) {
    Facts facts{.physical_cores = kCores};
    if (gpu) facts.devices.push_back(Device::Cuda);
    return facts;
}

Plan defaultPlan(bool gpu) {
    return proposedPlan(*findSpec("inference"), facts(gpu));
}

/// Photographs, with a network that the fake engine tells of.
OfferSheet offer(bool gpu) {
    const Offer samples{
        "samples", {{{"input", {"sample:chelsea.png", "sample:coffee.png"}}, {"size_px", {224}}}}};
    return {.id = samples.id,
            .plan = toJson(offeredPlan(samples, *findSpec("inference"), facts(gpu)))};
}

ProbeSheet probeSheet(bool gpu) {
    ProbeSheet sheet{
        .kind = "probe",
        .app = "0.0.0-fake",
        .machine = machineSheet(),
        .state = machineState(),
        .engine = engineSheet(),
        .clock = clockSheet(),
        .gpu = gpuSheet(gpu),
        .default_plan = toJson(defaultPlan(gpu)),
        .offers = {offer(gpu)},
        .experiments = {{.id = "inference",
                         .plan = toJson(defaultPlan(gpu)),
                         .models = {model("resnet18", 11689512), model("mobilenet_v2", 3504872)},
                         .inputs = {"sample:chelsea.png", "sample:coffee.png"}},
                        trainingSheet(gpu)}};
    sheet.gpu.available = gpu;
    if (!gpu) sheet.gpu.reason = noGpu();
    return sheet;
}

double callMs(const Cell& cell) {
    const InferenceCase work = inferenceCase(cell.work);
    const Variant variant = variantOf(cell.variant);
    const double one_thread = (work.model == "resnet18" ? 20 : 8) * usualImages(work);
    if (variant.device == Device::Cuda) return 0.5 + one_thread / 32;
    return one_thread / std::clamp(variant.threads, 1, kCores);
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

Summary summaryOf(const std::vector<double>& wall_ms) {
    const std::vector<double> sorted = sortedCopy(wall_ms);
    return {.n = static_cast<std::int64_t>(wall_ms.size()),
            .median_ms = quantileOfSorted(sorted, 0.5),
            .ci95_ms = medianIntervalOfSorted(sorted),
            .mean_ms = mean(wall_ms),
            .min_ms = sorted.front(),
            .p25_ms = quantileOfSorted(sorted, 0.25),
            .p75_ms = quantileOfSorted(sorted, 0.75),
            .max_ms = sorted.back()};
}

ResultRecord resultOf(const Cell& cell, const std::vector<double>& wall_ms) {
    const InferenceCase work = inferenceCase(cell.work);
    const bool photograph = isPhotograph(work);
    ResultRecord result;
    result.cell = cell.id;
    Summary summary = summaryOf(wall_ms);
    if (deviceOf(cell.variant) == Device::Cuda) summary.device_median_ms = 0.9 * summary.median_ms;
    result.summary = summary;
    result.parts = partsOf(cell, summary.median_ms);
    result.metrics = {rateOf("throughput", "image/s", work.batch, summary)};
    const auto counted = [&](double of_one_image) {
        return static_cast<std::int64_t>(of_one_image * usualImages(work));
    };
    result.quantities = {{"images", work.batch},
                         {"flop", counted(3.6e9)},
                         {"bytes_moved", counted(1.2e8)},
                         {"parameters", 11689512}};
    // Random weights recognise nothing.
    result.identities = {{.id = "input",
                          .sha256 = std::string(64, 'a'),
                          .shape = {work.batch, 3, work.size_px, work.size_px}},
                         {.id = "weights",
                          .sha256 = std::string(64, 'c'),
                          .origin = photograph ? "official" : std::string(kRandomOrigin)}};
    if (photograph)
        result.output =
            toJson(std::vector<TopClass>{{285, "Egyptian cat", 0.771}, {281, "tabby", 0.103}});
    result.fingerprint = answerOf(work);
    result.max_error = 0;
    result.warm_up_calls = 3;
    result.warm_up_ms = 3 * callMs(cell);
    result.forecast_bytes = 100'000'000;
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
