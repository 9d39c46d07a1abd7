// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "report/comparison.h"
#include "report/labels.h"
#include "stats/verdict.h"

namespace duelo {

/// What a table of sizes answers, as one sentence, and under it what makes that sentence fair.
struct Finding {
    std::string headline, detail;
    std::optional<Verdict> verdict;  ///< of the pair in the headline
    std::optional<std::size_t> row;  ///< of the comparison, that the headline speaks of
};

/// The row that speaks is the middle one of those with an answer. CPU against GPU comes first, then
/// the fastest variant against the base, then the time alone. `table` < comparison.tables.size().
[[nodiscard]] Finding findingOf(const Comparison& comparison, std::size_t table,
                                const Labels& labels);

/// The same for a case that trains: who is faster per epoch, with the accuracies beside it (S4-16).
/// `row` < comparison.rows.size().
[[nodiscard]] Finding trainingFindingOf(const Comparison& comparison, std::size_t row,
                                        const Labels& labels);

}  // namespace duelo
