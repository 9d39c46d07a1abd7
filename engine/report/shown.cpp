// SPDX-License-Identifier: Apache-2.0
#include "report/shown.h"

#include <algorithm>

namespace duelo {

std::vector<std::size_t> Shown::rows() const {
    if (table) return comparison.tables[*table].rows;
    std::vector<std::size_t> found;
    const std::vector<Row>& all = comparison.rows;
    for (std::size_t r = 0; r < all.size(); ++r)
        if (all[r].experiment == all[row.value_or(0)].experiment) found.push_back(r);
    return found;
}

std::vector<std::size_t> Shown::columns() const {
    const std::vector<std::size_t> shown = rows();
    std::vector<std::size_t> found;
    if (table)
        for (const auto& first : {comparison.tables[*table].cpu, comparison.tables[*table].gpu})
            if (first) found.push_back(*first);
    for (std::size_t c = 0; c < comparison.columns.size(); ++c)
        if (std::ranges::find(found, c) == found.end() &&
            std::ranges::any_of(
                shown, [&](std::size_t r) { return !comparison.rows[r].cells[c].id.empty(); }))
            found.push_back(c);
    return found;
}

const Row* Shown::chosenRow() const {
    if (comparison.rows.empty()) return nullptr;
    return &comparison.rows[row ? *row : rows().front()];
}

std::optional<std::size_t> Shown::chosenColumn() const {
    const Row* at = chosenRow();
    if (!at) return std::nullopt;
    if (column && !at->cells[*column].id.empty()) return column;
    if (table)
        for (const auto& first : {comparison.tables[*table].gpu, comparison.tables[*table].cpu})
            if (first && at->cells[*first].measured()) return first;
    const auto any = std::ranges::find_if(at->cells, &ReportCell::measured);
    if (any == at->cells.end()) return std::nullopt;
    return static_cast<std::size_t>(any - at->cells.begin());
}

const ColumnRatio* Shown::chosenRatio() const {
    const Row* at = chosenRow();
    if (!at) return nullptr;
    const auto own = std::ranges::find_if(at->ratios, [&](const ColumnRatio& ratio) {
        return ratio.column == column && at->cells[ratio.base].measured() &&
               at->cells[ratio.column].measured();
    });
    return own == at->ratios.end() ? speakingRatio(comparison, *at) : &*own;
}

}  // namespace duelo
