// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "base/text.h"
#include "plan/plan.h"

namespace duelo {

/// Spec::programs of training and of the learning-rate finder: the same networks from the same
/// distributions, the same data, parts, transforms and ends (S0-49). Which pictures a part gets and
/// the order of batches are drawn by Python's own generators. Data that Duelo ships are named by
/// where they lie on this PC. Nothing is loaded from the network, and no name of the plan can
/// become code.
[[nodiscard]] Result<std::string> trainingProgram(const Plan& plan, const Text& text);

}  // namespace duelo
