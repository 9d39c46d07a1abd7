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

/// Even whole numbers from 2 to 2048 times a tiny power of two. Of denormal numbers that is the
/// smallest of all, 2^-149, so their halves are whole multiples of it too; of normal ones 2^-100.
/// So both add up without rounding, to the same number of that power.
[[nodiscard]] AlignedFloats effectFloats(std::size_t count, bool denormal);
/// The whole number of them that a sum is.
[[nodiscard]] std::int64_t wholeOf(double sum, bool denormal);

}  // namespace duelo
