// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/spec.h"

#include <string>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/stopwatch/params.h"
#include "experiments/stopwatch/view.h"

namespace duelo {

namespace {

/// Returns a work as --work has it when it is typed: one work is one value, whoever chose it.
Json workOf(const char* experiment, const Params& work, const Params& variant) {
    return {{"experiment", experiment}, {"case", work.json()}, {"variant", variant.json()}};
}

Json networkWork(const char* model, const char* device) {
    Params variant{{"device", device}, {"precision", "fp32"}, {"mode", "eager"}};
    if (deviceOf(variant).isCpu()) variant.set("threads", 0);
    return workOf(
        "inference",
        {{"model", model}, {"input", "random"}, {"size_px", 224}, {"batch", 1}, {"seed", 1234}},
        variant);
}

/// Returns work that needs no library.
Json piWork(int samples) {
    return workOf("pi", {{"samples", samples}, {"method", "monte_carlo"}, {"seed", 1234}},
                  {{"device", "cpu"}, {"how", "loop"}});
}

/// The handout's forward pass on the CPU, and work that is there in every build.
constexpr int kUsualSamples = 1'000'000;

std::vector<Problem> problemsOfTimedWorks(const Plan& plan, const Facts& facts) {
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < plan.cases.size(); ++i) {
        const std::vector<Json>& works = valuesIn(plan.cases[i], "work");
        for (std::size_t k = 0; k < works.size(); ++k) {
            if (timedCell(works[k], facts)) continue;
            const std::string field =
                "cases[" + std::to_string(i) + "].work[" + std::to_string(k) + ']';
            problems.push_back({"work", i, k, {"work_not_usable", {{"field", field}}, {}}});
        }
    }
    return problems;
}

}  // namespace

Spec stopwatchSpec() {
    Spec spec{.id = "stopwatch",
              .command = "stopwatch",
              .help = "measure with wrong stopwatches, and see what they tell"};
    spec.axes = {
        {.id = "work",
         .kind = AxisKind::Work,
         .many = true,
         .usual = Json::array({networkWork("resnet18", "cpu"), piWork(kUsualSamples)}),
         .option = "--work",
         .help = "work of another experiment, as its own command is typed, e.g. \"pi --samples "
                 "1000000\"",
         .offered = {networkWork("resnet18", "cpu"), networkWork("resnet18", "cuda"),
                     networkWork("mobilenet_v2", "cpu"), piWork(kUsualSamples),
                     piWork(100 * kUsualSamples)}},
        wordsAxis<Stopwatch>("stopwatch", AxisRole::Variant,
                             Json::array({"right", "handout", "few", "coarse_clock",
                                          "copies_inside", "no_synchronise"}),
                             "right,handout,few,coarse_clock,copies_inside,no_synchronise")};
    spec.metrics = {{.id = "claimed_ms", .unit = "ms", .more_is_better = false, .in_table = true},
                    {.id = "clock_wall_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_system_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_cpu_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_device_ms", .unit = "ms", .more_is_better = false},
                    {.id = "queue_waited_ms", .unit = "ms", .more_is_better = false},
                    {.id = "queue_pending_ms", .unit = "ms", .more_is_better = false}};
    spec.parts = {{"h2d"}, {"compute"}, {"d2h"}};
    spec.validate = problemsOfTimedWorks;
    spec.compares = false;  // the loop times all of them alike; what they claim differs
    spec.view = &stopwatchView();
    return spec;
}

}  // namespace duelo
