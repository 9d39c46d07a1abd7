// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "plan/spec.h"
#include "report/comparison_steps.h"
#include "report/imported.h"
#include "report/view.h"

namespace duelo {
namespace {

bool anyMeasured(const Comparison& c, std::size_t column, const std::vector<std::size_t>& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [&](std::size_t r) { return c.rows[r].cells[column].measured(); });
}

/// Tells whether a column may be the base of its plan. It may be so before it has figures, but not
/// while another column of its file has figures, unless its own are still to come.
bool mayBeBase(const Comparison& c, std::size_t column, const std::vector<std::size_t>& rows) {
    if (anyMeasured(c, column, rows)) return true;
    const auto comes = [&](std::size_t r) {
        const ReportCell& cell = c.rows[r].cells[column];
        return !cell.id.empty() && !cell.status;
    };
    if (c.is_live && std::ranges::any_of(rows, comes)) return true;
    for (std::size_t i = 0; i < c.columns.size(); ++i)
        if (c.columns[i].file == c.columns[column].file && anyMeasured(c, i, rows)) return false;
    return true;
}

CaseTable::Kind kindOf(const Source& source) {
    return source.role == Role::Reference ? CaseTable::Kind::ReferenceGpu
                                          : CaseTable::Kind::SharedGpu;
}

std::vector<std::size_t> allRows(const Comparison& c) {
    std::vector<std::size_t> rows(c.rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = i;
    return rows;
}

/// The column nearest to the handout's way of working: eager, of the wanted precision, with a
/// figure in these rows; of several thread counts the largest.
std::optional<std::size_t> plainColumn(const Comparison& c, std::size_t file, DeviceKind kind,
                                       const Json& precision,
                                       const std::vector<std::size_t>& rows) {
    std::optional<std::size_t> best;
    const auto rank = [&](std::size_t i) {
        const Params& v = c.columns[i].variant;
        return std::tuple(anyMeasured(c, i, rows), v.at("precision") == precision,
                          v.at("mode") == "eager", v.integer("threads"));
    };
    for (std::size_t i = 0; i < c.columns.size(); ++i) {
        const Column& column = c.columns[i];
        if (column.file != file || deviceOf(column.variant).kind() != kind) continue;
        if (!best || rank(i) > rank(*best)) best = i;
    }
    return best;
}

/// Tells whether another PC's GPU has a time in any row of that experiment.
bool standsElsewhere(const Comparison& c, std::size_t file, const std::string& experiment) {
    return std::ranges::any_of(c.rows, [&](const Row& row) {
        return row.experiment == experiment &&
               std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
                   const Column& column = c.columns[cell.column];
                   return column.file == file && deviceOf(column.variant).isGpu() &&
                          cell.measured();
               });
    });
}

/// The GPU that somebody brought stands in a table, whatever it measured: where it did other work,
/// a column without times says in what it differs.
void addForgotten(Comparison& c) {
    if (c.tables.empty() || c.gpu == GpuColumn::Measured) return;
    const CaseTable first = c.tables.front();
    const std::string& experiment = c.rows[first.rows.front()].experiment;
    const Json precision = first.cpu ? c.columns[*first.cpu].variant.at("precision") : Json("fp32");
    std::set<std::size_t> done{c.sources.front().file};
    for (const CaseTable& table : c.tables)
        if (table.gpu) done.insert(c.columns[*table.gpu].file);
    for (const Source& source : c.sources) {
        if (!done.insert(source.file).second || isSimulated(source) ||
            !standsElsewhere(c, source.file, experiment))
            continue;
        c.tables.push_back({kindOf(source),
                            first.rows,
                            first.cpu,
                            plainColumn(c, source.file, DeviceKind::Gpu, precision, first.rows),
                            {}});
    }
}

void addTablesOf(Comparison& c, const std::vector<std::size_t>& rows) {
    const std::size_t own = c.sources.front().file;
    const Json precision =
        c.base_column ? c.columns[*c.base_column].variant.at("precision") : Json("fp32");
    const bool baseIsCpu = c.base_column && deviceOf(c.columns[*c.base_column].variant).isCpu();
    const auto cpu = baseIsCpu && mayBeBase(c, *c.base_column, rows)
                         ? c.base_column
                         : plainColumn(c, own, DeviceKind::Cpu, precision, rows);

    const auto gpu = plainColumn(c, own, DeviceKind::Gpu, precision, rows);
    // A GPU that exists but could not hold these cases stays a column with its reason in words.
    if (gpu && (c.gpu == GpuColumn::Measured || anyMeasured(c, *gpu, rows))) {
        c.tables.push_back({CaseTable::Kind::CpuAndGpu, rows, cpu, gpu, {}});
        return;
    }
    if (cpu) c.tables.push_back({CaseTable::Kind::CpuOnly, rows, cpu, std::nullopt, {}});
    std::set<std::size_t> done{own};
    for (const Source& source : c.sources) {
        if (!done.insert(source.file).second) continue;
        const auto other = plainColumn(c, source.file, DeviceKind::Gpu, precision, rows);
        if (!other || isSimulated(source) || !anyMeasured(c, *other, rows)) continue;
        c.tables.push_back({kindOf(source), rows, cpu, other, {}});
    }
}

}  // namespace

Result<void> chooseBase(Comparison& comparison, const std::optional<Params>& wanted) {
    const std::size_t own = comparison.sources.front().file;
    const auto has = [&](const Column& column, const Params& values) {
        return column.file == own && std::ranges::all_of(values, [&](const auto& value) {
                   return column.variant.at(value.first) == value.second;
               });
    };
    if (wanted) {
        const auto found = std::ranges::find_if(
            comparison.columns, [&](const Column& column) { return has(column, *wanted); });
        if (found == comparison.columns.end())
            return fail("base_not_found", {{"base", wanted->json().dump()}});
        comparison.base_column = static_cast<std::size_t>(found - comparison.columns.begin());
        return {};
    }
    const auto rows = allRows(comparison);
    if (const auto plan = planFromJson(comparison.sources.front().header.plan)) {
        std::vector<const Params*> variants;
        for (const Column& column : comparison.columns)
            if (column.file == own) variants.push_back(&column.variant);
        const std::size_t base = baseIndex(variants, plan->base);
        if (base < variants.size() && mayBeBase(comparison, base, rows)) {
            comparison.base_column = base;
            return {};
        }
    }
    comparison.base_column = plainColumn(comparison, own, DeviceKind::Cpu, "fp32", rows);
    if (!comparison.base_column)
        comparison.base_column = plainColumn(comparison, own, DeviceKind::Gpu, "fp32", rows);
    return {};
}

namespace {

/// A file that has times by OpenCL and knows no GPU of CUDA is one of that GPU.
void nameGpuByOpenCl(Comparison& comparison) {
    const auto rows = allRows(comparison);
    for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
        const Column& column = comparison.columns[i];
        if (deviceOf(column.variant).api != Api::OpenCl || !anyMeasured(comparison, i, rows))
            continue;
        for (Source& source : comparison.sources)
            if (source.file == column.file && source.gpu.empty())
                source.gpu = nameByOpenCl(source.header.engine.devices);
    }
}

/// Tells whether a row is of work of another experiment that runs on a GPU, whatever device its own
/// variants name, as those of a stopwatch name none.
bool timesGpuWork(const Comparison& comparison, const Row& row) {
    const Spec* spec = comparison.find(row.experiment);
    return spec && std::ranges::any_of(spec->axes, [&](const Axis& axis) {
               if (axis.kind != AxisKind::Work || !row.work.has(axis.id)) return false;
               const Json& work = row.work.at(axis.id);
               const Json variant = work.value("variant", Json::object());
               return variant.is_object() &&
                      deviceOf(Params{{"device", variant.value("device", Json())}}).isGpu();
           });
}

}  // namespace

void addGpuState(Comparison& comparison) {
    nameGpuByOpenCl(comparison);
    const std::size_t own = comparison.sources.front().file;
    const bool named = std::any_of(
        comparison.sources.begin(), comparison.sources.end(),
        [&](const Source& source) { return source.file == own && !source.gpu.empty(); });
    for (std::size_t i = 0; i < comparison.columns.size(); ++i) {
        const Column& column = comparison.columns[i];
        if (column.file != own) continue;
        const bool on_gpu = !deviceOf(column.variant).isCpu();
        const auto isMeasuredThere = [&](const Row& row) {
            return row.cells[i].measured() && (on_gpu || timesGpuWork(comparison, row));
        };
        if (std::ranges::any_of(comparison.rows, isMeasuredThere)) {
            comparison.gpu = GpuColumn::Measured;
            comparison.gpu_reason.reset();
            return;
        }
        if (!on_gpu) continue;
        for (const Row& row : comparison.rows)
            if (!comparison.gpu_reason && row.cells[i].status == Status::Skipped)
                comparison.gpu_reason = row.cells[i].reason;
    }
    // A GPU that the engine found and only a cell refused is there; what has a reason is not.
    if (const auto& reason = comparison.sources.front().header.engine.gpu_reason)
        comparison.gpu_reason = reason;
    else if (named)
        comparison.gpu_reason.reset();
    comparison.gpu = comparison.gpu_reason ? GpuColumn::Absent : GpuColumn::NotMeasured;
}

void addTables(Comparison& comparison) {
    // A row that only another PC measured is no result of this one; the annex has it.
    const std::size_t own = comparison.sources.front().file;
    const auto isOwn = [&](const Row& row) {
        return std::ranges::any_of(row.cells, [&](const ReportCell& cell) {
            return comparison.columns[cell.column].file == own;
        });
    };
    std::vector<std::vector<std::size_t>> tables;
    std::map<std::pair<std::string, Params>, std::size_t> known;  // experiment, what is common
    for (std::size_t r = 0; r < comparison.rows.size(); ++r) {
        const Row& row = comparison.rows[r];
        const View& view = viewOf(comparison, row);
        const auto common = commonOf(view, row.work);
        if (!common || !isOwn(row)) continue;
        const auto [at, isNew] = known.try_emplace({row.experiment, *common}, tables.size());
        if (isNew) tables.emplace_back();
        tables[at->second].push_back(r);
    }
    for (const std::vector<std::size_t>& rows : tables) addTablesOf(comparison, rows);
    addForgotten(comparison);
}

}  // namespace duelo
