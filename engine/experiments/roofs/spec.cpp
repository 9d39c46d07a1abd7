// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/spec.h"

#include <algorithm>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/roofs/params.h"
#include "experiments/roofs/view.h"
#include "experiments/transfer/params.h"

namespace duelo {

namespace {

/// Kinds of roofs that each device has.
const std::vector<Json> kCpuKinds{"copy", "fma", "start", "process", "pipe", "lock"},
    kGpuKinds{"copy", "fma", "launch"};
/// Computed on a GPU alone.
const std::vector<Json> kGpuPrecisions{"tf32", "fp16"};

/// Cases of which no device has anything.
std::vector<Problem> problemsOfRoofs(const Plan& plan, const Facts&) {
    const auto isOf = [](const std::vector<Json>& known) {
        return
            [&known](const Json& value) { return std::ranges::find(known, value) != known.end(); };
    };
    const auto any = [&](const Block& block, const char* axis, const std::vector<Json>& of) {
        return std::ranges::any_of(valuesIn(block, axis), isOf(of));
    };
    const auto all = [&](const Block& block, const char* axis, const std::vector<Json>& of) {
        return std::ranges::all_of(valuesIn(block, axis), isOf(of));
    };
    const auto onAny = [&](DeviceKind kind) {
        return std::ranges::any_of(plan.variants,
                                   [&](const Block& block) { return hasDevice(block, kind); });
    };
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const Block& block = plan.cases[i];
        const bool onCpu = onAny(DeviceKind::Cpu) && any(block, "kind", kCpuKinds);
        if (onAny(DeviceKind::Gpu) && any(block, "kind", kGpuKinds)) continue;
        if (!onCpu)
            return {{"kind", i, 0, {onAny(DeviceKind::Cpu) ? "roof_needs_gpu" : "roof_needs_cpu"}}};
        if (all(block, "kind", {"fma"}) && all(block, "precision", kGpuPrecisions))
            return {{"precision", i, 0, {"roof_needs_gpu"}}};
    }
    return {};
}

}  // namespace

Spec roofsSpec() {
    const When ofCopies{.axis = "kind", .in = {"copy"}};
    Axis kind = wordsAxis<RoofKind>("kind", AxisRole::Case, Json(wordsOf<RoofKind>),
                                    "copy,fma,start,launch,process,pipe,lock");
    for (const char* of_cpu : {"start", "process", "pipe", "lock"})
        kind.value_when[of_cpu] = {onCpu()};
    kind.value_when["launch"] = {onGpu()};
    Axis precision = precisionAxis({"fp32", "tf32", "fp16", "bf16"});
    precision.role = AxisRole::Case;
    precision.usual = precision.words;
    precision.when = {{.axis = "kind", .in = {"fma"}}};
    for (const Json& other : kGpuPrecisions)
        precision.value_when[other.get<std::string>()] = {onGpu(), notByOpenCl()};
    precision.value_when["bf16"] = {notByOpenCl()};
    // From the first cache to far beyond the last one.
    const Json sizes = Json::array({16 << 10, 256 << 10, 4 << 20, 64 << 20, 256 << 20});
    Axis threads = threadsAxis();
    threads.usual = Json::array({1, 0});
    threads.when.push_back({.axis = "kind", .not_in = {"process", "pipe"}});

    Axis team = wordsAxis<TeamStart>("team", AxisRole::Variant, Json::array({"wake", "create"}),
                                     "wake,create");
    team.when = {{.axis = "kind", .in = {"start"}}, onCpu()};
    team.advanced = true;

    Spec spec{
        .id = "roofs", .command = "roofs", .help = "measure what this machine can do at most"};
    spec.axes = {std::move(kind),
                 {.id = "bytes",
                  .unit = std::string(kByteUnit),
                  .many = true,
                  .usual = sizes,
                  .min = 1,
                  .max = static_cast<double>(kMostCopied),
                  .when = {ofCopies},
                  .option = "--bytes",
                  .help = "sizes of the copies, e.g. 16384,268435456",
                  .advanced = true,
                  .offered = sizes.get<std::vector<Json>>()},
                 std::move(precision),
                 deviceAxis(Devices::All),
                 std::move(team),
                 std::move(threads)};
    spec.metrics = {{.id = "copy_rate", .unit = "byte/s", .in_table = true},
                    {.id = "fma_rate", .unit = "flop/s", .in_table = true},
                    {.id = "pipe_rate", .unit = "byte/s", .in_table = true}};
    spec.parts = {{"copy"}, {"compute"}, {"team_start"}, {"process_start"},
                  {"pipe"}, {"lock"},    {"launch"}};
    spec.compares = false;  // each is a limit by itself
    spec.validate = problemsOfRoofs;
    spec.view = &roofsView();
    return spec;
}

}  // namespace duelo
