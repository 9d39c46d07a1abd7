// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "experiments/faces/output.h"
#include "report/view.h"

namespace duelo {

[[nodiscard]] const View& facesView();

/// The photograph of the table that is looked at, once for each size, with a frame around each face
/// that was found.
[[nodiscard]] std::vector<ChartValue> foundFaceCharts(const Shown& shown);

}  // namespace duelo
