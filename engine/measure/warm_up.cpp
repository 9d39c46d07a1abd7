// SPDX-License-Identifier: Apache-2.0
#include "measure/warm_up.h"

#include <algorithm>
#include <cmath>

#include "stats/statistics.h"

namespace duelo {
namespace {

/// Bounds a window of very short calls: its median is exact enough long before.
constexpr std::size_t window_calls_max = 65536;
/// A clock that stands still reaches no limit of time.
constexpr std::size_t calls_max = 20'000'000;

}  // namespace

WarmUpRule::State WarmUpRule::add(double call_ms, double spent_ms,
                                  const std::function<std::int64_t()>& allocator_events) {
    if (m_state != State::Warming) return m_state;
    ++m_calls;
    m_elapsed_ms += std::max(call_ms, spent_ms);
    m_window_ms += std::max(call_ms, spent_ms);
    m_window.push_back(call_ms);
    const bool full = m_window.size() >= m_limits.window_calls && m_window_ms >= m_limits.window_ms;
    if (full || m_window.size() >= window_calls_max)
        closeWindow(allocator_events ? allocator_events() : 0);

    if (m_stable && m_calls >= m_limits.calls_min && m_elapsed_ms >= m_limits.time_min_ms) {
        m_state = State::Warm;
        return m_state;
    }
    const bool time_over = m_elapsed_ms >= m_limits.time_cap_ms;
    const bool calls_over =
        m_calls >= m_limits.calls_cap && m_elapsed_ms >= 2 * m_limits.time_min_ms;
    const bool over = m_calls >= m_limits.calls_cap_min && (time_over || calls_over);
    if (over || m_calls >= calls_max) m_state = State::Capped;
    return m_state;
}

void WarmUpRule::closeWindow(std::int64_t allocator_events) {
    const double centre = median(m_window);
    const bool agree =
        m_last_median && std::abs(centre - *m_last_median) < m_limits.tolerance * centre;
    m_stable = agree && allocator_events == m_allocator_events;
    m_allocator_events = allocator_events;
    m_last_median = centre;
    m_window.clear();
    m_window_ms = 0;
}

}  // namespace duelo
