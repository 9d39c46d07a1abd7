// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>
#include <optional>

#include "experiments/inference/critical.h"
#include "experiments/inference/output.h"
#include "experiments/inference/used_kernels.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"
#include "record/doubt.h"

namespace duelo {
namespace {

constexpr std::size_t kClassesShown = 3, kPicturesShown = 8;

/// Less of the time than this is not told of two medians.
constexpr double kLeastGaps = 0.01;

/// What the network saw and said, so that a run is visibly a recognition task (S0-48).
void addRecognised(std::vector<CardValue>& cards, const Shown& shown) {
    const Row& row = *shown.chosenRow();
    const Text& text = shown.labels.text();
    if (inputOf(row.work) == kRandomInput) return;
    CardValue card{.id = "class", .title = text("explain.class_title"), .input = inputOf(row.work)};
    std::vector<TopClass> top;
    std::size_t variants = 0, equal = 0;
    bool random = false;
    for (const ReportCell& cell : row.cells) {
        if (!cell.measured()) continue;
        const Identity* weights = cell.result.identity("weights");
        random = random || (weights && weights->origin == kRandomOrigin);
        const std::vector<TopClass> said = topClassesOf(cell.result);
        if (said.empty()) continue;
        if (top.empty()) top = said;
        ++variants;
        equal += said.front().index == top.front().index;
    }
    if (random) {
        card.lines.push_back(text("explain.class_random"));
    } else if (const auto agreed = agreedClasses(row); agreed.size() > 1) {
        for (std::size_t i = 0; i < std::min(agreed.size(), kPicturesShown); ++i)
            card.lines.push_back(text("explain.class_picture",
                                      {{"input_name", inputName(agreed[i].input, text)},
                                       {"class", className(agreed[i].top, text)},
                                       {"share_percent", 100 * agreed[i].top.probability}}));
        if (agreed.size() > kPicturesShown)
            card.lines.push_back(
                text("explain.class_more", {{"more", agreed.size() - kPicturesShown}}));
        const auto all = std::ranges::count_if(
            agreed, [](const AgreedClass& one) { return one.equal == one.variants; });
        if (variants > 1)
            card.lines.push_back(text("explain.class_agree_pictures",
                                      {{"equal", all}, {"photographs", agreed.size()}}));
        card.lines.push_back(
            text(top.front().set ? "explain.class_note_own" : "explain.class_note"));
    } else if (!top.empty()) {
        for (std::size_t i = 0; i < std::min(top.size(), kClassesShown); ++i)
            card.lines.push_back(text(
                "explain.class_line",
                {{"class", className(top[i], text)}, {"share_percent", 100 * top[i].probability}}));
        if (variants > 1)
            card.lines.push_back(
                text("explain.class_agree", {{"equal", equal}, {"variants", variants}}));
        card.lines.push_back(
            text(top.front().set ? "explain.class_note_own" : "explain.class_note"));
    }
    if (!card.lines.empty()) cards.push_back(std::move(card));
}

/// The handout's question of what happens when the size grows.
void addGrowth(std::vector<CardValue>& cards, const Shown& shown) {
    if (!shown.table) return;
    const CaseTable& table = shown.comparison.tables[*shown.table];
    const Text& text = shown.labels.text();
    CardValue card{.id = "growth", .title = text("explain.growth_title")};
    std::optional<Growth> first;
    for (const auto& column : {table.cpu, table.gpu}) {
        const auto growth =
            column ? growthOf(shown.comparison, table, *column) : std::optional<Growth>();
        // One sentence names the sizes of all.
        if (!growth ||
            (first && (growth->from_px != first->from_px || growth->to_px != first->to_px)))
            continue;
        if (!first) {
            const double side =
                static_cast<double>(growth->to_px) / static_cast<double>(growth->from_px);
            card.lines.push_back(text(
                "explain.growth", {{"from_px", growth->from_px},
                                   {"to_px", growth->to_px},
                                   {"pixels", formatSignificant(side * side, 3, text.numbers())}}));
            first = growth;
        }
        card.lines.push_back(
            text("explain.growth_side",
                 {{"variant_name", shown.labels.columnName(*column)},
                  {"factor", formatSignificant(growth->factor, 3, text.numbers())}}));
    }
    if (!card.lines.empty()) cards.push_back(std::move(card));
}

std::optional<double> undoubtedPart(const ReportCell& cell, const std::string& id) {
    if (!cell.timed() || isDoubtful(cell.result)) return std::nullopt;
    return partMs(cell.result.parts, id);
}

/// Between the GPU's events lies also the time in which it waits for launches. The same operations
/// as a graph say how much that is: those of the mode fused, which a graph records.
void addLaunches(std::vector<CardValue>& cards, const Shown& shown) {
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
    if (card.lines.empty()) return;
    card.lines.push_back(text("explain.launches_note"));
    cards.push_back(std::move(card));
}

/// What copies beside the computing bring in a second, against the same graphs one call after the
/// other, and what bounds it: no pipeline is faster than the longest of its parts.
void addOverlapped(std::vector<CardValue>& cards, const Shown& shown) {
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
    if (card.lines.empty()) return;
    card.lines.push_back(text("explain.overlapped_note"));
    cards.push_back(std::move(card));
}

/// What it costs to copy the input in each call, against one that rests on the GPU (S3-07): the
/// copies are measured with either, inside the call or apart.
void addResident(std::vector<CardValue>& cards, const Shown& shown) {
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
    if (card.lines.empty()) return;
    card.lines.push_back(text("explain.resident_note"));
    cards.push_back(std::move(card));
}

}  // namespace

std::vector<CardValue> inferenceCards(const Shown& shown) {
    std::vector<CardValue> cards;
    if (!shown.chosenRow()) return cards;
    addRecognised(cards, shown);
    addGrowth(cards, shown);
    addBestBatch(cards, shown);
    addLaunches(cards, shown);
    addOverlapped(cards, shown);
    addResident(cards, shown);
    std::ranges::move(kernelsCard(shown), std::back_inserter(cards));
    std::ranges::move(criticalCard(shown), std::back_inserter(cards));
    return cards;
}

}  // namespace duelo
