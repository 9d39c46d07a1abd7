// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <mutex>
#include <stop_token>
#include <thread>

namespace duelo {

/// A queue of work that a thread of this PC's CPU does in its order, while whoever gave it goes on,
/// as a GPU does with its own. It shows on a CPU what a stopwatch reads that does not wait.
class CpuQueue {
public:
    /// Throws std::system_error where there are no more threads.
    CpuQueue();
    /// Waits for what is being done; what has not begun is forgotten.
    ~CpuQueue() = default;
    CpuQueue(const CpuQueue&) = delete;
    CpuQueue& operator=(const CpuQueue&) = delete;

    /// Returns at once. After work that has thrown it forgets what it is given until wait() is
    /// called: whether a failure stops the next call must not depend on which of them was sooner.
    void give(std::function<void()> work);
    /// Returns when nothing is left to do. Throws what work has thrown, and begins anew after it.
    void wait();

private:
    void serve(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<std::function<void()>> m_work;  ///< the first of them is being done
    std::exception_ptr m_thrown;
    std::jthread m_thread;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo
