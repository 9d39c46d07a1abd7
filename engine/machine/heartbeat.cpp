// SPDX-License-Identifier: Apache-2.0
#include "machine/heartbeat.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace duelo {
namespace {

constexpr std::chrono::milliseconds beat_period{50};
constexpr std::chrono::seconds longest_wait{3};

}  // namespace

Heartbeat::Heartbeat(Waited waited, std::int64_t still_ns)
    : m_waited(std::move(waited)),
      m_still_ns(still_ns),
      m_latest_ns(nowNs()),
      m_thread([this](const std::stop_token& stop) { beat(stop); }) {}

void Heartbeat::beat(const std::stop_token& stop) {
    std::unique_lock sleeping(m_sleeping);
    auto waited_before = m_waited();
    // The process may have stood still before this thread came to its first line.
    std::int64_t before_ns = m_latest_ns, held_ns = 0;
    while (!stop.stop_requested()) {
        m_end.wait_for(sleeping, stop, beat_period, [] { return false; });
        const std::int64_t now_ns = nowNs();
        const auto waited_ns = m_waited();
        const std::int64_t asked_ns = nowNs();
        const std::lock_guard lock(m_mutex);
        if (const std::int64_t gap_ns = now_ns - before_ns - held_ns; gap_ns > m_still_ns) {
            m_gap_begin_ns = before_ns;
            m_gap_end_ns = now_ns;
            // Of a standstill that was both, more than half decides.
            const bool stopped =
                waited_ns && waited_before && 2 * (*waited_ns - *waited_before) < gap_ns;
            m_gap = stopped ? Standstill::Stopped : Standstill::Starved;
        }
        waited_before = waited_ns;
        before_ns = m_latest_ns = now_ns;
        // Whoever asks may be starved while it holds the lock, and the wait for a lock counts in no
        // queue of a processor: it is no part of the next gap.
        held_ns = nowNs() - asked_ns;
        m_beaten.notify_all();
    }
}

Standstill Heartbeat::standstillSince(std::int64_t since_ns) const {
    std::unique_lock lock(m_mutex);
    const auto heldUp = [&] { return nowNs() - std::max(since_ns, m_latest_ns) > m_still_ns; };
    // Who asks may be awake before the heart beats again. One that does not beat although this
    // thread runs has no processor.
    if (heldUp() && !m_beaten.wait_for(lock, longest_wait, [&] { return !heldUp(); }))
        return Standstill::Starved;
    return m_gap_end_ns - std::max(since_ns, m_gap_begin_ns) > m_still_ns ? m_gap
                                                                          : Standstill::None;
}

}  // namespace duelo
