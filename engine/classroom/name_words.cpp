// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "classroom/classroom.h"

namespace duelo {
namespace {

constexpr std::size_t kLeastLetters = 3;
/// From U+00C0 to U+00FF; '*' is no letter, and the letters that have no base stand for themselves.
constexpr std::string_view kBases =
    "aaaaaaaceeeeiiii"
    "dnooooo*ouuuuyts"
    "aaaaaaaceeeeiiii"
    "dnooooo*ouuuuyty";

/// Lower case without accents; 0 of what is no letter.
char32_t folded(char32_t c) {
    if (c >= 'A' && c <= 'Z') return c - 'A' + 'a';
    if (c >= 'a' && c <= 'z') return c;
    if (c >= 0xC0 && c <= 0xFF) {
        const char base = kBases[c - 0xC0];
        return base == '*' ? 0 : static_cast<char32_t>(base);
    }
    // An accent that follows its letter is part of the word; so is any other script.
    return c > 0xFF && c != 0x2022 && !(c >= 0x2000 && c <= 0x206F) ? c : 0;
}

bool isAccent(char32_t c) {
    return c >= 0x300 && c <= 0x36F;
}

/// Calls `word(begin, end, folded)` for each run of letters.
template <typename F>
void forEachWord(std::string_view text, const F& word) {
    std::string letters;
    std::size_t begin = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t here = at;
        const char32_t c = nextCodePoint(text, at);
        const char32_t letter = folded(c);
        if (letter != 0) {
            if (letters.empty()) begin = here;
            if (!isAccent(c)) appendUtf8(letters, letter);
            continue;
        }
        if (!letters.empty()) word(begin, here, letters);
        letters.clear();
    }
    if (!letters.empty()) word(begin, text.size(), letters);
}

}  // namespace

std::vector<std::string> wordsOfName(std::string_view name) {
    std::vector<std::string> words;
    forEachWord(name, [&](std::size_t, std::size_t, const std::string& letters) {
        if (letters.size() >= kLeastLetters) words.push_back(letters);
    });
    return words;
}

std::string withoutNames(const std::string& text, const std::set<std::string>& nameWords) {
    std::string out;
    std::size_t copied = 0;
    forEachWord(text, [&](std::size_t begin, std::size_t end, const std::string& letters) {
        const bool person = std::ranges::any_of(nameWords, [&](const std::string& name) {
            return letters.find(name) != std::string::npos;
        });
        if (!person) return;
        out += text.substr(copied, begin - copied) + "•••";
        copied = end;
    });
    return out + text.substr(copied);
}

std::string shownName(const Classroom& classroom, const ClassPlace& place, bool names) {
    if (names) return visibleText(place.whole());
    const auto number = classroom.handInOf(place);
    return withoutNames(visibleText(place.name()), classroom.nameWords()) +
           (number ? " #" + std::to_string(*number) : std::string());
}

std::string shownSource(const Classroom& classroom, const Provenance& from, bool names) {
    const std::string source = visibleText(from.source);
    return names ? source : withoutNames(source, classroom.nameWords());
}

std::string shownReason(const Classroom& classroom, const Reason& reason, bool names,
                        const Text& text) {
    if (names) return text.reason(reason);
    Reason shown = reason;
    for (auto& [name, value] : shown.args.items())
        if (value.is_string())
            value = withoutNames(value.get<std::string>(), classroom.nameWords());
    shown.message.clear();
    return text.reason(shown);
}

}  // namespace duelo
