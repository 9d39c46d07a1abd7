// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// The formats Duelo opens (S0-47, R-14).
enum class ImageFormat { Jpeg, Png, Bmp, WebP, Tiff, Pnm };

/// "JPEG", "PNG", "BMP", "WebP", "TIFF", "PGM/PPM": names, the same in every language.
std::string_view formatName(ImageFormat format);

/// The facts that the file tells about itself, read without decoding.
struct ImageHeader {
    ImageFormat format = ImageFormat::Jpeg;
    int width_px = 0;  ///< as stored: before the orientation is applied
    int height_px = 0;
    int channels = 0;          ///< samples per pixel as stored: 1 grey or palette, 2, 3, 4
    int bits_per_channel = 0;  ///< of a sample; of a palette index where `palette` is set
    int orientation = 1;       ///< EXIF/TIFF tag 274, 1..8

    /// Tells whether upright it is as wide as it is stored high: 5 to 8 turn by a quarter (TIFF
    /// 6.0).
    [[nodiscard]] bool isTransposed() const { return orientation >= 5; }

    int frames = 1;  ///< frames of an animation, pages of a TIFF; Duelo uses the first
    bool has_alpha = false;
    bool palette = false;
    bool cmyk = false;
    bool truncated = false;  ///< the file ends before its own structure says so (R-11)
};

/// Tells the format by its first bytes (512 are enough), never by the file name.
///
/// Errors: image_empty, image_format_unsupported {format}, image_is_web_page,
/// image_is_document {format}, image_is_text, image_unknown.
Result<ImageFormat> sniffImage(std::span<const std::uint8_t> bytes);

/// Reads and checks the header of a whole file in memory. Time and memory do not depend on the
/// image's size in pixels.
///
/// Errors: those of sniffImage; image_header_damaged {format}, image_truncated {format},
/// image_too_many_pixels {width_px, height_px, limit_megapixels, limit_side_px},
/// image_depth_unsupported {format, bits}, image_channels_unsupported {format, channels},
/// image_layout_unsupported {format}, image_too_many_scans {scans, limit},
/// image_cmyk_unmarked, image_too_much_data {width_px, height_px}.
/// The functions that know a path add {file} to each of them.
Result<ImageHeader> readImageHeader(std::span<const std::uint8_t> bytes);

}  // namespace duelo
