// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/picture.h"
#include "vision/image.h"

namespace duelo {

/// The same as planes, as the rooms of training have their pictures: 3 channels, or the first
/// alone, which tells all of a grey one.
[[nodiscard]] Picture planesOf(const RgbImage& image, int channels = 3);

}  // namespace duelo
