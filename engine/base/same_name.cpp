// SPDX-License-Identifier: Apache-2.0
#include "base/same_name.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace duelo {
namespace {

/// Whether it stands on the letter before it: of these alone the order is nobody's intention.
bool isMark(char32_t c) {
    return (c >= 0x300 && c <= 0x36F) || (c >= 0x591 && c <= 0x5C7) || (c >= 0x64B && c <= 0x65F);
}

/// The Unicode Standard, section 3.12: a syllable is a number of three digits.
void addSyllable(std::u32string& text, char32_t syllable) {
    constexpr char32_t vowels = 21, endings = 28;
    const char32_t index = syllable - 0xAC00;
    text += 0x1100 + index / (vowels * endings);
    text += 0x1161 + index / endings % vowels;
    if (index % endings != 0) text += 0x11A7 + index % endings;
}

void addParts(std::u32string& text, char32_t c) {
    if (c < 0x80) {
        text += c;
        return;
    }
    if (c >= 0xAC00 && c <= 0xD7A3) return addSyllable(text, c);
    const auto letters = composedLetters();
    const auto found = std::ranges::lower_bound(letters, c, {}, &ComposedLetter::letter);
    if (found == letters.end() || found->letter != c) {
        text += c;
        return;
    }
    addParts(text, found->first);
    if (found->mark != 0) addParts(text, found->mark);
}

/// Of decomposed text, in which an accent is no part of the letter any more.
char32_t smallLetter(char32_t c) {
    const bool latin = (c >= 'A' && c <= 'Z') || (c >= 0xC0 && c <= 0xDE && c != 0xD7);
    const bool greek = c >= 0x391 && c <= 0x3A9;
    const bool cyrillic = c >= 0x410 && c <= 0x42F;
    if (latin || greek || cyrillic) return c + 0x20;
    return c >= 0x400 && c <= 0x40F ? c + 0x50 : c;
}

std::u32string partsOf(std::string_view name) {
    std::u32string text;
    for (std::size_t at = 0; at < name.size();) addParts(text, nextCodePoint(name, at));
    for (auto at = text.begin(); at != text.end();) {
        const auto end = std::find_if_not(at, text.end(), isMark);
        std::sort(at, end);
        at = end == text.end() ? end : end + 1;
    }
    return text;
}

std::string utf8Of(const std::u32string& text) {
    std::string name;
    for (const char32_t c : text) appendUtf8(name, c);
    return name;
}

}  // namespace

std::string decomposedName(std::string_view name) {
    return utf8Of(partsOf(name));
}

std::string foldedName(std::string_view name) {
    std::u32string text = partsOf(name);
    std::ranges::transform(text, text.begin(), smallLetter);
    return utf8Of(text);
}

bool isHiddenName(std::string_view name) {
    constexpr std::array<std::string_view, 10> names = {
        "__macosx",  "@eadir",      "$recycle.bin", "recycler",   "system volume information",
        "thumbs.db", "desktop.ini", "ehthumbs.db",  "lost+found", "__pycache__"};
    return name.starts_with('.') || std::ranges::find(names, foldedName(name)) != names.end();
}

bool isHiddenPath(std::string_view path) {
    while (true) {
        const std::size_t end = path.find('/');
        const std::string_view name = path.substr(0, end);
        if (name != "." && name != ".." && isHiddenName(name)) return true;
        if (end == std::string_view::npos) return false;
        path.remove_prefix(end + 1);
    }
}

}  // namespace duelo
