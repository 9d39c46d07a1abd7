// SPDX-License-Identifier: Apache-2.0
#include "experiments/stopwatch/cpu_queue.h"

#include <utility>

namespace duelo {

CpuQueue::CpuQueue() : m_thread([this](const std::stop_token& stop) { serve(stop); }) {}

void CpuQueue::give(std::function<void()> work) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_thrown) return;
        m_work.push_back(std::move(work));
    }
    m_changed.notify_all();
}

void CpuQueue::wait() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_work.empty(); });
    if (const std::exception_ptr thrown = std::exchange(m_thrown, {}))
        std::rethrow_exception(thrown);
}

void CpuQueue::serve(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_work.empty(); })) {
        if (stop.stop_requested()) return;
        // It stays where it is while others add to the end.
        const std::function<void()>& work = m_work.front();
        lock.unlock();
        std::exception_ptr thrown;
        try {
            work();
        } catch (...) {
            thrown = std::current_exception();
        }
        lock.lock();
        m_work.pop_front();
        if (thrown) {
            m_thrown = thrown;
            m_work.clear();
        }
        m_changed.notify_all();
    }
}

}  // namespace duelo
