// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "report/chart_value.h"
#include "report/shown.h"

/// The times of the rows and columns that are shown, the same in the window and in every file.
namespace duelo {

/// The first number that the rows differ in; empty where they do not, or where they differ in what
/// is no number, so that no line may join them.
[[nodiscard]] std::string sweptAxis(const Shown& shown);

/// Time over that axis, with the speed-up at each of its values where the table has pairs (S0-20).
/// Logarithmic by default where a linear axis would press the shorter times against zero.
[[nodiscard]] LinesValue timesOver(const Shown& shown, const std::string& axis);

/// Titles the x of a chart over an axis of the rows, with its unit.
void titleX(LinesValue& chart, const Shown& shown, const std::string& axis);

/// Returns the name of a group of bars.
using RowName = std::string (*)(const Row& row, const Labels& labels);
/// A bar for each time, with its interval and what it is to the base's, in a group for each row if
/// there are several.
[[nodiscard]] BarsValue timeBars(const Shown& shown, RowName nameOf);

/// Lines where there is one or, of what is measured now, may come; else bars.
[[nodiscard]] ChartValue timesChart(const Shown& shown, RowName nameOf);

}  // namespace duelo
