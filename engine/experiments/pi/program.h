// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "plan/spec.h"

namespace duelo {

/// Spec::programs of pi: the same points and terms, and on a GPU the text of Duelo's own kernel.
[[nodiscard]] Programs piPrograms();

}  // namespace duelo
