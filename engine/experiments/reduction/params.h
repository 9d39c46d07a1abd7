// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/words.h"
#include "experiments/reduction/kernel_texts.h"
#include "plan/params.h"

namespace duelo {

/// The result that is made of the numbers: one sum, the sums of each number and all before it, or
/// the number of times that each of 256 values is there.
enum class NumberOperation { Sum, Scan, Histogram };
template <>
inline constexpr std::array<std::string_view, 3> wordsOf<NumberOperation>{"sum", "scan",
                                                                          "histogram"};

/// The way in which that is done: by one thread in one sum, in several, in vectors; by threads in
/// one sum that they take in turns, in sums that lie side by side or apart, or in parts that are
/// joined in pairs; by a library. A histogram has a table of counts where a sum has a sum.
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

/// Tells whether an operation has a way: each sum of a scan needs all numbers before it, and equal
/// bytes of a vector would be counted in one bin at once.
[[nodiscard]] constexpr bool hasWay(NumberOperation operation, SumWay way) {
    if (operation == NumberOperation::Histogram) return way != SumWay::Simd;
    return operation == NumberOperation::Sum || way == SumWay::Loop || way == SumWay::Simd ||
           way == SumWay::Tree || way == SumWay::Library;
}

inline constexpr const char* kOperationAxis = "operation";
/// The axis of the ways: the texts that a page shows are those of its words.
inline constexpr const char* kSumAxis = "kernel";
/// Up to here fp64 adds the numbers of this work without rounding, in any order.
inline constexpr std::int64_t kMostNumbers = std::int64_t{1} << 30;
/// More are not added one by one in turns: where many cores want one number, a turn may take a
/// microsecond.
inline constexpr std::int64_t kMostTurns = 4'000'000;
/// Threads begin their parts at such a multiple, as their vectors do.
inline constexpr std::int64_t kSumGrain = kSimdSums;
/// The numbers of a piece of SumWay::Tree's scan: with their sums they fit into a core's second
/// cache, and to hand a sum on takes much less time than they do.
inline constexpr std::int64_t kScanPiece = 16'384;
static_assert(kScanPiece % kSumGrain == 0);

struct SumTask {
    std::int64_t numbers = 1;
    SumWay way = SumWay::Loop;
    int threads = 1;
    NumberOperation operation = NumberOperation::Sum;

    /// Returns the bytes that are to be read and written at least.
    [[nodiscard]] std::int64_t bytesMoved() const;
    /// Returns why that is not measured: "reduction_too_many_turns" {numbers, max},
    /// "reduction_not_a_scan", "reduction_not_a_histogram"; nothing: it is.
    [[nodiscard]] std::optional<Reason> whyNot() const;
    /// Returns how many additions a number goes through at most until it is in the result.
    [[nodiscard]] std::int64_t longestChain() const;
    /// Returns how far rounding to fp32 can put a sum from the exact one at most, as a share of
    /// it, 0 of counts: each number is multiplied by 1 + e, |e| <= 2^-24, once for each addition
    /// that it goes through, and all numbers are positive. For any order of n numbers that is n - 1
    /// times 2^-24 at most (Jeannerod and Rump, SIAM Journal on Matrix Analysis 34, 2013).
    [[nodiscard]] double errorBound() const;
};
[[nodiscard]] SumTask sumTask(const Params& work, const Params& variant);

/// Returns the sums that do not wait for each other in one thread.
[[nodiscard]] long sumsOf(SumWay way);

}  // namespace duelo
