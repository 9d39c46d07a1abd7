// SPDX-License-Identifier: Apache-2.0
// What a comparison does not believe of its files, and what is to be known of them.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "base/parallel.h"
#include "record/game.h"
#include "report/comparison_steps.h"
#include "report/imported.h"
#include "report/view.h"
#include "stats/sanity.h"

namespace duelo {
namespace {

std::string nameOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.sources[cell.source].file_name + " " + cell.id;
}

CheckedResult checkedOf(const std::string& name, const ReportCell& cell) {
    const Summary& summary = *cell.result.summary;
    CheckedResult checked;
    checked.name = name;
    checked.median_ms = summary.median_ms;
    checked.ci95_ms = summary.ci95_ms;
    // A single part, such as the computing on a GPU where the copies are counted apart, is no
    // account of the whole.
    for (const PartTime& part : cell.result.parts)
        if (part.inside) checked.parts.push_back({part.id, part.ms});
    if (checked.parts.size() == 1) checked.parts.clear();
    return checked;
}

/// One machine that does one thing in one way takes one time, whichever file tells it. Courses are
/// for their experiment to judge: their steps scatter more.
void checkRepeated(const Comparison& comparison, const Row& row, std::vector<Reason>& violations) {
    const Spec* spec = comparison.find ? comparison.find(row.experiment) : nullptr;
    if (spec && spec->steps) return;
    std::map<std::pair<std::string, Params>, std::vector<NamedTime>> repeated;
    for (const ReportCell& cell : row.cells) {
        if (!cell.timed() || isBrought(comparison, cell)) continue;
        const std::string& machine = comparison.sources[cell.source].header.machine.id;
        if (!machine.empty())
            repeated[{machine, comparison.columns[cell.column].variant}].push_back(
                {nameOf(comparison, cell), cell.result.summary->median_ms});
    }
    for (const auto& [who, times] : repeated)
        if (auto violation = checkSameWork(times)) violations.push_back(std::move(*violation));
}

/// The invariants that a table must keep before anyone sees it.
std::vector<Reason> violationsIn(const Comparison& comparison, const Row& row) {
    std::vector<Reason> violations;
    for (const ReportCell& cell : row.cells)
        if (cell.timed())
            std::ranges::move(checkResult(checkedOf(nameOf(comparison, cell), cell)),
                              std::back_inserter(violations));
    for (const ColumnRatio& ratio : row.ratios) {
        // Without rounds in common the ratio is that of the two times, and of a doubtful side
        // none is told.
        if (!ratio.givesFactor() || !ratio.paired) continue;
        const ReportCell &base = row.cells[ratio.base], &other = row.cells[ratio.column];
        const double told = base.result.summary->median_ms / other.result.summary->median_ms;
        if (auto violation = checkSameGain(nameOf(comparison, other), ratio.estimate->ratio, told))
            violations.push_back(std::move(*violation));
    }
    checkRepeated(comparison, row, violations);
    return violations;
}

void checkFigures(Comparison& comparison) {
    std::vector<std::vector<Reason>> violations(comparison.rows.size());
    forEachAtOnce(violations.size(), [&](std::size_t r) {
        violations[r] = violationsIn(comparison, comparison.rows[r]);
    });
    for (std::vector<Reason>& list : violations)
        std::ranges::move(list, std::back_inserter(comparison.warnings));
}

}  // namespace

void addWarnings(Comparison& comparison) {
    checkFigures(comparison);
    for (const View* view : viewsBeside(comparison))
        if (view->warnings)
            std::ranges::move(view->warnings(comparison), std::back_inserter(comparison.warnings));
    std::set<std::string> versions;
    std::map<std::size_t, std::set<std::string>> machines;
    for (const Source& source : comparison.sources) {
        versions.insert(source.header.app);
        auto& machine = machines[source.file];
        const bool first = machine.empty();
        if (auto told = importedWarning(source)) comparison.warnings.push_back(*std::move(told));
        if (first && gameOf(source.header))
            comparison.warnings.push_back({"file_game", {{"file", source.file_name}}, {}});
        const std::string& id = source.header.machine.id;
        machine.insert(id.empty() ? source.cpu : id);
        const auto warn = [&](const char* code) {
            comparison.warnings.push_back({code, {{"file", source.file_name}}, {}});
        };
        if (first && source.integrity == Integrity::Modified) warn("file_modified");
        if (first && source.integrity == Integrity::Open) warn("file_open");
        for (const Reason& warning : source.warnings) comparison.warnings.push_back(warning);
        if (machine.size() == 2) warn("file_of_two_machines");
    }
    if (versions.size() > 1)
        comparison.warnings.push_back({"versions_differ", {{"versions", Json(versions)}}, {}});
}

}  // namespace duelo
