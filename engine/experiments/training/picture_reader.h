// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "data/picture.h"

namespace duelo {

/// Photographs through Duelo::Vision: upright as EXIF says (also in `shape`), grey files with one
/// channel, all others with three. Files that are cut or damaged are refused here, with
/// image_truncated or image_damaged {format}: a network would learn the decoder's filling.
///
/// Errors: vision_missing in an engine built without OpenCV.
[[nodiscard]] Result<PictureReader> photographReader();

}  // namespace duelo
