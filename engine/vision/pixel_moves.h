// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "vision/codec.h"
#include "vision/image.h"

namespace duelo {

/// Brings pixels into another form or order without changing a colour.
struct PixelMoves {
    /// Rounds samples of 16 bits to 8.
    void (*toEightBits)(DecodedPixels& pixels);
    /// Copies 1, 3 or 4 channels of 8 bits into rows of RGB that lie `row_bytes` apart.
    void (*copyAsRgb)(DecodedPixels& pixels, std::uint8_t* to, std::size_t row_bytes);
    /// Returns the image as EXIF's orientation 2..8 asks.
    RgbImage (*turned)(RgbImage& stored, int orientation);
};

/// The moves by OpenCV, and by plain loops for an engine that is built without it (Windows). Both
/// give the same bytes.
[[nodiscard]] PixelMoves openCvMoves();
[[nodiscard]] PixelMoves plainMoves();

}  // namespace duelo
