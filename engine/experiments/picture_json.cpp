// SPDX-License-Identifier: Apache-2.0
#include "experiments/picture_json.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/base64.h"

namespace duelo {

Json pictureJson(const Picture& picture) {
    const auto channels = static_cast<std::size_t>(picture.shape.channels);
    const std::size_t pixels = picture.pixels.size() / std::max<std::size_t>(1, channels);
    std::vector<std::uint8_t> interleaved(picture.pixels.size());
    for (std::size_t c = 0; c < channels; ++c)
        for (std::size_t i = 0; i < pixels; ++i)
            interleaved[i * channels + c] = picture.pixels[c * pixels + i];
    return {{"width_px", picture.shape.width_px},
            {"height_px", picture.shape.height_px},
            {"channels", picture.shape.channels},
            {"pixels", base64(interleaved)}};
}

}  // namespace duelo
