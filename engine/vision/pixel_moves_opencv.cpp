// SPDX-License-Identifier: Apache-2.0
#include <utility>

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>

#include "vision/pixel_moves.h"

namespace duelo {
namespace {

/// OpenCV would start threads of its own, beside those that are measured.
void keepToOneThread() {
    static const bool once = (cv::setNumThreads(1), true);
    static_cast<void>(once);
}

cv::Mat view(RgbImage& image) {
    return {image.height_px, image.width_px, CV_8UC3, image.rgb.data()};
}

cv::Mat view(DecodedPixels& pixels) {
    return {pixels.height_px, pixels.width_px,
            CV_MAKETYPE(pixels.bits == 8 ? CV_8U : CV_16U, pixels.channels), pixels.data.data()};
}

void toEightBits(DecodedPixels& pixels) {
    DecodedPixels narrow = pixels;
    narrow.bits = 8;
    narrow.data.resize(pixels.data.size() / 2);
    cv::Mat out = view(narrow);
    // round(value / 257), which no value halves
    view(pixels).convertTo(out, CV_8U, 1.0 / 257);
    pixels = std::move(narrow);
}

void copyAsRgb(DecodedPixels& pixels, std::uint8_t* to, std::size_t row_bytes) {
    const cv::Mat in = view(pixels);
    cv::Mat out(pixels.height_px, pixels.width_px, CV_8UC3, to, row_bytes);
    if (pixels.channels == 3)
        in.copyTo(out);
    else
        cv::cvtColor(in, out, pixels.channels == 4 ? cv::COLOR_RGBA2RGB : cv::COLOR_GRAY2RGB);
}

RgbImage turned(RgbImage& image, int orientation) {
    const cv::Mat stored = view(image);
    const bool transposed = orientation >= 5;
    RgbImage upright{transposed ? image.height_px : image.width_px,
                     transposed ? image.width_px : image.height_px,
                     std::vector<std::uint8_t>(image.rgb.size())};
    cv::Mat out = view(upright);
    switch (orientation) {
        case 2:
            cv::flip(stored, out, 1);
            break;
        case 3:
            cv::rotate(stored, out, cv::ROTATE_180);
            break;
        case 4:
            cv::flip(stored, out, 0);
            break;
        case 5:
            cv::transpose(stored, out);
            break;
        case 6:
            cv::rotate(stored, out, cv::ROTATE_90_CLOCKWISE);
            break;
        case 7:
            cv::transpose(stored, out);
            cv::flip(out, out, -1);
            break;
        default:
            cv::rotate(stored, out, cv::ROTATE_90_COUNTERCLOCKWISE);
            break;
    }
    return upright;
}

}  // namespace

PixelMoves openCvMoves() {
    keepToOneThread();
    return {toEightBits, copyAsRgb, turned};
}

}  // namespace duelo
