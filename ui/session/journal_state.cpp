// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/journal_state.h"

#include <algorithm>
#include <type_traits>
#include <vector>

#include "base/places.h"

namespace duelo::ui {

namespace {

/// A cell that has begun and not ended, with the last stage told.
struct OpenCell {
    CellRecord cell;
    std::string stage;
};

/// The variants of a case are measured in turns, and no line tells whose turn it was. There a GPU
/// dies of its own calls far more often than a CPU; otherwise the last cell that was named is it.
const OpenCell& likeliest(const std::vector<OpenCell>& open) {
    const auto measured = [](const OpenCell& one) { return one.stage == "measure"; };
    if (std::ranges::all_of(open, measured))
        for (auto one = open.rbegin(); one != open.rend(); ++one)
            if (deviceOf(one->cell.variant).isGpu()) return *one;
    return open.back();
}

void follow(std::vector<OpenCell>& open, const Record& record) {
    const auto drop = [&](const std::string& id) {
        std::erase_if(open, [&](const OpenCell& one) { return one.cell.cell == id; });
    };
    if (const auto* cell = std::get_if<CellRecord>(&record)) {
        drop(cell->cell);
        open.push_back({*cell, {}});
    } else if (const auto* stage = std::get_if<Stage>(&record)) {
        const auto named = std::ranges::find_if(
            open, [&](const OpenCell& one) { return one.cell.cell == stage->cell; });
        if (named == open.end()) return;
        named->stage = stage->stage;
        std::rotate(named, named + 1, open.end());
    } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
        drop(result->cell);
    } else if (std::holds_alternative<Header>(record) || std::holds_alternative<End>(record)) {
        open.clear();
    }
}

}  // namespace

JournalState stateOf(const RecordLog& log) {
    std::vector<OpenCell> open;
    for (const Record& record : log.records) follow(open, record);
    JournalState state{.finished = log.settledCells()};
    if (!open.empty()) state.running = likeliest(open).cell;
    return state;
}

Result<JournalState> readJournal(const QString& file) {
    const auto log = readProgress(fromUtf8(file.toStdString()));
    if (!log) return tl::unexpected(log.error());
    return stateOf(*log);
}

}  // namespace duelo::ui
