// SPDX-License-Identifier: Apache-2.0
#include "data/picture.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "data/triangle_filter.h"

namespace duelo {
namespace {

/// Filters lines of values that lie `step` apart.
struct Lines {
    std::size_t count;
    std::size_t next;  ///< from the beginning of a line to that of the next one
    std::size_t step;  ///< from a value of a line to its next one
};

void filterLines(const std::vector<FilterTaps>& filter, const std::uint8_t* in, Lines from,
                 std::uint8_t* out, Lines to) {
    for (std::size_t line = 0; line < from.count; ++line) {
        const std::uint8_t* source = in + line * from.next;
        std::uint8_t* target = out + line * to.next;
        for (const FilterTaps& taps : filter) {
            std::int32_t sum = filter_rounding;
            const std::uint8_t* at = source + static_cast<std::size_t>(taps.first) * from.step;
            for (const std::int32_t weight : taps.weights) {
                sum += *at * weight;
                at += from.step;
            }
            *target = filteredByte(sum);
            target += to.step;
        }
    }
}

}  // namespace

Picture pictureOf(const LabelledSet& samples, std::size_t index) {
    const auto pixels = samples.pixels(index);
    return {samples.shape(), {pixels.begin(), pixels.end()}};
}

Picture resized(const Picture& picture, int height_px, int width_px) {
    const SampleShape& from = picture.shape;
    const auto channels = static_cast<std::size_t>(from.channels);
    const auto width = static_cast<std::size_t>(from.width_px);
    const auto height = static_cast<std::size_t>(from.height_px);
    const auto new_width = static_cast<std::size_t>(width_px);
    const auto new_height = static_cast<std::size_t>(height_px);

    std::vector<std::uint8_t> narrow = picture.pixels;
    if (width != new_width) {
        narrow.resize(channels * height * new_width);
        const std::vector<FilterTaps> filter = triangleFilter(from.width_px, width_px);
        filterLines(filter, picture.pixels.data(), {channels * height, width, 1}, narrow.data(),
                    {channels * height, new_width, 1});
    }
    Picture result{{from.channels, height_px, width_px}, {}};
    if (height == new_height) {
        result.pixels = std::move(narrow);
        return result;
    }
    result.pixels.resize(channels * new_height * new_width);
    const std::vector<FilterTaps> filter = triangleFilter(from.height_px, height_px);
    for (std::size_t c = 0; c < channels; ++c) {
        filterLines(filter, narrow.data() + c * height * new_width, {new_width, 1, new_width},
                    result.pixels.data() + c * new_height * new_width, {new_width, 1, new_width});
    }
    return result;
}

Picture rotated(const Picture& picture, double degrees) {
    // Each output pixel looks up where it came from; positive angles turn anticlockwise as seen.
    const double angle = degrees * std::numbers::pi / 180;
    const double c = std::cos(angle);
    const double s = std::sin(angle);
    const SampleShape& shape = picture.shape;
    const double middle_x = shape.width_px / 2.0;
    const double middle_y = shape.height_px / 2.0;
    const auto width = static_cast<std::size_t>(shape.width_px);
    const std::size_t plane = width * static_cast<std::size_t>(shape.height_px);
    Picture result{shape, std::vector<std::uint8_t>(picture.pixels.size())};
    for (int y = 0; y < shape.height_px; ++y) {
        for (int x = 0; x < shape.width_px; ++x) {
            const double dx = x + 0.5 - middle_x;
            const double dy = y + 0.5 - middle_y;
            const double from_x = std::floor(c * dx - s * dy + middle_x);
            const double from_y = std::floor(s * dx + c * dy + middle_y);
            if (from_x < 0 || from_y < 0 || from_x >= shape.width_px || from_y >= shape.height_px)
                continue;
            const auto from =
                static_cast<std::size_t>(from_y) * width + static_cast<std::size_t>(from_x);
            const auto to = static_cast<std::size_t>(y) * width + static_cast<std::size_t>(x);
            for (std::size_t at = 0; at < picture.pixels.size(); at += plane)
                result.pixels[at + to] = picture.pixels[at + from];
        }
    }
    return result;
}

Picture withChannels(const Picture& picture, int channels) {
    if (picture.shape.channels == channels) return picture;
    Picture result{picture.shape, {}};
    result.shape.channels = channels;
    const std::size_t plane =
        picture.shape.bytes() / static_cast<std::size_t>(picture.shape.channels);
    if (channels == 3) {
        for (int c = 0; c < 3; ++c)
            result.pixels.insert(result.pixels.end(), picture.pixels.begin(), picture.pixels.end());
        return result;
    }
    result.pixels.resize(plane);
    const std::uint8_t* rgb = picture.pixels.data();
    for (std::size_t i = 0; i < plane; ++i) {
        // Weights in 16 fractional bits, and half a unit for rounding.
        const int sum = 19595 * rgb[i] + 38470 * rgb[plane + i] + 7471 * rgb[2 * plane + i];
        result.pixels[i] = static_cast<std::uint8_t>((sum + 0x8000) >> 16);
    }
    return result;
}

std::vector<std::uint8_t> interleaved(const Picture& picture) {
    const auto channels = static_cast<std::size_t>(picture.shape.channels);
    const std::size_t pixels = picture.pixels.size() / std::max<std::size_t>(1, channels);
    std::vector<std::uint8_t> beside(picture.pixels.size());
    for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t i = 0; i < pixels; ++i)
            beside[i * channels + c] = picture.pixels[c * pixels + i];
    return beside;
}

}  // namespace duelo
