// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "report/comparison.h"

namespace duelo {

/// Returns the first metric beside time of the experiment of a row; for an unknown experiment the
/// first metric that a result has. Empty: none.
[[nodiscard]] std::string mainMetric(const Comparison& comparison, const Row& row);

/// The metrics of an experiment that stand beside the times of these rows: those that are
/// `in_table`, and of an axis (MetricSpec::axis) where a variant in them has more than one of it.
[[nodiscard]] std::vector<const MetricSpec*> tableMetrics(const Spec& spec,
                                                          const Comparison& comparison,
                                                          std::span<const std::size_t> rows);

}  // namespace duelo
