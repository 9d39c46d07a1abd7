// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/sheet.h"

/// The only host clock of Duelo, and its self-test (R-29, S4-15).
namespace duelo {

using Clock = std::chrono::steady_clock;
static_assert(Clock::is_steady, "a duration must not change when someone sets the time");

inline constexpr double kNsPerMs = 1e6;

[[nodiscard]] inline std::int64_t nowNs() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now().time_since_epoch())
        .count();
}

[[nodiscard]] inline double msSince(std::int64_t ns) {
    return static_cast<double>(nowNs() - ns) / kNsPerMs;
}

/// The facts about the stopwatch that the report prints ("Ficha del cronometro"). inspectClock()
/// fills in all of them; a file may lack any (base/sheet.h).
struct ClockSheet {
    std::string clock{};                     ///< "steady"
    std::optional<double> read_ns{};         ///< one read: median over 1000 batches of reads
    std::optional<double> empty_block_ns{};  ///< what an empty block measures (median)
    /// Smallest non-zero difference of neighbouring reads; 0: none seen.
    std::optional<double> resolution_ns{};
    std::optional<bool> monotonic{};      ///< no read lay before the one ahead of it
    std::optional<std::int64_t> reads{};  ///< neighbouring reads compared
    Json extra = Json::object();
    bool operator==(const ClockSheet&) const = default;

    template <typename Self, typename F>
    static void fields(Self& self, F&& field) {
        field("clock", self.clock);
        field("read_ns", self.read_ns);
        field("empty_block_ns", self.empty_block_ns);
        field("resolution_ns", self.resolution_ns);
        field("monotonic", self.monotonic);
        field("reads", self.reads);
    }
};

/// Examines the clock that `now` reads (ns); tests pass broken ones. About 50 ms for 10^6 reads of
/// a good clock. `reads` below 2 counts as 2.
[[nodiscard]] ClockSheet inspectClock(std::int64_t (*now)() = nowNs, std::size_t reads = 1'000'000);

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

/// Returns the time that the calling thread has waited for a processor so far though it had
/// something to do: others took it. Nothing where the system does not tell (Windows, macOS).
[[nodiscard]] std::optional<std::int64_t> waitedNs();

}  // namespace duelo
