// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tensor/onednn.h"

namespace duelo {

/// Returns whether LibTorch's oneDNN operations can be used with such numbers: where one is missing
/// or gives wrong results, models run the public operations instead. In bf16 they refuse processors
/// without AVX-512 or AVX-NE-CONVERT. Decided on the first call.
[[nodiscard]] bool oneDnnTakes(ScalarType type = ScalarType::Float);

}  // namespace duelo
