// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "base/result.h"
#include "vision/decode.h"

namespace duelo {

inline constexpr int min_preview_px = 16;
inline constexpr int max_preview_px = 1024;

/// A thumbnail as raw pixels: the window never decodes a file itself. It comes from the same
/// decoded, upright image as the tensor, so what is seen is what is classified.
struct Preview : RgbImage {
    int source_width_px = 0;  ///< of the upright image
    int source_height_px = 0;
    std::vector<Reason> notes;  ///< of DecodedImage
};

/// The proportions are kept and the longest side is at most `max_px`; small images stay as they
/// are. At most 3 MB.
///
/// Errors: those of decodeImage(path); preview_size_invalid {size_px, min_px, max_px}.
Result<Preview> makePreview(const std::filesystem::path& path, int max_px);

/// The same from an image that is already decoded.
Result<Preview> makePreview(const DecodedImage& image, int max_px);

}  // namespace duelo
