// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/spec.h"

#include <string>
#include <utility>
#include <vector>

#include "experiments/stopwatch/params.h"
#include "experiments/stopwatch/view.h"

namespace duelo {

namespace {

/// The handout's forward pass on the CPU, and work that needs no library.
Json usualWorks() {
    return Json::array(
        {{{"experiment", "inference"},
          {"case",
           {{"model", "resnet18"},
            {"input", "random"},
            {"size_px", 224},
            {"batch", 1},
            {"seed", 1234}}},
          {"variant",
           {{"device", "cpu"}, {"threads", 0}, {"precision", "fp32"}, {"mode", "eager"}}}},
         {{"experiment", "pi"},
          {"case", {{"samples", 1'000'000}, {"method", "monte_carlo"}, {"seed", 1234}}},
          {"variant", {{"device", "cpu"}, {"how", "loop"}}}}});
}

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
    spec.axes = {{.id = "work",
                  .kind = AxisKind::Work,
                  .many = true,
                  .usual = usualWorks(),
                  .help = "work of another experiment"},
                 {.id = "stopwatch",
                  .kind = AxisKind::Word,
                  .role = AxisRole::Variant,
                  .many = true,
                  .usual = Json::array({"right", "handout", "few", "coarse_clock", "copies_inside",
                                        "no_synchronise"}),
                  .words = {wordsOf<Stopwatch>.begin(), wordsOf<Stopwatch>.end()},
                  .option = "--stopwatch",
                  .help = "right,handout,few,coarse_clock,copies_inside,no_synchronise"}};
    spec.metrics = {{.id = "claimed_ms", .unit = "ms", .more_is_better = false, .in_table = true},
                    {.id = "clock_wall_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_system_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_cpu_ms", .unit = "ms", .more_is_better = false},
                    {.id = "clock_device_ms", .unit = "ms", .more_is_better = false}};
    spec.parts = {{"h2d"}, {"compute"}, {"d2h"}};
    spec.validate = problemsOfTimedWorks;
    spec.compares = false;  // the loop times all of them alike; what they claim differs
    spec.view = &stopwatchView();
    return spec;
}

}  // namespace duelo
