// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/aligned_floats.h"
#include "experiments/max_pool/params.h"

namespace duelo {

/// The picture of a case, row after row: number i from word i of the seed's stream
/// (resources/kernels/splitmix.h).
[[nodiscard]] AlignedFloats poolInput(const PoolCase& work);

}  // namespace duelo
