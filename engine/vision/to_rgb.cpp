// SPDX-License-Identifier: Apache-2.0
#include "vision/to_rgb.h"

#include <algorithm>
#include <utility>

#include "vision/pixel_moves.h"

namespace duelo {
namespace {

constexpr int white = 255;

const PixelMoves& moves() {
#ifdef DUELO_OPENCV
    static const PixelMoves chosen = openCvMoves();
#else
    static const PixelMoves chosen = plainMoves();
#endif
    return chosen;
}

std::uint8_t onWhite(std::uint8_t colour, std::uint8_t alpha, bool premultiplied) {
    const int ink = premultiplied ? colour : (colour * alpha + white / 2) / white;
    return static_cast<std::uint8_t>(std::min(ink + white - alpha, white));
}

void drawOnWhite(DecodedPixels& in, bool premultiplied, std::uint8_t* out, std::size_t row_bytes) {
    const int channels = in.channels;
    for (int y = 0; y < in.height_px; ++y, out += row_bytes) {
        const std::uint8_t* from = in.row(y);
        std::uint8_t* to = out;
        for (int x = 0; x < in.width_px; ++x, from += channels, to += 3) {
            const std::uint8_t alpha = from[channels - 1];
            for (int c = 0; c < 3; ++c)
                to[c] = onWhite(from[channels == 2 ? 0 : c], alpha, premultiplied);
        }
    }
}

/// Inverts the first channel; alpha may stand behind it.
void invertGrey(DecodedPixels& image) {
    for (int y = 0; y < image.height_px; ++y) {
        std::uint8_t* at = image.row(y);
        for (int x = 0; x < image.width_px; ++x, at += image.channels)
            *at = static_cast<std::uint8_t>(white - *at);
    }
}

}  // namespace

RgbImage toRgb(DecodedPixels pixels, const ParsedImage& parsed) {
    const ImageHeader& header = parsed.header;
    RgbImage image{parsed.reduced(header.width_px), parsed.reduced(header.height_px), {}};
    const bool whole = pixels.width_px == image.width_px && pixels.height_px == image.height_px;
    if (whole && pixels.channels == 3 && pixels.bits == 8) {
        image.rgb = std::move(pixels.data);
        return image;
    }
    image.rgb.resize(rgbBytes(image.width_px, image.height_px), white);
    const std::size_t row_bytes = rgbBytes(image.width_px, 1);
    std::uint8_t* const out = image.rgb.data() + rgbBytes(image.width_px, parsed.frame_y_px) +
                              rgbBytes(parsed.frame_x_px, 1);
    if (pixels.bits == 16) moves().toEightBits(pixels);
    if (parsed.inverted_grey) invertGrey(pixels);
    if (pixels.has_alpha)
        drawOnWhite(pixels, parsed.premultiplied_alpha, out, row_bytes);
    else
        moves().copyAsRgb(pixels, out, row_bytes);
    return image;
}

RgbImage applyOrientation(RgbImage image, int orientation) {
    if (orientation <= 1 || orientation > 8) return image;
    return moves().turned(image, orientation);
}

}  // namespace duelo
