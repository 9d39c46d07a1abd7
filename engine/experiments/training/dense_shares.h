// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

/// Shares of the threads in the rows of a linear layer that learns.
namespace duelo {

/// Fewer weights are not worth waking a thread for.
inline constexpr long kLeastSharedWeights = 32 * 1024;

/// Rows first to last - 1.
struct DenseShare {
    long first, last;
};

/// Returns what member `number` of `of` does of `count` rows that they share in whole grains, of
/// which the last may be cut: nothing, where its number is beyond them.
[[nodiscard]] inline DenseShare denseShare(long number, long of, long count, long grain) {
    const long grains = (count + grain - 1) / grain;
    const auto begin = [&](long before) {
        return std::min(count, grains * std::min(before, of) / of * grain);
    };
    return {begin(number), begin(number + 1)};
}

}  // namespace duelo
