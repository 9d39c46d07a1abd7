// SPDX-License-Identifier: Apache-2.0
#include "lab_report/number_words.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <string>

namespace duelo {
namespace {

using Unit = NumberWords::Unit;

/// Returns the unit that stands behind a number.
Unit unitOf(std::string_view rest) {
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    for (const std::string_view space : {"\u00A0", "\u202F"})
        if (rest.starts_with(space)) rest.remove_prefix(space.size());
    struct Named {
        std::string_view word;
        Unit unit;
    };
    constexpr Named kNamed[] = {{"%", Unit::Percent},
                                {"veces", Unit::Times},
                                {"times", Unit::Times},
                                {"×", Unit::Times},
                                {"x", Unit::Times},
                                {"ms", Unit::Millisecond},
                                {"µs", Unit::Microsecond},
                                {"us", Unit::Microsecond},
                                {"segundos", Unit::Second},
                                {"seconds", Unit::Second},
                                {"milisegundos", Unit::Millisecond},
                                {"milliseconds", Unit::Millisecond},
                                {"s", Unit::Second}};
    for (const auto& [name, unit] : kNamed) {
        if (!rest.starts_with(name)) continue;
        const char next = rest.size() > name.size() ? rest[name.size()] : ' ';
        const bool ends = unit == Unit::Percent || name == "×" ||
                          (!NumberWords::isDigit(next) &&
                           std::string_view(" .,;:)!?\n\r\t").find(next) != std::string_view::npos);
        if (ends) return unit;
    }
    return Unit::None;
}

/// Reads its digits; several signs between them make it no number.
bool readDigits(std::string_view text, NumberWords& out) {
    std::string digits;
    std::size_t signs = 0, decimals = 0;
    for (out.end = out.begin; out.end < text.size(); ++out.end) {
        const char c = text[out.end];
        const bool sign = (c == '.' || c == ',') && out.end + 1 < text.size() &&
                          NumberWords::isDigit(text[out.end + 1]);
        if (!NumberWords::isDigit(c) && !sign) break;
        if (sign) ++signs;
        if (NumberWords::isDigit(c) && signs > 0) ++decimals;
        digits += sign ? '.' : c;
    }
    if (signs > 1) return false;
    std::from_chars(digits.data(), digits.data() + digits.size(), out.value);
    out.half_step = 0.5 * std::pow(10.0, -static_cast<double>(decimals));
    return true;
}

}  // namespace

std::vector<NumberWords> numbersIn(std::string_view text) {
    std::vector<NumberWords> out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!NumberWords::isDigit(text[at])) continue;
        const bool inWord = at > 0 && (std::isalnum(static_cast<unsigned char>(text[at - 1])) ||
                                       text[at - 1] == '_');
        NumberWords one{.begin = at};
        const bool isNumber = readDigits(text, one);
        one.unit = unitOf(text.substr(one.end));
        if (isNumber && !inWord) out.push_back(one);
        at = one.end - 1;
    }
    return out;
}

}  // namespace duelo
