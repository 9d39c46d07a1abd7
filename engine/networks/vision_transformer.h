// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "networks/network.h"

namespace duelo {

/// A pixel more or less than a multiple of this is no image for it, as in torchvision.
inline constexpr int kVitPatchPx = 16;

/// Dosovitskiy et al., "An Image is Worth 16x16 Words" (2020), ViT-B/16 as torchvision builds it:
/// patches of 16x16 pixels as tokens of 768 values, a class token, learned positions (of images of
/// 224 px), twelve layers of 12 heads with the norms before them, and the class token's answer.
[[nodiscard]] Network vitB16(int outputs);

}  // namespace duelo
