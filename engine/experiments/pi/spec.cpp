// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/spec.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "experiments/common_axes.h"
#include "experiments/pi/params.h"
#include "experiments/pi/program.h"
#include "experiments/pi/view.h"

namespace duelo {

namespace {

/// Variants of which nothing is left: loops are the processor's, kernels a GPU's.
std::vector<Problem> problemsOfPiDevices(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const auto hasAny = [&](const char* axis, const std::vector<Json>& of) {
            return std::ranges::any_of(valuesIn(plan.variants[i], axis), [&](const Json& value) {
                return std::ranges::find(of, value) != of.end();
            });
        };
        const bool cpu = hasDevice(plan.variants[i], DeviceKind::Cpu);
        const bool gpu = hasDevice(plan.variants[i], DeviceKind::Gpu);
        if ((cpu && hasAny("how", {"loop", "threads", "array"})) ||
            (gpu && hasAny("how", {"array", "kernel_host", "kernel_device"})))
            continue;
        return {{"how", i, 0, {cpu ? "pi_how_needs_gpu" : "pi_how_needs_cpu"}}};
    }
    auto problems = problemsByOpenCl(plan, "how", {"array"});
    std::ranges::move(problemsWithoutCpu(plan, std::span(&kPinningAxis, 1)),
                      std::back_inserter(problems));
    return problems;
}

}  // namespace

Spec piSpec() {
    Axis how = wordsAxis<PiHow>("how", AxisRole::Variant, Json(wordsOf<PiHow>),
                                "loop,threads,array,kernel_host,kernel_device");
    for (const char* loop : {"loop", "threads"}) how.value_when[loop] = {onCpu()};
    for (const char* kernel : {"kernel_host", "kernel_device"}) how.value_when[kernel] = {onGpu()};
    how.value_when["array"] = {notByOpenCl()};
    Axis seed = seedAxis();
    seed.when = {{.axis = "method", .in = {"monte_carlo"}}};
    Axis threads = threadsAxis();
    threads.when.push_back({.axis = "how", .in = {"threads", "array"}});

    Spec spec{.id = "pi", .command = "pi", .help = "compute pi from many samples"};
    spec.axes = {{.id = "samples",
                  .many = true,
                  .usual = Json::array({100'000'000}),
                  .min = 1,
                  .max = static_cast<double>(kMostPiSamples),
                  .option = "--samples",
                  .help = "random points or terms, e.g. 1000000,100000000",
                  .offered = {10'000, 100'000, 1'000'000, 10'000'000, 100'000'000}},
                 wordsAxis<PiMethod>("method", AxisRole::Case, Json::array({"monte_carlo"}),
                                     "monte_carlo,series"),
                 std::move(seed),
                 deviceAxis(Devices::All),
                 std::move(how),
                 std::move(threads),
                 pinningAxis()};
    spec.metrics = {{.id = "sample_rate", .unit = "sample/s"},
                    {.id = "estimate", .unit = "", .off_by = "expected_error"},
                    {.id = "error", .unit = "", .more_is_better = false, .in_table = true},
                    {.id = "expected_error", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}, {"d2h"}, {"reduce"}};
    spec.validate = problemsOfPiDevices;
    spec.programs = piPrograms();
    spec.view = &piView();
    return spec;
}

}  // namespace duelo
