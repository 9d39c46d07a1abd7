// SPDX-License-Identifier: Apache-2.0
#include "experiments/reduction/view.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/power_text.h"
#include "experiments/function_texts.h"
#include "experiments/reduction/params.h"
#include "plan/spec.h"
#include "report/finding.h"
#include "resources/resources.h"

namespace duelo {

namespace {

SumWay sumWayIn(const Shown& shown, std::size_t column) {
    return shown.comparison.columns[column].variant.word<SumWay>(kSumAxis);
}

/// Sums in fp32 need not be equal: each has to lie within its own bound of the same exact one.
/// Counts do, and their bound is 0.
Result<bool> sumsAgree(const ReportCell& a, const ReportCell& b) {
    for (const ReportCell* cell : {&a, &b}) {
        const Metric *error = cell->result.metric("error"),
                     *bound = cell->result.metric("error_bound");
        if (!error || !bound) return false;
        if (!(error->value <= bound->value)) return fail("ratio_outputs_disagree");
    }
    const auto exact = [](const ReportCell& cell) {
        const Json& output = cell.result.output;
        return output.is_object() ? output.value("exact", Json()) : Json();
    };
    if (exact(a).is_null() || exact(b).is_null()) return false;
    if (exact(a) != exact(b)) return fail("ratio_outputs_disagree");
    return true;
}

/// Returns the cell of a way with the most threads; null where none has a time.
const ReportCell* widestSumIn(const Shown& shown, const Row& row, SumWay way) {
    const ReportCell* widest = nullptr;
    const auto threads = [&](const ReportCell& cell) {
        return shown.comparison.columns[cell.column].variant.integer("threads", 1);
    };
    for (const ReportCell& cell : row.cells)
        if (cell.timed() && sumWayIn(shown, cell.column) == way &&
            (!widest || threads(cell) > threads(*widest)))
            widest = &cell;
    return widest;
}

/// Says what the right way brings against the loop, unless somebody looks at another variant: parts
/// joined in pairs, else SIMD, or several tables. None is chosen by its time.
std::optional<Finding> reductionFinding(const Shown& shown) {
    if (shown.column) return std::nullopt;
    const Row* row = shown.chosenRow();
    if (!shown.row)  // the most numbers say most
        for (const std::size_t r : shown.rows())
            if (row && widestSumIn(shown, shown.comparison.rows[r], SumWay::Loop))
                row = &shown.comparison.rows[r];
    if (!row || row->experiment != "reduction") return std::nullopt;
    const ReportCell *loop = widestSumIn(shown, *row, SumWay::Loop),
                     *right = widestSumIn(shown, *row, SumWay::Tree);
    const bool counts =
        row->work.word<NumberOperation>(kOperationAxis) == NumberOperation::Histogram;
    if (!right) right = widestSumIn(shown, *row, counts ? SumWay::Several : SumWay::Simd);
    if (!loop || !right || loop->source != right->source) return std::nullopt;
    const Text& text = shown.labels.text();
    const auto errorText = [&](const ReportCell& cell) {
        const Metric* error = cell.result.metric("error");
        return error ? readableText(error->value, text.numbers(), 2) : "?";
    };
    return findingOfPair(
        shown, static_cast<std::size_t>(row - shown.comparison.rows.data()),
        ratioOf(shown.comparison, *row, loop->column, right->column), "answer.headline_",
        {{"case_name", shown.labels.caseName(*row)}},
        counts ? text("reduction.detail_counts")
               : text("reduction.detail",
                      {{"error_text", errorText(*right)}, {"loop_error_text", errorText(*loop)}}));
}

/// Says the operation, which files from before there were others do not name.
std::string operationName(const Params& work, const Text& text) {
    return text.word(kOperationAxis, word(work.word<NumberOperation>(kOperationAxis)));
}

When isOperation(NumberOperation operation) {
    return {.axis = kOperationAxis, .in = {word(operation)}};
}
When isNot(std::vector<Json> operations) {
    return {.axis = kOperationAxis, .not_in = std::move(operations)};
}

}  // namespace

const View& reductionView() {
    static const Figure rate{.metric = "number_rate", .unit = 1e6, .symbol = "Mnumber/s"},
        error{.metric = "error"}, bound{.metric = "error_bound"};
    static const View view{
        .title = "reduction.title",
        .layout = {.name = {{.axis = kOperationAxis, .if_unusual = true, .say = operationName},
                            {"numbers"}},
                   .rows = {"numbers"},
                   .tables = {{.id = "reduction-times"},
                              {.id = "reduction-rates",
                               .figures = {rate},
                               .title = "reduction.rate_title",
                               .note = "reduction.rate_note"},
                              {.id = "reduction-errors",
                               .figures = {error, bound},
                               .title = "reduction.error_title",
                               .note = "reduction.error_note",
                               .lines = true}},
                   .method = {{"reduction.method_numbers", {isNot({"histogram"})}},
                              {"reduction.method_sum", {isNot({"scan", "histogram"})}},
                              {"reduction.method_scan", {isOperation(NumberOperation::Scan)}},
                              {"reduction.method_histogram",
                               {isOperation(NumberOperation::Histogram)}},
                              {"reduction.method_parts", {isNot({"scan"})}},
                              {"reduction.method_threads"},
                              {"reduction.method_bound", {isNot({"histogram"})}}},
                   .questions = 5},
        .own_finding = reductionFinding,
        .agree = sumsAgree,
        .charts = {{.id = "reduction_rate", .figure = rate},
                   {.id = "lines", .can_be_log = true},
                   {.id = "reduction_error", .figure = error}},
        .lessons = {reductionLesson()},
        .texts = functionTexts(resource("experiments/reduction/kernel_texts.h"), wordsOf<SumWay>,
                               "static inline void ", "Sum"),
        .cards = reductionCards};
    return view;
}

}  // namespace duelo
