// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>

#include "experiments/specs.h"
#include "report/comparison.h"

namespace duelo {

/// compare() with the experiments that this Duelo knows.
[[nodiscard]] inline Result<Comparison> compare(std::span<const RecordLog> logs,
                                                const ComparisonOptions& options = {}) {
    return compare(logs, findSpec, options);
}

/// Compares files: those measured here, the first of which is the own one, and other PCs' as the
/// reference. The limits of the own file's PC, where a file beside it has them, are found
/// (FoundLimits). Reasons: those of readRecords() and compare().
[[nodiscard]] Result<Comparison> compareFiles(std::span<const std::filesystem::path> files,
                                              std::span<const std::filesystem::path> references);

}  // namespace duelo
