// SPDX-License-Identifier: Apache-2.0
#include "vision/to_rgb.h"

#include <algorithm>
#include <utility>

namespace duelo {
namespace {

constexpr std::uint8_t white = 255;

std::uint8_t to8(std::uint8_t value) {
    return value;
}

/// round(value * 255 / 65535) without a division.
std::uint8_t to8(std::uint16_t value) {
    return static_cast<std::uint8_t>((std::uint32_t{value} * 255U + 32895U) >> 16);
}

/// round(value / 255) for value <= 255 * 255.
std::uint32_t div255(std::uint32_t value) {
    return (value + 127U) / 255U;
}

std::uint8_t onWhite(std::uint8_t colour, std::uint8_t alpha, bool premultiplied) {
    const std::uint32_t paper = std::uint32_t{white} - alpha;
    const std::uint32_t ink = premultiplied ? colour : div255(std::uint32_t{colour} * alpha);
    return static_cast<std::uint8_t>(std::min<std::uint32_t>(ink + paper, white));
}

template <typename T>
void convertRow(const T* in, int width, int channels, const ParsedImage& parsed,
                std::uint8_t* out) {
    const std::uint8_t invert = parsed.inverted_grey && channels == 1 ? 0xff : 0;
    const bool alpha = channels == 4 && parsed.header.has_alpha;
    for (int x = 0; x < width; ++x, in += channels, out += 3) {
        for (int c = 0; c < 3; ++c) {
            const std::uint8_t value = to8(channels == 1 ? in[0] : in[2 - c]);
            out[c] = alpha ? onWhite(value, to8(in[3]), parsed.premultiplied_alpha)
                           : static_cast<std::uint8_t>(value ^ invert);
        }
    }
}

}  // namespace

RgbImage toRgb(const DecodedPixels& pixels, const ParsedImage& parsed) {
    RgbImage image{parsed.header.width_px, parsed.header.height_px, {}};
    image.rgb.resize(rgbBytes(image.width_px, image.height_px), white);
    for (int y = 0; y < pixels.height_px; ++y) {
        std::uint8_t* out = image.rgb.data() + rgbBytes(image.width_px, parsed.frame_y_px + y) +
                            rgbBytes(parsed.frame_x_px, 1);
        if (pixels.bits == 8) {
            convertRow(pixels.row<std::uint8_t>(y), pixels.width_px, pixels.channels, parsed, out);
        } else {
            convertRow(pixels.row<std::uint16_t>(y), pixels.width_px, pixels.channels, parsed, out);
        }
    }
    return image;
}

RgbImage applyOrientation(RgbImage image, int orientation) {
    if (orientation <= 1 || orientation > 8) return image;
    const bool transposed = orientation >= 5;
    const int width = transposed ? image.height_px : image.width_px;
    const int height = transposed ? image.width_px : image.height_px;
    // Upright pixel (x, y) comes from stored (u, v); the table says which of the two is mirrored.
    const bool mirror_u =
        orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
    const bool mirror_v =
        orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    RgbImage upright{width, height, std::vector<std::uint8_t>(image.rgb.size())};
    std::uint8_t* out = upright.rgb.data();
    for (int y = 0; y < height; ++y) {
        for (int x = 0; x < width; ++x, out += 3) {
            int u = transposed ? y : x;
            int v = transposed ? x : y;
            if (mirror_u) u = image.width_px - 1 - u;
            if (mirror_v) v = image.height_px - 1 - v;
            const std::uint8_t* in =
                image.rgb.data() + rgbBytes(image.width_px, v) + rgbBytes(u, 1);
            std::copy_n(in, 3, out);
        }
    }
    return upright;
}

}  // namespace duelo
