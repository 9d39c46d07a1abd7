// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "report/chart_value.h"
#include "report/shown.h"

/// The samples of every variant of the chosen row, measured or still being measured.
namespace duelo {

/// Shows how the samples that count scatter.
[[nodiscard]] DistributionValue distributionOf(const Shown& shown);
/// Shows the samples in the order of their measurement, with those that do not count.
[[nodiscard]] CourseValue courseOf(const Shown& shown);

}  // namespace duelo
