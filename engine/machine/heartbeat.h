// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <stop_token>
#include <thread>

namespace duelo {

/// Notices when this process stood still: stopped by Ctrl-Z, a debugger or a frozen container, or
/// starved. No pair of clocks tells that, as they tell that the machine slept (SleepStamp): all of
/// them run on. A thread of its own that wakes twenty times a second does: it stands still too.
class Heartbeat {
public:
    Heartbeat();

    /// Whether the process stood still for more than 200 ms on end at some time since then.
    /// \param since_ns as nowNs() told it, a few calls ago: only the latest gap is known.
    [[nodiscard]] bool missedSince(std::int64_t since_ns) const;

private:
    void beat(const std::stop_token& stop);

    mutable std::mutex m_mutex;
    std::condition_variable_any m_end;
    std::int64_t m_latest_ns;
    std::int64_t m_gap_begin_ns = 0, m_gap_end_ns = 0;
    std::jthread m_thread;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo
