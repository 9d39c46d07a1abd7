// SPDX-License-Identifier: Apache-2.0
#include "lab_report/method_blocks.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace duelo {
namespace {

/// Returns the value of a property from a sheet that has two properties in a row; empty: it has
/// none.
std::string saidOf(const DocTable& sheet, std::string_view property) {
    for (const std::vector<DocCell>& row : sheet.rows)
        for (std::size_t i = 0; i + 1 < row.size(); i += 2)
            if (row[i].text == property) return row[i + 1].text;
    return {};
}

bool says(const DocTable& sheet, const std::string& property, const std::string& value) {
    return std::ranges::any_of(sheet.rows, [&](const std::vector<DocCell>& row) {
        for (std::size_t i = 0; i + 1 < row.size(); i += 2)
            if (row[i].text == property && row[i + 1].text == value) return true;
        return false;
    });
}

/// Returns the sheet with some of its properties, laid out anew row by row.
template <typename Wanted>
DocTable withOnly(const DocTable& sheet, const Wanted& wanted) {
    std::vector<std::array<DocCell, 2>> told;
    for (const std::vector<DocCell>& row : sheet.rows)
        for (std::size_t at = 0; at + 1 < sheet.columns.size(); at += 2)
            if (const DocCell& name = row[at], &value = row[at + 1];
                !name.text.empty() && wanted(name.text, value.text))
                told.push_back({name, value});
    DocTable out = sheet;
    out.rows.clear();
    for (std::size_t i = 0; i < told.size(); i += 2) {
        std::vector<DocCell>& row = out.rows.emplace_back();
        for (const std::size_t at : {i, i + 1})
            for (std::size_t part = 0; part < 2; ++part)
                row.push_back(at < told.size() ? told[at][part] : DocCell{});
    }
    return out;
}

/// Returns what a row says: rows that are called otherwise in another group have the same figures.
std::string sayingOf(const std::vector<DocCell>& row) {
    constexpr std::ptrdiff_t least_figures = 3;
    const bool figures = std::ranges::count_if(row, [](const DocCell& cell) {
                             return cell.value.has_value();
                         }) >= least_figures;
    std::string out;
    for (const DocCell& cell : row)
        out += (!figures ? cell.text : cell.value ? formatExact(*cell.value) : "-") + '\n';
    return out;
}

/// Returns what all rows of a table say: there may be ten thousand.
std::set<std::string> sayingsOf(const DocTable& table) {
    std::set<std::string> out;
    for (const std::vector<DocCell>& row : table.rows) out.insert(sayingOf(row));
    return out;
}

/// Adds the rows of a table that has some of the columns; the others get `unknown`. None stands
/// there twice.
void addRows(DocTable& table, const DocTable& of, const std::string& unknown) {
    std::set<std::string> told = sayingsOf(table);
    for (const std::vector<DocCell>& row : of.rows) {
        std::vector<DocCell> cells;
        for (const std::string& column : table.columns) {
            const auto at = std::ranges::find(of.columns, column) - of.columns.begin();
            cells.push_back(static_cast<std::size_t>(at) < row.size()
                                ? row[static_cast<std::size_t>(at)]
                                : DocCell{.text = unknown});
        }
        if (told.insert(sayingOf(cells)).second) table.rows.push_back(std::move(cells));
    }
}

/// Adds the files of another group: of one without a GPU the table has a column less.
void addSources(DocTable& table, const DocTable& more, const std::string& unknown) {
    DocTable whole = table.columns.size() < more.columns.size() ? more : table;
    whole.title = table.title;
    whole.rows.clear();
    addRows(whole, table, unknown);
    addRows(whole, more, unknown);
    table = std::move(whole);
}

/// Returns the sheet of a further machine without what the first sheet tells the same.
DocTable differing(const DocTable& sheet, const DocTable& first) {
    return withOnly(sheet, [&](const std::string& property, const std::string& value) {
        return !says(first, property, value);
    });
}

}  // namespace

bool isSheet(const DocTable& table) {
    return table.id.starts_with("machine");
}

bool isPrediction(const DocBlock& block) {
    const auto* table = std::get_if<DocTable>(&block);
    return table && table->id == "prediction";
}

DocTable withoutAdvice(const DocTable& sheet, const Text& text) {
    const std::string advice = text.word("machine", "engine.gpu_reason");
    if (saidOf(sheet, advice).empty()) return sheet;
    return withOnly(
        sheet, [&](const std::string& property, const std::string&) { return property != advice; });
}

void addMethodBlock(std::vector<PlacedBlock>& method, const PlacedBlock& added, const Text& text) {
    const std::string machine_id = text.word("machine", "id");
    const auto* table = std::get_if<DocTable>(&added.block);
    const auto tableOf = [](PlacedBlock& one) { return std::get_if<DocTable>(&one.block); };
    if (table && isSheet(*table)) {
        const std::string id = saidOf(*table, machine_id);
        const bool known = !id.empty() && std::ranges::any_of(method, [&](PlacedBlock& one) {
            const DocTable* other = tableOf(one);
            return other && isSheet(*other) && saidOf(*other, machine_id) == id;
        });
        if (known) return;
        const auto first = std::ranges::find_if(method, [&](PlacedBlock& one) {
            const DocTable* other = tableOf(one);
            return other && isSheet(*other);
        });
        if (first != method.end()) {
            DocTable rest = differing(*table, *tableOf(*first));
            rest.notes.push_back(text("lab_report.sheet_differs"));
            method.push_back({std::move(rest), added.of});
            return;
        }
    }
    if (table && table->id == "sources")
        for (PlacedBlock& one : method)
            if (DocTable* other = tableOf(one); other && other->id == table->id) {
                addSources(*other, *table, text("report.unknown"));
                return;
            }
    if (const auto* list = std::get_if<DocList>(&added.block); list && !list->id.empty())
        for (PlacedBlock& one : method)
            if (auto* other = std::get_if<DocList>(&one.block); other && other->id == list->id) {
                for (const std::string& item : list->items)
                    if (std::ranges::find(other->items, item) == other->items.end())
                        other->items.push_back(item);
                return;
            }
    PlacedBlock fresh = added;
    if (DocTable* rows = tableOf(fresh)) {
        // A file that stands in two groups is told of once.
        std::set<std::string> told;
        for (PlacedBlock& one : method)
            if (const DocTable* other = tableOf(one); other && other->columns == rows->columns)
                told.merge(sayingsOf(*other));
        std::erase_if(rows->rows, [&](const std::vector<DocCell>& row) {
            return told.contains(sayingOf(row));
        });
        if (rows->rows.empty()) return;
    }
    method.push_back(std::move(fresh));
}

void addPredictions(std::vector<PlacedBlock>& results, const DocTable& more, const Text& text) {
    for (PlacedBlock& one : results)
        if (isPrediction(one.block))
            return addRows(std::get<DocTable>(one.block), more, text("report.unknown"));
}

}  // namespace duelo
