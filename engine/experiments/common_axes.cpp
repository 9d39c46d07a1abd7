// SPDX-License-Identifier: Apache-2.0
#include "experiments/common_axes.h"

#include <algorithm>
#include <string>
#include <utility>

#include "networks/hidden_units.h"
#include "plan/instances.h"

namespace duelo {

namespace {

Axis wordAxis(const char* id, const char* option, std::vector<std::string> words) {
    Axis axis{.id = id, .kind = AxisKind::Word, .role = AxisRole::Variant, .many = true};
    axis.usual = Json::array({words.front()});
    axis.option = option;
    axis.help = joinedWords(words);
    axis.words = std::move(words);
    return axis;
}

}  // namespace

std::string joinedWords(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
    return text;
}

Variant::operator Params() const {
    Params params{{"device", word(device)}, {"precision", word(precision)}, {"mode", word(mode)}};
    if (device.isCpu() && mode != Mode::Plain) params.set("threads", threads);
    return params;
}

Variant variantOf(const Params& variant) {
    const Mode mode = variant.word<Mode>("mode");
    return {.device = deviceOf(variant),
            .threads = mode == Mode::Plain ? 1 : static_cast<int>(variant.integer("threads")),
            .precision = variant.word<Precision>("precision"),
            .mode = mode};
}

bool hasDevice(const Block& variants, DeviceKind kind) {
    return std::ranges::any_of(valuesIn(variants, kDeviceAxis), [kind](const Json& value) {
        return deviceOf(Params{{kDeviceAxis, value}}).kind() == kind;
    });
}

Axis deviceAxis(Devices devices) {
    Axis axis{.id = kDeviceAxis,
              .kind = AxisKind::Device,
              .role = AxisRole::Variant,
              .many = true,
              .usual = Json::array({word(Device::Cpu)}),
              .gpus = devices != Devices::CpuOnly,
              .opencl = devices == Devices::All,
              .option = "--device"};
    axis.help = joinedWords(axis.apis());
    return axis;
}

Axis threadsAxis() {
    return {.id = "threads",
            .kind = AxisKind::Integer,
            .role = AxisRole::Variant,
            .many = true,
            .usual = Json::array({0}),
            .min = 0,
            .max = kMaxThreads,
            .range_reason = "threads_out_of_range",
            .when = {onCpu()},
            .zero_is_cores = true,
            .option = "--threads",
            .help = "CPU threads, 0: one per core",
            .advanced = true};
}

Axis instancesAxis() {
    return {.id = std::string(kInstancesAxis),
            .kind = AxisKind::Integer,
            .role = AxisRole::Variant,
            .many = true,
            .optional = true,
            .min = 1,
            .max = kMaxInstances,
            .range_reason = "instances_out_of_range",
            .when = {onCpu()},
            .zero_is_cores = true,  // it counts workers, though none may not be typed
            .option = "--instances",
            .help = "processes that recognise at the same time, e.g. 1,2,4; each with --threads",
            .advanced = true};
}

Axis pinningAxis() {
    Axis axis = wordAxis(kPinningAxis.data(), "--pinning", {"none", "cores"});
    axis.optional = true;
    axis.usual = Json();
    axis.help = "none, or cores: each thread on a core of its own, fast ones first";
    axis.when = {onCpu()};
    axis.advanced = true;
    return axis;
}

Axis precisionAxis(std::vector<std::string> words) {
    Axis axis = wordAxis("precision", "--precision", std::move(words));
    axis.advanced = true;
    if (std::ranges::find(axis.words, word(Precision::Int8)) != axis.words.end())
        axis.value_when[std::string(word(Precision::Int8))] = {
            onCpu(), {.axis = "mode", .in = {std::string(word(Mode::Compiled))}}};
    return axis;
}

Axis modeAxis(std::vector<std::string> words) {
    Axis axis = wordAxis("mode", "--mode", std::move(words));
    axis.advanced = true;
    // Of what only one device has, the other beside it runs the rest.
    for (const std::string& word : axis.words) {
        const Mode mode = parseWord<Mode>(word).value_or(Mode::Eager);
        if (needsGpu(mode)) axis.value_when[word] = {onGpu()};
        if (mode == Mode::Compiled) axis.value_when[word] = {onCpu()};
    }
    return axis;
}

Reason whyNotOnCpu(Mode mode) {
    return mode == Mode::Overlapped ? Reason{"overlap_needs_gpu"} : Reason{"graph_needs_gpu"};
}

std::vector<Problem> problemsWithoutCpu(const Plan& plan, std::span<const std::string_view> axes) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        if (hasDevice(plan.variants[i], DeviceKind::Cpu)) continue;
        for (const std::string_view axis : axes)
            if (!valuesIn(plan.variants[i], axis).empty())
                problems.push_back({std::string(axis), i, 0, {std::string(axis) + "_needs_cpu"}});
    }
    return problems;
}

std::vector<Problem> problemsByOpenCl(const Plan& plan, std::string_view axis,
                                      std::initializer_list<std::string_view> without) {
    const auto isOpenCl = [](const Json& device) {
        return deviceOf(Params{{kDeviceAxis, device}}).api == Api::OpenCl;
    };
    const auto isWithout = [&](const Json& value) {
        return std::ranges::any_of(without,
                                   [&](std::string_view one) { return value == Json(one); });
    };
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const std::vector<Json>& devices = valuesIn(plan.variants[i], kDeviceAxis);
        const std::vector<Json>& values = valuesIn(plan.variants[i], axis);
        if (!devices.empty() && std::ranges::all_of(devices, isOpenCl) && !values.empty() &&
            std::ranges::all_of(values, isWithout))
            return {{std::string(axis), i, 0, {"opencl_no_library"}}};
    }
    return {};
}

std::vector<Problem> problemsOfModes(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const std::vector<Json>& modes = valuesIn(plan.variants[i], "mode");
        const bool noGpu = !hasDevice(plan.variants[i], DeviceKind::Gpu);
        const bool noCpu = !hasDevice(plan.variants[i], DeviceKind::Cpu);
        const auto modeOf = [](const Json& mode) {
            return parseWord<Mode>(mode.get<std::string>()).value_or(Mode::Eager);
        };
        const auto isLost = [&](const Json& mode) {
            return (noGpu && needsGpu(modeOf(mode))) || (noCpu && modeOf(mode) == Mode::Compiled);
        };
        if (modes.empty() || !std::ranges::all_of(modes, isLost)) continue;
        const Mode first = modeOf(modes.front());
        return {{"mode", i, 0,
                 first == Mode::Compiled ? Reason{"compiled_needs_cpu"} : whyNotOnCpu(first)}};
    }
    return {};
}

bool isLostIn(Precision precision, Mode mode, const Block& variants) {
    const auto lacks = [&](std::string_view axis, std::string_view value) {
        const std::vector<Json>& values = valuesIn(variants, axis);
        return std::ranges::find(values, Json(value)) == values.end();
    };
    const std::vector<Json>& precisions = valuesIn(variants, "precision");
    return !precisions.empty() &&
           std::ranges::all_of(precisions, [&](const Json& p) { return p == word(precision); }) &&
           (!hasDevice(variants, DeviceKind::Cpu) || lacks("mode", word(mode)));
}

Axis batchAxis(int usual, std::vector<Json> offered, std::string help) {
    return {.id = "batch",
            .many = true,
            .usual = Json::array({usual}),
            .min = 1,
            .max = kMaxBatch,
            .range_reason = "batch_out_of_range",
            .option = "--batch",
            .help = std::move(help),
            .offered = std::move(offered)};
}

Axis seedAxis() {
    // Every program that reads JSON holds whole numbers up to 2^53 exactly.
    constexpr double kMost = 9007199254740992;
    return {.id = "seed",
            .usual = 1234,
            .min = 0,
            .max = kMost,
            .option = "--seed",
            .help = "a number",
            .advanced = true};
}

Axis hiddenAxis() {
    return {.id = "hidden",
            .many = true,
            .usual = Json::array({kUsualHidden}),
            .min = 1,
            .max = kMostHidden,
            .when = {{.axis = "model", .in = {std::string(kMlp)}}},
            .option = "--hidden",
            .help = "hidden units of mlp, e.g. 128,256,500",
            .offered = {64, 256, 500}};
}

}  // namespace duelo
