// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "report/comparison.h"

/// Shares of their machine's limits that results reach, where a comparison holds both.
namespace duelo {

/// Returns the bytes of all caches of the largest level of a machine; 0: it does not tell them.
[[nodiscard]] double largestCacheBytes(const Header& header);
/// Returns whether a copy of so many bytes goes to the memory: both of its blocks together are at
/// least twice as large as all caches of the largest level. Of a GPU, and where a machine does not
/// tell its caches, that cannot be asked: true.
[[nodiscard]] bool isBeyondCaches(double bytes, const Header& header, Device device);

/// The highest rates that were measured of a machine's device, with the upper ends of their
/// intervals: what is above those is no matter of chance.
struct MachineRoofs {
    struct Roof {
        double per_s = 0, at_most_per_s = 0;
    };
    /// Bytes read and written, of the largest copy that the caches do not hold.
    std::optional<Roof> memory{};
    double copy_bytes = 0;  ///< its size
    bool doubtful = false;  ///< one of them was measured, but its flags say that it may be another
    /// Copies were measured, but the caches hold them all, so none tells of the memory.
    bool only_cached = false;
    std::string file{}, started{};     ///< that these are of; empty: nothing was measured
    std::map<Precision, Roof> flop{};  ///< in each number format that was measured
    /// Returns the roof in a number format; null where there is none.
    [[nodiscard]] const Roof* flopIn(Precision precision) const {
        const auto found = flop.find(precision);
        return found == flop.end() ? nullptr : &found->second;
    }
};
/// Returns the roofs of a cell's machine and device, from the comparison, else from what is beside
/// it; nothing is there where none was measured. Where the highest of a kind is doubtful there is
/// none of that kind: what is below it may not be the limit either.
[[nodiscard]] MachineRoofs roofsOf(const Comparison& comparison, const ReportCell& cell);

/// The shares of the roofs that a timed cell reaches, by the counts of a call in its record; the
/// arithmetic one is of the roof in its own number format.
struct ReachedRoofs {
    std::optional<double> flop{}, memory{};  ///< shares of 1
    [[nodiscard]] bool known() const { return flop || memory; }
    /// The one that is nearer to its roof, which is what holds the work up if anything here does.
    [[nodiscard]] std::optional<double> most() const;
};
[[nodiscard]] ReachedRoofs reachedRoofs(const Comparison& comparison, const ReportCell& cell);

/// The place of a timed cell under its roofs: operations for each byte, and in a second.
struct RooflinePoint {
    double flop_per_byte = 0, flop_per_s = 0;
};
/// Returns the point of a cell; nothing where it does not count both.
[[nodiscard]] std::optional<RooflinePoint> rooflinePoint(const ReportCell& cell);
/// Says what holds that up under the two roofs of its machine, with the share that it reaches;
/// empty where one of them was not measured.
[[nodiscard]] std::string heldUpText(const MachineRoofs& roofs, Precision precision,
                                     const RooflinePoint& point, const Text& text);
/// Returns the number format of a cell's variant.
[[nodiscard]] Precision precisionOf(const Comparison& comparison, const ReportCell& cell);

/// Costs of sharing work out on a cell's machine (S4-19), from results of the kinds process, start,
/// pipe and lock on the same machine that are not doubtful; absent: not measured.
struct SharingCosts {
    std::optional<double> process_ms{};  ///< until a process is ready
    std::optional<double> thread_ms{};   ///< started and waited for, of as many as there are
    std::optional<double> pipe_ms{};     ///< of kPipedBytes
    std::optional<double> lock_ms{}, wanted_lock_ms{};  ///< of one thread; of `threads` at a time
    int threads = 0;
    bool doubtful = false;  ///< some were measured, but their flags say that they may be others
    std::string file{}, started{};
    [[nodiscard]] bool known() const {
        return process_ms || thread_ms || pipe_ms || lock_ms || wanted_lock_ms;
    }
};
/// Returns the costs from the comparison, else from what is beside it.
[[nodiscard]] SharingCosts sharingCostsOf(const Comparison& comparison, const ReportCell& cell);

/// View::warnings: results above a roof, which cannot be (G26).
[[nodiscard]] std::vector<Reason> warningsOfRoofs(const Comparison& comparison);

}  // namespace duelo
