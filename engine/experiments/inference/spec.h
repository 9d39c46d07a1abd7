// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Inference of pretrained networks: the axes of `duelo-engine infer` (S0-04..S0-16).
[[nodiscard]] Spec inferenceSpec();

}  // namespace duelo
