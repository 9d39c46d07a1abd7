// SPDX-License-Identifier: Apache-2.0
// Chunk structure: PNG specification, third edition (W3C), with the APNG chunks acTL, fcTL, fdAT.
#include <algorithm>
#include <utility>

#include "vision/parsed_image.h"
#include "vision/png_orientation.h"

namespace duelo {
namespace {

constexpr std::uint64_t signature_bytes = 8;
constexpr std::uint64_t chunk_frame_bytes = 12;  // length, type and CRC around the data
constexpr std::uint8_t end_chunk[] = {0, 0, 0, 0, 'I', 'E', 'N', 'D', 0xae, 0x42, 0x60, 0x82};

Result<void> readIhdr(ByteReader& reader, ImageHeader& header) {
    const std::uint64_t at = signature_bytes + 8;
    const std::uint32_t width = reader.u32(at);
    const std::uint32_t height = reader.u32(at + 4);
    const std::uint32_t bits = reader.u8(at + 8);
    const std::uint32_t colour = reader.u8(at + 9);
    if (!reader.ok()) return badHeader(ImageFormat::Png, true, "IHDR");
    if (!reader.matches(signature_bytes + 4, "IHDR") || reader.u32(signature_bytes) != 13) {
        return badHeader(ImageFormat::Png, false, "first chunk is not IHDR");
    }
    if (bits != 1 && bits != 2 && bits != 4 && bits != 8 && bits != 16) {
        return fail("image_depth_unsupported", {{"format", "PNG"}, {"bits", bits}});
    }
    constexpr int channels[] = {1, 0, 3, 1, 2, 0, 4};  // by colour type
    if (colour > 6 || channels[colour] == 0) {
        return badHeader(ImageFormat::Png, false, "colour type " + std::to_string(colour));
    }
    header.bits_per_channel = static_cast<int>(bits);
    header.channels = channels[colour];
    header.palette = colour == 3;
    header.has_alpha = colour == 4 || colour == 6;
    return setSize(header, width, height);
}

bool carriesPixels(const ByteReader& reader, std::uint64_t type_at) {
    return reader.matches(type_at, "IHDR") || reader.matches(type_at, "PLTE") ||
           reader.matches(type_at, "tRNS") || reader.matches(type_at, "IDAT");
}

void readMetadata(ByteReader& reader, std::uint64_t at, std::uint32_t length, ImageHeader& header,
                  PngOrientation& orientation) {
    if (reader.matches(at + 4, "tRNS")) header.has_alpha = true;
    orientation.read(reader.slice(at + 4, 4), reader.slice(at + 8, length));
    if (reader.matches(at + 4, "acTL") && length >= 4) {
        constexpr std::uint32_t most = 1'000'000'000;
        header.frames = static_cast<int>(std::clamp(reader.u32(at + 8), 1U, most));
    }
}

}  // namespace

Result<ParsedImage> parsePng(Bytes bytes) {
    ParsedImage out;
    out.header.format = ImageFormat::Png;
    ByteReader reader(bytes, ByteOrder::Big);
    if (const auto ihdr = readIhdr(reader, out.header); !ihdr) return tl::unexpected(ihdr.error());
    out.keep(reader.slice(0, signature_bytes));

    PngOrientation orientation;
    bool has_data = false;
    bool complete = false;
    std::uint64_t at = signature_bytes;
    while (!complete && reader.has(at, chunk_frame_bytes)) {
        const std::uint32_t length = reader.u32(at);
        const std::uint64_t size = chunk_frame_bytes + length;
        complete = reader.matches(at + 4, "IEND");
        has_data = has_data || reader.matches(at + 4, "IDAT");
        // A chunk that the end of the file cuts is kept as far as it goes.
        if (carriesPixels(reader, at + 4)) out.keep(reader.slice(at, size));
        if (!reader.has(at, size)) break;
        readMetadata(reader, at, length, out.header, orientation);
        at += size;
    }
    out.header.truncated = !complete;
    out.header.orientation = orientation.value();
    if (!has_data) return badHeader(ImageFormat::Png, !complete, "no IDAT chunk");
    out.keep(end_chunk);
    return out;
}

}  // namespace duelo
