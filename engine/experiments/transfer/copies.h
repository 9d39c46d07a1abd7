// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <span>

#include "experiments/transfer/params.h"

namespace duelo {

/// Both blocks of a copy begin with a cache line.
inline constexpr std::size_t kLineBytes = 64;

struct FreeLines {
    void operator()(std::byte* memory) const noexcept {
        ::operator delete[](memory, std::align_val_t{kLineBytes});
    }
};
using Lines = std::unique_ptr<std::byte[], FreeLines>;
/// Makes memory that is not written to: the thread that first writes a page decides where it lies.
/// Throws std::bad_alloc.
[[nodiscard]] Lines makeLines(std::size_t bytes);

/// Fills a part with what is copied: no two words alike, the same on every device. `first` is the
/// place of the part in the whole, a multiple of 8.
void fillWords(std::span<std::byte> part, std::size_t first);

/// Copies bytes; the sides do not overlap.
void copyBytes(CopyBy by, std::byte* to, const std::byte* from, std::size_t bytes) noexcept;

}  // namespace duelo
