// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "machine/thread_waits.h"

namespace duelo {

/// Decides whether a call hangs. A call that other programs keep from the processors takes
/// long and does not hang (Y-12): its limit is longer by what the thread that waited longest for a
/// processor has waited. A call that waits for anything else, or that computes for ever, is over at
/// its limit or once it has computed that long. Where the system does not count such waiting, the
/// limit is of the clock.
class CallPatience {
public:
    using Look = std::function<ThreadWaits()>;
    explicit CallPatience(Look look = threadWaits_ms) : m_look(std::move(look)) {}

    /// Returns whether the running call has had its time. To be asked several times a second.
    /// \param age_ms tells how long it has not come back (CallWatch::sinceMs())
    [[nodiscard]] bool isOver(const std::function<double()>& age_ms, double limit_ms);

private:
    Look m_look;
    double m_call_ms = 0;                 ///< when it was asked last
    double m_allowed_ms = 0;              ///< by the latest look
    std::optional<ThreadWaits> m_before;  ///< while the call was young; absent: not looked yet
    double m_late_ms = 0;  ///< by which that was late, as who looks has to wait for a processor too
};

}  // namespace duelo
