// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Multiplications and additions that stay in registers, in the widest vectors of this processor.
namespace duelo {

/// Sums that do not wait for each other: more than a processor has under way (four cycles on two
/// units), and no more than the registers of AVX2 hold.
inline constexpr int kFmaChains = 12;

/// The loop of a kernel: in each round, each lane of kFmaChains vectors times `factor` plus
/// `summand`. Returns a lane, so that none of it can be left out.
using FmaLoop = float (*)(std::int64_t rounds, float factor, float summand);

struct FmaKernel {
    const char* isa = "";  ///< "avx512f", "avx2", "plain"
    int lanes = 0;         ///< fp32 values in a vector
    FmaLoop run = nullptr;
};
/// Returns the kernel with the widest vectors that this processor has; it is found once.
[[nodiscard]] const FmaKernel& fmaKernel();

float fmaPlain(std::int64_t rounds, float factor, float summand);
float fmaAvx2(std::int64_t rounds, float factor, float summand);
float fmaAvx512(std::int64_t rounds, float factor, float summand);

}  // namespace duelo
