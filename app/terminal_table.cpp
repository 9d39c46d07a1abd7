// SPDX-License-Identifier: Apache-2.0
#include "terminal_table.h"

#include <algorithm>

#include "terminal.h"

namespace duelo {

namespace {

/// Beyond these rows a table is for the files, not for a screen.
constexpr std::size_t kMaxRows = 40;

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::size_t used = displayWidth(text);
    const std::string space(width > used ? width - used : 0, ' ');
    return right ? space + text : text + space;
}

std::string tableText(const DocTable& table) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::size_t width = displayWidth(table.columns[i]);
        for (const auto& row : table.rows) width = std::max(width, displayWidth(row[i].text));
        widths.push_back(width);
    }
    const auto line = [&](const auto& textOf) {
        std::string text;
        for (std::size_t i = 0; i < widths.size(); ++i)
            text += (i == 0 ? "  " : "   ") + padded(textOf(i), widths[i], table.numeric[i]);
        text.erase(text.find_last_not_of(' ') + 1);
        return text + '\n';
    };
    std::string out = table.title + '\n' + line([&](std::size_t i) { return table.columns[i]; });
    out += line([&](std::size_t i) { return std::string(widths[i], '-'); });
    for (std::size_t r = 0; r < std::min(kMaxRows, table.rows.size()); ++r)
        out += line([&](std::size_t i) { return table.rows[r][i].text; });
    if (table.rows.size() > kMaxRows) out += "  ...\n";
    for (const std::string& note : table.notes) out += "  " + note + '\n';
    return out;
}

}  // namespace

std::string terminalTables(const Document& document) {
    std::string out;
    if (document.declaration) out += *document.declaration + "\n\n";
    for (const DocSection& section : document.sections) {
        if (section.annex) continue;
        for (const DocBlock& block : section.blocks) {
            if (const auto* paragraph = std::get_if<DocParagraph>(&block);
                paragraph && paragraph->strong)
                out += paragraph->text + "\n\n";
            if (const auto* table = std::get_if<DocTable>(&block)) out += tableText(*table) + '\n';
        }
    }
    return out;
}

}  // namespace duelo
