// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

/// The loops that an effect is seen in, one for both of its ways. All reads are volatile: the
/// compiler then makes no vectors of them, leaves no pass out, and can not turn a branch into
/// arithmetic, because what a branch reads may not be read without it.
namespace duelo {

/// Adds every element once: each `step`th from the first, then each from the second, and so on.
/// Begins at the `first` of these rows and ends before `last`, of `step`.
[[nodiscard]] std::uint64_t sumByStep(const volatile std::uint32_t* values, std::size_t count,
                                      std::size_t step, std::size_t first, std::size_t last);

/// Adds those that are at least `least`.
[[nodiscard]] std::uint64_t sumFrom(const volatile std::uint32_t* values, std::size_t count,
                                    std::uint32_t least);

/// Adds all to a counter that lies in memory and is written for each. Nobody else writes it, so a
/// plain increment does.
void countInto(std::atomic<std::uint64_t>& counter, const volatile std::uint32_t* values,
               std::size_t count);

/// Adds all, and multiplies the sum by a factor after each, as a filter does; the factor is 1,
/// which the compiler does not know. Of so many that 23 bits hold the sum, it is a float and exact.
[[nodiscard]] double filteredSum(const volatile float* values, std::size_t count);

}  // namespace duelo
