// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "experiments/inference/output.h"
#include "experiments/inference/view.h"
#include "experiments/work_names.h"

namespace duelo {
namespace {

constexpr std::size_t kClassesShown = 3;

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
    } else if (!top.empty()) {
        for (std::size_t i = 0; i < std::min(top.size(), kClassesShown); ++i)
            card.lines.push_back(text(
                "explain.class_line",
                {{"class", className(top[i], text)}, {"share_percent", 100 * top[i].probability}}));
        if (variants > 1)
            card.lines.push_back(
                text("explain.class_agree", {{"equal", equal}, {"variants", variants}}));
        card.lines.push_back(text("explain.class_note"));
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

}  // namespace

std::vector<CardValue> inferenceCards(const Shown& shown) {
    std::vector<CardValue> cards;
    if (!shown.chosenRow()) return cards;
    addRecognised(cards, shown);
    addGrowth(cards, shown);
    return cards;
}

}  // namespace duelo
