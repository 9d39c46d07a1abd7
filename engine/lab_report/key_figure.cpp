// SPDX-License-Identifier: Apache-2.0
#include "lab_report/key_figure.h"

#include <algorithm>
#include <cstddef>
#include <optional>

namespace duelo {
namespace {

bool hasFigures(const DocTable& table, std::size_t column) {
    return std::ranges::any_of(table.rows, [&](const std::vector<DocCell>& row) {
        return column < row.size() && row[column].value && row[column].decimals > 0;
    });
}

std::optional<std::size_t> mainColumnOf(const DocTable& table, const Text& text) {
    std::optional<std::size_t> first;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        if (!hasFigures(table, i)) continue;
        if (table.columns[i].starts_with(text("report.column_ratio"))) return i;
        if (!first) first = i;
    }
    return first;
}

/// Returns the words at the beginning of a row.
std::string nameOf(const DocTable& table, const std::vector<DocCell>& row, std::size_t column) {
    std::string name;
    for (std::size_t i = 0; i < std::min(column, row.size()) && !row[i].value; ++i)
        if (i == 0 || i >= table.numeric.size() || !table.numeric[i])
            name += (name.empty() ? "" : ", ") + row[i].text;
    // A number alone says nothing: "Threads 2".
    if (name.empty() && column > 0 && !row.empty())
        name = table.columns.front() + ' ' + row.front().text;
    return name;
}

}  // namespace

std::string keyFigureOf(const DocTable& table, const Text& text) {
    const auto column = mainColumnOf(table, text);
    if (!column) return {};
    const std::vector<DocCell>*low = nullptr, *high = nullptr;
    for (const std::vector<DocCell>& row : table.rows) {
        if (*column >= row.size() || !row[*column].value) continue;
        if (!low || *row[*column].value < *(*low)[*column].value) low = &row;
        if (!high || *row[*column].value > *(*high)[*column].value) high = &row;
    }
    const bool one = *(*low)[*column].value == *(*high)[*column].value;
    return text(one ? "lab_report.key_one" : "lab_report.key_range",
                {{"column", table.columns[*column]},
                 {"low_text", (*low)[*column].text},
                 {"low_name", nameOf(table, *low, *column)},
                 {"high_text", (*high)[*column].text},
                 {"high_name", nameOf(table, *high, *column)}});
}

}  // namespace duelo
