// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "plan/spec.h"

namespace duelo {

/// Training of networks and, with the same data and networks, the search for a learning rate: the
/// axes of `duelo-engine train` (S2-01..S2-18, S4-01..S4-31) and of `lr-find` (S2-10).
[[nodiscard]] Spec trainingSpec();
[[nodiscard]] Spec lrFinderSpec();

/// Tells whether a plan's `data` are a set that comes with Duelo.
[[nodiscard]] bool isShippedData(const std::string& data);

}  // namespace duelo
