// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <source_location>
#include <vector>

#include "simt/counters.h"

namespace duelo::simt {

inline constexpr unsigned kWarpThreads = 32;

enum class Event { Branch, GlobalLoad, GlobalStore, SharedLoad, SharedStore };

/// Records what the threads of one warp do between two barriers, and counts what that costs. The
/// threads run one after the other here; their n-th steps at one place of the text count as one
/// step of the warp. So does a real warp, except where its threads run a loop inside of a loop a
/// different number of times.
class WarpTrace {
public:
    /// The thread of the warp that speaks from now on.
    void beginLane(unsigned lane);
    /// `word`: of a branch its outcome, else the first one of 4 bytes, counted through the memory.
    void add(Event event, const std::source_location& where, std::uint32_t word, unsigned words);
    /// \returns what it costs, and forgets it.
    [[nodiscard]] Counters endWarp();
    void clear();

private:
    struct Together {
        std::uint32_t lanes = 0;  ///< a bit for each that takes part
        std::array<std::uint32_t, kWarpThreads> words{};
    };
    struct Place {
        Event event;
        const char* file;
        std::uint32_t line, column;
        unsigned words;
        std::size_t next = 0, used = 0;  ///< of `times`: the speaking thread's next, all threads'
        std::vector<Together> times{};
    };

    [[nodiscard]] Place& placeOf(Event event, const std::source_location& where, unsigned words);
    static void count(const Place& place, const Together& together, Counters& counters);

    unsigned m_lane = 0;
    std::size_t m_last = 0;  ///< the place that was spoken of last: the next one mostly follows it
    std::vector<Place> m_places;
};

}  // namespace duelo::simt
