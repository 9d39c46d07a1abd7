// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/result.h"

/// The only host clock of Duelo, and its self-test (R-29, S4-15).
namespace duelo {

using Clock = std::chrono::steady_clock;
static_assert(Clock::is_steady, "a duration must not change when someone sets the time");

inline constexpr double kNsPerMs = 1e6;

[[nodiscard]] inline std::int64_t nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
}

/// What the report prints about the stopwatch ("Ficha del cronometro").
struct ClockSheet {
    double read_ns = 0;         ///< one read: median over 1000 batches of reads
    double empty_block_ns = 0;  ///< what a block with nothing in it measures (median)
    double resolution_ns = 0;  ///< smallest non-zero difference of neighbouring reads; 0: none seen
    bool monotonic = false;    ///< no read lay before the one ahead of it
    std::size_t reads = 0;     ///< neighbouring reads compared
    bool operator==(const ClockSheet&) const = default;
};

/// Examines the clock that `now` reads (ns); tests pass broken ones. About 50 ms for 10^6 reads of
/// a good clock. `reads` below 2 counts as 2.
[[nodiscard]] ClockSheet inspectClock(std::int64_t (*now)() = nowNs, std::size_t reads = 1'000'000);

/// {"clock": "steady", "read_ns": …, "empty_block_ns": …, "resolution_ns": …, "monotonic": …,
/// "reads": …}
[[nodiscard]] Json toJson(const ClockSheet& sheet);

/// Why the clock must not be used: `clock_backwards`, `clock_coarse` (1 us or more, or standing
/// still). Empty for a good clock.
[[nodiscard]] std::vector<Reason> clockProblems(const ClockSheet& sheet);

/// Two clocks that differ only by the time the machine slept.
struct SleepStamp {
    std::int64_t awake_ns = 0;  ///< does not run while the machine is suspended
    std::int64_t total_ns = 0;  ///< does
};
[[nodiscard]] SleepStamp readSleepStamp();
/// The machine was suspended between two stamps: the clocks moved apart by more than a quarter of
/// a second (the ticks they are made of are up to 16 ms long) and by more than 0.1 % of the time.
[[nodiscard]] bool sleptBetween(const SleepStamp& begin, const SleepStamp& end);

/// How often the system took the processor away from the calling thread. Nothing where it does not
/// tell per thread (Windows, macOS).
[[nodiscard]] std::optional<std::int64_t> involuntarySwitches();

}  // namespace duelo
