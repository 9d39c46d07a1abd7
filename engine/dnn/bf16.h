// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Numbers of a plan as its own kernels read and write them: fp32, or the upper half of one. Always
/// inlined, because sources for different processors include them.
namespace duelo {

using Bf16 = std::uint16_t;

#define DUELO_BF16_INLINED [[gnu::always_inline]]

DUELO_BF16_INLINED inline float widened(float value) {
    return value;
}
DUELO_BF16_INLINED inline float widened(Bf16 value) {
    return __builtin_bit_cast(float, std::uint32_t{value} << 16);
}

DUELO_BF16_INLINED inline void put(float& to, float value) {
    to = value;
}
DUELO_BF16_INLINED inline void put(Bf16& to, float value) {
    const auto bits = __builtin_bit_cast(std::uint32_t, value);
    // Half-way cases go to the even one.
    to = static_cast<Bf16>((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
}

#undef DUELO_BF16_INLINED

}  // namespace duelo
