// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// What this machine can do at most: the axes of `duelo-engine roofs` (P-05).
[[nodiscard]] Spec roofsSpec();

}  // namespace duelo
