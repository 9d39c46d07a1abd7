// SPDX-License-Identifier: Apache-2.0
#include "lab_report/annex_fit.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "base/utf8.h"

namespace duelo {
namespace {

/// Points of an A4 page between its margins. Half of the first page may be the body's, and a table
/// that does not begin at the foot of a page leaves room there.
constexpr double kPageHeight_pt = 718, kPageWidth_pt = 487, kUsed = 0.68;
constexpr double kLetter = 0.52, kLine = 1.32;  ///< of the size of letters: a usual sans serif
constexpr double kBody_pt = 10, kTable_pt = 9, kWideTable_pt = 8, kReference_pt = 7, kNote_pt = 8.5;
constexpr double kRowGap_pt = 5, kTableGap_pt = 34, kHeading_pt = 40;
constexpr std::size_t kWideColumns = 6, kColumnGap = 2;  ///< columns; letters between them
constexpr std::size_t kLeastRows = 2;                    ///< of a table that gives way

double textHeight(const std::string& words, double size) {
    const double letters = kPageWidth_pt / (kLetter * size);
    return std::ceil(std::max(1.0, static_cast<double>(letterCount(words)) / letters)) * kLine *
           size;
}

double sizeOf(const DocTable& table) {
    return table.reference                       ? kReference_pt
           : table.columns.size() > kWideColumns ? kWideTable_pt
                                                 : kTable_pt;
}

/// Columns share the page by their longest texts; the fullest cell makes the height of its row.
class TableHeight {
public:
    explicit TableHeight(const DocTable& table) : m_size(sizeOf(table)) {
        std::vector<double> most(table.columns.size(), 1);
        const auto look = [&](std::size_t i, const std::string& words) {
            most[i] = std::max(most[i], static_cast<double>(letterCount(words) + kColumnGap));
        };
        for (const auto& row : table.rows)
            for (std::size_t i = 0; i < row.size() && i < most.size(); ++i) look(i, row[i].text);
        // A title may break at its words.
        for (std::size_t i = 0; i < most.size(); ++i)
            look(i, table.columns[i].substr(0, table.columns[i].size() / 2));
        double sum = 0;
        for (double& one : most)
            sum += one = std::sqrt(one);  // long texts break, short ones do not
        for (const double one : most)
            m_letters.push_back(std::max(4.0, one / sum * kPageWidth_pt / (kLetter * m_size)));
        double titles = 1;
        for (std::size_t i = 0; i < most.size(); ++i)
            titles = std::max(titles, linesIn(i, table.columns[i]));
        whole = kTableGap_pt + titles * kLine * m_size + kRowGap_pt;
        for (const std::string& note : table.notes) whole += textHeight(note, kNote_pt);
        for (const auto& row : table.rows) rows.push_back(heightOf(row));
        for (const double row : rows) whole += row;
    }

    std::vector<double> rows{};  ///< their heights
    double whole = 0;

private:
    [[nodiscard]] double linesIn(std::size_t column, const std::string& words) const {
        return std::ceil(static_cast<double>(letterCount(words)) / m_letters[column]);
    }
    [[nodiscard]] double heightOf(const std::vector<DocCell>& row) const {
        double lines = 1;
        for (std::size_t i = 0; i < row.size() && i < m_letters.size(); ++i)
            lines = std::max(lines, linesIn(i, row[i].text));
        return lines * kLine * m_size + kRowGap_pt;
    }

    double m_size;
    std::vector<double> m_letters;  ///< of a line, by column
};

}  // namespace

void fitAnnex(DocSection& annex, int pages, const Text& text) {
    if (pages <= 0) return;
    struct Cut {
        DocTable* table;
        TableHeight height;
        std::size_t left = 0;  ///< rows that it keeps
    };
    std::vector<Cut> tables;
    double whole = kHeading_pt;
    for (DocBlock& block : annex.blocks)
        if (auto* table = std::get_if<DocTable>(&block)) {
            tables.push_back({table, TableHeight(*table), table->rows.size()});
            whole += tables.back().height.whole;
        } else if (const auto* list = std::get_if<DocList>(&block)) {
            for (const std::string& item : list->items) whole += textHeight(item, kBody_pt);
        } else if (const auto* words = std::get_if<DocParagraph>(&block)) {
            whole += textHeight(words->text, kBody_pt);
        }
    const double room = pages * kPageHeight_pt * kUsed;
    while (whole > room) {
        // Sheets are looked up in the file too: what was measured is the last to go (Y-32).
        const auto isSooner = [](const Cut& one, const Cut& other) {
            const bool sheet = one.table->reference;
            return sheet == other.table->reference ? one.height.whole > other.height.whole : sheet;
        };
        Cut* longest = nullptr;
        for (Cut& one : tables)
            if (one.left > kLeastRows && (!longest || isSooner(one, *longest))) longest = &one;
        if (!longest) break;  // what is left is not for us to leave out
        if (longest->left == longest->table->rows.size()) {
            // The line that says so.
            const double line = textHeight(std::string(80, 'x'), kNote_pt);
            longest->height.whole += line;
            whole += line;
        }
        const double row = longest->height.rows[--longest->left];
        longest->height.whole -= row;
        whole -= row;
    }
    for (const Cut& one : tables) {
        const std::size_t more = one.table->rows.size() - one.left;
        if (more == 0) continue;
        one.table->rows.resize(one.left);
        one.table->notes.push_back(
            text("lab_report.annex_cut", {{"rows", more}, {"pages", pages}}));
    }
}

}  // namespace duelo
