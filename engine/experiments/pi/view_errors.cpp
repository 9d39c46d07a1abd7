// SPDX-License-Identifier: Apache-2.0
// What the errors of all numbers of samples say together.
#include <string>
#include <utility>
#include <vector>

#include "base/power_text.h"
#include "experiments/pi/view.h"
#include "stats/sanity.h"

namespace duelo {

namespace {

/// The power of the samples with which each method's error falls.
double expectedSlope(PiMethod method) {
    return method == PiMethod::Series ? -1 : -0.5;
}

/// How the errors fall; nothing where fewer than three numbers of samples have one.
std::optional<std::string> slopeLine(const std::vector<PiResult>& results, PiMethod method,
                                     const Text& text) {
    std::vector<double> samples, errors;
    for (const PiResult& result : results) {
        samples.push_back(result.samples);
        errors.push_back(result.error);
    }
    const auto fit = fitGrowth(samples, errors);
    if (!fit) return std::nullopt;
    return text("pi.slope_" + std::string(word(method)),
                {{"from_text", samplesText(samples.front(), text)},
                 {"to_text", samplesText(samples.back(), text)},
                 {"slope_text", formatFixed(fit->slope, 2, text.numbers())},
                 {"expected_text", formatFixed(expectedSlope(method), 2, text.numbers())}});
}

/// Where the time of a kernel goes whose sums somebody else adds up (S3-05).
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

}  // namespace

std::vector<CardValue> piCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto result = row ? piResultOf(*row) : std::nullopt;
    if (!result) return {};
    const Text& text = shown.labels.text();
    const auto method = row->work.word<PiMethod>("method");
    CardValue card{.id = "pi_error", .title = text("pi.card_title")};
    card.lines = {text("pi.card_line",
                       {{"samples_text", samplesText(result->samples, text)},
                        {"estimate_text", piText(result->estimate, text)},
                        {"error_text", readableText(result->error, text.numbers())},
                        {"expected_text", readableText(result->expected_error, text.numbers())}}),
                  text("pi.card_" + std::string(word(method)))};
    if (auto line = slopeLine(piResultsOf(shown.comparison, shown.rows()), method, text))
        card.lines.push_back(std::move(*line));
    if (const auto column = shown.chosenColumn())
        if (auto line = reduceLine(row->cells[*column], shown.labels))
            card.lines.push_back(std::move(*line));
    return {std::move(card)};
}

std::vector<ChartValue> piErrorCharts(const Shown& shown) {
    const Row* row = shown.chosenRow();
    if (!row) return {};
    const Text& text = shown.labels.text();
    const std::string method(word(row->work.word<PiMethod>("method")));
    LinesValue out{.title = text("pi.errors_title", {{"method", method}}),
                   .x_title = columnTitle(text, "pi", "samples"),
                   .y_title = columnTitle(text, "pi", "error"),
                   .full_name = text("pi.line_measured"),
                   .dashed_name = text("pi.line_expected"),
                   .log_x = true,
                   .log_y = true};
    const std::string name = text.word("method", method);
    LinesValue::Series found{.name = name}, expected{.name = name, .dashed = true};
    for (const PiResult& result : piResultsOf(shown.comparison, shown.rows())) {
        found.points.push_back({.x = result.samples, .y = result.error, .cell = result.cell});
        expected.points.push_back({.x = result.samples, .y = result.expected_error});
        out.description +=
            (out.description.empty() ? "" : "; ") +
            text("pi.chart_point",
                 {{"samples_text", samplesText(result.samples, text)},
                  {"error_text", readableText(result.error, text.numbers())},
                  {"expected_text", readableText(result.expected_error, text.numbers())}});
    }
    if (found.points.empty()) return {std::move(out)};
    out.description += ". " + text("pi.chart_log");
    out.series = {std::move(found), std::move(expected)};
    return {std::move(out)};
}

}  // namespace duelo
