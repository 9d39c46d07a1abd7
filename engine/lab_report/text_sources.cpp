// SPDX-License-Identifier: Apache-2.0
#include "lab_report/text_sources.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "lab_report/number_words.h"

namespace duelo {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::size_t kYearDigits = 4;

std::string_view trimmed(std::string_view words) {
    const std::size_t begin = words.find_first_not_of(kBlanks);
    if (begin == std::string_view::npos) return {};
    return words.substr(begin, words.find_last_not_of(kBlanks) - begin + 1);
}

bool hasDigit(std::string_view words) {
    return std::ranges::any_of(words, NumberWords::isDigit);
}

/// Letters beyond ASCII begin names as often as not.
bool isName(std::string_view word) {
    if (word.empty()) return false;
    const auto first = static_cast<unsigned char>(word.front());
    return (first >= 'A' && first <= 'Z') || first >= 0x80;
}

bool joinsNames(std::string_view word) {
    constexpr std::array<std::string_view, 7> kJoins{"y", "e", "and", "&", "et", "al.", "al"};
    return std::ranges::find(kJoins, word) != kJoins.end();
}

/// "2016" or "2016a".
bool isYear(std::string_view word) {
    if (word.size() == kYearDigits + 1 && word.back() >= 'a' && word.back() <= 'z')
        word.remove_suffix(1);
    return word.size() == kYearDigits && std::ranges::all_of(word, NumberWords::isDigit) &&
           (word.starts_with("19") || word.starts_with("20"));
}

std::vector<std::string_view> splitWords(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = text.find_first_not_of(kBlanks); at != std::string_view::npos;) {
        const std::size_t end = std::min(text.find_first_of(kBlanks, at), text.size());
        words.push_back(text.substr(at, end - at));
        at = text.find_first_not_of(kBlanks, end);
    }
    return words;
}

std::string_view withoutComma(std::string_view word) {
    return word.ends_with(',') ? word.substr(0, word.size() - 1) : word;
}

std::string joined(const std::vector<std::string_view>& words) {
    std::string out;
    for (const std::string_view word : words) out += (out.empty() ? "" : " ") + std::string(word);
    return out;
}

class SourceFinder {
public:
    std::vector<TextSource> find(std::string_view text) {
        for (std::size_t at = text.find('('); at != std::string_view::npos;
             at = text.find('(', at + 1)) {
            const std::size_t end = text.find(')', at);
            if (end == std::string_view::npos) break;
            const std::string_view inside = text.substr(at + 1, end - at - 1);
            if (isYear(trimmed(inside)))
                addBefore(text.substr(0, at), trimmed(inside));
            else
                addInside(inside);
        }
        return std::move(m_found);
    }

private:
    /// "Kirk y Hwu, 2016; véase Howard et al., 2017", "Tan y Le, 2019, EfficientNet".
    void addInside(std::string_view inside) {
        while (!inside.empty()) {
            const std::size_t end = std::min(inside.find(';'), inside.size());
            const auto words = splitWords(inside.substr(0, end));
            inside.remove_prefix(std::min(end + 1, inside.size()));
            const auto year = std::ranges::find_if(
                words, [](std::string_view word) { return isYear(withoutComma(word)); });
            if (year == words.end() || year == words.begin()) continue;
            // "(May 2026)" is none, "(Karp y Flatt 1990)" is.
            if (!(year - 1)->ends_with(',') && std::none_of(words.begin(), year, joinsNames))
                continue;
            add({std::find_if(words.begin(), year, isName), year}, withoutComma(*year),
                joined({year + 1, words.end()}));
        }
    }

    /// Takes the author from the words before "(2016)".
    void addBefore(std::string_view before, std::string_view year) {
        const std::size_t line = before.rfind('\n');
        const auto words =
            splitWords(line == std::string_view::npos ? before : before.substr(line));
        std::vector<std::string_view> author;
        bool wants_name = true;
        for (auto word = words.rbegin(); word != words.rend(); ++word) {
            const bool joins = joinsNames(*word);
            if (!joins && (!wants_name || !isName(*word))) break;
            wants_name = joins;
            author.insert(author.begin(), *word);
        }
        if (!wants_name) add(author, year);
    }

    void add(const std::vector<std::string_view>& names, std::string_view year,
             std::string title = {}) {
        if (std::ranges::any_of(names, hasDigit)) return;
        TextSource source{.author = std::string(withoutComma(joined(names))),
                          .year = std::string(year),
                          .title = std::move(title)};
        if (names.empty() || source.author.empty()) return;
        source.surname = withoutComma(names.front());
        const bool known = std::ranges::any_of(m_found, [&](const TextSource& one) {
            return one.surname == source.surname && one.year == source.year;
        });
        if (!known) m_found.push_back(std::move(source));
    }

    std::vector<TextSource> m_found;
};

/// Tells whether the words before the year are authors: a surname and initials, or a few names.
bool areAuthors(std::string_view head) {
    constexpr std::size_t kMostNames = 4;
    const auto words = splitWords(head);
    if (words.empty() || !isName(words.front()) || hasDigit(head)) return false;
    for (std::size_t i = 0; i + 1 < words.size() && i < 2; ++i)
        if (words[i].ends_with(',') && words[i + 1].size() >= 2 && isName(words[i + 1]) &&
            words[i + 1][1] == '.')
            return true;
    return words.size() <= kMostNames && std::ranges::all_of(words, isName);
}

}  // namespace

std::vector<TextSource> sourcesNamedIn(std::string_view text) {
    return SourceFinder().find(text);
}

bool isReferenceEntry(std::string_view line) {
    line = trimmed(line);
    const std::size_t begin = line.find('('), end = line.find(')', std::min(begin, line.size()));
    if (begin == std::string_view::npos || end == std::string_view::npos) return false;
    const std::string_view title = line.substr(end + 1);
    return isYear(trimmed(line.substr(begin + 1, end - begin - 1))) &&
           areAuthors(line.substr(0, begin)) && title.starts_with('.') &&
           !trimmed(title.substr(1)).empty();
}

std::vector<std::string> referenceEntriesIn(std::string_view answer) {
    std::vector<std::string> entries;
    for (std::size_t at = 0; at < answer.size();) {
        const std::size_t end = std::min(answer.find('\n', at), answer.size());
        const std::string_view line = trimmed(answer.substr(at, end - at));
        if (isReferenceEntry(line)) entries.emplace_back(line);
        at = end + 1;
    }
    return entries;
}

bool areReferenceEntries(std::string_view answer) {
    const auto lines = static_cast<std::size_t>(std::ranges::count(answer, '\n')) + 1;
    std::size_t empty = 0, at = 0;
    for (std::size_t i = 0; i < lines; ++i) {
        const std::size_t end = std::min(answer.find('\n', at), answer.size());
        empty += trimmed(answer.substr(at, end - at)).empty();
        at = std::min(end + 1, answer.size());
    }
    const std::size_t entries = referenceEntriesIn(answer).size();
    return entries > 0 && entries + empty == lines;
}

bool isListed(const TextSource& source, const std::set<std::string>& entries) {
    return std::ranges::any_of(entries, [&](const std::string& entry) {
        return entry.find(source.surname) != std::string::npos &&
               entry.find(source.year) != std::string::npos;
    });
}

}  // namespace duelo
