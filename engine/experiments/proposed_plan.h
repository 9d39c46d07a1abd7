// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Returns the plan that a window proposes: the usual one, with a second way where only one device
/// does the work in only one, because then there is nothing to compare.
[[nodiscard]] Plan proposedPlan(const Spec& spec, const Facts& facts);

}  // namespace duelo
