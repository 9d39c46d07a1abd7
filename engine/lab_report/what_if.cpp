// SPDX-License-Identifier: Apache-2.0
#include "lab_report/what_if.h"

#include <algorithm>

#include "lab_report/change_table.h"
#include "lab_report/references.h"
#include "report/prediction.h"
#include "report/report_words.h"
#include "report/scaling.h"
#include "report/time_unit.h"
#include "report/view.h"

namespace duelo {
namespace {

/// Each is set against each.
constexpr std::size_t kMostAsked = 40;

/// Values that an axis can be set to, as its form offers them.
std::vector<Json> offeredBy(const Axis& axis, const Facts& facts) {
    if (!axis.offered.empty()) return axis.offered;
    std::vector<Json> values;
    if (axis.zero_is_cores) values = {1, facts.physical_cores};
    if (axis.kind == AxisKind::Device)
        for (const Device& device : facts.devices) values.emplace_back(word(device));
    if (axis.kind == AxisKind::Word)
        for (const std::string& word : axis.words) values.emplace_back(word);
    return values;
}

/// Tells whether the device of a variant can multiply in this precision. A CPU cannot in tf32 and
/// fp16, and the engine would only say so.
bool fits(const Params& variant, const std::string& axis, const Json& value) {
    const bool gpu_only = value == Json("tf32") || value == Json("fp16");
    return axis != "precision" || !gpu_only || deviceOf(variant).isGpu();
}

/// Tells whether all cells have the same axes, so that only the changed one differs. Another
/// network may come with another size of images, which makes it another case.
bool changesAlone(const std::vector<Cell>& cells) {
    const auto axesOf = [](const Params& work) {
        std::vector<std::string> axes;
        for (const auto& [axis, value] : work) axes.push_back(axis);
        return axes;
    };
    return cells.size() > 1 && std::ranges::all_of(cells, [&](const Cell& cell) {
               return axesOf(cell.work) == axesOf(cells.front().work);
           });
}

std::size_t logOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.sources[cell.source].file;
}

Block blockOf(const Params& params) {
    Block block;
    for (const auto& [axis, value] : params) block[axis] = {value};
    return block;
}

}  // namespace

std::optional<Evidence> changeEvidence(const Comparison& comparison, const CellRef& base,
                                       const CellRef& of, const Text& text) {
    const CellPair pair{placeOf(comparison, base), placeOf(comparison, of)};
    if (!pair) return std::nullopt;
    Evidence out = changeTable(comparison, pair, text);
    const std::string digest = out.citation.sha256;
    out.citation = citationOf(base, of, {});
    out.citation.sha256 = digest;
    return out;
}

Citation citationOf(const CellRef& base, const CellRef& of, std::string source) {
    Citation out;
    out.kind = EvidenceKind::WhatIf;
    out.base = base;
    out.of = of;
    out.source = std::move(source);
    return out;
}

std::vector<Change> changesOf(const Comparison& comparison, const CellRef& base,
                              const Facts& facts) {
    const CellPlace from = placeOf(comparison, base);
    const Spec* spec = from ? comparison.find(from.row->experiment) : nullptr;
    if (!spec) return {};
    const Params& variant = comparison.columns[from.cell->column].variant;
    std::vector<Change> changes;
    const auto changeOf = [&](const std::string& axis, const Json& value) -> Change& {
        for (Change& one : changes)
            if (one.axis == axis && one.value == value) return one;
        changes.push_back(
            {.axis = axis, .value = value, .papers = referencesFor(axis, value, from.row->work)});
        return changes.back();
    };
    for (const Axis& axis : spec->axes) {
        const Json& now = valueOf(comparison, from, axis.id);
        if (axis.role == AxisRole::Run || !axis.many || now.is_null()) continue;
        for (const Row& row : comparison.rows)
            for (const ReportCell& cell : row.cells) {
                const CellPlace at{&row, &cell};
                if (row.experiment != from.row->experiment || !cell.timed()) continue;
                // A change that others have measured is no proposal of the author.
                if (axis.kind != AxisKind::Device &&
                    logOf(comparison, cell) != logOf(comparison, *from.cell))
                    continue;
                const auto differs = differingAxes(comparison, {from, at});
                if (differs.size() == 1 && differs.front() == axis.id)
                    changeOf(axis.id, valueOf(comparison, at, axis.id))
                        .cells.push_back(refOf(comparison, cell));
            }
        for (const Json& value : offeredBy(axis, facts)) {
            if (value == now || !fits(variant, axis.id, value)) continue;
            const Change change{.axis = axis.id, .value = value};
            const auto plan = planOf(comparison, base, change);
            if (plan && problemsOf(*plan, *spec, facts).empty() &&
                changesAlone(expand(*plan, *spec, facts)))
                (void)changeOf(axis.id, value);
        }
    }
    return changes;
}

std::optional<std::pair<CellRef, CellRef>> bestChange(const Comparison& comparison,
                                                      const Text& text) {
    std::vector<CellPlace> timed;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells)
            if (cell.timed() && logOf(comparison, cell) == comparison.sources.front().file)
                timed.push_back({&row, &cell});
    if (timed.size() > kMostAsked) return std::nullopt;
    const Labels labels(comparison, text);
    std::optional<std::pair<CellRef, CellRef>> best;
    double most = 1;
    for (const CellPlace& base : timed)
        for (const CellPlace& of : timed) {
            const Spec* spec = comparison.find(base.row->experiment);
            if (!spec || base.row->experiment != of.row->experiment) continue;
            const auto differs = differingAxes(comparison, {base, of});
            const Axis* axis = differs.size() == 1 ? spec->find(differs.front()) : nullptr;
            if (!axis || axis->role == AxisRole::Run || !axis->many) continue;
            const PairRatio gain = ratioOf(comparison, labels, {base, of});
            if (!gain.estimate || gain.why || gain.estimate->ratio <= most) continue;
            most = gain.estimate->ratio;
            best = {refOf(comparison, *base.cell), refOf(comparison, *of.cell)};
        }
    return best;
}

std::optional<Plan> planOf(const Comparison& comparison, const CellRef& base,
                           const Change& change) {
    const CellPlace from = placeOf(comparison, base);
    const Spec* spec = from ? comparison.find(from.row->experiment) : nullptr;
    const Axis* axis = spec ? spec->find(change.axis) : nullptr;
    if (!axis) return std::nullopt;
    const Params& variant = comparison.columns[from.cell->column].variant;
    Plan plan{.experiment = spec->id,
              .cases = {blockOf(from.row->work)},
              .variants = {blockOf(variant)},
              .base = variant};
    Block& block = axis->role == AxisRole::Variant ? plan.variants.front() : plan.cases.front();
    block[axis->id].push_back(change.value);
    return plan;
}

std::optional<Plan> workersPlan(const Comparison& comparison) {
    CellPlace least;
    std::string workers;
    for (const Row& row : comparison.rows)
        for (const ReportCell& cell : row.cells) {
            const Spec* spec = comparison.find(row.experiment);
            const Params& variant = comparison.columns[cell.column].variant;
            if (!spec || !cell.timed() || !deviceOf(variant).isCpu() ||
                logOf(comparison, cell) != comparison.sources.front().file)
                continue;
            const auto axis = std::ranges::find_if(spec->axes, [&](const Axis& one) {
                return variant.has(one.id) && countsWorkers(*spec, one);
            });
            if (axis == spec->axes.end() ||
                (least && least.cell->result.summary->median_ms <= cell.result.summary->median_ms))
                continue;
            least = {&row, &cell};
            workers = axis->id;
        }
    if (!least) return std::nullopt;
    Plan plan{.experiment = least.row->experiment,
              .cases = {blockOf(least.row->work)},
              .variants = {blockOf(comparison.columns[least.cell->column].variant)},
              .preset = Preset::Quick};
    plan.base.set(workers, 1);
    std::vector<Json>& numbers = plan.variants.front()[workers];
    numbers.clear();
    const Source& source = comparison.sources[least.cell->source];
    for (const int number : workerNumbers(coreCounts(source.header.machine.cpu)))
        numbers.emplace_back(number);
    return plan;
}

}  // namespace duelo
