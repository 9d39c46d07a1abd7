// SPDX-License-Identifier: Apache-2.0
#include "machine/own_memory.h"

#include <algorithm>

namespace duelo {

void OwnMemory::begin(const MemoryMark& now, bool anew) {
    m_began = now;
    m_anew = anew;
    m_keptBefore = m_kept;
}

std::int64_t OwnMemory::with(std::int64_t used_bytes) const {
    return std::max<std::int64_t>(0, m_keptBefore + used_bytes - m_began.used_bytes);
}

void OwnMemory::observe(const MemoryMark& now) {
    if (now.peak_bytes <= 0) return;
    const std::int64_t most = with(now.peak_bytes);
    // A mark that has not risen since the block began was made before it, by anybody.
    const bool inside = m_anew || now.peak_bytes > m_began.peak_bytes;
    m_seen = std::max(m_seen, inside ? most : with(now.used_bytes));
    m_possible = std::max(m_possible, most);
}

void OwnMemory::settle(const MemoryMark& now) {
    observe(now);
    if (now.peak_bytes > 0) m_kept = with(now.used_bytes);
}

std::optional<std::int64_t> OwnMemory::peakBytes() const {
    if (m_seen == 0 || m_seen < m_possible) return std::nullopt;
    return m_seen;
}

}  // namespace duelo
