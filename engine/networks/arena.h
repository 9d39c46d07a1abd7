// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace duelo {

/// Bytes that are needed from step `first` to step `last`, both included.
struct Lifetime {
    std::int64_t bytes = 0;
    int first = 0, last = 0;
};

/// Where each of them lies in one piece of memory, in bytes from its beginning.
struct ArenaLayout {
    std::vector<std::int64_t> offsets;  ///< parallel to the lifetimes, multiples of kArenaAlignment
    std::int64_t bytes = 0;             ///< of the whole piece
};

/// A cache line, and the widest vector.
inline constexpr std::int64_t kArenaAlignment = 64;

/// Lets those share bytes that are not needed at the same step. The largest are laid first, each as
/// far in front as it fits (Pisarchyk, Lee: Efficient memory management for deep neural net
/// inference, 2020: "greedy by size").
[[nodiscard]] ArenaLayout layOut(std::span<const Lifetime> lifetimes);

/// `bytes`, rounded up to kArenaAlignment.
[[nodiscard]] constexpr std::int64_t aligned(std::int64_t bytes) {
    return (bytes + kArenaAlignment - 1) / kArenaAlignment * kArenaAlignment;
}

}  // namespace duelo
