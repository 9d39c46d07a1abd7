// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/comparison.h"

namespace duelo {

/// What the experiment of a row measures first beside time; of one that is not known the first
/// metric that a result has. Empty: nothing.
[[nodiscard]] std::string mainMetric(const Comparison& comparison, const Row& row);

}  // namespace duelo
