// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "experiments/goals.h"

namespace duelo {

/// Returns the goals of whole trainings: G17 to G19.
[[nodiscard]] std::vector<Goal> trainingGoals();

}  // namespace duelo
