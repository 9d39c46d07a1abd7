// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

namespace duelo {

struct WarmUpLimits {
    std::size_t calls_min = 5;
    double time_min_ms = 500;
    std::size_t window_calls = 5;
    double window_ms = 50;
    double tolerance = 0.02;     ///< between the medians of the last two windows, relative
    std::size_t calls_cap = 50;  ///< for calls long enough that they, not the time, are the bound
    double time_cap_ms = 5000;
    std::size_t calls_cap_min = 3;

    [[nodiscard]] static WarmUpLimits cpu() { return {}; }
    [[nodiscard]] static WarmUpLimits gpu() { return {.calls_min = 10, .time_min_ms = 250}; }
};

/// Says when a variant is warm (DMP-1 step 4). Fed with every call after the cold one.
///
/// Warm: enough calls and time, the medians of the last two windows agree, and the allocator asked
/// the device for nothing during the last. Capped: 5 s are over, or 50 calls and twice the least
/// time (fifty calls of a microsecond say nothing), whichever comes first, but never before 3
/// calls. So a call of 5 s is repeated three times; the cell then carries the flag `warmup_capped`.
class WarmUpRule {
public:
    enum class State { Warming, Warm, Capped };

    explicit WarmUpRule(WarmUpLimits limits = {}) : m_limits(limits) {}

    /// `spent_ms`: what the call took in all, where that is more. `allocator_events` tells a
    /// running count of what makes early calls slow: device allocations and their retries on a GPU.
    /// It is asked at the end of a window alone: a GPU takes milliseconds to answer (7 ms on an
    /// H100 that others use too), and after every call of microseconds a warm-up took 14 s.
    State add(double call_ms, double spent_ms = 0,
              const std::function<std::int64_t()>& allocator_events = {});

    [[nodiscard]] State state() const { return m_state; }
    [[nodiscard]] std::size_t calls() const { return m_calls; }
    [[nodiscard]] double elapsedMs() const { return m_elapsed_ms; }
    /// Median of the last full window; what the first turn is planned with. Nothing before one is
    /// full: the caller takes the last call.
    [[nodiscard]] std::optional<double> callMs() const { return m_last_median; }

private:
    void closeWindow(std::int64_t allocator_events);

    WarmUpLimits m_limits;
    State m_state = State::Warming;
    std::size_t m_calls = 0;
    double m_elapsed_ms = 0;
    std::vector<double> m_window;
    double m_window_ms = 0;
    std::int64_t m_allocator_events = 0;  ///< at the end of the last full window
    std::optional<double> m_last_median;
    bool m_stable = false;
};

}  // namespace duelo
