// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/comparison.h"

namespace duelo {

/// What the experiment of a row measures first beside time; of one that is not known the first
/// metric that a result has. Empty: nothing.
[[nodiscard]] std::string mainMetric(const Comparison& comparison, const Row& row);

/// The metrics of an experiment that stand beside the times of these rows: those that are
/// `in_table`, and of an axis (MetricSpec::axis) where a variant in them has more than one of it.
[[nodiscard]] std::vector<const MetricSpec*> tableMetrics(const Spec& spec,
                                                          const Comparison& comparison,
                                                          std::span<const std::size_t> rows);

}  // namespace duelo
