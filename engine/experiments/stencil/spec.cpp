// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/spec.h"

#include <utility>

#include "experiments/common_axes.h"
#include "experiments/stencil/params.h"
#include "experiments/stencil/view.h"

namespace duelo {

Spec stencilSpec() {
    Axis way = wordsAxis<HeatWay>(kHeatAxis, AxisRole::Variant, Json(wordsOf<HeatWay>),
                                  "columns,rows,blocked,temporal");
    way.option = "--order";
    Axis threads = threadsAxis();
    threads.advanced = false;

    Spec spec{.id = "stencil",
              .command = "stencil",
              .help = "let heat spread over a plate, in four orders of the same updates"};
    spec.axes = {{.id = "side",
                  .many = true,
                  .usual = Json::array({1024, 4096}),
                  .min = kLeastHeatSide,
                  .max = kMostHeatSide,
                  .option = "--side",
                  .help = "rows and columns of the plate, e.g. 1024,4096",
                  .offered = {256, 1024, 2048, 4096, 8192}},
                 {.id = "steps",
                  .many = true,
                  .usual = Json::array({8}),
                  .min = 1,
                  .max = kMostHeatSteps,
                  .option = "--steps",
                  .help = "steps of time in a call, e.g. 1,8,64",
                  .offered = {1, 4, 8, 16, 64}},
                 std::move(way),
                 std::move(threads)};
    spec.metrics = {{.id = "update_rate", .unit = "update/s", .in_table = true}};
    spec.parts = {{"compute"}};
    spec.view = &stencilView();
    return spec;
}

}  // namespace duelo
