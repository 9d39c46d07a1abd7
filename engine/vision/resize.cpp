// SPDX-License-Identifier: Apache-2.0
#include "vision/resize.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "data/triangle_filter.h"
#include "vision/resize_loops.h"

namespace duelo {
namespace {

constexpr std::uint8_t letterbox_grey = 128;

RgbImage resizeHeight(const RgbImage& in, int height) {
    const std::vector<FilterTaps> taps = triangleFilter(in.height_px, height);
    const std::size_t row_bytes = rgbBytes(in.width_px, 1);
    RgbImage out{in.width_px, height, std::vector<std::uint8_t>(rgbBytes(in.width_px, height))};
    const ResizeLoops& loops = resizeLoops();
    for (int y = 0; y < height; ++y) {
        const FilterTaps& tap = taps[static_cast<std::size_t>(y)];
        loops.column(in.rgb.data() + rgbBytes(in.width_px, tap.first), row_bytes, tap, row_bytes,
                     out.rgb.data() + rgbBytes(in.width_px, y));
    }
    return out;
}

/// The part of `from` that lies on `to` when its corner is at (x, y) of `to`; x, y may be negative.
void paste(const RgbImage& from, int x, int y, RgbImage& to) {
    const int first_x = std::max(0, x);
    const int width = std::min(to.width_px, x + from.width_px) - first_x;
    for (int row = std::max(0, y); row < std::min(to.height_px, y + from.height_px); ++row) {
        std::copy_n(from.rgb.data() + rgbBytes(from.width_px, row - y) + rgbBytes(first_x - x, 1),
                    rgbBytes(width, 1),
                    to.rgb.data() + rgbBytes(to.width_px, row) + rgbBytes(first_x, 1));
    }
}

/// Python's round(difference / 2): halves go to the even number, as torchvision's CenterCrop does.
int halfToEven(int difference) {
    const int half = difference / 2;
    return difference % 2 != 0 && half % 2 != 0 ? half + 1 : half;
}

}  // namespace

Result<RgbImage> resize(const RgbImage& image, int width_px, int height_px) {
    if (image.width_px <= 0 || image.height_px <= 0 ||
        image.rgb.size() != rgbBytes(image.width_px, image.height_px)) {
        return fail("image_size_mismatch", {{"width_px", image.width_px},
                                            {"height_px", image.height_px},
                                            {"bytes", image.rgb.size()}});
    }
    if (!isResizeSide(width_px) || !isResizeSide(height_px)) {
        return fail(
            "resize_size_invalid",
            {{"width_px", width_px}, {"height_px", height_px}, {"limit_px", max_resize_px}});
    }
    if (width_px == image.width_px) {
        return height_px == image.height_px ? image : resizeHeight(image, height_px);
    }
    RowResize rows(image.width_px, image.height_px, width_px, height_px);
    // Behind the last rows nothing may be read, so they are copied.
    const std::size_t row_bytes = rgbBytes(image.width_px, 1), all = image.rgb.size();
    const auto height = static_cast<std::size_t>(image.height_px);
    const std::size_t copied = std::min(height, rows.spareBytes() / row_bytes + 1);
    rows.add(image.rgb.data(), height - copied);
    std::vector<std::uint8_t> last(copied * row_bytes + rows.spareBytes());
    std::copy_n(image.rgb.data() + (all - copied * row_bytes), copied * row_bytes, last.data());
    rows.add(last.data(), copied);
    return std::move(rows).finish();
}

RowResize::RowResize(int from_width_px, int from_height_px, int width_px, int height_px)
    : m_filter(triangleFilter(from_width_px, width_px)),
      m_row_bytes(rgbBytes(from_width_px, 1)),
      m_height_px(height_px),
      m_narrow{width_px, from_height_px,
               std::vector<std::uint8_t>(rgbBytes(width_px, from_height_px))} {}

void RowResize::add(const std::uint8_t* rows, std::size_t count) {
    const std::size_t narrow_bytes = rgbBytes(m_narrow.width_px, 1);
    resizeLoops().rows(rows, m_row_bytes, count, m_filter, m_narrow.rgb.data() + m_written,
                       narrow_bytes);
    m_written += narrow_bytes * count;
}

RgbImage RowResize::finish() && {
    if (m_height_px == m_narrow.height_px) return std::move(m_narrow);
    return resizeHeight(m_narrow, m_height_px);
}

SquareFit squareFit(int width_px, int height_px, int size_px, Fit fit) {
    SquareFit sizes{.width_px = size_px, .height_px = size_px, .size_px = size_px};
    if (fit == Fit::Square || width_px <= 0 || height_px <= 0 || !isResizeSide(size_px))
        return sizes;
    const std::int64_t long_side = std::max(width_px, height_px);
    const std::int64_t short_side = std::min(width_px, height_px);
    const bool box = fit == Fit::Letterbox;
    // torchvision truncates the long side; the letterbox rounds the short one.
    const std::int64_t other = box ? (2 * size_px * short_side + long_side) / (2 * long_side)
                                   : size_px * long_side / short_side;
    const int sized = static_cast<int>(std::clamp<std::int64_t>(other, 1, INT32_MAX));
    const bool wide = width_px >= height_px;
    (wide == box ? sizes.height_px : sizes.width_px) = sized;
    sizes.x = box ? (size_px - sizes.width_px) / 2 : -halfToEven(sizes.width_px - size_px);
    sizes.y = box ? (size_px - sizes.height_px) / 2 : -halfToEven(sizes.height_px - size_px);
    return sizes;
}

RgbImage onSquare(RgbImage scaled, const SquareFit& fit) {
    if (scaled.width_px == fit.size_px && scaled.height_px == fit.size_px) return scaled;
    RgbImage square{fit.size_px, fit.size_px,
                    std::vector<std::uint8_t>(rgbBytes(fit.size_px, fit.size_px), letterbox_grey)};
    paste(scaled, fit.x, fit.y, square);
    return square;
}

Result<RgbImage> fitToSquare(const RgbImage& image, int size_px, Fit fit) {
    const SquareFit sizes = squareFit(image.width_px, image.height_px, size_px, fit);
    auto scaled = resize(image, sizes.width_px, sizes.height_px);
    if (!scaled) return scaled;
    return onSquare(*std::move(scaled), sizes);
}

Result<RgbImage> shrinkToFit(const RgbImage& image, int max_px) {
    const std::int64_t longest = std::max(image.width_px, image.height_px);
    if (longest <= max_px) return resize(image, image.width_px, image.height_px);
    const auto side = [&](std::int64_t px) {
        return static_cast<int>(
            std::max<std::int64_t>(1, (2 * px * max_px + longest) / (2 * longest)));
    };
    return resize(image, side(image.width_px), side(image.height_px));
}

}  // namespace duelo
