// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "networks/picture_words.h"
#include "vision/image.h"
#include "vision/resize_loops.h"

namespace duelo {

inline constexpr int max_resize_px = 16384;
[[nodiscard]] constexpr bool isResizeSide(int px) {
    return px >= 1 && px <= max_resize_px;
}

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

/// Resizes rows that come one after the other, from the top to the last, so that whoever decodes
/// them need not keep them. The sizes are those that resize() would take.
class RowResize {
public:
    RowResize(int from_width_px, int from_height_px, int width_px, int height_px);

    /// Bytes behind a row that may be read, and do not count.
    [[nodiscard]] std::size_t spareBytes() const { return m_filter.spareBytes(); }
    /// `count` rows without gaps.
    void add(const std::uint8_t* rows, std::size_t count);
    /// Returns the picture; is called after the last row.
    [[nodiscard]] RgbImage finish() &&;

private:
    RowFilter m_filter;
    std::size_t m_row_bytes;
    int m_height_px;
    RgbImage m_narrow;
    std::size_t m_written = 0;  ///< bytes of m_narrow
};

/// The size of an image on a square of size_px, and the place of its corner (before the square's
/// where the edges are lost).
struct SquareFit {
    int width_px = 0, height_px = 0;
    int x = 0, y = 0;
    int size_px = 0;
};
[[nodiscard]] SquareFit squareFit(int width_px, int height_px, int size_px, Fit fit);
/// `scaled` has the size of the fit.
[[nodiscard]] RgbImage onSquare(RgbImage scaled, const SquareFit& fit);

/// A size_px x size_px image; errors as of resize.
Result<RgbImage> fitToSquare(const RgbImage& image, int size_px, Fit fit);

/// Keeps the proportions, longest side at most max_px; never enlarges. Errors as of resize.
Result<RgbImage> shrinkToFit(const RgbImage& image, int max_px);

}  // namespace duelo
