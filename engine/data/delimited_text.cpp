// SPDX-License-Identifier: Apache-2.0
#include "data/delimited_text.h"

#include <array>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "base/utf8.h"
#include "base/whole_file.h"

namespace duelo {
namespace {

constexpr std::size_t most_table_bytes = std::size_t{64} << 20;

bool isUtf8(std::string_view text) {
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        if (length == 0) return false;
        text.remove_prefix(length);
    }
    return true;
}

std::string inUtf8(std::string text) {
    constexpr std::string_view mark = "\xef\xbb\xbf";
    if (text.starts_with(mark)) text.erase(0, mark.size());
    if (isUtf8(text)) return text;
    std::string wide;
    for (const char c : text) appendUtf8(wide, static_cast<unsigned char>(c));
    return wide;
}

std::string trimmed(const std::string& text) {
    const std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

/// Takes one row at a time from the front of the text.
class RowReader {
public:
    explicit RowReader(std::string_view text)
        : m_text(text), m_delimiter(delimiterOf(text.substr(0, text.find_first_of("\r\n")))) {}

    bool next(TextRow& row) {
        row.clear();
        while (m_at < m_text.size() && isEnd(m_text[m_at])) ++m_at;
        if (m_at == m_text.size()) return false;
        do row.push_back(cell());
        while (takeDelimiter());
        return true;
    }

private:
    static bool isEnd(char c) { return c == '\n' || c == '\r'; }

    bool takeDelimiter() {
        if (m_at == m_text.size() || m_text[m_at] != m_delimiter) return false;
        while (m_at < m_text.size() && m_text[m_at] == m_delimiter) {
            ++m_at;
            if (m_delimiter != ' ') break;
        }
        return true;
    }

    std::string cell() {
        std::string text;
        bool quoted = false;
        for (; m_at < m_text.size(); ++m_at) {
            const char c = m_text[m_at];
            if (quoted && c == '"' && m_text.substr(m_at + 1).starts_with('"')) {
                text += m_text[++m_at];
            } else if (c == '"' && (quoted || text.empty())) {
                quoted = !quoted;
            } else if (!quoted && (c == m_delimiter || isEnd(c))) {
                break;
            } else {
                text += c;
            }
        }
        return trimmed(text);
    }

    std::string_view m_text;
    char m_delimiter;
    std::size_t m_at = 0;
};

}  // namespace

char delimiterOf(std::string_view line) {
    constexpr std::array signs = {'\t', ';', ','};
    std::array<std::size_t, signs.size()> counts{};
    bool quoted = false;
    for (const char c : line) {
        if (c == '"') quoted = !quoted;
        for (std::size_t i = 0; i < signs.size(); ++i) counts[i] += !quoted && c == signs[i];
    }
    std::size_t best = 0;
    for (std::size_t i = 1; i < signs.size(); ++i)
        if (counts[i] > counts[best]) best = i;
    return counts[best] > 0 ? signs[best] : ' ';
}

Result<std::vector<TextRow>> readDelimited(const std::filesystem::path& path) {
    auto stream = openToRead(path);
    if (!stream) return tl::unexpected(stream.error());
    // Piece by piece: thousands of small files must not each cost the memory of the largest.
    std::string bytes;
    std::array<char, 1 << 16> piece;
    while (bytes.size() <= most_table_bytes &&
           (stream->read(piece.data(), piece.size()), stream->gcount() > 0))
        bytes.append(piece.data(), static_cast<std::size_t>(stream->gcount()));
    if (bytes.size() > most_table_bytes) {
        return fail("label_table_too_large",
                    {{"path", pathText(path)}, {"limit_bytes", most_table_bytes}});
    }
    const std::string text = inUtf8(std::move(bytes));
    std::vector<TextRow> rows;
    RowReader reader(text);
    for (TextRow row; reader.next(row);) rows.push_back(std::move(row));
    return rows;
}

}  // namespace duelo
