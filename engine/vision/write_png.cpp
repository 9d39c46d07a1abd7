// SPDX-License-Identifier: Apache-2.0
#include "vision/write_png.h"

#include <cstdint>
#include <vector>

#include <png.h>

namespace duelo {

std::string pngBytes(const Picture& picture) {
    const std::vector<std::uint8_t> pixels = interleaved(picture);
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(picture.shape.width_px);
    image.height = static_cast<png_uint_32>(picture.shape.height_px);
    image.format = picture.shape.channels == 1 ? PNG_FORMAT_GRAY : PNG_FORMAT_RGB;
    png_alloc_size_t size = 0;
    std::string bytes;
    // Asked without a place it says how large the file is.
    if (!png_image_write_to_memory(&image, nullptr, &size, 0, pixels.data(), 0, nullptr)) return {};
    bytes.resize(size);
    if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr))
        return {};
    bytes.resize(size);
    return bytes;
}

}  // namespace duelo
