// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/spec.h"

#include <utility>

#include "experiments/common_axes.h"
#include "experiments/reduction/params.h"
#include "experiments/reduction/view.h"

namespace duelo {

Spec reductionSpec() {
    Axis way = wordsAxis<SumWay>(kSumAxis, AxisRole::Variant, Json(wordsOf<SumWay>),
                                 "loop,several,simd,atomic,lock,beside,padded,tree,library");
    way.option = "--way";
    Axis threads = threadsAxis();
    threads.advanced = false;
    threads.when.push_back(
        {.axis = kSumAxis,
         .not_in = {word(SumWay::Loop), word(SumWay::Several), word(SumWay::Simd)}});

    Spec spec{
        .id = "reduction", .command = "reduction", .help = "add up many numbers, in nine ways"};
    spec.axes = {{.id = "numbers",
                  .many = true,
                  .usual = Json::array({1'000'000, 100'000'000}),
                  .min = 1,
                  .max = static_cast<double>(kMostNumbers),
                  .option = "--numbers",
                  .help = "numbers that are added, e.g. 1000000,100000000",
                  .offered = {1'000, 100'000, 1'000'000, 10'000'000, 100'000'000}},
                 std::move(way),
                 std::move(threads)};
    spec.metrics = {{.id = "number_rate", .unit = "number/s", .in_table = true},
                    {.id = "error", .unit = "", .more_is_better = false, .in_table = true},
                    {.id = "error_bound", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.view = &reductionView();
    return spec;
}

}  // namespace duelo
