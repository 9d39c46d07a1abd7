// SPDX-License-Identifier: Apache-2.0
#include "vision/to_rgb.h"

#include <algorithm>
#include <utility>

#include <opencv2/core.hpp>
#include <opencv2/core/utility.hpp>
#include <opencv2/imgproc.hpp>

namespace duelo {
namespace {

constexpr int white = 255;

/// OpenCV would start threads of its own, beside those that are measured.
void keepToOneThread() {
    static const bool once = (cv::setNumThreads(1), true);
    static_cast<void>(once);
}

std::uint8_t onWhite(std::uint8_t colour, std::uint8_t alpha, bool premultiplied) {
    const int ink = premultiplied ? colour : (colour * alpha + white / 2) / white;
    return static_cast<std::uint8_t>(std::min(ink + white - alpha, white));
}

void drawOnWhite(const cv::Mat& in, bool premultiplied, cv::Mat& out) {
    const int channels = in.channels();
    for (int y = 0; y < in.rows; ++y) {
        const auto* from = in.ptr<std::uint8_t>(y);
        auto* to = out.ptr<std::uint8_t>(y);
        for (int x = 0; x < in.cols; ++x, from += channels, to += 3) {
            const std::uint8_t alpha = from[channels - 1];
            for (int c = 0; c < 3; ++c)
                to[c] = onWhite(from[channels == 2 ? 0 : c], alpha, premultiplied);
        }
    }
}

/// Of the first channel; behind it may stand alpha.
void invertGrey(cv::Mat& image) {
    for (int y = 0; y < image.rows; ++y) {
        auto* at = image.ptr<std::uint8_t>(y);
        for (int x = 0; x < image.cols; ++x, at += image.channels())
            *at = static_cast<std::uint8_t>(white - *at);
    }
}

cv::Mat view(RgbImage& image) {
    return {image.height_px, image.width_px, CV_8UC3, image.rgb.data()};
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
    keepToOneThread();
    image.rgb.resize(rgbBytes(image.width_px, image.height_px), white);
    cv::Mat all = view(image);
    cv::Mat out =
        all(cv::Rect(parsed.frame_x_px, parsed.frame_y_px, pixels.width_px, pixels.height_px));
    cv::Mat in(pixels.height_px, pixels.width_px,
               CV_MAKETYPE(pixels.bits == 8 ? CV_8U : CV_16U, pixels.channels), pixels.data.data());
    // round(value / 257), which no value halves
    if (pixels.bits == 16) in.convertTo(in, CV_8U, 1.0 / 257);
    if (parsed.inverted_grey) invertGrey(in);
    if (pixels.has_alpha) {
        drawOnWhite(in, parsed.premultiplied_alpha, out);
    } else if (pixels.channels == 3) {
        in.copyTo(out);
    } else {
        cv::cvtColor(in, out, pixels.channels == 4 ? cv::COLOR_RGBA2RGB : cv::COLOR_GRAY2RGB);
    }
    return image;
}

RgbImage applyOrientation(RgbImage image, int orientation) {
    if (orientation <= 1 || orientation > 8) return image;
    keepToOneThread();
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

}  // namespace duelo
