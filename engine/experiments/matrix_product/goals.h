// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/goals.h"

namespace duelo {

/// Returns the goals of the GPU's ladder of kernels: G12 to G14.
[[nodiscard]] std::vector<Goal> matrixProductGoals();

}  // namespace duelo
