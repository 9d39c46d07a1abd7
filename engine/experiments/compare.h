// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "experiments/specs.h"
#include "report/comparison.h"

namespace duelo {

/// compare() with the experiments that this Duelo knows.
[[nodiscard]] inline Result<Comparison> compare(std::span<const RecordLog> logs,
                                                const ComparisonOptions& options = {}) {
    return compare(logs, findSpec, options);
}

}  // namespace duelo
