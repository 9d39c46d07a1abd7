// SPDX-License-Identifier: Apache-2.0
#include "vision/decode.h"

#include <algorithm>
#include <chrono>
#include <new>
#include <utility>

#include "vision/codec.h"
#include "vision/image_file.h"
#include "vision/parsed_image.h"
#include "vision/pixel_readers.h"
#include "vision/resize.h"
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

/// `has_alpha`: the decoder delivered it; `warnings`: what it complained of.
std::vector<Reason> notesOf(const ParsedImage& parsed, bool has_alpha, const std::string& warnings,
                            bool scaled) {
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

    note(header.truncated, "truncated", format, warnings);
    note(!header.truncated && !warnings.empty(), "damaged", format, warnings);
    note(header.bits_per_channel == 16, "converted_16_bit", {{"bits", header.bits_per_channel}});
    note(grey, "converted_grey");
    note(header.palette, "converted_palette");
    note(header.cmyk, "converted_cmyk");
    note(has_alpha || small_frame, "alpha_on_white");
    note(header.has_alpha && !has_alpha, "alpha_ignored");
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
    image.notes = notesOf(parsed, pixels->has_alpha, pixels->warnings, scaled);
    static_cast<RgbImage&>(image) =
        applyOrientation(toRgb(*std::move(pixels), parsed), parsed.header.orientation);
    image.source = parsed.header;
    image.format = formatName(parsed.header.format);
    return image;
}

using Clock = std::chrono::steady_clock;

double sinceMs(Clock::time_point start) {
    return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

Result<ParsedImage> parsedFor(std::span<const std::uint8_t> bytes, int least_side_px) {
    auto parsed = parseImage(bytes);
    if (parsed && least_side_px > 0 && parsed->header.format == ImageFormat::Jpeg)
        parsed->reduction = reductionFor(parsed->header, least_side_px);
    return parsed;
}

/// Resizes some rows at a time, while they are in a near cache.
class ResizedRows : public RowTaker {
public:
    ResizedRows(int width_px, int height_px, const SquareFit& fit)
        : m_resize(width_px, height_px, fit.width_px, fit.height_px),
          m_row_bytes(rgbBytes(width_px, 1)),
          m_rows(m_row_bytes * kRows + m_resize.spareBytes()) {}

    std::uint8_t* room() override { return m_rows.data() + m_row_bytes * m_filled; }
    void filled() override {
        if (++m_filled == kRows) resizeFilled();
    }

    /// Returns the picture; is called after the last row.
    RgbImage finish() {
        resizeFilled();
        const auto start = Clock::now();
        RgbImage resized = std::move(m_resize).finish();
        m_resize_ms += sinceMs(start);
        return resized;
    }
    [[nodiscard]] double resizeMs() const { return m_resize_ms; }

private:
    static constexpr std::size_t kRows = 16;  // as the blocks of a JPEG with halved colours have

    void resizeFilled() {
        const auto start = Clock::now();
        m_resize.add(m_rows.data(), std::exchange(m_filled, 0));
        m_resize_ms += sinceMs(start);
    }

    RowResize m_resize;
    std::size_t m_row_bytes;
    std::vector<std::uint8_t> m_rows;
    std::size_t m_filled = 0;
    double m_resize_ms = 0;
};

Result<FittedImage> fittedRows(const ParsedImage& parsed, const SquareFit& fit, bool scaled) {
    const auto start = Clock::now();
    ResizedRows rows(parsed.reduced(parsed.header.width_px),
                     parsed.reduced(parsed.header.height_px), fit);
    const auto warnings = readJpegRows(parsed, rows);
    if (!warnings) return tl::unexpected(warnings.error());
    FittedImage image{.square = onSquare(rows.finish(), fit),
                      .notes = notesOf(parsed, false, *warnings, scaled)};
    image.resize_ms = rows.resizeMs();
    image.decode_ms = sinceMs(start) - image.resize_ms;
    return image;
}

}  // namespace

Result<DecodedImage> decodeImage(std::span<const std::uint8_t> bytes, int least_side_px) {
    const auto start = Clock::now();
    ImageHeader header;
    try {
        const auto parsed = parsedFor(bytes, least_side_px);
        if (!parsed) return tl::unexpected(parsed.error());
        header = parsed->header;
        auto image = decodeParsed(*parsed, least_side_px > 0);
        if (image) image->decode_ms = sinceMs(start);
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

Result<FittedImage> decodeFitted(std::span<const std::uint8_t> bytes, int size_px, Fit fit,
                                 Decoding decoding) {
    const bool scaled = decoding == Decoding::Scaled;
    const int least_side_px = scaled ? size_px : 0;
    ImageHeader header;
    try {
        const auto start = Clock::now();
        const auto parsed = parsedFor(bytes, least_side_px);
        if (!parsed) return tl::unexpected(parsed.error());
        header = parsed->header;
        const SquareFit sizes = squareFit(parsed->reduced(header.width_px),
                                          parsed->reduced(header.height_px), size_px, fit);
        if (header.format == ImageFormat::Jpeg && header.channels == 3 && header.orientation <= 1 &&
            isResizeSide(sizes.width_px) && isResizeSide(sizes.height_px))
            return fittedRows(*parsed, sizes, scaled);
        const auto image = decodeParsed(*parsed, scaled);
        if (!image) return tl::unexpected(image.error());
        const double decode_ms = sinceMs(start);
        auto square = fitToSquare(*image, size_px, fit);
        if (!square) return tl::unexpected(square.error());
        return FittedImage{.square = *std::move(square),
                           .notes = image->notes,
                           .decode_ms = decode_ms,
                           .resize_ms = sinceMs(start) - decode_ms};
    } catch (const std::bad_alloc& error) {
        return fail("image_out_of_memory",
                    {{"width_px", header.width_px}, {"height_px", header.height_px}}, error.what());
    }
}

Result<FittedImage> decodeFitted(const std::filesystem::path& path, int size_px, Fit fit,
                                 Decoding decoding) {
    const auto bytes = readImageFile(path);
    if (!bytes) return tl::unexpected(bytes.error());
    return decodeFitted(*bytes, size_px, fit, decoding).map_error([&](Reason reason) {
        return withFile(std::move(reason), path);
    });
}

}  // namespace duelo
