// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo {

/// The most pixels of an image that is decoded; checked before a single one is.
///
/// 50 megapixels hold the photographs of nearly every camera and phone; decoded they need 150 MB.
/// The libraries' own limits (2^31 rows) would let a file of some KB take gigabytes.
inline constexpr std::int64_t max_image_pixels = 50'000'000;

/// libpng refuses a longer side; Duelo says so in its own words before.
inline constexpr std::int64_t max_image_side_px = 1'000'000;

/// 50 megapixels of uncompressed 16-bit RGBA are 400 MB; no accepted image needs a larger file.
inline constexpr std::uint64_t max_image_file_bytes = std::uint64_t{512} << 20;

/// A file beside its pixels: metadata, other pages, a film behind a photograph. In memory twice.
inline constexpr std::uint64_t max_spare_bytes = std::uint64_t{64} << 20;

/// Bytes of file for each byte of RGB, beyond the spare ones: 16-bit RGBA takes 8/3, and several
/// pages of it find room.
inline constexpr std::uint64_t max_file_ratio = 16;

/// Each scan of a progressive JPEG costs a pass over the whole image. Encoders write about ten;
/// thousands of empty scans would keep a decoder busy for hours.
inline constexpr int max_jpeg_scans = 64;

}  // namespace duelo
