// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "plan/spec.h"
#include "report/shown.h"
#include "stats/verdict.h"

namespace duelo {

/// The answer of a table or a row: one sentence to project, and below it the conditions that make
/// that sentence fair.
struct Finding {
    std::string headline{}, detail{};
    std::optional<Verdict> verdict{};  ///< of the pair in the headline
    std::optional<std::size_t> row{};  ///< of the comparison, that the headline speaks of
};

/// Returns what the row that was chosen says, else what is shown: as View::own_finding has it, else
/// the CPU against the GPU of the table, the base against another variant, or a time alone and how
/// it grows. The middle row speaks of those with an answer.
[[nodiscard]] Finding findingOf(const Shown& shown);

/// Returns what a run says that was made to compare two works in one way, such as two networks:
/// which is faster, whatever stands beside it and of whichever of its tables is looked at. Nothing
/// where its own file has other cases, where its view says what it found, and of a game.
[[nodiscard]] std::optional<Finding> findingOfTwoCases(const Shown& shown);

/// Returns both as one line of a list: "Headline (detail)."
[[nodiscard]] std::string sentenceOf(const Finding& finding);

/// Says, before anything of an experiment is measured, what it answers, and how to begin.
[[nodiscard]] Finding questionOf(const Spec& spec, const Text& text);

/// Says that nothing was measured, of the chosen row or at all.
[[nodiscard]] Finding nothingFound(const Shown& shown);

/// Returns the headline of one time, with its interval; of a doubtful one it says so. The args
/// `case_name` and `variant_name` are the caller's.
[[nodiscard]] std::string timeHeadline(const ResultRecord& result, const Labels& labels, Json args);

/// Returns the finding of a pair in a row, for the views: the text prefix + verdict ("..._faster"),
/// prefix + "no_ratio" where no ratio is given, prefix + "doubtful" where no factor may be told.
/// Adds to the args `ratio` (as saidRatio() has it), `variant_name` and `base_name`; to the detail
/// the interval, the doubt and the conditions that were equal, or why there is no ratio.
[[nodiscard]] Finding findingOfPair(const Shown& shown, std::size_t row, const ColumnRatio& ratio,
                                    const std::string& prefix, Json args, std::string detail);

}  // namespace duelo
