// SPDX-License-Identifier: Apache-2.0
#include "machine/heartbeat.h"

#include <algorithm>
#include <chrono>

#include "machine/clock.h"

namespace duelo {
namespace {

constexpr std::chrono::milliseconds beat_period{50};
/// Four beats: a loaded machine delays a thread that has slept by some milliseconds.
constexpr std::int64_t still_ns = 200'000'000;

}  // namespace

Heartbeat::Heartbeat()
    : m_latest_ns(nowNs()), m_thread([this](const std::stop_token& stop) { beat(stop); }) {}

void Heartbeat::beat(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (!stop.stop_requested()) {
        m_end.wait_for(lock, stop, beat_period, [] { return false; });
        const std::int64_t now_ns = nowNs();
        if (now_ns - m_latest_ns > still_ns) {
            m_gap_begin_ns = m_latest_ns;
            m_gap_end_ns = now_ns;
        }
        m_latest_ns = now_ns;
    }
}

bool Heartbeat::missedSince(std::int64_t since_ns) const {
    const std::lock_guard lock(m_mutex);
    // Who asks may be awake before the heart beats again.
    return nowNs() - std::max(since_ns, m_latest_ns) > still_ns ||
           m_gap_end_ns - std::max(since_ns, m_gap_begin_ns) > still_ns;
}

}  // namespace duelo
