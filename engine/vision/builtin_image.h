// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"
#include "data/builtin.h"
#include "vision/decode.h"

namespace duelo {

/// A picture of a set that Duelo brings along, as if it were a photograph. Errors: those of
/// readBuiltin().
[[nodiscard]] Result<DecodedImage> builtinImage(const BuiltinPicture& picture);

}  // namespace duelo
