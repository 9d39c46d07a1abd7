// SPDX-License-Identifier: Apache-2.0
#include "experiments/roofs/limits.h"

#include <algorithm>
#include <map>
#include <string>

#include "experiments/roofs/params.h"
#include "record/doubt.h"
#include "report/imported.h"
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

/// The highest of those that are no doubtful ones, and of those that are.
struct Highest {
    MachineRoofs::Roof clean{};
    double doubtful_per_s = 0;

    void add(const MachineRoofs::Roof& roof, bool doubtful) {
        if (doubtful) {
            doubtful_per_s = std::max(doubtful_per_s, roof.per_s);
            return;
        }
        clean.per_s = std::max(clean.per_s, roof.per_s);
        clean.at_most_per_s = std::max(clean.at_most_per_s, roof.at_most_per_s);
    }
    [[nodiscard]] bool serves() const { return clean.per_s > doubtful_per_s; }
};

/// A result that reaches less than this of both roofs is held up by neither.
constexpr double kHeldUp = 0.3;

std::optional<double> quantityOf(const ReportCell& cell, const char* id) {
    const auto found = cell.result.quantities.find(id);
    if (found == cell.result.quantities.end() || found->second <= 0) return std::nullopt;
    return static_cast<double>(found->second);
}

/// Returns the roofs of a machine's device that a comparison holds itself.
MachineRoofs roofsIn(const Comparison& comparison, const std::string& machine, Device device) {
    MachineRoofs roofs;
    Highest memory;
    bool cached = false;
    std::map<Precision, Highest> flop;
    for (const Row& row : comparison.rows) {
        if (!isRoof(row)) continue;
        const double bytes = row.work.real("bytes");
        for (const ReportCell& cell : row.cells) {
            const Source& source = comparison.sources[cell.source];
            if (!cell.timed() || isBrought(comparison, cell) ||
                source.header.machine.id != machine ||
                deviceOf(comparison.columns[cell.column].variant) != device)
                continue;
            roofs.file = source.file_name;
            roofs.started = source.header.started;
            const bool doubtful = isDoubtful(cell.result);
            if (const auto rate = roofIn(cell, "fma_rate", 1))
                flop[row.work.word<Precision>("precision")].add(*rate, doubtful);
            const auto copied = roofIn(cell, "copy_rate", kReadAndWritten);
            if (copied && !isBeyondCaches(bytes, source.header, device)) {
                cached = true;
                continue;
            }
            if (!copied || bytes < roofs.copy_bytes) continue;
            if (bytes > roofs.copy_bytes) memory = {};
            roofs.copy_bytes = bytes;
            memory.add(*copied, doubtful);
        }
    }
    for (const auto& [precision, highest] : flop)
        if (highest.serves())
            roofs.flop[precision] = highest.clean;
        else
            roofs.doubtful = true;
    if (memory.serves())
        roofs.memory = memory.clean;
    else if (roofs.copy_bytes > 0)
        roofs.doubtful = true;
    else
        roofs.only_cached = cached;
    return roofs;
}

/// Adds what one cell says.
void addCost(SharingCosts& costs, const Params& work, const Params& variant,
             const ResultRecord& result) {
    const double ms = result.summary->median_ms;
    const auto threads = static_cast<int>(variant.integer("threads", 1));
    const auto locks = result.quantities.find("locks");
    switch (work.word<RoofKind>("kind")) {
        case RoofKind::Process:
            costs.process_ms = ms;
            break;
        case RoofKind::Pipe:
            costs.pipe_ms = ms;
            break;
        case RoofKind::Start:
            if (variant.word<TeamStart>("team") == TeamStart::Create && threads > 1)
                costs.thread_ms = ms / (threads - 1);  // the caller is one of them
            break;
        case RoofKind::Lock:
            if (locks == result.quantities.end() || locks->second <= 0) break;
            if (threads == 1) costs.lock_ms = ms / static_cast<double>(locks->second);
            if (threads <= 1 || threads < costs.threads) break;
            costs.wanted_lock_ms = ms / static_cast<double>(locks->second);
            costs.threads = threads;
            break;
        case RoofKind::Copy:
        case RoofKind::Fma:
        case RoofKind::Launch:
            break;
    }
}

SharingCosts sharingCostsIn(const Comparison& comparison, const std::string& machine) {
    SharingCosts costs;
    for (const Row& row : comparison.rows) {
        if (!isRoof(row)) continue;
        for (const ReportCell& cell : row.cells) {
            const Source& source = comparison.sources[cell.source];
            if (!cell.timed() || isBrought(comparison, cell) || source.header.machine.id != machine)
                continue;
            const bool doubtful = isDoubtful(cell.result);
            SharingCosts unused;
            addCost(doubtful ? unused : costs, row.work, comparison.columns[cell.column].variant,
                    cell.result);
            costs.doubtful |= unused.known();
            if (doubtful) continue;
            costs.file = source.file_name;
            costs.started = source.header.started;
        }
    }
    return costs;
}

}  // namespace

SharingCosts sharingCostsOf(const Comparison& comparison, const ReportCell& cell) {
    const std::string& machine = comparison.sources[cell.source].header.machine.id;
    if (machine.empty()) return {};
    SharingCosts costs = sharingCostsIn(comparison, machine);
    if (!costs.known() && comparison.beside) costs = sharingCostsIn(*comparison.beside, machine);
    return costs;
}

Precision precisionOf(const Comparison& comparison, const ReportCell& cell) {
    return comparison.columns[cell.column].variant.word<Precision>("precision");
}

double largestCacheBytes(const Header& header) {
    double largest = 0;
    for (const CpuCache& cache : header.machine.cpu.caches)
        largest = std::max(
            largest, static_cast<double>(cache.size_bytes.value_or(0)) * cache.count.value_or(1));
    return largest;
}

bool isBeyondCaches(double bytes, const Header& header, Device device) {
    constexpr double kBlocks = 2, kTimes = 2;
    // The graphics of a processor shares its last cache, and of others nobody tells theirs.
    if (device.api == Api::Cuda) return true;
    return kBlocks * bytes >= kTimes * largestCacheBytes(header);
}

MachineRoofs roofsOf(const Comparison& comparison, const ReportCell& cell) {
    const std::string& machine = comparison.sources[cell.source].header.machine.id;
    const Device device = deviceOf(comparison.columns[cell.column].variant);
    if (machine.empty()) return {};
    MachineRoofs roofs = roofsIn(comparison, machine, device);
    if (roofs.file.empty() && comparison.beside)
        roofs = roofsIn(*comparison.beside, machine, device);
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
    // A rate above the memory's found its bytes in the caches, so the memory holds nothing up.
    const auto by_memory = memory && *memory <= 1 ? memory : std::nullopt;
    if (!flop || !by_memory) return flop ? flop : by_memory;
    return std::max(*flop, *by_memory);
}

std::string heldUpText(const MachineRoofs& roofs, Precision precision, const RooflinePoint& point,
                       const Text& text) {
    const MachineRoofs::Roof* flop = roofs.flopIn(precision);
    if (!flop || !roofs.memory) return {};
    const double by_memory = point.flop_per_byte * roofs.memory->per_s;
    ReachedRoofs reached{.flop = point.flop_per_s / flop->per_s};
    if (by_memory > 0) reached.memory = point.flop_per_s / by_memory;
    const char* regime = by_memory < flop->per_s ? "roofs.regime_memory" : "roofs.regime_compute";
    if (point.flop_per_s > by_memory && by_memory < flop->per_s)
        regime = "roofs.regime_caches";
    else if (point.flop_per_s < kHeldUp * std::min(flop->per_s, by_memory))
        regime = "roofs.regime_other";
    return text(regime, {{"share_percent", 100 * reached.most().value_or(0)}});
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
