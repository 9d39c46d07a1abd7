// SPDX-License-Identifier: Apache-2.0
#include "report/main_metric.h"

#include <algorithm>

namespace duelo {

std::string mainMetric(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    if (spec && !spec->metrics.empty()) return spec->metrics.front().id;
    for (const ReportCell& cell : row.cells)
        if (!cell.result.metrics.empty()) return cell.result.metrics.front().id;
    return {};
}

std::vector<const MetricSpec*> tableMetrics(const Spec& spec, const Comparison& comparison,
                                            std::span<const std::size_t> rows) {
    const auto several = [&](const std::string& axis) {
        return std::ranges::any_of(rows, [&](std::size_t r) {
            return std::ranges::any_of(comparison.rows[r].cells, [&](const ReportCell& cell) {
                return comparison.columns[cell.column].variant.integer(axis, 1) > 1;
            });
        });
    };
    std::vector<const MetricSpec*> metrics;
    for (const MetricSpec& metric : spec.metrics)
        if (metric.in_table && (metric.axis.empty() || several(metric.axis)))
            metrics.push_back(&metric);
    return metrics;
}

}  // namespace duelo
