// SPDX-License-Identifier: Apache-2.0
#include "experiments/pi/view.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "experiments/pi/params.h"
#include "plan/spec.h"
#include "stats/sanity.h"

namespace duelo {

namespace {

const Figure kEstimate{.metric = "estimate", .of_case = true},
    kError{.metric = "error", .of_case = true},
    kExpected{.metric = "expected_error", .of_case = true},
    kShare{.metric = "error", .over = "expected_error", .of_case = true};

/// The power of the samples with which each method's error falls.
double expectedSlope(PiMethod method) {
    return method == PiMethod::Series ? -1 : -0.5;
}

/// Returns a line on the slope of the errors of a table; nothing where fewer than three numbers of
/// samples have an error.
std::optional<std::string> slopeLine(const Shown& shown, PiMethod method, const Text& text) {
    std::vector<std::pair<double, double>> found;  // samples, error
    for (const std::size_t r : shown.rows()) {
        const Row& row = shown.comparison.rows[r];
        const auto cell = std::ranges::find_if(row.cells, [](const ReportCell& one) {
            return one.measured() && one.result.metric("error");
        });
        if (cell != row.cells.end())
            found.emplace_back(row.work.real("samples"), cell->result.metric("error")->value);
    }
    std::ranges::sort(found);
    std::vector<double> samples, errors;
    for (const auto& [n, error] : found) {
        if (!samples.empty() && samples.back() == n) continue;
        samples.push_back(n);
        errors.push_back(error);
    }
    const auto fit = fitGrowth(samples, errors);
    if (!fit) return std::nullopt;
    return text("pi.slope_" + std::string(word(method)),
                {{"from_text", formatFixed(samples.front(), 0, text.numbers())},
                 {"to_text", formatFixed(samples.back(), 0, text.numbers())},
                 {"slope_text", formatFixed(fit->slope, 2, text.numbers())},
                 {"expected_text", formatFixed(expectedSlope(method), 2, text.numbers())}});
}

/// Returns a line on the parts of a kernel's time, for a kernel whose sums the host adds up
/// (S3-05).
std::optional<std::string> reduceLine(const ReportCell& cell, const Labels& labels) {
    if (!cell.timed()) return std::nullopt;
    const auto compute_ms = partMs(cell.result.parts, "compute");
    const auto copy_ms = partMs(cell.result.parts, "d2h");
    const auto reduce_ms = partMs(cell.result.parts, "reduce");
    if (!compute_ms || !copy_ms || !reduce_ms) return std::nullopt;
    return labels.text()("pi.card_reduce", {{"whole_text", labels.timeText(*cell.result.summary)},
                                            {"compute_text", labels.timeText(*compute_ms)},
                                            {"copy_text", labels.timeText(*copy_ms)},
                                            {"reduce_text", labels.timeText(*reduce_ms)}});
}

/// The error of the chosen case, its formula, and how the errors of all fall.
std::vector<CardValue> piCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row || row->experiment != "pi") return {};
    // Of all cells alike; a time that was brought comes without them.
    const auto told = std::ranges::find_if(row->cells, [](const ReportCell& cell) {
        return cell.measured() && cell.result.metric("estimate") && cell.result.metric("error") &&
               cell.result.metric("expected_error");
    });
    if (told == row->cells.end()) return {};
    const Text& text = shown.labels.text();
    const auto method = row->work.word<PiMethod>("method");
    CardValue card{.id = "pi_error", .title = text("pi.card_title")};
    card.lines = {text("pi.card_line", caseArgs(*shown.comparison.find(row->experiment), row->work,
                                                &told->result, text)),
                  text("pi.card_" + std::string(word(method)))};
    if (auto line = slopeLine(shown, method, text)) card.lines.push_back(std::move(*line));
    if (const auto column = shown.chosenColumn())
        if (auto line = reduceLine(row->cells[*column], shown.labels))
            card.lines.push_back(std::move(*line));
    return {std::move(card)};
}

}  // namespace

const View& piView() {
    static const View view{
        .title = "pi.title",
        .layout = {.name = {{"method"}, {"samples"}},
                   .rows = {"samples"},
                   .tables = {{.id = "pi-times"},
                              {.id = "pi-errors",
                               .figures = {kEstimate, kError, kExpected, kShare},
                               .title = "pi.errors_title",
                               .note = "pi.errors_note"}},
                   .method = {{"pi.method_monte_carlo",
                               {{.axis = "method", .in = {"monte_carlo"}}}},
                              {"pi.method_series", {{.axis = "method", .in = {"series"}}}},
                              {"pi.method_same"},
                              {"pi.method_gpu", {onGpu()}}},
                   .answer = "pi.answer",
                   .note = "pi.note"},
        .charts = {{.id = "lines", .can_be_log = true},
                   {.id = "pi_error", .figure = kError, .bound = "expected_error"}},
        .lessons = {amdahlLesson()},
        .cards = piCards};
    return view;
}

}  // namespace duelo
