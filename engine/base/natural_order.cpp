// SPDX-License-Identifier: Apache-2.0
#include "base/natural_order.h"

#include <algorithm>
#include <compare>
#include <string_view>

#include "base/utf8.h"

namespace duelo {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

/// Takes the digits at the front without leading zeros: longer means larger, at any length.
std::string_view takeNumber(std::string_view& text) {
    const auto digits = std::find_if_not(text.begin(), text.end(), isDigit) - text.begin();
    std::string_view number = text.substr(0, static_cast<std::size_t>(digits));
    text.remove_prefix(number.size());
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

std::strong_ordering compareNaturally(std::string_view a, std::string_view b) {
    while (!a.empty() && !b.empty()) {
        if (isDigit(a.front()) && isDigit(b.front())) {
            const std::string_view x = takeNumber(a);
            const std::string_view y = takeNumber(b);
            if (x.size() != y.size()) return x.size() <=> y.size();
            if (const int order = x.compare(y); order != 0) return order <=> 0;
            continue;
        }
        const auto x = static_cast<unsigned char>(lower(a.front()));
        const auto y = static_cast<unsigned char>(lower(b.front()));
        if (x != y) return x <=> y;
        a.remove_prefix(1);
        b.remove_prefix(1);
    }
    return a.size() <=> b.size();
}

}  // namespace

bool naturallyLess(const std::filesystem::path& a, const std::filesystem::path& b) {
    const auto order = compareNaturally(pathText(a.filename()), pathText(b.filename()));
    return order == std::strong_ordering::equal ? a < b : order < 0;  // a total order: img1, IMG1
}

}  // namespace duelo
