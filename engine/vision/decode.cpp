// SPDX-License-Identifier: Apache-2.0
#include "vision/decode.h"

#include <chrono>
#include <new>
#include <utility>

#include "vision/codec.h"
#include "vision/image_file.h"
#include "vision/parsed_image.h"
#include "vision/to_rgb.h"

namespace duelo {
namespace {

std::vector<Reason> notesOf(const ParsedImage& parsed, const DecodedPixels& pixels) {
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
    return notes;
}

Result<DecodedImage> decodeParsed(const ParsedImage& parsed) {
    auto pixels = decodePixels(parsed);
    if (!pixels) return tl::unexpected(pixels.error());
    DecodedImage image;
    image.notes = notesOf(parsed, *pixels);
    static_cast<RgbImage&>(image) =
        applyOrientation(toRgb(*std::move(pixels), parsed), parsed.header.orientation);
    image.source = parsed.header;
    image.format = formatName(parsed.header.format);
    return image;
}

}  // namespace

Result<DecodedImage> decodeImage(std::span<const std::uint8_t> bytes) {
    const auto start = std::chrono::steady_clock::now();
    ImageHeader header;
    try {
        const auto parsed = parseImage(bytes);
        if (!parsed) return tl::unexpected(parsed.error());
        header = parsed->header;
        auto image = decodeParsed(*parsed);
        const std::chrono::duration<double, std::milli> spent =
            std::chrono::steady_clock::now() - start;
        if (image) image->decode_ms = spent.count();
        return image;
    } catch (const std::bad_alloc& error) {
        return fail("image_out_of_memory",
                    {{"width_px", header.width_px}, {"height_px", header.height_px}}, error.what());
    }
}

Result<DecodedImage> decodeImage(const std::filesystem::path& path) {
    const auto bytes = readImageFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return decodeImage(*bytes).map_error([&](Reason reason) { return withFile(reason, path); });
}

}  // namespace duelo
