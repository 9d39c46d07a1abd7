// SPDX-License-Identifier: Apache-2.0
#include "experiments/load_balance/spec.h"

#include <utility>

#include "experiments/common_axes.h"
#include "experiments/load_balance/params.h"
#include "experiments/load_balance/view.h"

namespace duelo {

Spec loadBalanceSpec() {
    Axis schedule =
        wordsAxis<RowSchedule>(kScheduleAxis, AxisRole::Variant, Json(wordsOf<RowSchedule>),
                               "block,cyclic,dynamic,guided,stealing");
    schedule.option = "--schedule";
    Axis threads = threadsAxis();
    threads.advanced = false;

    Spec spec{.id = "load_balance",
              .command = "load_balance",
              .help = "share an uneven picture out to threads, in five ways"};
    spec.axes = {{.id = "size_px",
                  .unit = "px",
                  .many = true,
                  .usual = Json::array({512}),
                  .min = 1,
                  .max = kMostSide_px,
                  .option = "--size",
                  .help = "side of the picture, e.g. 256,1024",
                  .offered = {64, 128, 256, 512, 1024}},
                 std::move(schedule),
                 {.id = "chunk",
                  .role = AxisRole::Variant,
                  .many = true,
                  .usual = Json::array({1}),
                  .min = 1,
                  .max = kMostSide_px,
                  .when = {{.axis = kScheduleAxis, .not_in = {word(RowSchedule::Blocks)}}},
                  .option = "--chunk",
                  .help = "rows that a thread takes at a time, of all schedules but block, e.g. "
                          "1,16",
                  .offered = {1, 4, 16, 64}},
                 std::move(threads)};
    spec.metrics = {
        {.id = "pixel_rate", .unit = "px/s"},
        {.id = "balance", .unit = "", .in_table = true, .share = true, .axis = "threads"}};
    spec.parts = {{"compute"}, {"waiting"}};
    spec.view = &loadBalanceView();
    return spec;
}

}  // namespace duelo
