// SPDX-License-Identifier: Apache-2.0
#include "record/provenance.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/places.h"
#include "record/write_records.h"

namespace duelo {
namespace {

/// The plan that would measure the same, so that the file says what it is about.
Plan planOf(const ImportedRun& run) {
    Plan plan;
    plan.experiment = run.experiment;
    const auto add = [](std::vector<Block>& blocks, const Params& values) {
        Block block;
        for (const auto& [axis, value] : values) block[axis] = {value};
        if (std::ranges::find(blocks, block) == blocks.end()) blocks.push_back(std::move(block));
    };
    for (const ImportedTime& time : run.times) {
        add(plan.cases, time.work);
        add(plan.variants, time.variant);
    }
    return plan;
}

Header headerOf(const ImportedRun& run, std::string id, std::string started) {
    Header header;
    header.schema = kImportedSchema;
    header.run = std::move(id);
    header.app = run.app;
    header.started = std::move(started);
    header.plan = toJson(planOf(run));
    header.plan_hash = planHash(header.plan);
    header.spec_version = run.spec_version;
    header.cells = static_cast<int>(run.times.size());
    header.engine.gpu.name = run.gpu;
    header.extra[kProvenanceField] = toJson(run.provenance);
    return header;
}

}  // namespace

Summary timeAlone(std::int64_t n, double ms) {
    constexpr double untold = std::numeric_limits<double>::quiet_NaN();
    const double only = n == 1 ? ms : untold;
    return {.n = n,
            .median_ms = ms,
            .mean_ms = only,
            .min_ms = only,
            .p25_ms = only,
            .p75_ms = only,
            .max_ms = only};
}

std::optional<Provenance> provenanceOf(const Header& header) {
    const auto found = header.extra.find(kProvenanceField);
    if (found == header.extra.end()) return std::nullopt;
    return sheetFrom<Provenance>(*found);
}

std::vector<Record> recordsOf(const ImportedRun& run, std::string id, std::string started) {
    std::vector<Record> records;
    records.reserve(2 * run.times.size() + 1);
    records.emplace_back(headerOf(run, std::move(id), std::move(started)));
    int number = 0;
    for (const ImportedTime& time : run.times) {
        const std::string cell = "t" + std::to_string(++number);
        records.emplace_back(CellRecord{.cell = cell,
                                        .experiment = run.experiment,
                                        .work = time.work,
                                        .variant = time.variant});
        ResultRecord result{.cell = cell, .summary = timeAlone(time.n, time.ms)};
        if (!time.weights_origin.empty())
            result.identities.push_back({.id = "weights", .origin = time.weights_origin});
        records.emplace_back(std::move(result));
    }
    return records;
}

Result<void> writeImported(const ImportedRun& run, const std::filesystem::path& path) {
    std::vector<Record> records = recordsOf(run, newRunId(), utcNow());
    records.emplace_back(End{.status = "completed"});
    return writeRecords(records, path);
}

}  // namespace duelo
