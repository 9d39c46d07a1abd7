// SPDX-License-Identifier: Apache-2.0
#include "report/office_parts.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <tuple>
#include <utility>
#include <variant>

#include "base/brief_text.h"
#include "base/utf8.h"
#include "report/xml_text.h"

namespace duelo::office {
namespace {

constexpr double kUsualLetter = 110, kSmallLetter = 92, kTinyLetter = 72;  ///< wide, of Arial
constexpr std::size_t kSmallColumns = 6, kTinyColumns = 9;
constexpr double kSentence = 26, kPad = 2;  ///< in letters
constexpr double kDigit = 1.25;             ///< of a letter, in a face as wide as DejaVu Sans
constexpr double kHeadLines = 3;            ///< of the head of a column, at most
constexpr double kShort = 10;               ///< "1024 px" and "± 0,04 %" are one word
constexpr std::size_t kLongCell = 600;
/// Rows of a table that no page parts: in ODF a table keeps all of its rows together or none, and a
/// head with one row at the foot of a page is worse than some white.
constexpr std::size_t kTogether = 10;

/// Returns the words before and behind a number in one of our sentences.
std::pair<std::string, std::string> around(const Text& text, std::string_view key,
                                           std::string_view name) {
    constexpr std::string_view kMark = "@";
    const std::string whole = text(key, {{name, kMark}});
    const std::size_t at = std::min(whole.find(kMark), whole.size());
    return {whole.substr(0, at), whole.substr(std::min(at + kMark.size(), whole.size()))};
}

/// The longest word of a text and the text, both in letters.
struct Letters {
    double word = 1, all = 0;

    void look(const std::string& text, double more) {
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find(' ', at), text.size());
            const std::string one = text.substr(at, end - at);
            word = std::max(word, more * static_cast<double>(letterCount(one)));
            at = end + 1;
        }
        const auto letters = static_cast<double>(letterCount(text));
        if (letters <= kShort) word = std::max(word, more * letters);
        all = std::max(all, more * letters);
    }
};

double letterOf(TableSize size) {
    return size == TableSize::Usual   ? kUsualLetter
           : size == TableSize::Small ? kSmallLetter
                                      : kTinyLetter;
}

bool isNumber(const std::string& text) {
    return text.find_first_of("0123456789") != std::string::npos &&
           text.find_first_not_of("0123456789.,+-%") == std::string::npos;
}

/// The letters that each column needs at least, and those that it could use.
struct ColumnLetters {
    std::vector<double> least, wanted;
    std::vector<double> numbers;  ///< that its longest number needs; 0: it has none
};

ColumnLetters lettersOf(const DocTable& table) {
    constexpr double kBold = 1.13;
    ColumnLetters out;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        Letters head, cells;
        head.look(table.columns[i], kBold);
        double number = 0;
        for (const auto& row : table.rows) {
            cells.look(row[i].text, 1);
            if (isNumber(row[i].text))
                number = std::max(number, kDigit * static_cast<double>(row[i].text.size()) + kPad);
        }
        // A head of one word in each line is a tower.
        const double word = std::max({head.word, cells.word, head.all / kHeadLines});
        const double most =
            std::max(std::min(cells.all, 2 * kSentence), std::min(head.all, kSentence));
        out.numbers.push_back(number);
        out.least.push_back(std::max(std::min(word, kSentence) + kPad, number));
        out.wanted.push_back(std::max(out.least.back(), most + kPad));
    }
    return out;
}

double sumOf(const std::vector<double>& letters) {
    return std::accumulate(letters.begin(), letters.end(), 0.0);
}

/// \param least the letters that its columns need at least
TableSize sizeOf(const DocTable& table, double least) {
    const std::size_t columns = table.columns.size();
    TableSize size =
        table.reference || columns > kSmallColumns ? TableSize::Small : TableSize::Usual;
    if (columns > kTinyColumns) size = TableSize::Tiny;
    // A number that is broken over two lines is another number.
    while (size != TableSize::Tiny && least * letterOf(size) > kTextWidth)
        size = size == TableSize::Usual ? TableSize::Small : TableSize::Tiny;
    return size;
}

}  // namespace

Captions::Captions(const Document& document, std::string_view key) : m_numbered(document.numbered) {
    std::tie(m_before, m_after) = around(Text(document.language, document.numbers), key, "number");
    m_after += ". ";
}

std::string Captions::sequence() const {
    return m_before.substr(0, m_before.find(' '));
}

Caption Captions::of(const std::string& title) {
    if (!m_numbered) return {m_before, std::to_string(++m_count), m_after + title};
    if (!title.starts_with(m_before)) return {title};
    const std::size_t from = m_before.size();
    const std::size_t end = std::min(title.find_first_not_of("0123456789", from), title.size());
    constexpr std::size_t kDigits = 4;
    if (end == from || end - from > kDigits) return {title};
    const std::string number = title.substr(from, end - from);
    const int value = std::stoi(number);
    const bool follows = value == m_count + 1;
    m_count = value;
    return {m_before, number, title.substr(end), follows};
}

PageWords pageWords(const Document& document) {
    const std::string whole = Text(document.language, document.numbers)(
        "report.page", {{"page", "@1@"}, {"pages", "@2@"}});
    const std::size_t first = whole.find("@1@"), second = whole.find("@2@");
    return {whole.substr(0, first), whole.substr(first + 3, second - first - 3),
            whole.substr(second + 3)};
}

TableSize sizeOf(const DocTable& table) {
    return sizeOf(table, sumOf(lettersOf(table).least));
}

std::vector<int> columnWidths(const DocTable& table) {
    auto [least, wanted, numbers] = lettersOf(table);
    // If not all finds room, the letters beyond the longest words share it; if not even those find
    // any, the letters beyond the longest numbers.
    double room = kTextWidth / letterOf(sizeOf(table, sumOf(least))) - sumOf(least);
    if (room < 0) {
        room += sumOf(least) - sumOf(numbers);
        wanted = std::exchange(least, numbers);
    }
    const double more = sumOf(wanted) - sumOf(least);
    const double share = more > 0 ? std::clamp(room / more, 0.0, 1.0) : 0;
    for (std::size_t i = 0; i < least.size(); ++i) least[i] += share * (wanted[i] - least[i]);
    // What needs less is no wider: a number would stand far from its name.
    const double letter = std::min(letterOf(sizeOf(table)), kTextWidth / sumOf(least));
    std::vector<int> widths;
    for (const double letters : least)
        widths.push_back(static_cast<int>(std::lround(letter * letters)));
    return widths;
}

int widthOf(const std::vector<int>& columns) {
    return std::accumulate(columns.begin(), columns.end(), 0);
}

bool staysTogether(const DocTable& table) {
    return table.rows.size() <= kTogether && std::ranges::all_of(table.rows, staysWhole);
}

bool inWords(const DocCell& cell, bool numeric) {
    return numeric && !cell.value && cell.text.find(' ') != std::string::npos;
}

bool staysWhole(const std::vector<DocCell>& row) {
    return std::ranges::all_of(row,
                               [](const DocCell& cell) { return cell.text.size() <= kLongCell; });
}

Result<Picture> pictureOf(const ChartValue& chart, const Document& document,
                          const OfficeExtras& extras) {
    ChartValue untitled = chart;  // its title is the caption
    std::visit([](auto& kind) { kind.title.clear(); }, untitled);
    auto png = extras.png(untitled);
    if (!png) return tl::unexpected(std::move(png.error()));
    const SvgDrawing drawing = chartDrawing(untitled, document.numbers, "chart", ChartUse::File,
                                            {.mark = document.watermark});
    Picture out{fitForXml(drawing.svg), std::move(*png), kPictureWidth,
                static_cast<int>(kPictureWidth * drawing.height / drawing.width)};
    if (out.height > kPictureHeight) {
        out.width = static_cast<int>(std::int64_t{out.width} * kPictureHeight / out.height);
        out.height = kPictureHeight;
    }
    return out;
}

std::string anchorOf(std::size_t section) {
    return "_Toc" + std::to_string(100000001 + section);  // as Word names its own
}

std::string pageOf(std::size_t section, const OfficeExtras& extras) {
    return section < extras.pages.size() ? std::to_string(extras.pages[section]) : std::string();
}

std::string fieldName(const std::string& name) {
    return name + ":";
}

std::string runningTitle(const Document& document) {
    return briefText(document.title);
}

std::string generator() {
    return "Duelo " DUELO_VERSION;
}

Locale localeOf(const Document& document) {
    return {std::string(word(document.language)),
            document.language == Language::Spanish ? "ES" : "GB"};
}

}  // namespace duelo::office
