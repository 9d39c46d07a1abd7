// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "measure/warm_up.h"
#include "plan/protocol.h"

/// Forecasts how long a measurement will take, before it begins. Pure functions: they apply the
/// rules of DMP-1 to the time that one call will take, and to how well that is known.
namespace duelo {

/// The time until another engine answers: its libraries are loaded and its GPU is looked for.
inline constexpr double kEngineStartMs = 300;

/// The operations and bytes that a device gets through in a millisecond, as measured on this
/// machine.
struct ComputeRate {
    double flop_per_ms = 0;
    double bytes_per_ms = 0;  ///< read and written, one after the other
    int threads = 1;          ///< of the CPU, while it was measured
};

/// The work of one call.
struct CallWork {
    double flop = 0;
    double bytes = 0;       ///< read and written, every layer by itself
    int threads = 0;        ///< of the CPU; 0: as many as the rate was measured with
    bool emulated = false;  ///< in a precision that the device has to emulate
};

/// The times of a cell's calls as far as they are known before they are measured.
struct CallTime {
    double ms = 0;            ///< of a warm call
    double prepare_ms = 100;  ///< all that comes before the first call
    double fetch_ms = 0;      ///< before that, once for all variants of a case in a process
    double cold_ms = 0;       ///< the first call; 0: as a warm one
    double scatter = 0.008;   ///< of the medians of rounds: their standard deviation, relative
    double factor = 1;        ///< by which the times may be off, in either direction
};

/// A time that is expected, and between which bounds it should lie.
struct Duration {
    double low_ms = 0, expected_ms = 0, high_ms = 0;

    Duration& operator+=(const Duration& other);
};

/// The settings that the cells of a case have in common.
struct Setting {
    Protocol protocol{};
    WarmUpLimits warm_up{};
    int variants = 1;  ///< of the case; with more than one they are also set against each other
    bool spins_up = false;  ///< a GPU that waits for the turns of a CPU
    int least_calls = 1;    ///< of a sample: what turns are made of is rows of so many
    int at_once = 0;        ///< Prepared::at_once: processes side by side; 0: none
    /// The number of threads of these processes for each core, and that of the processes
    /// themselves, which begin on one thread; 1: there are cores enough.
    double crowding = 1, start_crowding = 1;
    bool counts_energy = false;  ///< somebody counts what its device takes (energy_block.h)
};

/// A call from its arithmetic and its traffic alone: the sum of both, since a network is neither
/// all the one nor all the other. Models, modes and precisions lie around that by the factor of
/// what is returned (where it comes from: .cpp). Nothing where rate or work is not a positive
/// number.
[[nodiscard]] std::optional<CallTime> coarseCallTime(const CallWork& work, const ComputeRate& rate);

/// Returns the setting of a cell whose calls are of this time, as withTail() of stop_rule.h leaves
/// its protocol.
[[nodiscard]] Setting withTail(Setting setting, const CallTime& call, double& left_ms);

/// Forecasts the time of one variant of a case from its first line to its result: prepared, cold
/// call, warm-up, rounds until they are precise. The bounds are those of shorter and steadier
/// calls, and of longer ones that scatter more.
[[nodiscard]] Duration forecastDuration(const Setting& setting, const CallTime& call);

/// Returns how long work that is a Course takes: so many calls, and no longer than `longest_ms`.
/// Where it may end early, it may do so after `least_calls`.
[[nodiscard]] Duration forecastCourse(double calls, double least_calls, double longest_ms,
                                      const CallTime& call);

/// The rounds that a measured cell took, and what they reached.
struct RoundsTaken {
    double rounds = 0;
    double half_width = 0;  ///< of the median's interval, relative
    bool precise = false;   ///< it stopped because all was as narrow as its preset asks
};

/// The scatter of rounds with which forecastDuration() makes of a call what was taken: by the
/// interval it ended with, and beside other variants by the rounds that the ratios took. It counts
/// what no single calls show, the rounds that depend on each other and a machine that changes.
/// Nothing where the numbers are none.
[[nodiscard]] std::optional<double> scatterShown(const RoundsTaken& taken, const Setting& setting,
                                                 double call_ms);

/// Returns the duration where nothing is known of the calls: they are much shorter than what the
/// rules ask for, or much longer.
[[nodiscard]] Duration forecastWithoutCalls(const Setting& setting);

}  // namespace duelo
