// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/result.h"
#include "vision/parsed_image.h"

namespace duelo {

/// What the decoder delivered: grey, BGR or BGRA, samples of 8 or 16 bits.
struct DecodedPixels {
    int width_px = 0;
    int height_px = 0;
    int channels = 0;  ///< 1, 3 or 4
    int bits = 0;      ///< 8 or 16
    std::size_t row_bytes = 0;
    std::shared_ptr<const std::uint8_t> data;
    std::string warnings;  ///< what the decoder printed

    template <typename T>
    [[nodiscard]] const T* row(int y) const {
        return reinterpret_cast<const T*>(data.get() + row_bytes * static_cast<std::size_t>(y));
    }
};

/// The only function that calls OpenCV's decoder; translates its three ways to fail.
/// Checks that the decoded size is the one of the header.
Result<DecodedPixels> decodePixels(const ParsedImage& parsed);

}  // namespace duelo
