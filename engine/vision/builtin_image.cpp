// SPDX-License-Identifier: Apache-2.0
#include "vision/builtin_image.h"

#include "base/places.h"

namespace duelo {

Result<DecodedImage> builtinImage(const BuiltinPicture& picture) {
    const auto folder = shippedFile("data");
    if (!folder) return fail("builtin_data_missing", {{"path", "share/duelo/data"}});
    const auto grey = readBuiltin(picture, *folder);
    if (!grey) return tl::unexpected(grey.error());
    const Picture colours = withChannels(*grey, 3);
    DecodedImage image;
    image.width_px = colours.shape.width_px;
    image.height_px = colours.shape.height_px;
    const std::size_t pixels = colours.pixels.size() / 3;
    image.rgb.resize(colours.pixels.size());
    for (std::size_t c = 0; c < 3; ++c)
        for (std::size_t i = 0; i < pixels; ++i)
            image.rgb[3 * i + c] = colours.pixels[c * pixels + i];
    return image;
}

}  // namespace duelo
