// SPDX-License-Identifier: Apache-2.0
#include "vision/codec.h"

#include <utility>

#include "vision/pixel_readers.h"

namespace duelo {

void DecoderWords::add(std::string_view text) noexcept {
    constexpr std::string_view between = "; ";
    if (m_size != 0 && m_size + between.size() < m_text.size()) {
        for (const char sign : between) m_text[m_size++] = sign;
    }
    for (const char sign : text) {
        if (m_size == m_text.size()) return;
        if (sign >= ' ' && sign <= '~') m_text[m_size++] = sign;
    }
}

DecodedPixels emptyPixels(const ParsedImage& parsed, int channels, int bits, bool has_alpha) {
    DecodedPixels pixels{parsed.reduced(parsed.frame_width_px),
                         parsed.reduced(parsed.frame_height_px), channels, bits, has_alpha};
    pixels.data.resize(pixels.rowBytes() * static_cast<std::size_t>(pixels.height_px));
    return pixels;
}

tl::unexpected<Reason> notDecoded(const ParsedImage& parsed, std::string message) {
    return fail(parsed.header.truncated ? "image_truncated" : "image_damaged",
                {{"format", formatName(parsed.header.format)}}, std::move(message));
}

Result<DecodedPixels> decodePixels(const ParsedImage& parsed) {
    switch (parsed.header.format) {
        case ImageFormat::Jpeg:
            return readJpegPixels(parsed);
        case ImageFormat::Png:
            return readPngPixels(parsed);
        case ImageFormat::Bmp:
            return readBmpPixels(parsed);
        case ImageFormat::WebP:
            return readWebPPixels(parsed);
        case ImageFormat::Pnm:
            return readPnmPixels(parsed);
        case ImageFormat::Tiff:
            break;
    }
    return readTiffPixels(parsed);
}

}  // namespace duelo
