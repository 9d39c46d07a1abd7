// SPDX-License-Identifier: Apache-2.0
#include "measure/call_patience.h"

#include <algorithm>

namespace duelo {
namespace {

/// Looking takes some of the time that is measured, so shorter calls are let alone.
constexpr double kFirstLook_ms = 1000;
/// The share of a limit after which a call is looked at, so that a limit of a second works too.
constexpr double kFirstShare = 0.25;

/// A thread that began in between has waited since it began.
double longestWait_ms(const ThreadWaits& before, const ThreadWaits& now) {
    double longest_ms = 0;
    for (const auto& [thread, waited_ms] : now) {
        const auto known = before.find(thread);
        longest_ms = std::max(longest_ms, waited_ms - (known == before.end() ? 0 : known->second));
    }
    return longest_ms;
}

}  // namespace

bool CallPatience::isOver(const std::function<double()>& age_ms, double limit_ms) {
    const double call_ms = age_ms();
    // Another call, or it has said that it is well.
    if (call_ms < m_call_ms) m_before.reset();
    m_call_ms = call_ms;
    const double first_ms = std::min(kFirstLook_ms, kFirstShare * limit_ms);
    if (call_ms < first_ms) return false;
    if (!m_before) {
        m_before = m_look();
        m_late_ms = std::max(call_ms, age_ms()) - first_ms;
        m_allowed_ms = limit_ms + m_late_ms;
    }
    if (call_ms <= m_allowed_ms) return false;
    m_allowed_ms = limit_ms + m_late_ms + longestWait_ms(*m_before, m_look());
    return call_ms > m_allowed_ms;
}

}  // namespace duelo
