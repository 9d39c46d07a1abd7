// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "plan/spec.h"
#include "report/comparison.h"
#include "report/labels.h"

/// Shared by the tables and the charts of a layout (laid_out.cpp, laid_out_charts.cpp).
namespace duelo::laid_out {

/// Returns a metric of a cell; null: it was not measured, or has no such metric.
[[nodiscard]] const Metric* metricOf(const ReportCell& cell, const std::string& id);
/// Returns what the experiment declares of a metric; null: it declares no such one.
[[nodiscard]] const MetricSpec* metricSpec(const Spec& spec, const std::string& id);
/// Returns the digits behind the sign that the error which is expected of a metric leaves, and one
/// more; nothing where none is told.
[[nodiscard]] std::optional<int> decimalsOf(const MetricSpec* spec, const ResultRecord& result);
/// The first cell of a row that has the metric, for figures that all variants have alike; null:
/// none.
[[nodiscard]] const ReportCell* anyWith(const Row& row, const std::string& metric);
[[nodiscard]] std::string titleOfTable(const Row& row, const Labels& labels);

}  // namespace duelo::laid_out
