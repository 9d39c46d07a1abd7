// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/document.h"
#include "report/shown.h"

namespace duelo {

/// What the calls of the own file consist of (Y-40): "layers", the parts of its network with their
/// share of the operations and of the traffic, and "layers-work", case by case what there is to
/// compute beside the time that it took. All is counted but the time; nothing where nobody can
/// tell.
[[nodiscard]] std::vector<DocTable> layerTables(const Comparison& comparison,
                                                const ReportOptions& options);

}  // namespace duelo
