// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "plan/spec.h"

namespace duelo {

/// Inference of pretrained networks: the axes of `duelo-engine infer` (S0-04..S0-16).
[[nodiscard]] Spec inferenceSpec();

/// The shipped photographs as inputs of a plan ("sample:chelsea.png"), sorted by name, but for the
/// copies of two of them that are named as in the handout: a picture is offered once.
[[nodiscard]] std::vector<std::string> sampleInputs();

}  // namespace duelo
