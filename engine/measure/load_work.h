// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measure/work.h"

namespace duelo {

/// fetch() and prepare(), of which the second is timed: Prepared::load_ms is then whole. What the
/// work holds afterwards is its own, and no part of the blocks of others.
[[nodiscard]] Result<Prepared> loadWork(Work& work);

}  // namespace duelo
