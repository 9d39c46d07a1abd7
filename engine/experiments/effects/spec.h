// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Four effects of the machine that a program does not name: the axes of `duelo-engine effects`.
[[nodiscard]] Spec effectsSpec();

}  // namespace duelo
