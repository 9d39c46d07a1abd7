// SPDX-License-Identifier: Apache-2.0
#include "experiments/stencil/view.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/function_texts.h"
#include "experiments/roofs/limits.h"
#include "experiments/stencil/params.h"
#include "plan/spec.h"
#include "record/doubt.h"
#include "report/finding.h"
#include "resources/resources.h"

namespace duelo {

namespace {

HeatWay wayOf(const Shown& shown, std::size_t column) {
    return heatWay(shown.comparison.columns[column].variant);
}

/// Says why a cell reaches what it does. `share`: of the measured copies, what one sweep for each
/// step would move in its time; absent: they were not measured.
std::string whyText(const Shown& shown, const Row& row, const ReportCell& cell,
                    std::optional<double> share) {
    const Text& text = shown.labels.text();
    const HeatCase work = heatCase(row.work);
    const HeatWay way = wayOf(shown, cell.column);
    if (isDoubtful(cell.result)) return text("stencil.doubtful");
    const double plates_bytes = static_cast<double>(kHeatBytes * work.side * work.side);
    if (plates_bytes <= largestCacheBytes(shown.comparison.sources[cell.source].header))
        return text("stencil.in_caches");
    const Json args{{"levels", work.levels(way)}, {"passes", work.passes(way)}};
    if (way == HeatWay::Temporal && work.levels(way) == 1) return text("stencil.one_step");
    if (way == HeatWay::Temporal && share && *share <= 1) return text("stencil.below_roof", args);
    return text("stencil.why_" + std::string(word(way)), args);
}

std::vector<CardValue> stencilCards(const Shown& shown) {
    const Row* row = shown.chosenRow();
    const auto column = shown.chosenColumn();
    if (!row || row->experiment != "stencil" || !column) return {};
    const ReportCell& cell = row->cells[*column];
    const Metric* rate = cell.timed() ? cell.result.metric("update_rate") : nullptr;
    if (!rate) return {};
    const Text& text = shown.labels.text();
    const auto bytesText = [&](double per_s) {
        return formatRate(per_s, "byte/s", text.numbers());
    };
    const double swept = rate->value * static_cast<double>(kHeatBytes);
    CardValue card{.id = "stencil_roof", .title = text("stencil.card_title")};
    card.lines = {text("stencil.card_line",
                       {{"variant_name", shown.labels.columnName(*column)},
                        {"rate_text", formatRate(rate->value / 1e6, "Mupdate/s", text.numbers())},
                        {"swept_text", bytesText(swept)}})};
    std::optional<double> share;
    if (const auto memory = roofsOf(shown.comparison, cell).memory) {
        share = swept / memory->per_s;
        card.lines.push_back(text("stencil.roof", {{"roof_text", bytesText(memory->per_s)},
                                                   {"share_percent", 100 * *share}}));
    } else {
        card.lines.push_back(text("stencil.no_roof"));
    }
    card.lines.push_back(whyText(shown, *row, cell, share));
    return {std::move(card)};
}

/// Returns the cell in an order with the most threads; null where none has a time.
const ReportCell* widestOf(const Shown& shown, const Row& row, HeatWay way) {
    const ReportCell* widest = nullptr;
    const auto threads = [&](const ReportCell& cell) {
        return shown.comparison.columns[cell.column].variant.integer("threads");
    };
    for (const ReportCell& cell : row.cells)
        if (cell.timed() && wayOf(shown, cell.column) == way &&
            (!widest || threads(cell) > threads(*widest)))
            widest = &cell;
    return widest;
}

/// Says what several steps at once bring against the best order of one sweep, unless somebody looks
/// at another variant.
std::optional<Finding> stencilFinding(const Shown& shown) {
    const Row* row = shown.column ? nullptr : shown.chosenRow();
    for (const std::size_t r : shown.rows())  // the largest plate says most
        if (row && !shown.row && widestOf(shown, shown.comparison.rows[r], HeatWay::Temporal) &&
            widestOf(shown, shown.comparison.rows[r], HeatWay::Rows))
            row = &shown.comparison.rows[r];
    if (!row || row->experiment != "stencil") return std::nullopt;
    const ReportCell *rows = widestOf(shown, *row, HeatWay::Rows),
                     *temporal = widestOf(shown, *row, HeatWay::Temporal);
    if (!rows || !temporal || rows->source != temporal->source) return std::nullopt;
    const HeatCase work = heatCase(row->work);
    const auto at = static_cast<std::size_t>(row - shown.comparison.rows.data());
    return findingOfPair(
        shown, at, ratioOf(shown.comparison, *row, rows->column, temporal->column),
        "answer.headline_", {{"case_name", shown.labels.caseName(*row)}},
        shown.labels.text()("stencil.detail",
                            {{"steps", work.steps}, {"passes", work.passes(HeatWay::Temporal)}}));
}

}  // namespace

const View& stencilView() {
    static const Figure rate{.metric = "update_rate", .unit = 1e6, .symbol = "Mupdate/s"};
    static const View view{
        .title = "stencil.title",
        .layout = {.name = {{"side"}, {"steps", true}},
                   .rows = {"side", "steps"},
                   .tables = {{.id = "stencil-times"},
                              {.id = "stencil-rates",
                               .figures = {rate},
                               .title = "stencil.rate_title",
                               .note = "stencil.rate_note"}},
                   .method = {{"stencil.method_heat"},
                              {"stencil.method_orders"},
                              {"stencil.method_threads"},
                              {"stencil.method_bytes"}},
                   .questions = 3},
        .own_finding = stencilFinding,
        .charts = {{.id = "stencil_rate", .figure = rate}, {.id = "lines", .can_be_log = true}},
        .lessons = {stencilLesson()},
        .texts = functionTexts(resource("experiments/stencil/kernel_texts.h"), wordsOf<HeatWay>,
                               "static inline void ", "Heat"),
        .cards = stencilCards};
    return view;
}

}  // namespace duelo
