// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Spec::programs of the matrix product: the same factors and, of Duelo's own kernels, the same
/// texts.
[[nodiscard]] Programs productPrograms();

}  // namespace duelo
