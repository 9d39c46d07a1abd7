// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/text.h"
#include "report/chart_value.h"
#include "report/comparison.h"

/// The report as data: composed once from a Comparison, with every word and number in place, and
/// written by writers that only know a syntax (Markdown, LaTeX, HTML, XLSX).
namespace duelo {

/// The fields that the handout asks for on the first page (S0-54); the machine is read, never
/// typed.
struct ReportFields {
    std::string subject, teacher, student, group, date;
    /// Grams of CO2 that a kilowatt hour stands for, as they were typed, and whose figure that is
    /// (report/carbon.h).
    std::string carbon_g_per_kwh{}, carbon_source{};
};

struct ReportOptions {
    Language language = Language::Spanish;
    std::optional<NumberStyle> numbers;  ///< default: of the language
    ReportFields fields;                 ///< empty ones come from the file's label, or are left out
    std::string table{};  ///< instead of the report one of the views' tables (View::tables), in CSV

    [[nodiscard]] Text text() const;
};

/// A cell of a table. `text` is for people. `value`, where there is a figure, is what a spreadsheet
/// and LaTeX align, with `decimals` digits after the sign.
struct DocCell {
    std::string text;
    std::optional<double> value;
    int decimals = 0;
};

/// A ratio of a comparison: its row, and the columns that it is of.
struct RatioAt {
    std::size_t row = 0, base = 0, column = 0;
    bool operator==(const RatioAt&) const = default;
};

struct DocTable {
    std::string id;  ///< ASCII, unique in the document
    std::string title;
    std::vector<std::string> columns;
    /// Per column: right-aligned, decimal signs below each other. Empty until compose() finds the
    /// columns with figures.
    std::vector<bool> numeric;
    std::vector<std::vector<DocCell>> rows;
    std::vector<std::string> notes;
    bool reference = false;  ///< to look something up in, so it stands in small type
    /// The ratios that its rows tell, where they tell nothing else: of the comparison that it was
    /// made of, so that another table of that can be seen to have them too.
    std::vector<RatioAt> ratios{};
};

/// Tells whether a page may end below this row of a table (from 0): not inside a short table, and
/// never with fewer than three rows at either end.
[[nodiscard]] inline bool mayPartBelow(const DocTable& table, std::size_t row) {
    constexpr std::size_t longest_whole = 6, least_at_an_end = 3;
    return table.rows.size() > longest_whole && row + 1 >= least_at_an_end &&
           row + 1 + least_at_an_end <= table.rows.size();
}

struct DocParagraph {
    std::string text;
    bool strong = false;
    bool boxed = false;  ///< framed, so that it is not taken for the words around it
};

struct DocList {
    std::vector<std::string> items{};
    /// Tells the lists of an annex apart, ASCII: "flags", "notices"; empty: of another kind.
    std::string id{};
};

using DocBlock = std::variant<DocParagraph, DocList, DocTable, ChartValue>;

struct DocSection {
    std::string heading;
    std::vector<DocBlock> blocks;
    bool annex = false;  ///< facts that make the figures checkable; too long for a screen
};

struct Document {
    Language language = Language::Spanish;
    NumberStyle numbers;
    std::string title;
    std::optional<std::string> declaration;  ///< stands before everything (S0-30)
    std::vector<std::pair<std::string, std::string>> fields;
    std::vector<DocSection> sections;
    std::string authors{};    ///< for the file's own data; nothing of it is shown
    std::string watermark{};  ///< stands across pages and charts; empty: nothing does
    bool contents = false;    ///< a table of contents stands before the first section
    bool numbered = false;    ///< titles of tables and charts have their number already
};

[[nodiscard]] Document compose(const Comparison& comparison, const ReportOptions& options);

/// Returns the title of a table of contents.
[[nodiscard]] std::string contentsTitle(const Document& document);

}  // namespace duelo
