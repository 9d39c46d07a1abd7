// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "experiments/goals.h"
#include "report/document.h"

namespace duelo {

/// The answer to a goal, as a comparison of the measured results gives it.
struct GoalAnswer {
    const Goal* goal = nullptr;
    Params candidate{};                  ///< the way that stands for it; empty: there is none
    const Row* row = nullptr;            ///< of the comparison; null: not in it
    std::optional<ColumnRatio> ratio{};  ///< of both ways, where both were measured
    std::optional<Reason> why{};         ///< why one of them was not
    std::optional<Status> status{};      ///< of that one
};

/// Whether all of the ratio's 95 % interval is at the target or beyond, or none of it; nothing
/// where that is open, or where there is no factor or no target.
[[nodiscard]] std::optional<bool> reached(const GoalAnswer& answer);

/// In the order of the goals, which the answers point to as they do to the comparison.
/// `no_gpu`: why there is none here, which is the answer of all goals that need it and were not
/// measured elsewhere.
[[nodiscard]] std::vector<GoalAnswer> goalAnswers(std::span<const Goal> goals,
                                                  const Comparison& comparison,
                                                  const std::optional<Reason>& no_gpu);

/// A document of one table: what against what, the ratio, the target, the verdict.
[[nodiscard]] Document goalDocument(std::span<const GoalAnswer> answers,
                                    const Comparison& comparison,
                                    const std::optional<Reason>& no_gpu, const Text& text);

/// {"r": "goal", "goal": "G6", "case", "base", "variant", "target", "ratio", "ci95",
/// "reached", "verdict", "reason"}, without what there is not.
[[nodiscard]] Json toJson(const GoalAnswer& answer);

}  // namespace duelo
