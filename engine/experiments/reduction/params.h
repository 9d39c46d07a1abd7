// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "experiments/reduction/kernel_texts.h"
#include "plan/params.h"

namespace duelo {

/// The way of adding up: by one thread in one sum, in several, in vectors; by threads in one sum
/// that they take in turns, in sums that lie side by side or apart, or in parts that are joined in
/// pairs; by a library.
enum class SumWay { Loop, Several, Simd, Atomic, Lock, Beside, Padded, Tree, Library };
template <>
inline constexpr std::array<std::string_view, 9> wordsOf<SumWay>{
    "loop", "several", "simd", "atomic", "lock", "beside", "padded", "tree", "library"};

[[nodiscard]] constexpr bool isOfOneThread(SumWay way) {
    return way == SumWay::Loop || way == SumWay::Several || way == SumWay::Simd;
}

/// Tells whether threads take turns for each number.
[[nodiscard]] constexpr bool takesTurns(SumWay way) {
    return way == SumWay::Atomic || way == SumWay::Lock;
}

/// The axis of the ways: the texts that a page shows are those of its words.
inline constexpr const char* kSumAxis = "kernel";
/// Up to here fp64 adds the numbers of this work without rounding, in any order.
inline constexpr std::int64_t kMostNumbers = std::int64_t{1} << 30;
/// More are not added one by one in turns: where many cores want one number, a turn may take a
/// microsecond.
inline constexpr std::int64_t kMostTurns = 4'000'000;
/// Threads begin their parts at such a multiple, as their vectors do.
inline constexpr std::int64_t kSumGrain = kSimdSums;

struct SumTask {
    std::int64_t numbers = 1;
    SumWay way = SumWay::Loop;
    int threads = 1;

    /// Returns how many additions a number goes through at most until it is in the result.
    [[nodiscard]] std::int64_t longestChain() const;
    /// Returns how far rounding to fp32 can put the sum from the exact one at most, as a share of
    /// it: each number is multiplied by 1 + e, |e| <= 2^-24, once for each addition that it goes
    /// through, and all numbers are positive. For any order of n numbers that is n - 1 times 2^-24
    /// at most (Jeannerod and Rump, SIAM Journal on Matrix Analysis 34, 2013).
    [[nodiscard]] double errorBound() const;
};
[[nodiscard]] SumTask sumTask(const Params& work, const Params& variant);

/// Returns the sums that do not wait for each other in one thread.
[[nodiscard]] long sumsOf(SumWay way);

}  // namespace duelo
