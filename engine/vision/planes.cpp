// SPDX-License-Identifier: Apache-2.0
#include "vision/planes.h"

namespace duelo {

Picture planesOf(const RgbImage& image, int channels) {
    Picture picture{{channels, image.height_px, image.width_px}, {}};
    const auto planes = static_cast<std::size_t>(channels);
    const std::size_t plane = picture.shape.bytes() / planes;
    picture.pixels.resize(picture.shape.bytes());
    for (std::size_t i = 0; i < plane; ++i)
        for (std::size_t c = 0; c < planes; ++c)
            picture.pixels[c * plane + i] = image.rgb[3 * i + c];
    return picture;
}

}  // namespace duelo
