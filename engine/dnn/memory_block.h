// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>

namespace duelo {

/// Memory that begins at a multiple of 64 bytes, or where it is large of 2 MiB, so that Linux can
/// give it huge pages: fewer entries of the table of pages are looked up in every call.
class MemoryBlock {
public:
    explicit MemoryBlock(std::int64_t bytes);

    [[nodiscard]] std::byte* at(std::int64_t offset) const { return m_begin.get() + offset; }
    /// As allocated: rounded up.
    [[nodiscard]] std::int64_t bytes() const { return m_bytes; }

private:
    struct Free {
        void operator()(std::byte* begin) const { std::free(begin); }
    };
    std::int64_t m_bytes;
    std::unique_ptr<std::byte, Free> m_begin;
};

}  // namespace duelo
