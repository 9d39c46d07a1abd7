// SPDX-License-Identifier: Apache-2.0
#include "base/memory_block.h"

#include <algorithm>
#include <new>

#ifdef __linux__
#include <sys/mman.h>
#endif

namespace duelo {

namespace {

constexpr std::int64_t kCacheLine = 64;

std::align_val_t alignmentOf(std::int64_t unit) {
    return std::align_val_t{static_cast<std::size_t>(unit)};
}

}  // namespace

void MemoryBlock::Free::operator()(std::byte* begin) const {
    ::operator delete(begin, alignmentOf(alignment));
}

MemoryBlock::MemoryBlock(std::int64_t bytes) {
    const std::int64_t unit = bytes < kHugePage ? kCacheLine : kHugePage;
    m_bytes = std::max(unit, (bytes + unit - 1) / unit * unit);
    const auto size = static_cast<std::size_t>(m_bytes);
    m_begin = {static_cast<std::byte*>(::operator new(size, alignmentOf(unit))), Free{unit}};
#ifdef __linux__
    // Where the system has none, the usual ones do.
    if (unit == kHugePage) static_cast<void>(madvise(m_begin.get(), size, MADV_HUGEPAGE));
#endif
}

}  // namespace duelo
