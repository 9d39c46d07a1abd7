// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "base/words.h"
#include "plan/params.h"

namespace duelo {

/// MonteCarlo: of random points in a square, the share that lies in a quarter of a circle. Series:
/// the first terms of Leibniz's 1 - 1/3 + 1/5 - 1/7 + ...
enum class PiMethod { MonteCarlo, Series };
template <>
inline constexpr std::array<std::string_view, 2> wordsOf<PiMethod>{"monte_carlo", "series"};

/// One loop, the same loop shared out to threads, or operations on arrays that hold all samples; on
/// a GPU such arrays, or a kernel of its own: what each sample brings is added up by the host, or
/// by the kernel itself.
enum class PiHow { Loop, Threads, Array, KernelHost, KernelDevice };
template <>
inline constexpr std::array<std::string_view, 5> wordsOf<PiHow>{"loop", "threads", "array",
                                                                "kernel_host", "kernel_device"};

inline constexpr std::int64_t kMostPiSamples = 100'000'000'000;

struct PiCase {
    std::int64_t samples = 0;  ///< points or terms
    PiMethod method = PiMethod::MonteCarlo;
    std::uint64_t seed = 0;  ///< of the points
};
[[nodiscard]] PiCase piCase(const Params& work);

/// Returns what becomes of the sum over all samples: points in the circle, or terms of the series.
[[nodiscard]] double piEstimate(const PiCase& work, double sum);

/// Returns the expected distance of the estimate from pi, by a formula.
///
/// Monte Carlo: the standard error of 4 k / n, where k of n points lie inside, each with the
/// probability p = pi / 4 (a binomial count, variance n p (1 - p)):
/// sqrt(16 p (1 - p) / n) = sqrt(pi (4 - pi) / n) = 1.642 / sqrt(n). A third of all seeds lies
/// beyond it.
/// Series: 1 / n, to which the error of n terms tends (Borwein, Borwein, Dilcher: Pi, Euler
/// numbers, and asymptotic expansions, American Mathematical Monthly 96, 1989).
[[nodiscard]] double piExpectedError(PiMethod method, double samples);

}  // namespace duelo
