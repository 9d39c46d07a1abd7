// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "data/picture.h"
#include "experiments/faces/params.h"

namespace duelo {

/// A photograph as a detector takes it: how bright each pixel is, 0 to 255, as Pillow computes it
/// (data/picture.h), its longer side as long as the case asks for, resized as Pillow does it.
struct FacePhotograph {
    int width_px = 0, height_px = 0;
    std::vector<std::uint8_t> grey{};
    Picture shown{};              ///< the same, small enough for a record
    std::string sha256{};         ///< of the file
    std::vector<Reason> notes{};  ///< the conversions that were made (vision/decode.h)
    double decode_ms = 0, resize_ms = 0;
};

/// Reasons: those of photographFile(), readImageFile() and decodeImage(), and "vision_missing" in a
/// build that decodes nothing.
[[nodiscard]] Result<FacePhotograph> readFacePhotograph(const std::string& input, int size_px);
/// Returns its sides as they will be, from the file's header. The same reasons.
[[nodiscard]] Result<FaceSides> facePhotographSides(const std::string& input, int size_px);

}  // namespace duelo
