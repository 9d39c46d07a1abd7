// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Returns the spec of this machine's limits: the axes of `duelo-engine roofs` (P-05).
[[nodiscard]] Spec roofsSpec();

}  // namespace duelo
