// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/normalisation.h"
#include "vision/image.h"

namespace duelo {

/// Writes 3 x height x width floats (planes red, green, blue: one image of an NCHW batch) to
/// `out`, which the caller owns and has sized: rgbBytes(width_px, height_px) floats.
void toTensor(const RgbImage& image, const Normalisation& normalisation, float* out);

}  // namespace duelo
