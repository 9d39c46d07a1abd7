// SPDX-License-Identifier: Apache-2.0
#include "dnn/memory_block.h"

#include <algorithm>
#include <new>

#include <sys/mman.h>

#include "networks/arena.h"

namespace duelo {

MemoryBlock::MemoryBlock(std::int64_t bytes) {
    const std::int64_t unit = bytes < kHugePage ? kArenaAlignment : kHugePage;
    m_bytes = std::max(unit, (bytes + unit - 1) / unit * unit);
    m_begin.reset(static_cast<std::byte*>(
        std::aligned_alloc(static_cast<std::size_t>(unit), static_cast<std::size_t>(m_bytes))));
    if (!m_begin) throw std::bad_alloc();
    // Where the system has none, the usual ones do.
    if (unit == kHugePage)
        static_cast<void>(madvise(m_begin.get(), static_cast<std::size_t>(m_bytes), MADV_HUGEPAGE));
}

}  // namespace duelo
