// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// The same work by several stopwatches, all but one of them wrong: the axes of `duelo-engine
/// stopwatch` (P-02, S0-43, S0-M01 to S0-M05, S3-03).
[[nodiscard]] Spec stopwatchSpec();

}  // namespace duelo
