// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <csignal>
#include <cstddef>

namespace duelo {

/// Counts Ctrl+C, the end of the session and a closed terminal as long as it lives, in place of
/// ending the process: the default action would lose the running cell and the seal. There is one at
/// a time.
class InterruptGuard {
public:
    InterruptGuard();
    ~InterruptGuard();
    InterruptGuard(const InterruptGuard&) = delete;
    InterruptGuard& operator=(const InterruptGuard&) = delete;

    /// Returns the number of interrupts so far. The first asks for an end between two calls, a
    /// second for one at once. To be asked by one thread, several times a second.
    [[nodiscard]] int count() const;

#ifndef _WIN32
private:
    static constexpr std::array kSignals{SIGINT, SIGTERM, SIGHUP};
    std::array<void (*)(int), kSignals.size()> m_former{};
#endif
};

/// From now on a write to a pipe whose reader has left fails, instead of ending this process: what
/// it measures is kept all the same. Nor does a line on standard error wait for a reader of
/// standard output.
void outliveReaders();

}  // namespace duelo
