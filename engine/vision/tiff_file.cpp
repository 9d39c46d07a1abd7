// SPDX-License-Identifier: Apache-2.0
// Structure and tag numbers: TIFF 6.0 (Adobe, 1992).
#include <algorithm>
#include <set>
#include <utility>

#include "vision/ifd.h"
#include "vision/limits.h"
#include "vision/parsed_image.h"

namespace duelo {
namespace {

enum Tag : std::uint16_t {
    Width = 256,
    Height = 257,
    BitsPerSample = 258,
    Photometric = 262,
    StripOffsets = 273,
    Orientation = 274,
    SamplesPerPixel = 277,
    StripByteCounts = 279,
    PlanarConfig = 284,
    TileWidth = 322,
    TileHeight = 323,
    TileOffsets = 324,
    TileByteCounts = 325,
    ExtraSamples = 338,
    SampleFormat = 339,
};

enum PhotometricKind : std::uint32_t {
    WhiteIsZero = 0,
    BlackIsZero = 1,
    TrueColour = 2,
    Palette = 3,
    Separated = 5
};
enum ExtraKind : std::uint32_t { AssociatedAlpha = 1, UnassociatedAlpha = 2 };

constexpr std::size_t most_pages = 1000;
constexpr std::uint32_t most_blocks_checked = 200'000;

/// Follows the chain of directories; a chain that bites its own tail ends there.
int countPages(ByteReader reader, std::uint64_t first_at) {
    std::set<std::uint64_t> seen;
    std::uint64_t at = first_at;
    while (at != 0 && reader.has(at, 2) && seen.size() < most_pages && seen.insert(at).second) {
        const std::uint64_t next_at = at + 2 + std::uint64_t{12} * reader.u16(at);
        at = reader.u32(next_at);
    }
    return static_cast<int>(seen.size());
}

bool dataEndsEarly(const Ifd& ifd, std::uint64_t file_bytes, bool tiled) {
    const Tag offsets = tiled ? TileOffsets : StripOffsets;
    const Tag counts = tiled ? TileByteCounts : StripByteCounts;
    const Ifd::Entry* entry = ifd.find(offsets);
    if (!entry) return true;  // left out by Ifd: the list itself lies behind the end
    const std::uint32_t blocks = std::min(entry->count, most_blocks_checked);
    for (std::uint32_t i = 0; i < blocks; ++i) {
        const std::uint64_t at = ifd.value(offsets, 0, i);
        if (at >= file_bytes || ifd.value(counts, 0, i) > file_bytes - at) return true;
    }
    return false;
}

Result<void> checkLayout(const Ifd& ifd, const ImageHeader& header) {
    const std::uint32_t bits = static_cast<std::uint32_t>(header.bits_per_channel);
    for (int i = 1; i < header.channels; ++i) {
        if (ifd.value(BitsPerSample, bits, static_cast<std::uint32_t>(i)) != bits) {
            return fail("image_layout_unsupported", {{"format", "TIFF"}});
        }
    }
    // libtiff knows no palette of 65536, and of 16 bits only grey and RGB.
    const std::uint32_t photometric = ifd.value(Photometric, 1);
    const bool few = bits == 1 || bits == 2 || bits == 4;
    const bool known_bits =
        bits == 8 || (bits == 16 && photometric <= TrueColour) || (few && header.channels == 1);
    if (!known_bits || ifd.value(SampleFormat, 1) != 1) {
        return fail("image_depth_unsupported", {{"format", "TIFF"}, {"bits", bits}});
    }
    if (header.channels < 1 || header.channels > 4) {
        return fail("image_channels_unsupported",
                    {{"format", "TIFF"}, {"channels", header.channels}});
    }
    const int colours = photometric == Separated ? 4 : photometric == TrueColour ? 3 : 1;
    // Beside its grey a pixel of 16 bits may have its alpha, and nothing else.
    if (header.channels < colours || (bits == 16 && colours == 1 && header.channels > 2)) {
        return fail("image_channels_unsupported",
                    {{"format", "TIFF"}, {"channels", header.channels}});
    }
    // The planes of 16 bits would have to be put together again.
    if (bits == 16 && header.channels > 1 && ifd.value(PlanarConfig, 1) != 1) {
        return fail("image_layout_unsupported", {{"format", "TIFF"}});
    }
    if (ifd.find(TileWidth)) {
        const std::uint64_t tile =
            std::uint64_t{ifd.value(TileWidth, 0)} * ifd.value(TileHeight, 0);
        if (tile == 0 || tile > static_cast<std::uint64_t>(max_image_pixels)) {
            return fail("image_layout_unsupported", {{"format", "TIFF"}});
        }
    }
    return {};
}

void patchValue(ParsedImage& out, const Ifd& ifd, Tag tag, std::uint8_t value, ByteOrder order) {
    const Ifd::Entry* entry = ifd.find(tag);
    if (!entry) return;
    const std::uint64_t bytes = entry->type == 3 ? 2 : entry->type == 4 ? 4 : 1;
    for (std::uint64_t i = 0; i < bytes; ++i) {
        const bool lowest = order == ByteOrder::Little ? i == 0 : i == bytes - 1;
        out.patches.push_back({entry->at + i, lowest ? value : std::uint8_t{0}});
    }
}

/// One page, upright, colours as stored: libtiff turns some orientations and not others, and
/// multiplies the colours by alpha at 8 bits and not at 16.
void makePlain(ParsedImage& out, const Ifd& ifd, ByteOrder order) {
    patchValue(out, ifd, Orientation, 1, order);
    if (ifd.value(ExtraSamples, 0) == UnassociatedAlpha) {
        patchValue(out, ifd, ExtraSamples, AssociatedAlpha, order);
    }
    for (std::uint64_t i = 0; i < 4; ++i) out.patches.push_back({ifd.nextAt() + i, 0});
}

}  // namespace

Result<ParsedImage> parseTiff(Bytes bytes) {
    ParsedImage out;
    ImageHeader& header = out.header;
    header.format = ImageFormat::Tiff;
    const auto start = Ifd::start(bytes);
    if (!start) return badHeader(ImageFormat::Tiff, true, "header");
    const ByteReader reader(bytes, start->first);
    const auto ifd = Ifd::read(reader, start->second);
    if (!ifd) return badHeader(ImageFormat::Tiff, true, "first directory behind the end");
    if (const auto size = setSize(header, ifd->value(Width, 0), ifd->value(Height, 0)); !size) {
        return tl::unexpected(size.error());
    }
    const std::uint32_t photometric = ifd->value(Photometric, 1);
    const std::uint32_t extra = ifd->value(ExtraSamples, 0);
    header.channels = static_cast<int>(std::min(ifd->value(SamplesPerPixel, 1), 1000U));
    header.bits_per_channel = static_cast<int>(std::min(ifd->value(BitsPerSample, 1), 1000U));
    header.palette = photometric == Palette;
    header.cmyk = photometric == Separated;
    header.has_alpha = extra == AssociatedAlpha || extra == UnassociatedAlpha;
    if (const auto layout = checkLayout(*ifd, header); !layout) {
        if (ifd->incomplete()) return badHeader(ImageFormat::Tiff, true, layout.error().code);
        return tl::unexpected(layout.error());
    }
    const std::uint32_t orientation = ifd->value(Orientation, 1);
    header.orientation = orientation >= 1 && orientation <= 8 ? static_cast<int>(orientation) : 1;
    header.frames = countPages(reader, start->second);
    header.truncated = dataEndsEarly(*ifd, reader.size(), ifd->find(TileWidth) != nullptr);
    out.premultiplied_alpha = extra == AssociatedAlpha;
    out.inverted_grey = photometric == WhiteIsZero && header.bits_per_channel == 16;
    const bool grey_or_rgb = photometric == BlackIsZero || photometric == TrueColour;
    out.plain_samples =
        header.bits_per_channel == 16 || (header.bits_per_channel == 8 && grey_or_rgb &&
                                          header.channels <= (photometric == TrueColour ? 4 : 2) &&
                                          ifd->value(PlanarConfig, 1) == 1);
    out.keep(bytes);
    makePlain(out, *ifd, start->first);
    return out;
}

}  // namespace duelo
