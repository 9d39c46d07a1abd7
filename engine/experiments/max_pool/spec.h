// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Max pooling, window by window, in rows, on threads and by the library: the axes of
/// `duelo-engine max-pool` (S2-19..24).
[[nodiscard]] Spec maxPoolSpec();

}  // namespace duelo
