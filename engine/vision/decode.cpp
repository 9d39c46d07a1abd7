// SPDX-License-Identifier: Apache-2.0
#include "vision/decode.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "vision/codec.h"
#include "vision/image_file.h"
#include "vision/parsed_image.h"
#include "vision/to_rgb.h"

namespace duelo {
namespace {

/// The largest of libjpeg's reductions that leaves both sides so long.
int reductionFor(const ImageHeader& header, int least_side_px) {
    const int short_side = std::min(header.width_px, header.height_px);
    for (const int reduction : {8, 4, 2})
        if (short_side / reduction >= least_side_px) return reduction;
    return 1;
}

std::vector<Reason> notesOf(const ParsedImage& parsed, const DecodedPixels& pixels, bool scaled) {
    const ImageHeader& header = parsed.header;
    const Json format = {{"format", formatName(header.format)}};
    std::vector<Reason> notes;
    const auto note = [&notes](bool holds, const char* code, Json args = Json::object(),
                               std::string message = {}) {
        if (holds) notes.push_back({code, std::move(args), std::move(message)});
    };
    const bool small_frame =
        parsed.frame_width_px != header.width_px || parsed.frame_height_px != header.height_px;
    const bool grey = header.channels <= 2 && !header.palette;

    note(header.truncated, "truncated", format, pixels.warnings);
    note(!header.truncated && !pixels.warnings.empty(), "damaged", format, pixels.warnings);
    note(header.bits_per_channel == 16, "converted_16_bit", {{"bits", header.bits_per_channel}});
    note(grey, "converted_grey");
    note(header.palette, "converted_palette");
    note(header.cmyk, "converted_cmyk");
    note(pixels.has_alpha || small_frame, "alpha_on_white");
    note(header.has_alpha && !pixels.has_alpha, "alpha_ignored");
    note(header.frames > 1, "first_frame", {{"frames", header.frames}});
    note(header.orientation != 1, "rotated_exif", {{"orientation", header.orientation}});
    const bool jpeg = header.format == ImageFormat::Jpeg;
    note(parsed.reduction > 1, "decoded_scaled", {{"reduction", parsed.reduction}});
    note(scaled && jpeg && parsed.reduction == 1, "decoded_full_small");
    note(scaled && !jpeg, "decoded_full_format", format);
    return notes;
}

Result<DecodedImage> decodeParsed(const ParsedImage& parsed, bool scaled) {
    auto pixels = decodePixels(parsed);
    if (!pixels) return tl::unexpected(pixels.error());
    DecodedImage image;
    image.notes = notesOf(parsed, *pixels, scaled);
    static_cast<RgbImage&>(image) =
        applyOrientation(toRgb(*std::move(pixels), parsed), parsed.header.orientation);
    image.source = parsed.header;
    image.format = formatName(parsed.header.format);
    return image;
}

}  // namespace

Result<DecodedImage> decodeImage(std::span<const std::uint8_t> bytes, int least_side_px) {
    const auto start = std::chrono::steady_clock::now();
    ImageHeader header;
    try {
        auto parsed = parseImage(bytes);
        if (!parsed) return tl::unexpected(parsed.error());
        header = parsed->header;
        const bool scaled = least_side_px > 0;
        if (scaled && header.format == ImageFormat::Jpeg)
            parsed->reduction = reductionFor(header, least_side_px);
        auto image = decodeParsed(*parsed, scaled);
        const std::chrono::duration<double, std::milli> spent =
            std::chrono::steady_clock::now() - start;
        if (image) image->decode_ms = spent.count();
        return image;
    } catch (const std::bad_alloc& error) {
        return fail("image_out_of_memory",
                    {{"width_px", header.width_px}, {"height_px", header.height_px}}, error.what());
    }
}

Result<DecodedImage> decodeImage(const std::filesystem::path& path, int least_side_px) {
    const auto bytes = readImageFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return decodeImage(*bytes, least_side_px).map_error([&](Reason reason) {
        return withFile(std::move(reason), path);
    });
}

}  // namespace duelo
