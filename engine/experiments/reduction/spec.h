// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Numbers added up, scanned or counted in nine ways: the axes of `duelo-engine reduction`.
[[nodiscard]] Spec reductionSpec();

}  // namespace duelo
