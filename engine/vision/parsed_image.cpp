// SPDX-License-Identifier: Apache-2.0
#include "vision/parsed_image.h"

#include <utility>

#include "vision/image.h"
#include "vision/limits.h"

namespace duelo {

void ParsedImage::keep(Bytes part) {
    if (part.empty()) return;
    // Neighbours are joined: a hostile file may consist of a million tiny chunks.
    if (!parts.empty() && parts.back().data() + parts.back().size() == part.data()) {
        parts.back() = Bytes(parts.back().data(), parts.back().size() + part.size());
        return;
    }
    parts.push_back(part);
}

std::vector<std::uint8_t> ParsedImage::decoderInput() const {
    std::size_t size = prefix.size();
    for (const Bytes part : parts) size += part.size();
    std::vector<std::uint8_t> joined;
    joined.reserve(size);
    joined.insert(joined.end(), prefix.begin(), prefix.end());
    for (const Bytes part : parts) joined.insert(joined.end(), part.begin(), part.end());
    for (const Patch& patch : patches) {
        if (patch.at < joined.size()) joined[static_cast<std::size_t>(patch.at)] = patch.value;
    }
    return joined;
}

tl::unexpected<Reason> badHeader(ImageFormat format, bool truncated, std::string message) {
    return fail(truncated ? "image_truncated" : "image_header_damaged",
                {{"format", formatName(format)}}, std::move(message));
}

tl::unexpected<Reason> tooMuchData(const ImageHeader& header, std::string message) {
    return fail("image_too_much_data",
                {{"width_px", header.width_px}, {"height_px", header.height_px}},
                std::move(message));
}

Result<void> setSize(ImageHeader& header, std::int64_t width_px, std::int64_t height_px) {
    if (width_px <= 0 || height_px <= 0) {
        return badHeader(header.format, false,
                         "size " + std::to_string(width_px) + " x " + std::to_string(height_px));
    }
    if (width_px > max_image_side_px || height_px > max_image_side_px ||
        width_px * height_px > max_image_pixels) {
        return fail("image_too_many_pixels", {{"width_px", width_px},
                                              {"height_px", height_px},
                                              {"limit_megapixels", max_image_pixels / 1'000'000},
                                              {"limit_side_px", max_image_side_px}});
    }
    header.width_px = static_cast<int>(width_px);
    header.height_px = static_cast<int>(height_px);
    return {};
}

Result<ParsedImage> parseImage(Bytes bytes) {
    const Result<ImageFormat> format = sniffImage(bytes);
    if (!format) return tl::unexpected(format.error());
    Result<ParsedImage> parsed = [&] {
        switch (*format) {
            case ImageFormat::Jpeg:
                return parseJpeg(bytes);
            case ImageFormat::Png:
                return parsePng(bytes);
            case ImageFormat::Bmp:
                return parseBmp(bytes);
            case ImageFormat::WebP:
                return parseWebP(bytes);
            case ImageFormat::Pnm:
                return parsePnm(bytes);
            case ImageFormat::Tiff:
                break;
        }
        return parseTiff(bytes);
    }();
    if (!parsed) return parsed;
    const ImageHeader& header = parsed->header;
    const std::uint64_t most =
        max_spare_bytes + max_file_ratio * rgbBytes(header.width_px, header.height_px);
    if (bytes.size() > most)
        return tooMuchData(header, std::to_string(bytes.size()) + " bytes of file");
    if (parsed->frame_width_px == 0) {
        parsed->frame_width_px = parsed->header.width_px;
        parsed->frame_height_px = parsed->header.height_px;
    }
    return parsed;
}

Result<ImageHeader> readImageHeader(Bytes bytes) {
    return parseImage(bytes).map([](const ParsedImage& parsed) { return parsed.header; });
}

}  // namespace duelo
