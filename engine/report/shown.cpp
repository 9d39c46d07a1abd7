// SPDX-License-Identifier: Apache-2.0
#include "report/shown.h"

#include <algorithm>
#include <set>

#include "report/imported.h"

namespace duelo {

std::vector<std::size_t> Shown::rows() const {
    if (table) return comparison.tables[*table].rows;
    std::vector<std::size_t> found;
    const std::vector<Row>& all = comparison.rows;
    for (std::size_t r = 0; r < all.size(); ++r)
        if (all[r].experiment ==
            (experiment.empty() ? all[row.value_or(0)].experiment : experiment))
            found.push_back(r);
    return found;
}

std::vector<std::size_t> Shown::columns() const {
    std::set<std::size_t> shown;
    for (const std::size_t r : rows())
        for (const ReportCell& cell : comparison.rows[r].cells)
            if (!isSimulated(comparison.sources[cell.source])) shown.insert(cell.column);
    std::vector<std::size_t> found;
    if (table)
        for (const auto& first : {comparison.tables[*table].cpu, comparison.tables[*table].gpu})
            if (first) found.push_back(*first);
    for (const std::size_t first : found) shown.erase(first);
    found.insert(found.end(), shown.begin(), shown.end());
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
    return any->column;
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
