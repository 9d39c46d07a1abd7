// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace duelo {

/// 8-bit RGB, interleaved, rows from top to bottom without padding: `rgb[3 * (y * width_px + x)]`.
struct RgbImage {
    int width_px = 0;
    int height_px = 0;
    std::vector<std::uint8_t> rgb;

    bool operator==(const RgbImage&) const = default;
};

/// Bytes of an image of that size.
inline std::size_t rgbBytes(int width_px, int height_px) {
    return std::size_t{3} * static_cast<std::size_t>(width_px) *
           static_cast<std::size_t>(height_px);
}

}  // namespace duelo
