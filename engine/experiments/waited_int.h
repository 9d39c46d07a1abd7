// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>

#if defined(_WIN32) && defined(__GLIBCXX__)
#include <condition_variable>
#include <mutex>
#endif

namespace duelo {

#if defined(_WIN32) && defined(__GLIBCXX__)

/// A number that threads count and wait for, as std::atomic<int> is on the other systems. Without
/// futexes that of libstdc++ (GCC 12, <bits/atomic_wait.h>) looks at the number before it takes its
/// lock, and notifies without it: a change in between wakes nobody, and two threads wait for each
/// other for ever.
class WaitedInt {
public:
    WaitedInt(int value) : m_value(value) {}  // implicit, as std::atomic is

    operator int() const { return m_value; }
    int operator=(int value) {
        const std::lock_guard lock(m_mutex);
        return m_value = value;
    }
    int operator++() {
        const std::lock_guard lock(m_mutex);
        return ++m_value;
    }
    int operator--() {
        const std::lock_guard lock(m_mutex);
        return --m_value;
    }
    void wait(int old) {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [&] { return m_value != old; });
    }
    void notify_one() { m_changed.notify_one(); }
    void notify_all() { m_changed.notify_all(); }

private:
    std::atomic<int> m_value;
    std::mutex m_mutex;
    std::condition_variable m_changed;
};

#else

/// A number that threads count and wait for.
using WaitedInt = std::atomic<int>;

#endif

}  // namespace duelo
