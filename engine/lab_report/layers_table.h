// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "report/document.h"
#include "report/shown.h"

namespace duelo {

/// Returns two tables of the own file (Y-40): "layers", the parts of its network with their shares
/// of the operations and of the traffic, and "layers-work", the work of each case beside its time.
/// All but the time is counted; without layers there are no tables.
[[nodiscard]] std::vector<DocTable> layerTables(const Comparison& comparison,
                                                const ReportOptions& options);

}  // namespace duelo
