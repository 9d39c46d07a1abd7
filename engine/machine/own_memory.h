// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>

namespace duelo {

/// The memory of a process, or what it has of a device's, at a moment.
struct MemoryMark {
    std::int64_t used_bytes = 0;
    std::int64_t peak_bytes = 0;  ///< the most since the peak was started anew; 0: unknown
};

/// Finds the most memory that one of several works in a process holds. Marks count all works
/// together, so only the growth of the memory in a work's own blocks is its own: what it kept of
/// the blocks before, and how much more there was at once in this one.
class OwnMemory {
public:
    /// A block begins. `anew`: the peak has just been started anew.
    void begin(const MemoryMark& now, bool anew);
    /// Notes, in a block or at its end, how much there was at once.
    void observe(const MemoryMark& now);
    /// Notes the same where all that is used is needed, and none of it freed and only not given
    /// back: what the memory has grown by is kept.
    void settle(const MemoryMark& now);
    /// Returns its peak; nothing before the first block has grown, nor where a peak that could not
    /// be started anew may hide one of this work's that was larger than those that were seen.
    [[nodiscard]] std::optional<std::int64_t> peakBytes() const;

private:
    [[nodiscard]] std::int64_t with(std::int64_t used_bytes) const;

    MemoryMark m_began;
    bool m_anew = false;
    std::int64_t m_keptBefore = 0, m_kept = 0;
    std::int64_t m_seen = 0;      ///< the most that it certainly had
    std::int64_t m_possible = 0;  ///< the most that it can have had
};

}  // namespace duelo
