// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace duelo {

/// Does tasks one after the other on a thread of its own, so that whoever posts them stays free.
/// Tasks must not throw.
class TaskQueue {
public:
    using Task = std::function<void()>;

    TaskQueue();
    /// Waits for the task at work and drops the others.
    ~TaskQueue();
    TaskQueue(const TaskQueue&) = delete;
    TaskQueue& operator=(const TaskQueue&) = delete;

    /// An urgent task comes before those that are not, and after other urgent ones.
    void post(Task task, bool urgent = false);
    /// Waits until all is done, and what is posted meanwhile.
    void drain();

private:
    void work(const std::stop_token& stop);

    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::deque<Task> m_urgent, m_usual;
    bool m_busy = false;
    std::jthread m_thread;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo
