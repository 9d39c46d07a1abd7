// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>

#include "report/labels.h"
#include "ui/charts/chart_values.h"
#include "ui/models/run_model.h"

/// Records into what the charts draw. Figures are those of the comparison; a running cell adds its
/// preliminary median.
namespace duelo::ui {

/// Whether the rows of a table differ in size alone, so that a line may join them.
[[nodiscard]] bool isOverSizes(const Comparison& comparison, std::size_t table);

/// Time over image size of one table, with the speed-up at each size (S0-20).
[[nodiscard]] LinesValue linesOf(const RunModel& run, std::size_t table, const Labels& labels,
                                 bool log_y);
/// Where a linear axis would press the shorter times against zero.
[[nodiscard]] bool wantsLog(const RunModel& run, std::size_t table);

/// The kept samples of every variant of one row.
[[nodiscard]] DistributionValue distributionOf(const RunModel& run, std::size_t row,
                                               const Labels& labels);
[[nodiscard]] CourseValue courseOf(const RunModel& run, std::size_t row, const Labels& labels);

/// Where the time of one call went (P-03), with what is unexplained; no segments where the record
/// does not tell.
[[nodiscard]] BreakdownValue breakdownOf(const ReportCell& cell, const Text& text);
/// Of parts as they are: those that took time.
[[nodiscard]] BreakdownValue breakdownOf(const Parts& parts, const Text& text);

}  // namespace duelo::ui
