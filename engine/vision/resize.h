// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "networks/picture_words.h"
#include "vision/image.h"

namespace duelo {

inline constexpr int max_resize_px = 16384;

/// Antialiased bilinear, the same numbers as Pillow's Image.resize(..., BILINEAR) and therefore as
/// torchvision's Resize on a PIL image: a triangle filter whose support grows with the reduction,
/// first along rows, then along columns, rounded to 8 bits after each, weights in fixed point with
/// 22 fractional bits. Enlarging gives plain bilinear.
///
/// Bit for bit Pillow 3.3 to 12; Pillow 13 exchanges the two passes where the height shrinks much
/// more than the width, which differs by 1 of 255 at most.
///
/// Why not OpenCV's resize: INTER_LINEAR differs from Pillow by up to 157 of 255 when shrinking,
/// enough to change the recognised class.
///
/// Errors: resize_size_invalid {width_px, height_px, limit_px} unless 1..max_resize_px each;
/// image_size_mismatch {width_px, height_px, bytes} when `image.rgb` has not the size it claims.
Result<RgbImage> resize(const RgbImage& image, int width_px, int height_px);

/// A size_px x size_px image; errors as of resize.
Result<RgbImage> fitToSquare(const RgbImage& image, int size_px, Fit fit);

/// Keeps the proportions, longest side at most max_px; never enlarges. Errors as of resize.
Result<RgbImage> shrinkToFit(const RgbImage& image, int max_px);

}  // namespace duelo
