// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/spec.h"

#include <utility>

#include "experiments/common_axes.h"
#include "experiments/pi/params.h"
#include "experiments/pi/view.h"

namespace duelo {

Spec piSpec() {
    Axis how = wordsAxis<PiHow>("how", AxisRole::Variant, {"loop", "threads", "array"},
                                "loop,threads,array");
    for (const char* loop : {"loop", "threads"})
        how.value_when[loop] = {{.axis = "device", .in = {"cpu"}}};
    Axis device = deviceAxis();
    device.usual = {"cpu"};  // nothing here computes on a GPU yet; asked for, the cell says so
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
                 std::move(device),
                 std::move(how),
                 std::move(threads)};
    spec.metrics = {{.id = "sample_rate", .unit = "sample/s"},
                    {.id = "estimate", .unit = ""},
                    {.id = "error", .unit = "", .more_is_better = false, .in_table = true},
                    {.id = "expected_error", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.view = &piView();
    return spec;
}

}  // namespace duelo
