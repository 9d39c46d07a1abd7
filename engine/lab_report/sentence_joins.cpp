// SPDX-License-Identifier: Apache-2.0
#include "lab_report/sentence_joins.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace duelo {

namespace {

/// Returns whether a sign is a letter or a digit. Beyond ASCII the signs and blanks that people
/// type are named, and all else is letters.
bool isOfWords(char32_t c) {
    if (c < 0x80) return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    // Latin-1's signs but for ª, µ and º; × and ÷; dashes, quotes, arrows, operators; blanks.
    if (c < 0xC0) return c == U'ª' || c == U'µ' || c == U'º';
    return c != U'×' && c != U'÷' && !(c >= 0x2000 && c < 0x2C00) && c != 0x3000;
}

}  // namespace

std::string unbroken(const std::string& text) {
    constexpr std::array<std::string_view, 10> kUnits{"px", "s",   "ms",  "µs",  "B",
                                                      "%",  "KiB", "MiB", "GiB", "GHz"};
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool behind = text[at] == ' ' && at > 0 && text[at - 1] >= '0' && text[at - 1] <= '9';
        const auto unit = [&] {
            const std::size_t end = text.find_first_of(" ,;:)", at + 1);
            return std::string_view(text).substr(at + 1, end - at - 1);
        };
        out += behind && std::ranges::find(kUnits, unit()) != kUnits.end()
                   ? std::string("\u00A0")
                   : std::string(1, text[at]);
    }
    return out;
}

bool endsInWord(std::string_view words) {
    std::size_t at = words.size();
    while (at > 0 && (static_cast<unsigned char>(words[--at]) & 0xC0U) == 0x80U) continue;
    if (at == words.size()) return false;
    const char32_t last = nextCodePoint(words, at);
    return isOfWords(last) ||
           std::u32string_view(U".,;:)]?!%…»”").find(last) != std::u32string_view::npos;
}

bool beginsWord(std::string_view words) {
    if (words.empty()) return false;
    std::size_t at = 0;
    const char32_t first = nextCodePoint(words, at);
    return isOfWords(first) ||
           std::u32string_view(U"([¿¡«“").find(first) != std::u32string_view::npos;
}

}  // namespace duelo
