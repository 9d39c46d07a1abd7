// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "networks/shape.h"

namespace duelo {

/// Returns the side, in outputs, of the square tiles in which the mode Compiled does a 3x3
/// convolution of this output in fp32 by Winograd's algorithm (Lavin, Gray: Fast algorithms for
/// convolutional neural networks, CVPR 2016): 4, with a quarter of the products; 2, with 4/9 of
/// them; 0 where the direct convolution is done, which reads as many weights as there are, not 4 or
/// 16/9 times as many. Depends on the shape alone, so that every run of a work computes the same.
[[nodiscard]] int winogradOutputs(const Node& node, const Shape& out);

/// Tiles of `outputs` rows and columns that cover all images.
[[nodiscard]] std::int64_t winogradTiles(const Shape& out, int outputs);

/// Products that a tile has for each pair of an input and an output channel.
[[nodiscard]] constexpr std::int64_t winogradProducts(int outputs) {
    return std::int64_t{outputs + 2} * (outputs + 2);
}

/// Tiles that a thread transforms at once, at most; with fewer than so many for each thread all
/// share those of the whole map.
inline constexpr std::int64_t kWinogradTilesAtOnce = 48, kWinogradTilesOfThread = 32;

/// Returns the bytes of transformed images and sums that `threads` or fewer hold at once, at most.
[[nodiscard]] std::int64_t winogradScratchBytes(const Node& node, const Shape& out,
                                                std::int64_t threads);

}  // namespace duelo
