// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stats/statistics.h"

namespace duelo {

/// Returns, for a table that shows the ends of an interval in columns of their own, the fewest
/// digits behind the decimal sign, from decimalsFor() on, with which both are told as other figures
/// than their value, where they are others (Y-32).
[[nodiscard]] int decimalsApart(double value, const Interval& ci);

}  // namespace duelo
