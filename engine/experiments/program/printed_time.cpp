// SPDX-License-Identifier: Apache-2.0
#include "experiments/program/printed_time.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <span>
#include <utility>

namespace duelo {

namespace {

struct PrintedUnit {
    std::string_view placeholder;
    double unit;
};
constexpr std::array<PrintedUnit, 3> kTimeUnits{{{"{s}", 1e3}, {"{ms}", 1}, {"{us}", 1e-3}}};
constexpr std::array<PrintedUnit, 2> kShareUnits{{{"{percent}", 1e-2}, {"{share}", 1}}};

bool isSpace(char c) {
    return c == ' ' || c == '\t';
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Returns whether a word or a number goes on with this character. A byte of a letter beyond ASCII
/// counts as one.
bool goesOn(char c) {
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           static_cast<unsigned char>(c) >= 0x80;
}

/// Returns how much of the beginning of `text` is `expected`; nothing where it is not.
std::optional<std::size_t> matched(std::string_view text, std::string_view expected) {
    std::size_t at = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (isSpace(expected[i])) {
            if (i > 0 && isSpace(expected[i - 1])) continue;
            constexpr std::size_t kWidest = 256;  // or output of nothing else would take for ever
            const std::size_t first = at;
            while (at < text.size() && at - first < kWidest && isSpace(text[at])) ++at;
            if (at == first) return std::nullopt;
        } else if (at < text.size() && text[at] == expected[i]) {
            ++at;
        } else {
            return std::nullopt;
        }
    }
    return at;
}

struct Number {
    double value = 0;
    std::size_t length = 0;
};

std::optional<Number> numberAt(std::string_view text) {
    // from_chars() knows the point alone; no time has more digits than this.
    constexpr std::size_t kLongest = 40;
    std::array<char, kLongest> digits{};
    const std::size_t size = std::min(text.size(), kLongest);
    std::copy_n(text.begin(), size, digits.begin());
    std::replace(digits.begin(), digits.begin() + static_cast<std::ptrdiff_t>(size), ',', '.');
    Number found;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + size, found.value);
    if (error != std::errc() || !std::isfinite(found.value)) return std::nullopt;
    found.length = static_cast<std::size_t>(end - digits.data());
    return found;
}

std::optional<double> numberOf(const PrintedPattern& pattern, std::string_view output,
                               std::size_t at) {
    const auto before = matched(output.substr(at), pattern.before);
    if (!before) return std::nullopt;
    at += *before;
    if (at >= output.size() || !isDigit(output[at])) return std::nullopt;
    // The "3" of "1.3" and of "1e-3" is no number.
    constexpr std::string_view kOfNumber = ".,+-";
    if (pattern.before.empty() && at > 0 &&
        (goesOn(output[at - 1]) || kOfNumber.find(output[at - 1]) != std::string_view::npos))
        return std::nullopt;
    const auto number = numberAt(output.substr(at));
    if (!number) return std::nullopt;
    at += number->length;
    const auto after = matched(output.substr(at), pattern.after);
    if (!after) return std::nullopt;
    at += *after;
    if (at < output.size() && goesOn(output[at])) return std::nullopt;
    return number->value * pattern.unit;
}

Result<PrintedPattern> patternOf(const std::string& pattern, std::span<const PrintedUnit> units) {
    std::optional<PrintedPattern> found;
    Json placeholders = Json::array();
    for (const PrintedUnit& one : units) placeholders.emplace_back(one.placeholder);
    const Json args{{"pattern", pattern}, {"placeholders", std::move(placeholders)}};
    for (const auto& [placeholder, unit] : units)
        for (std::size_t at = pattern.find(placeholder); at != std::string::npos;
             at = pattern.find(placeholder, at + 1)) {
            if (found) return fail("program_pattern_no_unit", args);
            found = PrintedPattern{pattern.substr(0, at), pattern.substr(at + placeholder.size()),
                                   unit};
        }
    if (!found) return fail("program_pattern_no_unit", args);
    return *found;
}

}  // namespace

Result<PrintedPattern> timePattern(const std::string& pattern) {
    return patternOf(pattern, kTimeUnits);
}

Result<PrintedPattern> sharePattern(const std::string& pattern) {
    return patternOf(pattern, kShareUnits);
}

std::optional<double> printedNumber(const PrintedPattern& pattern, std::string_view output) {
    for (std::size_t at = output.size(); at-- > 0;)
        if (const auto number = numberOf(pattern, output, at)) return number;
    return std::nullopt;
}

}  // namespace duelo
