// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Uneven work shared out to threads in five ways: the axes of `duelo-engine load_balance`.
[[nodiscard]] Spec loadBalanceSpec();

}  // namespace duelo
