// SPDX-License-Identifier: Apache-2.0
#include "base/printable.h"

#include "base/utf8.h"

namespace duelo {

std::string printable(std::string_view text, std::size_t limit) {
    std::string kept;
    while (!text.empty()) {
        const std::size_t length = utf8Length(text);
        const bool control = length == 1 && (text[0] < 0x20 || text[0] == 0x7F);
        const std::string_view piece = length == 0 || control ? "?" : text.substr(0, length);
        if (kept.size() + piece.size() > limit) return kept + "...";
        kept += piece;
        text.remove_prefix(length == 0 ? 1 : length);
    }
    return kept;
}

std::string shapeText(std::span<const std::int64_t> shape) {
    std::string text = "[";
    for (const std::int64_t size : shape) {
        if (text.size() > 1) text += ", ";
        text += std::to_string(size);
    }
    return text + "]";
}

}  // namespace duelo
