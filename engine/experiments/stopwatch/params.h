// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "base/words.h"
#include "plan/spec.h"

namespace duelo {

/// A way of taking a time. Handout: the first call of a process, once. Few: the mean of the first
/// three calls. CoarseClock: one call by a clock that ticks 64 times a second. CopiesInside: the
/// input is made and copied while the clock runs. NoSynchronise: the clock stops before the GPU, or
/// what stands for it on a CPU, has done the work.
enum class Stopwatch { Right, Handout, Few, CoarseClock, CopiesInside, NoSynchronise };
template <>
inline constexpr std::array<std::string_view, 6> wordsOf<Stopwatch>{
    "right", "handout", "few", "coarse_clock", "copies_inside", "no_synchronise"};

/// The step of time.time() and GetTickCount() on Windows (S0-M02): 1 s / 64.
inline constexpr double kCoarseTick_ms = 15.625;
/// Number of calls that Few takes the mean of.
inline constexpr int kFewCalls = 3;

/// The cell that a work {experiment, case, variant} stands for; absent where it is none, or more
/// than one, of work that is repeated and needs no texts of its own.
[[nodiscard]] std::optional<Cell> timedCell(const Json& work, const Facts& facts);

/// Returns what a clock of that step shows of a call between two times of an exact one.
[[nodiscard]] double coarseMs(double start_ms, double end_ms);

}  // namespace duelo
