// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/spec.h"

#include <algorithm>
#include <optional>
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

/// Returns why none of the ways of a block of variants is measured in any case; nothing: one is.
std::optional<Reason> whyNone(const Plan& plan, const Block& variants) {
    std::optional<Reason> why;
    for (const Block& block : plan.cases) {
        std::vector<Json> operations = valuesIn(block, kOperationAxis);
        if (operations.empty()) operations.emplace_back();
        for (const Json& operation : operations)
            for (const Json& numbers : valuesIn(block, "numbers"))
                for (const Json& way : valuesIn(variants, kSumAxis)) {
                    why = sumTask({{kOperationAxis, operation}, {"numbers", numbers}},
                                  {{kSumAxis, way}})
                              .whyNot();
                    if (!why) return why;
                }
    }
    return why;
}

std::vector<Problem> problemsOfWays(const Plan& plan, const Facts&) {
    for (std::size_t i = 0; i < plan.variants.size(); ++i)
        if (auto why = whyNone(plan, plan.variants[i])) return {{kSumAxis, i, 0, *std::move(why)}};
    return {};
}

}  // namespace

Spec reductionSpec() {
    Axis operation =
        wordsAxis<NumberOperation>(kOperationAxis, AxisRole::Case,
                                   Json::array({word(NumberOperation::Sum)}), "sum,scan,histogram");
    operation.optional = true;  // files from before there was a choice have sums
    Axis way = wordsAxis<SumWay>(kSumAxis, AxisRole::Variant, Json(wordsOf<SumWay>),
                                 "loop,several,simd,atomic,lock,beside,padded,tree,library");
    way.option = "--way";
    // Offered numbers are measured to their end; a typed one is refused with the reason.
    std::vector<Json> many = offeredNumbers();
    std::erase_if(many, [](const Json& numbers) { return numbers <= kMostTurns; });
    for (const SumWay turns : {SumWay::Atomic, SumWay::Lock})
        way.value_when[std::string(word(turns))] = {{.axis = "numbers", .not_in = many}};
    for (const std::string& each : way.words) {
        When fits{.axis = kOperationAxis};
        for (const auto of : {NumberOperation::Scan, NumberOperation::Histogram})
            if (!hasWay(of, *parseWord<SumWay>(each))) fits.not_in.emplace_back(word(of));
        if (!fits.not_in.empty()) way.value_when[each].push_back(std::move(fits));
    }
    Axis threads = threadsAxis();
    threads.advanced = false;
    threads.when.push_back(
        {.axis = kSumAxis,
         .not_in = {word(SumWay::Loop), word(SumWay::Several), word(SumWay::Simd)}});

    Spec spec{.id = "reduction",
              .command = "reduction",
              .help = "add up, scan or count many numbers, in nine ways"};
    spec.axes = {std::move(operation),
                 {.id = "numbers",
                  .many = true,
                  .usual = Json::array({1'000'000, 100'000'000}),
                  .min = 1,
                  .max = static_cast<double>(kMostNumbers),
                  .option = "--numbers",
                  .help = "numbers that are worked on, e.g. 1000000,100000000",
                  .offered = offeredNumbers()},
                 std::move(way),
                 std::move(threads)};
    spec.metrics = {{.id = "number_rate", .unit = "number/s", .in_table = true},
                    {.id = "error", .unit = "", .more_is_better = false, .in_table = true},
                    {.id = "error_bound", .unit = "", .more_is_better = false}};
    spec.parts = {{"compute"}};
    spec.validate = problemsOfWays;
    spec.view = &reductionView();
    return spec;
}

}  // namespace duelo
