// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <utility>

#include "vision/pixel_moves.h"

namespace duelo {
namespace {

constexpr std::ptrdiff_t kChannels = 3;

void toEightBits(DecodedPixels& pixels) {
    const std::size_t count = pixels.data.size() / 2;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint16_t wide = 0;
        std::memcpy(&wide, pixels.data.data() + 2 * i, sizeof wide);
        // round(value / 257), which no value halves
        pixels.data[i] = static_cast<std::uint8_t>((wide + 128) / 257);
    }
    pixels.data.resize(count);
    pixels.bits = 8;
}

void copyAsRgb(DecodedPixels& pixels, std::uint8_t* to, std::size_t row_bytes) {
    for (int y = 0; y < pixels.height_px; ++y, to += row_bytes) {
        const std::uint8_t* from = pixels.row(y);
        std::uint8_t* at = to;
        for (int x = 0; x < pixels.width_px; ++x, from += pixels.channels, at += kChannels)
            if (pixels.channels == 1)
                std::fill_n(at, kChannels, *from);
            else
                std::copy_n(from, kChannels, at);
    }
}

RgbImage turned(RgbImage& stored, int orientation) {
    const bool transposed = orientation >= 5;
    const bool right_to_left = orientation == 2 || orientation == 3 || orientation >= 7;
    const bool bottom_up =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    const std::ptrdiff_t width = stored.width_px, height = stored.height_px;
    const std::uint8_t* row = stored.rgb.data();
    std::ptrdiff_t to_right = kChannels, down = width * kChannels;
    if (right_to_left) {
        row += (width - 1) * to_right;
        to_right = -to_right;
    }
    if (bottom_up) {
        row += (height - 1) * down;
        down = -down;
    }
    RgbImage upright{stored.width_px, stored.height_px,
                     std::vector<std::uint8_t>(stored.rgb.size())};
    if (transposed) {
        std::swap(upright.width_px, upright.height_px);
        std::swap(to_right, down);
    }
    std::uint8_t* to = upright.rgb.data();
    for (int y = 0; y < upright.height_px; ++y, row += down) {
        const std::uint8_t* from = row;
        for (int x = 0; x < upright.width_px; ++x, from += to_right, to += kChannels)
            std::copy_n(from, kChannels, to);
    }
    return upright;
}

}  // namespace

PixelMoves plainMoves() {
    return {toEightBits, copyAsRgb, turned};
}

}  // namespace duelo
