// SPDX-License-Identifier: Apache-2.0
#include "experiments/transfer/copies.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <cstring>

#include "resources/kernels/splitmix.h"

namespace duelo {

namespace {

/// Ordinary stores. The fence costs nothing when it runs: without it compilers see a copy and call
/// the library's.
void copyLines(std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    std::size_t at = 0;
    for (; at + kLineBytes <= bytes; at += kLineBytes) {
        std::array<std::byte, kLineBytes> line;
        std::memcpy(line.data(), from + at, kLineBytes);
        std::memcpy(to + at, line.data(), kLineBytes);
        std::atomic_signal_fence(std::memory_order_seq_cst);
    }
    std::memcpy(to + at, from + at, bytes - at);
}

}  // namespace

Lines makeLines(std::size_t bytes) {
    return Lines(static_cast<std::byte*>(::operator new[](bytes, std::align_val_t{kLineBytes})));
}

void fillWords(std::span<std::byte> part, std::size_t first) {
    for (std::size_t at = 0; at < part.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t word = kernels::mixed((first + at) / sizeof(std::uint64_t) + 1);
        std::memcpy(part.data() + at, &word, std::min(sizeof word, part.size() - at));
    }
}

void copyBytes(CopyBy by, std::byte* to, const std::byte* from, std::size_t bytes) noexcept {
    if (by == CopyBy::Loop)
        copyLines(to, from, bytes);
    else
        std::memcpy(to, from, bytes);
    // Of calls in a row each is made: nobody may see that the next one writes the same.
    std::atomic_signal_fence(std::memory_order_seq_cst);
}

}  // namespace duelo
