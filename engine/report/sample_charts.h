// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/chart_value.h"
#include "report/shown.h"

/// The samples of every variant of the chosen row, measured or still being measured.
namespace duelo {

/// How those that count scatter.
[[nodiscard]] DistributionValue distributionOf(const Shown& shown);
/// In the order of their measurement, with those that do not count.
[[nodiscard]] CourseValue courseOf(const Shown& shown);

}  // namespace duelo
