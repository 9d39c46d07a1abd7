// SPDX-License-Identifier: Apache-2.0
#include "base/base64.h"

#include <algorithm>
#include <string_view>

namespace duelo {
namespace {

constexpr std::string_view kBase64Digits =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::span<const std::uint8_t> bytes) {
    std::string text;
    text.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        const std::size_t left = std::min<std::size_t>(3, bytes.size() - i);
        std::uint32_t group = 0;
        for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < left ? bytes[i + k] : 0U);
        for (std::size_t k = 0; k < 4; ++k)
            text += k <= left ? kBase64Digits[group >> (18 - 6 * k) & 63U] : '=';
    }
    return text;
}

std::optional<std::string> fromBase64(std::string_view text) {
    if (text.size() % 4 != 0) return std::nullopt;
    const std::size_t padding = text.ends_with("==") ? 2 : text.ends_with("=") ? 1 : 0;
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const bool padded = i + padding >= text.size();
        const std::size_t digit = padded ? 0 : kBase64Digits.find(text[i]);
        if (digit == std::string_view::npos) return std::nullopt;
        group = group << 6 | static_cast<std::uint32_t>(digit);
        if (i % 4 != 3) continue;
        const std::size_t kept = i + 1 == text.size() ? 3 - padding : 3;
        for (std::size_t k = 0; k < 3; ++k) {
            const auto byte = static_cast<char>(group >> (16 - 8 * k) & 255U);
            if (k < kept)
                bytes += byte;
            else if (byte != 0)
                return std::nullopt;  // bits that no byte has
        }
        group = 0;
    }
    return bytes;
}

}  // namespace duelo
