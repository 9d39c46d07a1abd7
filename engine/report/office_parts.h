// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/zip_file.h"
#include "report/office.h"
#include "report/writers.h"

/// Parts that both formats for word processors share. Lengths are twentieths of a point.
namespace duelo::office {

inline constexpr int kTextWidth = 9746;       ///< of A4 between its margins
inline constexpr int kPictureWidth = 8800;    ///< as wide as in the PDF
inline constexpr int kPictureHeight = 11800;  ///< at most, so that its caption stays beside it

/// "Table 3. Times" in its parts, because the number is a field that the program counts.
struct Caption {
    std::string before{}, number{}, after{};  ///< `number` is empty where the title has none
    bool follows = true;  ///< on the one before; otherwise the field says where it begins anew
};

/// Counts captions of one kind.
class Captions {
public:
    /// `key` names the sentence with the {number}: "lab_report.table". Titles of a document that
    /// is numbered have theirs; others get the next.
    Captions(const Document& document, std::string_view key);

    /// The word before the number, by which the program counts: "Table".
    [[nodiscard]] std::string sequence() const;
    [[nodiscard]] Caption of(const std::string& title);

private:
    std::string m_before, m_after;
    bool m_numbered;
    int m_count = 0;
};

/// "Page 3 of 9" around its two numbers.
struct PageWords {
    std::string before, between, after;
};
[[nodiscard]] PageWords pageWords(const Document& document);

/// Returns the widths of the columns, by what stands in them: no word is broken where that can be
/// helped, and sentences get more room than figures. Together they are at most kTextWidth.
[[nodiscard]] std::vector<int> columnWidths(const DocTable& table);
/// Returns the width of a table with these columns.
[[nodiscard]] int widthOf(const std::vector<int>& columns);
/// The size of a table's letters, chosen so that the table fits.
enum class TableSize { Usual, Small, Tiny };
[[nodiscard]] TableSize sizeOf(const DocTable& table);
/// Words among figures, which are read from the left.
[[nodiscard]] bool inWords(const DocCell& cell, bool numeric);
/// Long ones may go on on the next page, or they would be cut off.
[[nodiscard]] bool staysWhole(const std::vector<DocCell>& row);
/// Tells whether a table is so short that all of it stands on one page, with its first note.
[[nodiscard]] bool staysTogether(const DocTable& table);

/// A chart in both kinds, and how large it stands on the page.
struct Picture {
    std::string svg, png;
    int width = 0, height = 0;
};
[[nodiscard]] Result<Picture> pictureOf(const ChartValue& chart, const Document& document,
                                        const OfficeExtras& extras);

/// Walks through a document in its order: heading(number of the section), then add(block) for each
/// of its blocks, until one fails. No section begins a page: where the body ends is known to the
/// program that opens the file alone, and a page with its last lines would be all but empty.
template <typename Heading, typename Add>
Result<void> eachSection(const Document& document, const Heading& heading, const Add& add) {
    for (std::size_t i = 0; i < document.sections.size(); ++i) {
        heading(i);
        for (const DocBlock& block : document.sections[i].blocks)
            if (auto added = std::visit(add, block); !added) return added;
    }
    return {};
}

/// Returns the anchor that a link to a section goes to.
[[nodiscard]] std::string anchorOf(std::size_t section);
/// Returns the page of a section for the table of contents; empty: nobody knows it yet.
[[nodiscard]] std::string pageOf(std::size_t section, const OfficeExtras& extras);
/// The names and values above the first section, with a colon behind each name.
[[nodiscard]] std::string fieldName(const std::string& name);
/// The title where there is room for a line.
[[nodiscard]] std::string runningTitle(const Document& document);
[[nodiscard]] std::string generator();

/// "es" and "ES"; English is written as in Great Britain.
struct Locale {
    std::string language, country;
};
[[nodiscard]] Locale localeOf(const Document& document);

}  // namespace duelo::office
