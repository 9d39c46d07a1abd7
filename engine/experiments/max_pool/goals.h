// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/goals.h"

namespace duelo {

/// Returns the goal of the GPU's kernel against the library's: G15.
[[nodiscard]] std::vector<Goal> maxPoolGoals();

}  // namespace duelo
