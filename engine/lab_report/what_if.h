// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "lab_report/cell_pair.h"
#include "lab_report/evidence.h"
#include "plan/spec.h"

/// "What if…?" (P-10): a cell, another that differs from it, what the change brings and what it
/// costs. Which changes there are follows from the axes of the experiment; none is named here.
namespace duelo {

/// The change from one cell to the other as a report cites it: its gain with its interval, beside
/// it what the change does to the result, to other figures and to the memory, and what was
/// predicted of this pair. Nothing where the open files do not have both.
[[nodiscard]] std::optional<Evidence> changeEvidence(const Comparison& comparison,
                                                     const CellRef& base, const CellRef& of,
                                                     const Text& text);
/// `source`: where the student has it from.
[[nodiscard]] Citation citationOf(const CellRef& base, const CellRef& of, std::string source);

/// A change of one axis from a measured cell.
struct Change {
    std::string axis{};
    Json value{};
    /// That differ from it in this alone and have a time; of its own file, but for a device that is
    /// another PC's.
    std::vector<CellRef> cells{};
    std::vector<std::string> papers{};  ///< referencesFor() it, of just this case
};
/// Every other value of an axis that is measured, then those that the experiment offers; a machine
/// with these facts can measure them. By axis in the order of the experiment.
[[nodiscard]] std::vector<Change> changesOf(const Comparison& comparison, const CellRef& base,
                                            const Facts& facts);
/// Returns the change of one axis that gains most of those that the own file has measured, from the
/// first cell to the second; nothing where none gains, or where so much is open that asking takes
/// long.
[[nodiscard]] std::optional<std::pair<CellRef, CellRef>> bestChange(const Comparison& comparison,
                                                                    const Text& text);
/// Returns the plan that measures both: the case and the way of the cell, and the same with the
/// change, interleaved where it is of the way. Nothing where the experiment is not known.
[[nodiscard]] std::optional<Plan> planOf(const Comparison& comparison, const CellRef& base,
                                         const Change& change);

/// Returns the plan that measures the case with the least to do of the own file with 1, 2, 4, ...
/// workers on its CPU, quickly: how many threads pay is part of the analysis of every PC (Y-40).
/// Nothing where no way of it counts workers.
[[nodiscard]] std::optional<Plan> workersPlan(const Comparison& comparison);

}  // namespace duelo
