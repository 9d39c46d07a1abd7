// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "mutator.h"

namespace duelo::test {

/// Spoils a file of JSON lines so that most of it stays JSON: what an editor, a merge, a sheet or
/// somebody with an aim makes of it.
class LineMutator {
public:
    LineMutator(Mutator& random, const std::string& text) : m_random(random) {
        std::size_t from = 0;
        for (std::size_t end = 0; (end = text.find('\n', from)) != text.npos; from = end + 1)
            m_lines.push_back(text.substr(from, end + 1 - from));
        if (from < text.size()) m_lines.push_back(text.substr(from));
    }

    std::string spoiled(const std::string& other) {
        for (std::size_t left = 1 + m_random.below(3); left > 0; --left)
            if (!m_lines.empty()) step(other);
        std::string text;
        for (const std::string& line : m_lines) text += line;
        return text;
    }

private:
    void step(const std::string& other) {
        const std::size_t at = m_random.below(m_lines.size());
        std::string& line = m_lines[at];
        switch (m_random.below(12)) {
            case 0:
                return (void)m_lines.erase(m_lines.begin() + static_cast<std::ptrdiff_t>(at));
            case 1:
                return (void)m_lines.insert(
                    m_lines.begin() + static_cast<std::ptrdiff_t>(m_random.below(m_lines.size())),
                    std::string(line));
            case 2:
                return std::swap(line, m_lines[m_random.below(m_lines.size())]);
            case 3:
            case 4:
            case 5:
                return replaceNumber(line);
            case 6:
                return replaceWord(line);
            case 7:
                return nest(line);
            case 8:
                return stretch(line);
            case 9:
                return spoilUtf8(line);
            case 10:
                return respell(line);
            default:
                line = m_random.spoiled(line, other);
        }
    }

    /// A number of the line by one that a reader may not expect.
    void replaceNumber(std::string& line) {
        static constexpr std::string_view kDigits = "-0123456789.eE+";
        std::vector<std::pair<std::size_t, std::size_t>> numbers;
        for (std::size_t at = 0; (at = line.find_first_of("0123456789", at)) != line.npos;) {
            const std::size_t from = line.find_last_not_of(kDigits, at) + 1;
            const std::size_t end = std::min(line.find_first_not_of(kDigits, at), line.size());
            numbers.emplace_back(from, end - from);
            at = end;
        }
        if (numbers.empty()) return;
        static constexpr std::array<std::string_view, 20> kValues{"0",
                                                                  "-0",
                                                                  "1",
                                                                  "-1",
                                                                  "2",
                                                                  "0.1",
                                                                  "null",
                                                                  "NaN",
                                                                  "1e308",
                                                                  "-1e308",
                                                                  "1e400",
                                                                  "1e-320",
                                                                  "2147483647",
                                                                  "-2147483648",
                                                                  "2147483648",
                                                                  "4294967296",
                                                                  "1e3",
                                                                  "9223372036854775807",
                                                                  "18446744073709551615",
                                                                  "18446744073709551616"};
        const auto [from, count] = numbers[m_random.below(numbers.size())];
        if (m_random.oneIn(3))  // by a little, as somebody with an aim does
            line[from + count - 1] = static_cast<char>('0' + m_random.below(10));
        else
            line.replace(from, count, kValues[m_random.below(kValues.size())]);
    }

    /// A quoted word by another of the file, so that kinds, names and ids meet in new ways.
    void replaceWord(std::string& line) {
        const std::string& from = m_lines[m_random.below(m_lines.size())];
        const auto [at, count] = wordOf(line);
        const auto [other_at, other_count] = wordOf(from);
        if (count > 0 && other_count > 0)
            line.replace(at, count, from.substr(other_at, other_count));
    }

    std::pair<std::size_t, std::size_t> wordOf(const std::string& line) {
        const std::size_t at = line.find('"', m_random.below(line.size()));
        const std::size_t end = at == line.npos ? line.npos : line.find('"', at + 1);
        return end == line.npos ? std::pair<std::size_t, std::size_t>{0, 0}
                                : std::pair{at, end + 1 - at};
    }

    void nest(std::string& line) {
        static constexpr std::array<std::size_t, 5> kDepths{3, 63, 65, 200, 20'000};
        const std::size_t depth = kDepths[m_random.below(kDepths.size())];
        const bool lists = m_random.oneIn(2);
        std::string deep;
        for (std::size_t i = 0; i < depth; ++i) deep += lists ? "[" : "{\"a\":";
        deep += '1';
        deep.append(m_random.oneIn(4) ? 0 : depth, lists ? ']' : '}');
        addField(line, deep);
    }

    /// A long line, of one text or of many fields.
    void stretch(std::string& line) {
        if (m_random.oneIn(2)) return addField(line, '"' + std::string(70'000, 'x') + '"');
        std::string fields = "{\"k\":0";
        for (int i = 0; i < 5000; ++i) fields += ",\"k" + std::to_string(i) + "\":1";
        addField(line, fields + '}');
    }

    void addField(std::string& line, const std::string& value) {
        const std::size_t end = line.rfind('}');
        if (end != line.npos) line.insert(end, ",\"more\":" + value);
    }

    void spoilUtf8(std::string& line) {
        static constexpr std::array<std::string_view, 6> kBytes{
            "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\\ud800"};
        line.insert(m_random.below(line.size()), kBytes[m_random.below(kBytes.size())]);
    }

    /// The same line otherwise: its end, blanks, a byte order mark, a blank line.
    void respell(std::string& line) {
        switch (m_random.below(4)) {
            case 0:
                return (void)line.insert(line.size() - 1, "\r");
            case 1:
                return (void)line.insert(m_random.below(line.size()), " ");
            case 2:
                return (void)m_lines.front().insert(0, "\xEF\xBB\xBF");
            default:
                line += " \t\n";
        }
    }

    Mutator& m_random;
    std::vector<std::string> m_lines;
};

}  // namespace duelo::test
