// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo::simt {

/// Counts the work that a GPU would have had to do. A *request* is one load or store of a warp: the
/// accesses that its 32 threads make at the same place of the text, each the same time since the
/// last barrier.
struct Counters {
    std::int64_t launches = 0;
    std::int64_t copies = 0, copied_bytes = 0;  ///< between host and device, either way
    std::int64_t blocks = 0, threads = 0;
    std::int64_t idle_threads = 0;  ///< store nothing in global memory
    std::int64_t barriers = 0;      ///< of blocks
    /// Each `if` of the text that a warp comes to, and those whose threads do not agree. Loops and
    /// ?: are not counted.
    std::int64_t branches = 0, diverging_branches = 0;
    std::int64_t global_requests = 0;
    std::int64_t sectors = 0;        ///< of 32 bytes in global memory, that the requests touch
    std::int64_t least_sectors = 0;  ///< that would do if the same words were neighbours
    std::int64_t loaded_bytes = 0, stored_bytes = 0;  ///< of global memory, that threads asked for
    std::int64_t shared_requests = 0;
    std::int64_t bank_conflicts = 0;  ///< turns that shared memory needs beyond one for a request

    Counters& operator+=(const Counters& other) {
        launches += other.launches;
        copies += other.copies;
        copied_bytes += other.copied_bytes;
        blocks += other.blocks;
        threads += other.threads;
        idle_threads += other.idle_threads;
        barriers += other.barriers;
        branches += other.branches;
        diverging_branches += other.diverging_branches;
        global_requests += other.global_requests;
        sectors += other.sectors;
        least_sectors += other.least_sectors;
        loaded_bytes += other.loaded_bytes;
        stored_bytes += other.stored_bytes;
        shared_requests += other.shared_requests;
        bank_conflicts += other.bank_conflicts;
        return *this;
    }
    bool operator==(const Counters&) const = default;
};

}  // namespace duelo::simt
