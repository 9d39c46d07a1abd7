// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo {

/// What an image may ask of this machine before a single pixel is decoded.
///
/// 50 megapixels hold the photographs of nearly every camera and phone; decoded they need 150 MB.
/// OpenCV's own limits (2^30 pixels) would let a 48 KB file take 1.2 GB.
inline constexpr std::int64_t max_image_pixels = 50'000'000;

/// OpenCV refuses a side of 2^20 pixels or more; Duelo says so in its own words before.
inline constexpr std::int64_t max_image_side_px = 1'000'000;

/// 50 megapixels of uncompressed 16-bit RGBA are 400 MB; no accepted image needs a larger file.
inline constexpr std::uint64_t max_image_file_bytes = std::uint64_t{512} << 20;

/// Each scan of a progressive JPEG costs a pass over the whole image. Encoders write about ten;
/// thousands of empty scans would keep a decoder busy for hours.
inline constexpr int max_jpeg_scans = 64;

}  // namespace duelo
