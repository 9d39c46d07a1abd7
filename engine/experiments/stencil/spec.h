// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Heat that spreads over a plate, in four orders: the axes of `duelo-engine stencil`.
[[nodiscard]] Spec stencilSpec();

}  // namespace duelo
