// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/results/looked_at.h"

#include <algorithm>

#include "report/finding.h"

namespace duelo::ui {

void LookedAt::fitTo(const Comparison& comparison, const Labels& labels) {
    if (comparison.tables.empty())
        table.reset();
    else if (!table || *table >= comparison.tables.size())
        table = 0;
    const bool exists = row && *row < comparison.rows.size();
    const std::vector<std::size_t>* rows = table ? &comparison.tables[*table].rows : nullptr;
    const bool inTable = exists && (!rows || std::ranges::find(*rows, *row) != rows->end());
    if (is_chosen && inTable) return;
    is_chosen = false;
    column.reset();
    row = rows ? rows->front() : 0;
    const Finding finding = findingOf({.comparison = comparison, .labels = labels, .table = table});
    if (finding.row) row = finding.row;
}

bool LookedAt::take(const Comparison& comparison, const CellAt& cell) {
    is_chosen = true;
    row = cell.row;
    column = cell.column;
    const auto has = [&](const CaseTable& of) {
        return std::ranges::find(of.rows, cell.row) != of.rows.end();
    };
    if (!table || has(comparison.tables[*table])) return false;
    const auto other = std::ranges::find_if(comparison.tables, has);
    if (other == comparison.tables.end()) return false;
    table = static_cast<std::size_t>(other - comparison.tables.begin());
    return true;
}

void LookedAt::addTo(Json& state) const {
    if (table) state["table"] = *table;
    if (is_chosen && row) state["row"] = *row;
    if (is_chosen && column) state["column"] = *column;
}

LookedAt LookedAt::from(const Json& state) {
    const auto number = [&](const char* name) {
        const auto at = state.find(name);
        return at == state.end() ? std::nullopt : std::optional(at->get<std::size_t>());
    };
    LookedAt at{.table = number("table"), .row = number("row"), .column = number("column")};
    at.is_chosen = at.row.has_value();
    return at;
}

}  // namespace duelo::ui
