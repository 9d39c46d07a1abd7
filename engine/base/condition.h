// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>

#ifdef _WIN32
#include <chrono>
#include <stop_token>
#endif

namespace duelo {

#ifdef _WIN32

/// A condition that threads wait for, with what is used of std::condition_variable_any. That of
/// MinGW stands on winpthreads, where a thread that notifies may wait for ever, once another has
/// waited with a limit; this one stands on Windows' own.
class Condition {
public:
    Condition() = default;
    Condition(const Condition&) = delete;
    Condition& operator=(const Condition&) = delete;

    void notify_one();
    void notify_all();

    template <class Lock, class Done>
    void wait(Lock& lock, Done done) {
        while (!done()) sleep(lock, kForEver, {});
    }
    /// Waits once: until the next notice, or for so long.
    template <class Lock, class Duration>
    void wait_for(Lock& lock, Duration limit) {
        sleep(lock, std::chrono::ceil<std::chrono::milliseconds>(limit), {});
    }
    template <class Lock, class Done>
    bool wait(Lock& lock, const std::stop_token& stop, Done done) {
        return waitUntil(lock, stop, Clock::time_point::max(), done);
    }
    template <class Lock, class Duration, class Done>
    bool wait_for(Lock& lock, Duration limit, Done done) {
        return waitUntil(lock, {}, Clock::now() + limit, done);
    }
    template <class Lock, class Duration, class Done>
    bool wait_for(Lock& lock, const std::stop_token& stop, Duration limit, Done done) {
        return waitUntil(lock, stop, Clock::now() + limit, done);
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds kForEver{-1};

    template <class Lock, class Done>
    bool waitUntil(Lock& lock, const std::stop_token& stop, Clock::time_point end, Done& done) {
        const std::stop_callback wake(stop, [this] { notify_all(); });
        while (!done()) {
            if (stop.stop_requested()) return false;
            auto left = kForEver;
            if (end != Clock::time_point::max()) {
                left = std::chrono::ceil<std::chrono::milliseconds>(end - Clock::now());
                if (left.count() <= 0) return false;
            }
            sleep(lock, left, stop);
        }
        return true;
    }
    /// The guard keeps whoever notifies or stops waiting until this thread sleeps.
    template <class Lock>
    void sleep(Lock& lock, std::chrono::milliseconds limit, const std::stop_token& stop) {
        enter();
        lock.unlock();
        if (!stop.stop_requested()) sleepGuarded(limit);
        leave();
        lock.lock();
    }
    void enter();
    void sleepGuarded(std::chrono::milliseconds limit);
    void leave();

    void* m_guard = nullptr;    ///< an SRWLOCK
    void* m_changed = nullptr;  ///< a CONDITION_VARIABLE
};

#else

/// A condition that threads wait for.
using Condition = std::condition_variable_any;

#endif

}  // namespace duelo
