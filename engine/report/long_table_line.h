// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "report/long_table.h"

/// Cells and lines that the long tables are filled with.
namespace duelo::long_table {

[[nodiscard]] inline LongTable::Value textValue(std::string_view text) {
    return text.empty() ? LongTable::Value{} : LongTable::Value{visibleText(text)};
}

/// Returns the number as a value; a number that is not finite was not measured.
[[nodiscard]] inline LongTable::Value number(std::optional<double> value) {
    return value && std::isfinite(*value) ? LongTable::Value{*value} : LongTable::Value{};
}

[[nodiscard]] inline LongTable::Value whole(std::optional<std::int64_t> value) {
    return value ? LongTable::Value{*value} : LongTable::Value{};
}

/// One line, filled from left to right; the first line also names the columns.
class Line {
public:
    Line(LongTable& table, bool naming) : m_table(table), m_naming(naming) {
        m_table.rows.emplace_back();
    }
    void put(std::string_view column, LongTable::Value value) {
        if (m_naming) m_table.columns.emplace_back(column);
        m_table.rows.back().push_back(std::move(value));
    }

private:
    LongTable& m_table;
    bool m_naming;
};

/// The axes of the experiments in a comparison, cases before variants; of files whose experiment is
/// not known those that their cells have.
class AxisColumns {
public:
    /// The settings that a line tells of a cell. Whole: all, with whole paths. Short: only those
    /// that tell it from the cells beside it, and files without their folder.
    enum class Detail { Whole, Short };
    AxisColumns(const Comparison& comparison, Detail detail);
    void put(Line& line, const Params& work, const Params& variant) const;

private:
    struct Column {
        std::string id;
        bool of_case = true, is_path = false;
        bool operator==(const Column&) const = default;
    };
    std::vector<Column> m_columns;
    Detail m_detail;
};

}  // namespace duelo::long_table
