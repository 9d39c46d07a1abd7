// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "data/picture.h"

namespace duelo {

/// As the window takes pictures: {width_px, height_px, channels, pixels}, the last in base64,
/// channels interleaved.
[[nodiscard]] Json pictureJson(const Picture& picture);

}  // namespace duelo
