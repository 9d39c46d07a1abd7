// SPDX-License-Identifier: Apache-2.0
#include "data/natural_order.h"

#include <algorithm>
#include <string>
#include <string_view>

#include "core/utf8.h"

namespace duelo {
namespace {

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// The text with ASCII letters small and each number preceded by its count of digits, without
/// leading zeros: then the order of bytes is the order of counting.
std::string sortKey(std::string_view name) {
    std::string key;
    for (std::size_t at = 0; at < name.size();) {
        if (!isDigit(name[at])) {
            const char c = name[at++];
            key += c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
            continue;
        }
        std::size_t end = at;
        while (end < name.size() && isDigit(name[end])) ++end;
        while (at < end && name[at] == '0') ++at;
        // '0' keeps numbers where digits stand among other characters. No file name is longer than
        // 255 characters, so one byte holds the count.
        key += '0';
        key += static_cast<char>(std::min<std::size_t>(end - at, 255));
        key += name.substr(at, end - at);
        at = end;
    }
    return key;
}

}  // namespace

bool countsBefore(const std::filesystem::path& a, const std::filesystem::path& b) {
    const int order = sortKey(pathText(a.filename())).compare(sortKey(pathText(b.filename())));
    return order != 0 ? order < 0 : a < b;
}

}  // namespace duelo
