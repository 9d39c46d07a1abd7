// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace duelo {

/// Every order is equally likely, and the same with every compiler: the standard fixes the numbers
/// of mt19937_64 but neither those of its distributions nor std::shuffle (Fisher and Yates, from
/// the end).
void shuffle(std::span<std::size_t> values, std::mt19937_64& random);

/// The generator of one epoch: two numbers of 64 bits, all of which count.
[[nodiscard]] std::mt19937_64 epochRandom(std::uint64_t seed, std::uint64_t epoch);

}  // namespace duelo
