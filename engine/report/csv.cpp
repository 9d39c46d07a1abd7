// SPDX-License-Identifier: Apache-2.0
#include "report/long_table.h"
#include "report/writers.h"

namespace duelo {
namespace {

struct Dialect {
    char separator = ',';
    char decimal = '.';
};

std::string quoted(const std::string& text, char separator) {
    const std::string special = std::string("\"\r\n") + separator;
    if (text.find_first_of(special) == std::string::npos) return text;
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

std::string textField(const std::string& text, Dialect dialect) {
    return quoted(guardFormula(text), dialect.separator);
}

std::string field(const LongTable::Value& value, Dialect dialect) {
    if (const auto* text = std::get_if<std::string>(&value)) return textField(*text, dialect);
    if (const auto* whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    if (const auto* number = std::get_if<double>(&value)) {
        std::string digits = formatExact(*number);
        if (const auto point = digits.find('.'); point != std::string::npos)
            digits[point] = dialect.decimal;
        return digits;
    }
    return {};
}

std::string write(const LongTable& table, const std::vector<std::string>& titles, Dialect dialect) {
    std::string out;
    const auto line = [&](const auto& items, const auto& show) {
        bool first = true;
        for (const auto& item : items) {
            if (!first) out += dialect.separator;
            out += show(item);
            first = false;
        }
        out += "\r\n";
    };
    // A metric of a file may be called like a formula.
    line(titles, [&](const std::string& title) { return textField(visibleText(title), dialect); });
    for (const auto& row : table.rows)
        line(row, [&](const LongTable::Value& value) { return field(value, dialect); });
    return out;
}

}  // namespace

std::string writeCsv(const LongTable& table) {
    return write(table, {table.columns.begin(), table.columns.end()}, {});
}

std::string writeCsv(const Comparison& comparison, const ReportOptions& options) {
    return writeCsv(longTable(comparison, options.text(), options.fields));
}

std::string writeCsvExcel(const LongTable& table, const std::vector<std::string>& titles,
                          char decimal) {
    return "\xEF\xBB\xBF" + write(table, titles, {decimal == ',' ? ';' : ',', decimal});
}

std::string writeCsvExcel(const Comparison& comparison, const ReportOptions& options) {
    const Text text = options.text();
    const LongTable table = withoutEmptyColumns(longTable(comparison, text, options.fields));
    return writeCsvExcel(table, titlesOf(table, comparison, text), text.numbers().decimal);
}

}  // namespace duelo
