// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace duelo {

/// The inputs of one output of a resized line: `weights.size()` of them from `first`.
struct FilterTaps {
    int first = 0;
    std::vector<std::int32_t> weights;
};

/// Fractional bits of the weights: 8 bits of a pixel, 22 of a weight and 2 to spare make 32, and
/// sums of weights near 1 never overflow.
inline constexpr int filter_weight_bits = 22;
/// Where a sum of weighted pixels begins, so that filteredByte rounds.
inline constexpr std::int32_t filter_rounding = 1 << (filter_weight_bits - 1);

/// One entry for each of `out_size` outputs of a line of `in_size` pixels; both from 1.
///
/// A triangle filter whose support grows with the reduction: the numbers of Pillow's
/// resize(..., BILINEAR), and therefore of torchvision's Resize on a PIL image. vision (interleaved
/// photographs) and data (planar samples) each walk their own memory with these weights.
[[nodiscard]] std::vector<FilterTaps> triangleFilter(int in_size, int out_size);

/// The byte of a finished sum. Inline: it stands in the innermost loops.
[[nodiscard]] inline std::uint8_t filteredByte(std::int32_t sum) {
    return static_cast<std::uint8_t>(std::clamp(sum >> filter_weight_bits, 0, 255));
}

}  // namespace duelo
