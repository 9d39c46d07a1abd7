// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Multiplications and additions of numbers in bf16, summed in fp32, by what a processor has for
/// them. Without that there is no such rate: a library converts them, and computes in fp32.
namespace duelo {

/// The value of every factor, 2^-6, as the bits of a bf16. All sums stay exact in fp32 for the
/// rounds that are done here.
inline constexpr std::uint16_t kBf16Factor = 0x3c80;
inline constexpr float kBf16Product = 1.0F / 4096;

struct Bf16Kernel {
    const char* isa = "";         ///< "amx-bf16", "avx512-bf16"
    std::int64_t round_flop = 0;  ///< of one round
    /// Returns what the sums come to, as a share of what they should: 1. Of no rounds too.
    float (*run)(std::int64_t rounds) = nullptr;
};
/// Returns the widest that this processor has and this system lets be used, found once; null: none.
[[nodiscard]] const Bf16Kernel* bf16Kernel();

/// Two products for each lane of twelve vectors.
inline constexpr std::int64_t kAvx512RoundFlop = std::int64_t{12} * 16 * 4;
float bf16Avx512(std::int64_t rounds);
/// Four tiles of 16 by 16 sums, each of 32 products.
inline constexpr std::int64_t kAmxRoundFlop = std::int64_t{4} * 16 * 16 * 64;
float bf16Amx(std::int64_t rounds);

}  // namespace duelo
