// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "vision/codec.h"
#include "vision/image.h"

namespace duelo {

/// Decoded pixels as 8-bit RGB: 16 bits rounded, grey repeated, alpha drawn on white, an
/// animation's frame placed on its canvas.
RgbImage toRgb(DecodedPixels pixels, const ParsedImage& parsed);

/// Turns or mirrors as EXIF/TIFF orientation 1..8 asks (TIFF 6.0, tag 274).
RgbImage applyOrientation(RgbImage image, int orientation);

}  // namespace duelo
