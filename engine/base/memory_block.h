// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace duelo {

/// The size of a huge page, which Linux gives at once where it is asked to, instead of 512 small
/// ones.
inline constexpr std::int64_t kHugePage = std::int64_t{2} << 20;

/// Memory that begins at a multiple of 64 bytes, or where it is large of 2 MiB, so that Linux can
/// give it huge pages: it comes faster, and fewer entries of the table of pages are looked up by
/// who uses it.
class MemoryBlock {
public:
    /// Throws std::bad_alloc.
    explicit MemoryBlock(std::int64_t bytes);

    [[nodiscard]] std::byte* at(std::int64_t offset) const { return m_begin.get() + offset; }
    /// Returns the allocated size, which is rounded up.
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    struct Free {
        std::int64_t alignment;
        void operator()(std::byte* begin) const;
    };
    std::int64_t m_bytes;
    std::unique_ptr<std::byte, Free> m_begin;
};

}  // namespace duelo
