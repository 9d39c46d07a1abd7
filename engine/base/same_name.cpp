// SPDX-License-Identifier: Apache-2.0
#include "base/same_name.h"

#ifdef _WIN32
#define UTF8PROC_STATIC  // in the settings it would part the precompiled header from that of others
#endif
#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/text.h"

namespace duelo {
namespace {

std::string wellFormed(std::string_view text) {
    std::string repaired;
    for (std::size_t at = 0; at < text.size();) appendUtf8(repaired, nextCodePoint(text, at));
    return repaired;
}

/// Returns the code points of the canonical decomposition (NFD).
std::vector<utf8proc_int32_t> decomposed(std::string_view name) {
    const std::string text = wellFormed(name);
    const auto into = [&text](utf8proc_int32_t* points, utf8proc_ssize_t room) {
        return utf8proc_decompose(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),
                                  static_cast<utf8proc_ssize_t>(text.size()), points, room,
                                  UTF8PROC_DECOMPOSE);
    };
    // Only more than 2^61 code points, or what is not UTF-8, would make it fail.
    std::vector<utf8proc_int32_t> points(static_cast<std::size_t>(into(nullptr, 0)));
    into(points.data(), static_cast<utf8proc_ssize_t>(points.size()));
    return points;
}

std::string utf8Of(const std::vector<utf8proc_int32_t>& points) {
    std::string name;
    for (const utf8proc_int32_t point : points) appendUtf8(name, static_cast<char32_t>(point));
    return name;
}

}  // namespace

std::string decomposedName(std::string_view name) {
    return utf8Of(decomposed(name));
}

std::string foldedName(std::string_view name) {
    std::vector<utf8proc_int32_t> points = decomposed(name);
    std::ranges::transform(points, points.begin(), utf8proc_tolower);
    return utf8Of(points);
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
