// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "report/long_table.h"
#include "report/training_table.h"

/// What the long tables are filled with.
namespace duelo::long_table {

[[nodiscard]] inline LongTable::Value textValue(std::string_view text) {
    return text.empty() ? LongTable::Value{} : LongTable::Value{visibleText(text)};
}

/// What is not finite was not measured.
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
        if (m_naming) m_table.columns.push_back(column);
        m_table.rows.back().push_back(std::move(value));
    }

private:
    LongTable& m_table;
    bool m_naming;
};

/// The figures of a training at the end of a line of longTable(); `row` is null where there is
/// none.
void putTraining(Line& line, const ReportCell& cell, const TrainingRow* row);

}  // namespace duelo::long_table
