// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "experiments/aligned_floats.h"

namespace duelo {

using EffectNumbers = AlignedNumbers<std::uint32_t>;

/// Random numbers of 32 bits, always the same: half of them are kHalf or more.
inline constexpr std::uint32_t kHalf = 1U << 31;
[[nodiscard]] EffectNumbers effectNumbers(std::size_t count, bool sorted);

/// Whole numbers from 1 to 1024 times a tiny power of two. Of denormal numbers that is the smallest
/// of all, 2^-149; of normal ones 2^-100. Both add up to the same number of that power.
[[nodiscard]] AlignedFloats effectFloats(std::size_t count, bool denormal);
/// The length of a run of floats whose sum has 20 bits: it is not rounded, and a sum of denormal
/// ones stays denormal.
inline constexpr std::size_t kExactFloats = 1024;
/// Returns the whole number of that power that a sum is.
[[nodiscard]] std::int64_t wholeOf(double sum, bool denormal);

}  // namespace duelo
