// SPDX-License-Identifier: Apache-2.0
#include "report/grey_png.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <zlib.h>

namespace duelo {

namespace {

std::string bigEndian(std::uint32_t value) {
    std::string out;
    for (int shift = 24; shift >= 0; shift -= 8)
        out += static_cast<char>(static_cast<unsigned char>(value >> static_cast<unsigned>(shift)));
    return out;
}

/// Length, name, content, and the check of the last two.
void addChunk(std::string& to, std::string_view name, const std::string& content) {
    const std::string checked = std::string(name) + content;
    const uLong check =
        crc32(0, reinterpret_cast<const Bytef*>(checked.data()), static_cast<uInt>(checked.size()));
    to += bigEndian(static_cast<std::uint32_t>(content.size())) + checked +
          bigEndian(static_cast<std::uint32_t>(check));
}

}  // namespace

std::string greyPng(const GreyPixels& grey) {
    if (grey.width_px <= 0 || grey.height_px <= 0) return {};
    const auto width = static_cast<std::size_t>(grey.width_px);
    const auto height = static_cast<std::size_t>(grey.height_px);
    if (grey.bytes.size() != width * height) return {};
    std::string rows;
    for (std::size_t y = 0; y < height; ++y) {
        rows += '\0';  // the filter of the row: none
        rows.append(grey.bytes, y * width, width);
    }
    std::string packed(compressBound(static_cast<uLong>(rows.size())), '\0');
    auto length = static_cast<uLongf>(packed.size());
    if (compress(reinterpret_cast<Bytef*>(packed.data()), &length,
                 reinterpret_cast<const Bytef*>(rows.data()),
                 static_cast<uLong>(rows.size())) != Z_OK)
        return {};
    packed.resize(length);
    std::string out("\x89PNG\r\n\x1a\n");
    const std::string kind{8, 0, 0, 0, 0};  // bits, grey, and the only compression, filters, order
    addChunk(out, "IHDR",
             bigEndian(static_cast<std::uint32_t>(width)) +
                 bigEndian(static_cast<std::uint32_t>(height)) + kind);
    addChunk(out, "IDAT", packed);
    addChunk(out, "IEND", {});
    return out;
}

}  // namespace duelo
