// SPDX-License-Identifier: Apache-2.0
// Structure: BITMAPFILEHEADER followed by BITMAPCOREHEADER, BITMAPINFOHEADER, V4 or V5 (Microsoft,
// "Bitmap Storage").
#include <cstdlib>
#include <utility>

#include "vision/parsed_image.h"

namespace duelo {
namespace {

constexpr std::uint64_t file_header_bytes = 14;
constexpr std::uint32_t core_header_bytes = 12;

enum Compression : std::uint32_t { Rgb = 0, Rle8 = 1, Rle4 = 2, Bitfields = 3, AlphaBitfields = 6 };

Result<void> readSize(ByteReader& reader, ImageHeader& header, bool core) {
    const std::uint64_t at = file_header_bytes + 4;
    std::int64_t width = 0;
    std::int64_t height = 0;
    if (core) {
        width = reader.u16(at);
        height = reader.u16(at + 2);
    } else {
        width = static_cast<std::int32_t>(reader.u32(at));
        height = static_cast<std::int32_t>(reader.u32(at + 4));
    }
    if (!reader.ok()) return badHeader(ImageFormat::Bmp, true, "header");
    return setSize(header, width, std::llabs(height));  // negative: rows from top to bottom
}

bool isKnown(std::uint32_t bits, std::uint32_t compression) {
    switch (compression) {
        case Rgb:
            return bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
        case Rle8:
            return bits == 8;
        case Rle4:
            return bits == 4;
        case Bitfields:
        case AlphaBitfields:
            return bits == 16 || bits == 32;
        default:
            return false;
    }
}

/// End of the pixels: by the size of the rows, or of the compressed data where there are no rows.
std::uint64_t endOfPixels(ByteReader& reader, const ImageHeader& header, std::uint32_t bits,
                          std::uint32_t compression) {
    const std::uint64_t offset = reader.u32(10);
    if (compression == Rle8 || compression == Rle4) {
        return offset + reader.u32(file_header_bytes + 20);
    }
    const std::uint64_t row_bits = static_cast<std::uint64_t>(header.width_px) * bits;
    return offset + (row_bits + 31) / 32 * 4 * static_cast<std::uint64_t>(header.height_px);
}

}  // namespace

Result<ParsedImage> parseBmp(Bytes bytes) {
    ParsedImage out;
    ImageHeader& header = out.header;
    header.format = ImageFormat::Bmp;
    ByteReader reader(bytes, ByteOrder::Little);
    const std::uint32_t info_bytes = reader.u32(file_header_bytes);
    const bool core = info_bytes == core_header_bytes;
    if (const auto size = readSize(reader, header, core); !size) {
        return tl::unexpected(size.error());
    }
    if (!core && info_bytes < 40) {
        return badHeader(ImageFormat::Bmp, false, "header of " + std::to_string(info_bytes));
    }
    const std::uint32_t bits = reader.u16(file_header_bytes + (core ? 10 : 14));
    const std::uint32_t compression =
        core ? std::uint32_t{Rgb} : reader.u32(file_header_bytes + 16);
    const std::uint32_t offset = reader.u32(10);
    if (!reader.ok()) return badHeader(ImageFormat::Bmp, true, "header");
    if (!isKnown(bits, compression)) return fail("image_layout_unsupported", {{"format", "BMP"}});
    if (offset < file_header_bytes + info_bytes) {
        return badHeader(ImageFormat::Bmp, false, "pixels at " + std::to_string(offset));
    }
    // Only a mask in the header makes the fourth byte alpha; elsewhere it is padding, mostly 0.
    const bool masks = compression == Bitfields || compression == AlphaBitfields;
    header.has_alpha = bits == 32 && masks && info_bytes >= 56 && reader.u32(66) != 0;
    header.palette = bits <= 8;
    header.channels = header.palette ? 1 : header.has_alpha ? 4 : 3;
    header.bits_per_channel = bits == 16 ? 5 : header.palette ? static_cast<int>(bits) : 8;
    header.truncated = endOfPixels(reader, header, bits, compression) > reader.size();
    out.keep(bytes);
    return out;
}

}  // namespace duelo
