// SPDX-License-Identifier: Apache-2.0
#include "vision/resize.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "data/triangle_filter.h"

namespace duelo {
namespace {

constexpr std::uint8_t letterbox_grey = 128;

/// Four rows at a time: their sums are independent, so the processor overlaps them and each weight
/// is loaded once.
void resizeRows(const RgbImage& in, const std::vector<FilterTaps>& taps, RgbImage& out, int y,
                int rows) {
    constexpr int most_rows = 4;
    const std::uint8_t* from[most_rows];
    for (int r = 0; r < most_rows; ++r) {
        from[r] = in.rgb.data() + rgbBytes(in.width_px, y + std::min(r, rows - 1));
    }
    for (int x = 0; x < out.width_px; ++x) {
        const FilterTaps& tap = taps[static_cast<std::size_t>(x)];
        std::int32_t sums[most_rows][3];
        std::fill_n(&sums[0][0], most_rows * 3, filter_rounding);
        std::size_t at = rgbBytes(tap.first, 1);
        for (const std::int32_t weight : tap.weights) {
            for (int r = 0; r < most_rows; ++r) {
                for (int c = 0; c < 3; ++c) sums[r][c] += from[r][at + c] * weight;
            }
            at += 3;
        }
        for (int r = 0; r < rows; ++r) {
            std::uint8_t* to = out.rgb.data() + rgbBytes(out.width_px, y + r) + rgbBytes(x, 1);
            for (int c = 0; c < 3; ++c) to[c] = filteredByte(sums[r][c]);
        }
    }
}

RgbImage resizeWidth(const RgbImage& in, int width) {
    const std::vector<FilterTaps> taps = triangleFilter(in.width_px, width);
    RgbImage out{width, in.height_px, std::vector<std::uint8_t>(rgbBytes(width, in.height_px))};
    for (int y = 0; y < in.height_px; y += 4) {
        resizeRows(in, taps, out, y, std::min(4, in.height_px - y));
    }
    return out;
}

RgbImage resizeHeight(const RgbImage& in, int height) {
    const std::vector<FilterTaps> taps = triangleFilter(in.height_px, height);
    const std::size_t row_bytes = rgbBytes(in.width_px, 1);
    RgbImage out{in.width_px, height, std::vector<std::uint8_t>(rgbBytes(in.width_px, height))};
    std::vector<std::int32_t> sums(row_bytes);
    for (int y = 0; y < height; ++y) {
        const FilterTaps& tap = taps[static_cast<std::size_t>(y)];
        std::fill(sums.begin(), sums.end(), filter_rounding);
        const std::uint8_t* from = in.rgb.data() + rgbBytes(in.width_px, tap.first);
        for (const std::int32_t weight : tap.weights) {
            for (std::size_t i = 0; i < row_bytes; ++i) sums[i] += from[i] * weight;
            from += row_bytes;
        }
        std::transform(sums.begin(), sums.end(),
                       out.rgb.begin() + static_cast<std::ptrdiff_t>(rgbBytes(in.width_px, y)),
                       filteredByte);
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
    if (width_px < 1 || height_px < 1 || width_px > max_resize_px || height_px > max_resize_px) {
        return fail(
            "resize_size_invalid",
            {{"width_px", width_px}, {"height_px", height_px}, {"limit_px", max_resize_px}});
    }
    if (width_px == image.width_px) {
        return height_px == image.height_px ? image : resizeHeight(image, height_px);
    }
    RgbImage narrow = resizeWidth(image, width_px);
    return height_px == image.height_px ? std::move(narrow) : resizeHeight(narrow, height_px);
}

Result<RgbImage> fitToSquare(const RgbImage& image, int size_px, Fit fit) {
    if (fit == Fit::Square || image.width_px <= 0 || image.height_px <= 0 || size_px < 1 ||
        size_px > max_resize_px) {
        return resize(image, size_px, size_px);
    }
    const std::int64_t long_side = std::max(image.width_px, image.height_px);
    const std::int64_t short_side = std::min(image.width_px, image.height_px);
    const bool box = fit == Fit::Letterbox;
    // torchvision truncates the long side; the letterbox rounds the short one.
    const std::int64_t other = box ? (2 * size_px * short_side + long_side) / (2 * long_side)
                                   : size_px * long_side / short_side;
    const int sized = static_cast<int>(std::clamp<std::int64_t>(other, 1, INT32_MAX));
    const bool wide = image.width_px >= image.height_px;
    const int width = wide == box ? size_px : sized;
    const int height = wide == box ? sized : size_px;
    const auto scaled = resize(image, width, height);
    if (!scaled) return scaled;
    RgbImage square{size_px, size_px,
                    std::vector<std::uint8_t>(rgbBytes(size_px, size_px), letterbox_grey)};
    const int x = box ? (size_px - width) / 2 : -halfToEven(width - size_px);
    const int y = box ? (size_px - height) / 2 : -halfToEven(height - size_px);
    paste(*scaled, x, y, square);
    return square;
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
