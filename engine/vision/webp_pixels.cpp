// SPDX-License-Identifier: Apache-2.0
// By libwebp.
#include <webp/decode.h>

#include "vision/pixel_readers.h"

namespace duelo {

Result<DecodedPixels> readWebPPixels(const ParsedImage& parsed) {
    const std::vector<std::uint8_t> file = parsed.decoderInput();
    WebPDecoderConfig config;
    if (WebPInitDecoderConfig(&config) == 0) return notDecoded(parsed, "another libwebp");
    VP8StatusCode status = WebPGetFeatures(file.data(), file.size(), &config.input);
    if (status != VP8_STATUS_OK || config.input.width != parsed.frame_width_px ||
        config.input.height != parsed.frame_height_px) {
        return notDecoded(parsed, "libwebp reads another header: " + std::to_string(status));
    }
    const bool alpha = config.input.has_alpha != 0;
    DecodedPixels pixels = emptyPixels(parsed, alpha ? 4 : 3, 8, alpha);
    config.output.colorspace = alpha ? MODE_RGBA : MODE_RGB;
    config.output.is_external_memory = 1;
    config.output.u.RGBA = {pixels.data.data(), static_cast<int>(pixels.rowBytes()),
                            pixels.data.size()};
    status = WebPDecode(file.data(), file.size(), &config);
    if (status != VP8_STATUS_OK) {
        return notDecoded(parsed, "libwebp gives status " + std::to_string(status));
    }
    return pixels;
}

}  // namespace duelo
