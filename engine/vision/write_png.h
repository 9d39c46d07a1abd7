// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "data/picture.h"

namespace duelo {

/// The bytes of a PNG file of a picture with one channel or three; empty where libpng refuses.
[[nodiscard]] std::string pngBytes(const Picture& picture);

}  // namespace duelo
