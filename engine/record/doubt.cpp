// SPDX-License-Identifier: Apache-2.0
#include "record/doubt.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "stats/validity.h"

namespace duelo {

namespace {

struct KnownCell {
    std::string id{};
    std::size_t row = 0;
    bool done = false;
    bool doubtful = false;  ///< its latest result that is done; where none is: it may be had
};

}  // namespace

bool isDoubtful(const ResultRecord& result) {
    return !doubtfulOf(result.flags).empty();
}

bool isPipelined(const ResultRecord& result) {
    return std::ranges::find(result.flags, flags::pipelined) != result.flags.end();
}

bool isLost(const ResultRecord& result) {
    static constexpr std::array<std::string_view, 5> kEnds{
        "engine_crashed", "engine_killed", "engine_exited", "engine_hung", "call_hangs"};
    return result.status == Status::Failed && result.reason &&
           std::ranges::find(kEnds, result.reason->code) != kEnds.end();
}

bool canBeTriedAgain(const ResultRecord& result) {
    return isLost(result) || (result.status == Status::Failed && result.reason &&
                              result.reason->code == "library_error");
}

std::vector<DoubtfulRow> doubtfulRows(const RecordLog& log) {
    std::map<std::pair<std::string, Params>, std::size_t> rowOf;
    std::vector<KnownCell> cells;
    std::unordered_map<std::string, std::size_t> indexOf;
    for (const Record& record : log.records) {
        if (const auto* line = std::get_if<CellRecord>(&record)) {
            const auto [known, added] = indexOf.try_emplace(line->cell, cells.size());
            if (added) cells.push_back({.id = line->cell});
            cells[known->second].row =
                rowOf.try_emplace({line->experiment, line->work}, rowOf.size()).first->second;
        } else if (const auto* result = std::get_if<ResultRecord>(&record)) {
            const auto known = indexOf.find(result->cell);
            if (known == indexOf.end()) continue;
            KnownCell& cell = cells[known->second];
            cell.done |= result->status == Status::Done;
            if (result->status == Status::Done)
                cell.doubtful = isDoubtful(*result);
            else if (!cell.done)
                cell.doubtful = canBeTriedAgain(*result);
        }
    }
    std::vector<DoubtfulRow> rows(rowOf.size());
    for (KnownCell& cell : cells) {
        if (!cell.done && !cell.doubtful) continue;
        rows[cell.row].doubtful += cell.doubtful;
        rows[cell.row].cells.push_back(std::move(cell.id));
    }
    std::erase_if(rows, [](const DoubtfulRow& row) { return row.doubtful == 0; });
    return rows;
}

}  // namespace duelo
