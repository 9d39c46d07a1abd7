// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/limits.h"

#include <algorithm>
#include <string>

#include "experiments/roofs/params.h"
#include "stats/sanity.h"

namespace duelo {

namespace {

bool isRoof(const Row& row) {
    return row.experiment == "roofs";
}

/// A copy reads each byte that it writes.
constexpr double kReadAndWritten = 2;

std::optional<MachineRoofs::Roof> roofIn(const ReportCell& cell, const char* metric,
                                         double factor) {
    const Metric* rate = cell.timed() ? cell.result.metric(metric) : nullptr;
    if (!rate) return std::nullopt;
    return MachineRoofs::Roof{factor * rate->value,
                              factor * (rate->ci95 ? rate->ci95->high : rate->value)};
}

void raise(MachineRoofs::Roof& roof, const MachineRoofs::Roof& other) {
    roof.per_s = std::max(roof.per_s, other.per_s);
    roof.at_most_per_s = std::max(roof.at_most_per_s, other.at_most_per_s);
}

std::optional<double> quantityOf(const ReportCell& cell, const char* id) {
    const auto found = cell.result.quantities.find(id);
    if (found == cell.result.quantities.end() || found->second <= 0) return std::nullopt;
    return static_cast<double>(found->second);
}

}  // namespace

Precision precisionOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.columns[cell.column].variant.word<Precision>("precision");
}

MachineRoofs roofsOf(const Comparison& comparison, const ReportCell& cell) {
    const auto machineOf = [&](const ReportCell& of) -> const std::string& {
        return comparison.sources[of.source].header.machine.id;
    };
    const auto deviceIn = [&](const ReportCell& of) {
        return deviceOf(comparison.columns[of.column].variant);
    };
    MachineRoofs roofs;
    for (const Row& row : comparison.rows) {
        if (!isRoof(row)) continue;
        const double bytes = row.work.real("bytes");
        for (const ReportCell& other : row.cells) {
            if (!other.timed() || machineOf(other).empty() || machineOf(other) != machineOf(cell) ||
                deviceIn(other) != deviceIn(cell))
                continue;
            if (const auto flop = roofIn(other, "fma_rate", 1))
                raise(roofs.flop[row.work.word<Precision>("precision")], *flop);
            const auto copied = roofIn(other, "copy_rate", kReadAndWritten);
            if (!copied || bytes < roofs.copy_bytes) continue;
            if (bytes > roofs.copy_bytes) roofs.memory.reset();
            roofs.copy_bytes = bytes;
            if (!roofs.memory) roofs.memory.emplace();
            raise(*roofs.memory, *copied);
        }
    }
    return roofs;
}

ReachedRoofs reachedRoofs(const Comparison& comparison, const ReportCell& cell) {
    ReachedRoofs reached;
    if (!cell.timed()) return reached;
    const MachineRoofs roofs = roofsOf(comparison, cell);
    const double median_s = cell.result.summary->median_ms / 1e3;
    const MachineRoofs::Roof* roof = roofs.flopIn(precisionOf(comparison, cell));
    if (const auto flop = quantityOf(cell, "flop"); flop && roof)
        reached.flop = *flop / median_s / roof->per_s;
    if (const auto bytes = quantityOf(cell, "bytes_moved"); bytes && roofs.memory)
        reached.memory = *bytes / median_s / roofs.memory->per_s;
    return reached;
}

std::optional<double> ReachedRoofs::most() const {
    // What exceeds the memory has found its bytes in the caches, so that holds nothing up.
    const auto by_memory = memory && *memory <= 1 ? memory : std::nullopt;
    if (!flop || !by_memory) return flop ? flop : by_memory;
    return std::max(*flop, *by_memory);
}

std::optional<RooflinePoint> rooflinePoint(const ReportCell& cell) {
    if (!cell.timed()) return std::nullopt;
    const auto flop = quantityOf(cell, "flop"), bytes = quantityOf(cell, "bytes_moved");
    if (!flop || !bytes) return std::nullopt;
    return RooflinePoint{*flop / *bytes, *flop / (cell.result.summary->median_ms / 1e3)};
}

std::vector<Reason> warningsOfRoofs(const Comparison& comparison) {
    std::vector<Reason> warnings;
    for (const Row& row : comparison.rows) {
        if (isRoof(row)) continue;
        for (const ReportCell& cell : row.cells) {
            if (!cell.timed()) continue;
            const MachineRoofs roofs = roofsOf(comparison, cell);
            const Summary& summary = *cell.result.summary;
            const double longest_s =
                (summary.ci95_ms ? summary.ci95_ms->high : summary.median_ms) / 1e3;
            const std::string name = comparison.sources[cell.source].file_name + " " + cell.id;
            const auto check = [&](std::optional<double> amount, const MachineRoofs::Roof* roof) {
                if (!amount || !roof) return;
                if (auto above = checkRoof(name, *amount / longest_s, roof->at_most_per_s))
                    warnings.push_back(std::move(*above));
            };
            check(quantityOf(cell, "flop"), roofs.flopIn(precisionOf(comparison, cell)));
            // Layers and smaller copies may find their bytes in the caches.
            if (const auto copied = quantityOf(cell, "bytes_copied");
                copied && *copied >= roofs.copy_bytes)
                check(kReadAndWritten * *copied, roofs.memory ? &*roofs.memory : nullptr);
        }
    }
    return warnings;
}

}  // namespace duelo
