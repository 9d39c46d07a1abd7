// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "experiments/max_pool/params.h"

namespace duelo {

/// Reads the numbers of a case (PoolInput::Picture) from its photograph, and what was converted
/// (vision/decode.h): the largest square in its middle, made as large as the case asks for as
/// Pillow does it, and of each pixel how bright it is, 0 to 255, by the weights of ITU-R BT.601 as
/// Pillow computes them: (19595 R + 38470 G + 7471 B + 32768) / 65536. Reasons: those of
/// photographFile() and decodeImage(), and "vision_missing" in a build that decodes nothing.
[[nodiscard]] Result<void> readPicture(PoolCase& work);
/// Says why the file is not there or does not look like a picture; nothing is decoded. The same
/// reasons.
[[nodiscard]] std::optional<Reason> whyNoPicture(const PoolCase& work);

}  // namespace duelo
