// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/goals.h"

namespace duelo {

/// Returns the goals of pretrained networks: G6 to G11, and copies hidden behind computing (G20).
[[nodiscard]] std::vector<Goal> inferenceGoals();

}  // namespace duelo
