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

/// Variants of which nothing is left.
std::vector<Problem> problemsOfRoofs(const Plan& plan, const Facts&) {
    const auto has = [](const Block& block, const char* axis, const char* value) {
        const std::vector<Json>& values = valuesIn(block, axis);
        return std::ranges::find(values, Json(value)) != values.end();
    };
    if (std::ranges::any_of(plan.cases,
                            [&](const Block& block) { return has(block, "kind", "copy"); }))
        return {};
    for (std::size_t i = 0; i < plan.variants.size(); ++i)
        if (!has(plan.variants[i], "device", "cpu"))
            return {{"device", i, 0, {"roof_on_cpu_only"}}};
    return {};
}

}  // namespace

Spec roofsSpec() {
    // A GPU is not asked for more than its copies.
    const When onCpu{.axis = "device", .in = {"cpu"}};
    const When ofCopies{.axis = "kind", .in = {"copy"}};
    // From the first cache to far beyond the last one.
    const Json sizes = Json::array({16 << 10, 256 << 10, 4 << 20, 64 << 20, 256 << 20});
    Axis device = deviceAxis();
    device.value_when["cuda"] = {ofCopies};
    Axis threads = threadsAxis();
    threads.usual = Json::array({1, 0});

    Axis team = wordsAxis<TeamStart>("team", AxisRole::Variant, Json::array({"wake", "create"}),
                                     "wake,create");
    team.when = {{.axis = "kind", .in = {"start"}}, onCpu};

    Spec spec{
        .id = "roofs", .command = "roofs", .help = "measure what this machine can do at most"};
    spec.axes = {wordsAxis<RoofKind>("kind", AxisRole::Case, Json::array({"copy", "fma", "start"}),
                                     "copy,fma,start"),
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
                 std::move(device),
                 std::move(team),
                 std::move(threads)};
    spec.metrics = {{.id = "copy_rate", .unit = "byte/s", .in_table = true},
                    {.id = "fma_rate", .unit = "flop/s", .in_table = true}};
    spec.parts = {{"copy"}, {"compute"}, {"team_start"}};
    spec.compares = false;  // each is a limit by itself
    spec.validate = problemsOfRoofs;
    spec.view = &roofsView();
    return spec;
}

}  // namespace duelo
