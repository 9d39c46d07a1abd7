// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/words.h"

/// The numbers of DMP-1 (measuring protocol 1) as data, and the sizes that follow from them.
namespace duelo {

inline constexpr std::string_view protocol_version = "DMP-1";

/// The precision and the limits to which one cell (a case on one variant) is measured.
struct Protocol {
    Preset preset = Preset::Standard;
    double target_half_width = 0;  ///< of the median's 95 % interval, and of a ratio's (relative)
    std::size_t n_min = 0;
    std::size_t rounds_min = 0;  ///< a ratio needs rounds, not calls
    double t_min_ms = 0;         ///< of measured time
    double t_max_ms = 0;        ///< of everything in the cell's turns; wins over all other criteria
    double percentile = 0.5;    ///< the highest that is promised; asks for samples of its own
    int processes = 1;          ///< fresh starts; the worst interval counts
    std::size_t n_max = 50000;  ///< samples kept: bounds memory and the record's size
    bool operator==(const Protocol&) const = default;
};

inline constexpr std::array<Protocol, 3> presets = {{
    {Preset::Quick, 0.03, 10, 6, 300, 5000, 0.5, 1},
    {Preset::Standard, 0.01, 30, 20, 1000, 15000, 0.9, 1},
    {Preset::Strict, 0.005, 100, 50, 10000, 120000, 0.99, 3},
}};
[[nodiscard]] constexpr const Protocol& protocolOf(Preset preset) {
    return presets[static_cast<std::size_t>(preset)];
}

/// The least time of the unmeasured calls of a turn; there is always one. A single call of a
/// millisecond finds cold caches, sleeping threads and a clock that has just been lowered, and is
/// over before they are awake.
inline constexpr double kWakeMs = 5;
/// The least time of those calls on a GPU after another device's turn: it lowers its clock while it
/// has nothing to do and raises it again within some tens of milliseconds of work.
inline constexpr double kSpinUpMs = 100;

/// One variant's turn in a round.
struct Turn {
    std::size_t samples = 1;  ///< measured one by one (each a call, or a block of calls)
    bool unmeasured = true;   ///< calls before them, to wake what the last variant put to sleep
    bool operator==(const Turn&) const = default;
};
/// 5 or more samples and 20 ms or more; fewer for slow calls, so that 12 rounds fit into t_max;
/// when even 12 rounds of one sample do not fit beside unmeasured calls, these are dropped (a call
/// that long does not notice them), and then n falls to what fits: 6 samples when a call takes a
/// sixth of t_max, none of them repeated when it takes longer. At least one sample is always taken.
/// `wake_ms`: the least time of the unmeasured calls; 0: one of them is enough.
[[nodiscard]] Turn planTurn(double sample_ms, const Protocol& protocol, double wake_ms = 0);

/// Calls timed as one sample: 1 when a call takes 1000 clock reads or more, else the least power of
/// two that makes the block that long. Blocks have no percentiles (the calls in them are averaged).
[[nodiscard]] std::size_t callsPerSample(double call_ns, double clock_read_ns);

}  // namespace duelo
