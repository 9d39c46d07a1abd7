// SPDX-License-Identifier: Apache-2.0
#include "report/main_metric.h"

namespace duelo {

std::string mainMetric(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    if (spec && !spec->metrics.empty()) return spec->metrics.front().id;
    for (const ReportCell& cell : row.cells)
        if (!cell.result.metrics.empty()) return cell.result.metrics.front().id;
    return {};
}

}  // namespace duelo
