// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/spec.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/common_axes.h"
#include "experiments/reduction/params.h"
#include "experiments/reduction/view.h"

namespace duelo {

namespace {

std::vector<Json> offeredNumbers() {
    return {1'000, 100'000, 1'000'000, 10'000'000, 100'000'000};
}

bool areTooManyTurns(const Json& numbers) {
    return numbers.get<std::int64_t>() > kMostTurns;
}

/// Variants of which nothing is left: all take turns, and no case has so few numbers.
std::vector<Problem> problemsOfTurns(const Plan& plan, const Facts&) {
    Json least;
    for (const Block& block : plan.cases)
        for (const Json& numbers : valuesIn(block, "numbers"))
            if (least.is_null() || numbers < least) least = numbers;
    if (least.is_null() || !areTooManyTurns(least)) return {};
    for (std::size_t i = 0; i < plan.variants.size(); ++i)
        if (std::ranges::all_of(valuesIn(plan.variants[i], kSumAxis), [](const Json& way) {
                return takesTurns(*parseWord<SumWay>(way.get<std::string>()));
            }))
            return {{kSumAxis,
                     i,
                     0,
                     {"reduction_too_many_turns", {{"numbers", least}, {"max", kMostTurns}}, {}}}};
    return {};
}

}  // namespace

Spec reductionSpec() {
    Axis way = wordsAxis<SumWay>(kSumAxis, AxisRole::Variant, Json(wordsOf<SumWay>),
                                 "loop,several,simd,atomic,lock,beside,padded,tree,library");
    way.option = "--way";
    // Offered numbers are measured to their end; a typed one is refused with the reason.
    std::vector<Json> many = offeredNumbers();
    std::erase_if(many, [](const Json& numbers) { return !areTooManyTurns(numbers); });
    for (const SumWay turns : {SumWay::Atomic, SumWay::Lock})
        way.value_when[std::string(word(turns))] = {{.axis = "numbers", .not_in = many}};
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
                  .offered = offeredNumbers()},
                 std::move(way),
                 std::move(threads)};
    spec.metrics = {{.id = "number_rate", .unit = "number/s", .in_table = true},
                    {.id = "error", .unit = "", .more_is_better = false, .in_table = true},
                    {.id = "error_bound", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.validate = problemsOfTurns;
    spec.view = &reductionView();
    return spec;
}

}  // namespace duelo
