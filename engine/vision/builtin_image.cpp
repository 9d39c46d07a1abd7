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
    image.rgb = interleaved(colours);
    return image;
}

}  // namespace duelo
