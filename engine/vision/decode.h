// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "networks/picture_words.h"
#include "vision/image.h"
#include "vision/image_header.h"

namespace duelo {

/// A photograph, upright, as 8-bit RGB: what the preview shows and the network gets.
struct DecodedImage : RgbImage {
    /// Remarks on what was done to the file's content or is wrong with it, for the student to read:
    ///   truncated {format}          the file is cut; missing pixels are the decoder's filling
    ///   damaged {format}            the decoder complained (its words are in `message`)
    ///   converted_16_bit {bits}     rounded to 8 bits: round(v * 255 / 65535)
    ///   converted_grey              one channel repeated three times
    ///   converted_palette           palette indices replaced by their colours
    ///   converted_cmyk              CMYK to RGB without a colour profile
    ///   alpha_on_white              transparency drawn on white, as a viewer shows it; Pillow's
    ///                               convert("RGB") would uncover the hidden colours instead
    ///   alpha_ignored               the decoder did not deliver the transparency
    ///   first_frame {frames}        animation or several pages: the first one is used
    ///   rotated_exif {orientation}  turned or mirrored as tag 274 says (2..8)
    ///   decoded_scaled {reduction}  a JPEG, at 1/reduction of its size, as was asked for
    ///   decoded_full_small          that was asked for, but at 1/2 it would be too small
    ///   decoded_full_format {format}  that was asked for, but only a JPEG can be
    /// Colour profiles are not applied, as in Pillow and torchvision.
    std::vector<Reason> notes;
    ImageHeader source;    ///< the file's own header, before any conversion
    std::string format;    ///< formatName(source.format)
    double decode_ms = 0;  ///< bytes in memory to RGB, without reading the file
};

/// Decodes a file in memory. Never throws.
///
/// `least_side_px` 0: in full. Else a JPEG is decoded at 1/8, 1/4 or 1/2 of its size, the smallest
/// that leaves both sides so long (libjpeg-turbo computes each block of 8 x 8 as 1 x 1, 2 x 2 or
/// 4 x 4 pixels), by the rule of Pillow's Image.draft(None, (side, side)). Other pixels than a full
/// decoding's mean; a note says what was done.
///
/// Errors: those of readImageHeader; image_damaged {format}, image_truncated {format},
/// image_out_of_memory {width_px, height_px}.
Result<DecodedImage> decodeImage(std::span<const std::uint8_t> bytes, int least_side_px = 0);

/// Reads and decodes a file. Any path the system can open works: Unicode, long, trailing space.
/// Every error carries {file}, the file's name as UTF-8.
///
/// Errors: those above; image_not_found, image_is_directory, image_not_a_file, image_unreadable,
/// image_file_too_large {file_mb, limit_mb}.
Result<DecodedImage> decodeImage(const std::filesystem::path& path, int least_side_px = 0);

/// A photograph as a square, and what that took.
struct FittedImage {
    RgbImage square;
    std::vector<Reason> notes;  ///< of DecodedImage
    double decode_ms = 0;       ///< bytes in memory to RGB
    double resize_ms = 0;       ///< RGB to the square
};

/// decodeImage() and fitToSquare() (vision/resize.h), pixel for pixel; but a JPEG in colours that
/// lies upright is resized row by row as it is decoded: of 12 megapixels the 36 MB are never
/// written, which takes as long as half of their decoding. Decoding::Scaled has a JPEG decoded with
/// sides of at least `size_px`.
///
/// Errors: those of both.
Result<FittedImage> decodeFitted(std::span<const std::uint8_t> bytes, int size_px, Fit fit,
                                 Decoding decoding);
Result<FittedImage> decodeFitted(const std::filesystem::path& path, int size_px, Fit fit,
                                 Decoding decoding);

}  // namespace duelo
