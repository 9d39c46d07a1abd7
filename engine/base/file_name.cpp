// SPDX-License-Identifier: Apache-2.0
#include "base/file_name.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace duelo {
namespace {

bool isBlank(char32_t c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == 0xA0 || c == 0x2007 ||
           c == 0x202F || c == 0x3000;
}

/// Tells whether a character is not seen, but able to change how the rest is read. Joiners are not
/// such: they are part of words and emoji.
bool isHidden(char32_t c) {
    return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0xAD || c == 0x200B || c == 0x200E ||
           c == 0x200F || (c >= 0x2028 && c <= 0x202E) || (c >= 0x2060 && c <= 0x206F) ||
           c == 0xFEFF || c == 0xFFFD;
}

/// File names of Windows ("Naming Files, Paths, and Namespaces"): these mean devices, whatever
/// stands behind a dot.
bool isDevice(std::string_view name) {
    std::string stem(name.substr(0, name.find('.')));
    stem.erase(stem.find_last_not_of(' ') + 1);
    std::ranges::transform(stem, stem.begin(), [](char c) {
        return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    });
    constexpr std::array<std::string_view, 6> devices{"CON", "PRN",    "AUX",
                                                      "NUL", "CONIN$", "CONOUT$"};
    if (std::ranges::find(devices, stem) != devices.end()) return true;
    if (!stem.starts_with("COM") && !stem.starts_with("LPT")) return false;
    const std::string_view number = std::string_view(stem).substr(3);
    return (number.size() == 1 && number[0] >= '0' && number[0] <= '9') || number == "¹" ||
           number == "²" || number == "³";
}

}  // namespace

std::string safeFileName(std::string_view text, std::size_t most_bytes) {
    constexpr std::string_view refused = "/\\:*?\"<>|";
    constexpr std::string_view ends = " .-";
    std::string name;
    for (std::size_t at = 0; at < text.size();) {
        const char32_t c = nextCodePoint(text, at);
        std::string one;
        if (isBlank(c))
            one = " ";
        else if (c < 0x80 && refused.find(static_cast<char>(c)) != std::string_view::npos)
            one = "-";
        else if (!isHidden(c))
            appendUtf8(one, c);
        const bool atStart = name.empty() && !one.empty() && ends.find(one) != std::string::npos;
        if (one.empty() || atStart || (one == " " && name.ends_with(' '))) continue;
        if (name.size() + one.size() >= most_bytes) break;  // one byte is kept for a device
        name += one;
    }
    name.erase(name.find_last_not_of(ends) + 1);
    return isDevice(name) ? "_" + name : name;
}

}  // namespace duelo
