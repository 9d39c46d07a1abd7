// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "machine/clock.h"

namespace duelo {

/// Why a process stood still for a while.
enum class Standstill {
    None,
    Starved,  ///< it would have gone on, but other programs had the processors
    Stopped,  ///< by Ctrl-Z, a debugger or a frozen container
};

/// Notices when this process stood still. No pair of clocks tells that, as they tell that the
/// machine slept (SleepStamp): all of them run on. A thread of its own that wakes twenty times a
/// second does: it stands still too. A thread that is starved waits in the queue of a processor,
/// which the system counts (waitedNs()); one that is stopped waits in none. Where the system does
/// not count that, a standstill is taken for starvation, which is far more common.
class Heartbeat {
public:
    using Waited = std::function<std::optional<std::int64_t>()>;
    /// Four beats: a loaded machine delays a thread that has slept by some milliseconds.
    static constexpr std::int64_t usual_still_ns = 200'000'000;

    /// \param waited tells how long the thread that calls it has waited for a processor in all.
    /// \param still_ns how long a gap between two beats has to be to be a standstill.
    explicit Heartbeat(Waited waited = waitedNs, std::int64_t still_ns = usual_still_ns);

    /// Returns why the process stood still for more than `still_ns` on end at some time since then.
    /// May wait for the next beat, three seconds at most, because only the thread that was held up
    /// knows.
    ///
    /// \param since_ns as nowNs() told it, a few calls ago: only the latest gap is known.
    [[nodiscard]] Standstill standstillSince(std::int64_t since_ns) const;

private:
    void beat(const std::stop_token& stop);

    std::mutex m_sleeping;  ///< the heart's own: it never sleeps with what others wait for
    std::condition_variable_any m_end;
    mutable std::mutex m_mutex;  ///< of all below
    mutable std::condition_variable_any m_beaten;
    const Waited m_waited;
    const std::int64_t m_still_ns;
    std::int64_t m_latest_ns;
    std::int64_t m_gap_begin_ns = 0, m_gap_end_ns = 0;
    Standstill m_gap = Standstill::None;
    std::jthread m_thread;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo
