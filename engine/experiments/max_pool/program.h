// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Spec::programs of max pooling: the same pictures of random numbers and, of Duelo's own kernels,
/// the same texts, but for those that are launched for each window.
[[nodiscard]] Programs poolPrograms();

}  // namespace duelo
