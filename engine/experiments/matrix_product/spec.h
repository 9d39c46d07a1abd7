// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// The product of two square matrices, from three loops to the library: the axes of
/// `duelo-engine matmul` (S2-26, S2-42, S0-14).
[[nodiscard]] Spec matrixProductSpec();

}  // namespace duelo
