// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "data/picture.h"

namespace duelo {

/// Returns a picture as the window takes it: {width_px, height_px, channels, pixels}, the last in
/// base64, channels interleaved.
[[nodiscard]] Json pictureJson(const Picture& picture);

}  // namespace duelo
