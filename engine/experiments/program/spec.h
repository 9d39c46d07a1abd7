// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// A student's own programs, as variants of one another: the axes of `duelo-engine program`.
[[nodiscard]] Spec programSpec();

}  // namespace duelo
