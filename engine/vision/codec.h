// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "vision/parsed_image.h"

namespace duelo {

/// The pixels that a decoder delivered: rows from top to bottom without padding, samples
/// interleaved.
struct DecodedPixels {
    int width_px = 0;
    int height_px = 0;
    int channels = 0;        ///< 1 grey, 2 grey and alpha, 3 RGB, 4 RGB and alpha
    int bits = 0;            ///< of a sample: 8, or 16 in this machine's byte order
    bool has_alpha = false;  ///< without it a fourth sample is padding
    std::vector<std::uint8_t> data{};
    std::string warnings{};  ///< what the decoder complained of

    [[nodiscard]] std::size_t rowBytes() const {
        return static_cast<std::size_t>(width_px) * static_cast<std::size_t>(channels * bits / 8);
    }
    [[nodiscard]] std::uint8_t* row(int y) {
        return data.data() + rowBytes() * static_cast<std::size_t>(y);
    }
};

/// Decodes by the library of the format: libjpeg-turbo, libpng, libwebp, libtiff; BMP, PGM
/// and PPM by itself.
/// Each call has a decoder of its own, so calls may run side by side. Its pixels are as many as the
/// parsed frame has once it is reduced. May throw std::bad_alloc.
///
/// Errors: image_damaged {format}, image_truncated {format}, image_layout_unsupported {format}.
Result<DecodedPixels> decodePixels(const ParsedImage& parsed);

}  // namespace duelo
