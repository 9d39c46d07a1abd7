// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>

#include "experiments/inference/critical.h"
#include "experiments/inference/output.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "record/doubt.h"
#include "report/growth.h"

namespace duelo {
namespace {

constexpr std::size_t kClassesShown = 3, kPicturesShown = 8;

/// Less of the time than this is not told of two medians.
constexpr double kLeastGaps = 0.01;

/// Makes the card with the network's input and answer, so that a run is visibly a recognition task
/// (S0-48).
CardValue recognisedCard(const Shown& shown) {
    const Row& row = *shown.chosenRow();
    const Text& text = shown.labels.text();
    CardValue card{.id = "class", .title = text("explain.class_title")};
    // Random numbers have no picture, and nobody has asked for one.
    if (const std::string input = inputOf(row.work); input != kRandomInput) card.input = input;
    const std::vector<AgreedClass> agreed = agreedClasses(row);
    const auto line = [&](const char* key, const std::string& input, const TopClass& top) {
        card.lines.push_back(text(key, {{"input_name", inputName(input, text)},
                                        {"class", className(top, text)},
                                        {"share_percent", 100 * top.probability}}));
    };
    if (isUntrained(row)) {  // of the handout's random tensor too (S0-48)
        card.lines = {text("explain.class_random"), text("explain.class_random_ways")};
        card.offer = {.caption = text("explain.class_random_offer"), .axis = "model"};
        return card;
    }
    if (agreed.empty()) return card;
    const AgreedClass& first = agreed.front();
    if (agreed.size() > 1) {
        for (std::size_t i = 0; i < std::min(agreed.size(), kPicturesShown); ++i)
            line("explain.class_picture", agreed[i].input, agreed[i].top.front());
        if (agreed.size() > kPicturesShown)
            card.lines.push_back(
                text("explain.class_more", {{"more", agreed.size() - kPicturesShown}}));
        const auto all = std::ranges::count_if(
            agreed, [](const AgreedClass& one) { return one.equal == one.variants; });
        if (first.variants > 1)
            card.lines.push_back(text("explain.class_agree_pictures",
                                      {{"equal", all}, {"photographs", agreed.size()}}));
    } else {
        for (std::size_t i = 0; i < std::min(first.top.size(), kClassesShown); ++i)
            line("explain.class_line", first.input, first.top[i]);
        if (first.variants > 1)
            card.lines.push_back(text("explain.class_agree",
                                      {{"equal", first.equal}, {"variants", first.variants}}));
    }
    card.lines.push_back(
        text(first.top.front().set ? "explain.class_note_own" : "explain.class_note"));
    return card;
}

/// The handout's question of what happens when the size grows.
CardValue growthCard(const Shown& shown) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "growth", .title = text("explain.growth_title")};
    if (!shown.table) return card;
    const CaseTable& table = shown.comparison.tables[*shown.table];
    std::optional<Growth> first;
    for (const auto& column : {table.cpu, table.gpu}) {
        const auto growth = column ? growthOf(shown, *column) : std::nullopt;
        // One sentence names the sizes of all.
        if (!growth || growth->axis != "size_px" ||
            (first && (growth->from != first->from || growth->to != first->to)))
            continue;
        const double side = growth->to / growth->from;
        if (!first)
            card.lines.push_back(text(
                "explain.growth", {{"from_text", growth->from_text},
                                   {"to_text", growth->to_text},
                                   {"pixels", formatSignificant(side * side, 3, text.numbers())}}));
        first = growth;
        card.lines.push_back(
            text("explain.growth_side",
                 {{"variant_name", shown.labels.columnName(*column)},
                  {"factor", formatSignificant(growth->factor, 3, text.numbers())}}));
    }
    return card;
}

std::optional<double> undoubtedPart(const ReportCell& cell, const std::string& id) {
    if (!cell.timed() || isDoubtful(cell.result)) return std::nullopt;
    return partMs(cell.result.parts, id);
}

/// Makes the card on launches. The time between the GPU's events has the wait for launches in it.
/// The same operations as a graph say how long that is: those of the mode fused, which a graph
/// records.
CardValue launchesCard(const Shown& shown) {
    const RowCells& cells = shown.chosenRow()->cells;
    const auto& columns = shown.comparison.columns;
    const Text& text = shown.labels.text();
    CardValue card{.id = "launches", .title = text("explain.launches_title")};
    for (const ReportCell& graph : cells) {
        const auto busy_ms = undoubtedPart(graph, "busy");
        if (!busy_ms) continue;
        Column fused = columns[graph.column];
        fused.variant.set("mode", word(Mode::Fused));
        const auto column = std::ranges::find(columns, fused);
        if (column == columns.end()) continue;
        const auto at = static_cast<std::size_t>(column - columns.begin());
        const auto compute_ms = undoubtedPart(cells[at], "compute");
        if (!compute_ms || cells[at].source != graph.source) continue;
        const double gaps_ms = *compute_ms - *busy_ms;
        card.lines.push_back(text(
            gaps_ms > kLeastGaps * *compute_ms ? "explain.launches_gaps" : "explain.launches_none",
            {{"variant_name", shown.labels.columnName(at)},
             {"compute_text", shown.labels.timeText(*compute_ms)},
             {"busy_text", shown.labels.timeText(*busy_ms)},
             {"gaps_text", shown.labels.timeText(gaps_ms)},
             {"share_percent", 100 * gaps_ms / *compute_ms}}));
    }
    if (!card.lines.empty()) card.lines.push_back(text("explain.launches_note"));
    return card;
}

/// Makes the card on copies that overlap with the computing: their throughput against the same
/// graphs one call after the other, and its bound, as no pipeline is faster than the longest of its
/// parts.
CardValue overlappedCard(const Shown& shown) {
    const Row& row = *shown.chosenRow();
    const auto& columns = shown.comparison.columns;
    const Text& text = shown.labels.text();
    CardValue card{.id = "overlapped", .title = text("explain.overlapped_title")};
    for (const ReportCell& cell : row.cells) {
        const std::size_t column = cell.column;
        const auto busy_ms = undoubtedPart(cell, "busy"), in_ms = undoubtedPart(cell, "h2d");
        const auto out_ms = undoubtedPart(cell, "d2h");
        if (!busy_ms || !in_ms || !out_ms || !isPipelined(cell.result)) continue;
        const double call_ms = cell.result.summary->median_ms;
        // The copies share a stream, so they are one part.
        const double longest_ms = std::max(*busy_ms, *in_ms + *out_ms);
        card.lines.push_back(text("explain.overlapped_parts",
                                  {{"variant_name", shown.labels.columnName(column)},
                                   {"call_text", shown.labels.timeText(*cell.result.summary)},
                                   {"busy_text", shown.labels.timeText(*busy_ms)},
                                   {"copies_text", shown.labels.timeText(*in_ms + *out_ms)},
                                   {"share_percent", 100 * longest_ms / call_ms}}));
        Column graph = columns[column];
        graph.variant.set("mode", word(Mode::Graph));
        const auto found = std::ranges::find(columns, graph);
        if (found == columns.end()) continue;
        const auto base = static_cast<std::size_t>(found - columns.begin());
        const ColumnRatio ratio = ratioOf(shown.comparison, row, base, column);
        if (!ratio.givesFactor()) continue;
        const RatioEstimate& estimate = *ratio.estimate;
        const Parts& parts = row.cells[base].result.parts;
        const auto copied = std::ranges::find(parts, "h2d", &PartTime::id);
        card.lines.push_back(
            text(copied != parts.end() && copied->inside ? "explain.overlapped_gain"
                                                         : "explain.overlapped_cost",
                 {{"base_name", shown.labels.columnName(base)},
                  {"ratio", shown.labels.number(estimate.ratio, estimate.ci95)},
                  {"interval_text",
                   shown.labels.intervalText(estimate, estimate.ci95,
                                             decimalsFor(estimate.ratio, estimate.ci95))}}));
    }
    if (!card.lines.empty()) card.lines.push_back(text("explain.overlapped_note"));
    return card;
}

/// Makes the card on the cost of copying the input in each call, against one that rests on the GPU
/// (S3-07): the copies are measured with either, inside the call or apart.
CardValue residentCard(const Shown& shown) {
    const Text& text = shown.labels.text();
    CardValue card{.id = "resident", .title = text("explain.resident_title")};
    for (const ReportCell& cell : shown.chosenRow()->cells) {
        const auto in_ms = undoubtedPart(cell, "h2d"), out_ms = undoubtedPart(cell, "d2h");
        if (!in_ms || !out_ms || isPipelined(cell.result)) continue;
        const Parts& parts = cell.result.parts;
        const bool inside = std::ranges::find(parts, "h2d", &PartTime::id)->inside;
        const Summary& call = *cell.result.summary;
        const double call_ms = call.median_ms, copies_ms = *in_ms + *out_ms;
        const double resident_ms = inside ? call_ms - copies_ms : call_ms;
        const double copied_ms = resident_ms + copies_ms;
        card.lines.push_back(
            text(inside ? "explain.resident_inside" : "explain.resident_apart",
                 {{"variant_name", shown.labels.columnName(cell.column)},
                  {"resident_text",
                   shown.labels.timeText(resident_ms, inside ? std::nullopt : call.ci95_ms)},
                  {"copied_text",
                   shown.labels.timeText(copied_ms, inside ? call.ci95_ms : std::nullopt)},
                  {"share_percent", 100 * copies_ms / copied_ms}}));
    }
    if (!card.lines.empty()) card.lines.push_back(text("explain.resident_note"));
    return card;
}

}  // namespace

std::vector<CardValue> inferenceCards(const Shown& shown) {
    std::vector<CardValue> cards;
    if (!shown.chosenRow()) return cards;
    for (const auto make : {recognisedCard, growthCard, bestBatchCard, launchesCard, overlappedCard,
                            residentCard, kernelsCard, criticalCard})
        if (CardValue card = make(shown); !card.lines.empty()) cards.push_back(std::move(card));
    return cards;
}

}  // namespace duelo
