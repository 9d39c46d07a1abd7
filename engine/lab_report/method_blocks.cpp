// SPDX-License-Identifier: Apache-2.0
#include "lab_report/method_blocks.h"

#include <algorithm>
#include <string>

namespace duelo {
namespace {

bool isSheet(const DocTable& table) {
    return table.id.starts_with("machine");
}

/// What a sheet, with two properties in a row, says of one; empty: nothing.
std::string saidOf(const DocTable& sheet, std::string_view property) {
    for (const std::vector<DocCell>& row : sheet.rows)
        for (std::size_t i = 0; i + 1 < row.size(); i += 2)
            if (row[i].text == property) return row[i + 1].text;
    return {};
}

}  // namespace

void addMethodBlock(std::vector<DocBlock>& method, const DocBlock& block,
                    std::string_view machine_id) {
    const auto* table = std::get_if<DocTable>(&block);
    const auto tableOf = [](DocBlock& one) { return std::get_if<DocTable>(&one); };
    if (table && isSheet(*table)) {
        const std::string id = saidOf(*table, machine_id);
        const bool known = !id.empty() && std::ranges::any_of(method, [&](DocBlock& one) {
            const DocTable* other = tableOf(one);
            return other && isSheet(*other) && saidOf(*other, machine_id) == id;
        });
        if (known) return;
    }
    if (table && table->id == "sources")
        for (DocBlock& one : method)
            if (DocTable* other = tableOf(one);
                other && other->id == table->id && other->columns == table->columns) {
                other->rows.insert(other->rows.end(), table->rows.begin(), table->rows.end());
                return;
            }
    method.push_back(block);
}

}  // namespace duelo
