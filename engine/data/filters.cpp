// SPDX-License-Identifier: Apache-2.0
#include "data/filters.h"

#include <algorithm>
#include <cstdlib>

namespace duelo {
namespace {

struct Plane {
    const std::uint8_t* pixels;
    int height_px;
    int width_px;

    /// Outside: the nearest pixel.
    [[nodiscard]] int at(int y, int x) const {
        y = std::clamp(y, 0, height_px - 1);
        x = std::clamp(x, 0, width_px - 1);
        return pixels[static_cast<std::size_t>(y) * static_cast<std::size_t>(width_px) +
                      static_cast<std::size_t>(x)];
    }
};

int gradient(const Plane& plane, Sobel direction, int y, int x) {
    constexpr int weights[] = {1, 2, 1};
    int sum = 0;
    for (int k = -1; k <= 1; ++k) {
        const int weight = weights[k + 1];
        sum += direction == Sobel::Horizontal
                   ? weight * (plane.at(y + 1, x + k) - plane.at(y - 1, x + k))
                   : weight * (plane.at(y + k, x + 1) - plane.at(y + k, x - 1));
    }
    return sum;
}

std::uint8_t poolWindow(const Plane& plane, Pooling pooling, int y, int x) {
    // at() repeats the only row or column of a picture that has no second one.
    const int values[] = {plane.at(y, x), plane.at(y, x + 1), plane.at(y + 1, x),
                          plane.at(y + 1, x + 1)};
    if (pooling == Pooling::Max)
        return static_cast<std::uint8_t>(*std::max_element(std::begin(values), std::end(values)));
    return static_cast<std::uint8_t>((values[0] + values[1] + values[2] + values[3] + 2) / 4);
}

}  // namespace

Picture sobel(const Picture& picture, Sobel direction) {
    const Picture grey = withChannels(picture, 1);
    const SampleShape& shape = grey.shape;
    const Plane plane{grey.pixels.data(), shape.height_px, shape.width_px};
    Picture edges{shape, {}};
    edges.pixels.reserve(shape.bytes());
    for (int y = 0; y < shape.height_px; ++y)
        for (int x = 0; x < shape.width_px; ++x)
            edges.pixels.push_back(
                static_cast<std::uint8_t>(std::abs(gradient(plane, direction, y, x)) / 4));
    return edges;
}

Picture pooled(const Picture& picture, Pooling pooling) {
    const SampleShape& from = picture.shape;
    Picture result{{from.channels, std::max(1, from.height_px / 2), std::max(1, from.width_px / 2)},
                   {}};
    result.pixels.reserve(result.shape.bytes());
    const std::size_t plane_bytes = from.bytes() / static_cast<std::size_t>(from.channels);
    for (std::size_t at = 0; at < picture.pixels.size(); at += plane_bytes) {
        const Plane plane{picture.pixels.data() + at, from.height_px, from.width_px};
        for (int y = 0; y < result.shape.height_px; ++y)
            for (int x = 0; x < result.shape.width_px; ++x)
                result.pixels.push_back(poolWindow(plane, pooling, 2 * y, 2 * x));
    }
    return result;
}

}  // namespace duelo
