// SPDX-License-Identifier: Apache-2.0
// Structure: BITMAPFILEHEADER followed by BITMAPCOREHEADER, BITMAPINFOHEADER, V4 or V5 (Microsoft,
// "Bitmap Storage").
#include <array>
#include <cstdlib>

#include "vision/parsed_image.h"

namespace duelo {
namespace {

constexpr std::uint64_t file_header_bytes = 14;
constexpr std::uint32_t core_header_bytes = 12;

constexpr std::uint32_t info_header_bytes = 40;
constexpr std::uint64_t masks_at = file_header_bytes + info_header_bytes;
constexpr std::uint32_t alpha_masks_bytes = 56;  // shortest header with a mask for alpha

enum Compression : std::uint32_t { Rgb = 0, Rle8 = 1, Rle4 = 2, Bitfields = 3 };

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

bool isKnown(std::uint32_t bits, std::uint32_t compression, bool core) {
    if (core && bits != 1 && bits != 4 && bits != 8 && bits != 24) return false;
    switch (compression) {
        case Rgb:
            return bits == 1 || bits == 4 || bits == 8 || bits == 16 || bits == 24 || bits == 32;
        case Rle8:
            return bits == 8;
        case Rle4:
            return bits == 4;
        case Bitfields:
            return bits == 16 || bits == 32;
        default:
            return false;
    }
}

/// Eight bits a colour, or five with five or six for green. `alpha` is 0 where the header has none.
bool hasUsualMasks(ByteReader& reader, std::uint32_t bits, std::uint32_t alpha) {
    const std::array masks = {reader.u32(masks_at), reader.u32(masks_at + 4),
                              reader.u32(masks_at + 8)};
    const auto are = [&masks](std::uint32_t red, std::uint32_t green, std::uint32_t blue) {
        return masks == std::array{red, green, blue};
    };
    if (bits == 16) return alpha == 0 && (are(0x7c00, 0x03e0, 0x1f) || are(0xf800, 0x07e0, 0x1f));
    return (alpha == 0 || alpha == 0xff000000) && are(0xff0000, 0xff00, 0xff);
}

std::uint64_t rowBytes(const ImageHeader& header, std::uint32_t bits) {
    return (static_cast<std::uint64_t>(header.width_px) * bits + 31) / 32 * 4;
}

/// A colour for each value that a pixel can have. A palette may be shorter than that, and ends
/// where the pixels begin; what it lacks is black.
std::vector<std::array<std::uint8_t, 3>> readPalette(ByteReader& reader, std::uint32_t info_bytes,
                                                     int bits, std::uint64_t pixels_at) {
    std::vector<std::array<std::uint8_t, 3>> palette(std::size_t{1} << bits);
    const std::uint64_t entry_bytes = info_bytes == core_header_bytes ? 3 : 4;
    std::uint64_t at = file_header_bytes + info_bytes;
    for (auto& colour : palette) {
        if (at + entry_bytes > pixels_at || !reader.has(at, entry_bytes)) break;
        const std::uint32_t bgr = reader.u24(at);
        colour = {static_cast<std::uint8_t>(bgr >> 16), static_cast<std::uint8_t>(bgr >> 8),
                  static_cast<std::uint8_t>(bgr)};
        at += entry_bytes;
    }
    return palette;
}

/// End of the pixels: by the size of the rows, or of the compressed data where there are no rows.
std::uint64_t endOfPixels(ByteReader& reader, const ImageHeader& header, std::uint32_t bits,
                          std::uint32_t compression) {
    const std::uint64_t offset = reader.u32(10);
    if (compression == Rle8 || compression == Rle4) {
        return offset + reader.u32(file_header_bytes + 20);
    }
    return offset + rowBytes(header, bits) * static_cast<std::uint64_t>(header.height_px);
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
    if (!core && info_bytes < info_header_bytes) {
        return badHeader(ImageFormat::Bmp, false, "header of " + std::to_string(info_bytes));
    }
    const std::uint32_t bits = reader.u16(file_header_bytes + (core ? 10 : 14));
    const std::uint32_t compression =
        core ? std::uint32_t{Rgb} : reader.u32(file_header_bytes + 16);
    const std::uint32_t offset = reader.u32(10);
    if (!reader.ok()) return badHeader(ImageFormat::Bmp, true, "header");
    if (!isKnown(bits, compression, core))
        return fail("image_layout_unsupported", {{"format", "BMP"}});
    if (offset < file_header_bytes + info_bytes) {
        return badHeader(ImageFormat::Bmp, false, "pixels at " + std::to_string(offset));
    }
    // Only a mask in the header makes the fourth byte alpha; elsewhere it is padding, mostly 0.
    const bool masks = compression == Bitfields;
    const std::uint32_t alpha =
        masks && info_bytes >= alpha_masks_bytes ? reader.u32(masks_at + 12) : 0;
    const bool usual = !masks || hasUsualMasks(reader, bits, alpha);
    if (!reader.ok()) return badHeader(ImageFormat::Bmp, true, "masks");
    if (!usual) return fail("image_layout_unsupported", {{"format", "BMP"}});
    header.has_alpha = alpha != 0;
    header.palette = bits <= 8;
    header.channels = header.palette ? 1 : header.has_alpha ? 4 : 3;
    header.bits_per_channel = bits == 16 ? 5 : header.palette ? static_cast<int>(bits) : 8;
    header.truncated = endOfPixels(reader, header, bits, compression) > reader.size();
    BmpLayout& layout = out.bmp;
    layout.bits = static_cast<int>(bits);
    layout.run_lengths = compression == Rle8 || compression == Rle4;
    layout.top_down = !core && (reader.u32(file_header_bytes + 8) & 0x80000000U) != 0;
    layout.green_6 = masks && bits == 16 && reader.u32(masks_at + 4) == 0x07e0;
    layout.pixels_at = offset;
    layout.row_bytes = rowBytes(header, bits);
    if (header.palette) layout.palette = readPalette(reader, info_bytes, layout.bits, offset);
    out.keep(bytes);
    return out;
}

}  // namespace duelo
