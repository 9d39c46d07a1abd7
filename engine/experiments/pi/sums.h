// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// The loops over the samples, as a first program would have them. A sum over samples first,
/// first + 1, ... depends on their numbers alone, so parts can be done in any order.
namespace duelo {

/// The key of a seed's stream; streams of neighbouring seeds do not overlap.
[[nodiscard]] std::uint64_t pointStream(std::uint64_t seed);

/// Returns the number of these points that lie inside the circle. Point i is made of word i of the
/// stream, SplitMix64 as a counter (resources/kernels/splitmix.h): 30 bits for x and 30 for y
/// choose one of 2^60 cells of the unit square, and its centre is the point. Whole numbers decide,
/// so every device and every library counts the same points.
[[nodiscard]] std::int64_t pointsInside(std::uint64_t stream, std::int64_t first,
                                        std::int64_t count);

/// The sum of (-1)^k / (2k + 1) over these terms, in pairs: 1/(2k+1) - 1/(2k+3) cancels nothing
/// when written as 2 / ((2k+1)(2k+3)). `first` is even.
[[nodiscard]] double leibnizSum(std::int64_t first, std::int64_t count);

}  // namespace duelo
