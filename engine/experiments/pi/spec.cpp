// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/spec.h"

#include <utility>

#include "experiments/common_axes.h"
#include "experiments/pi/params.h"
#include "experiments/pi/view.h"

namespace duelo {

namespace {

template <typename E>
Axis piWords(const char* id, AxisRole role, Json usual, const char* help) {
    return {.id = id,
            .kind = AxisKind::Word,
            .role = role,
            .many = true,
            .usual = std::move(usual),
            .words = {wordsOf<E>.begin(), wordsOf<E>.end()},
            .option = std::string("--") + id,
            .help = help};
}

}  // namespace

Spec piSpec() {
    Axis how = piWords<PiHow>("how", AxisRole::Variant, {"loop", "threads", "array"},
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
                 piWords<PiMethod>("method", AxisRole::Case, Json::array({"monte_carlo"}),
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
