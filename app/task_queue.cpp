// SPDX-License-Identifier: Apache-2.0
#include "task_queue.h"

#include <utility>

namespace duelo {

TaskQueue::TaskQueue() : m_thread([this](const std::stop_token& stop) { work(stop); }) {}

TaskQueue::~TaskQueue() = default;

void TaskQueue::post(Task task, bool urgent) {
    {
        const std::lock_guard lock(m_mutex);
        (urgent ? m_urgent : m_usual).push_back(std::move(task));
    }
    m_changed.notify_all();
}

void TaskQueue::drain() {
    std::unique_lock lock(m_mutex);
    m_changed.wait(lock, [this] { return m_urgent.empty() && m_usual.empty() && !m_busy; });
}

void TaskQueue::work(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_urgent.empty() || !m_usual.empty(); })) {
        if (stop.stop_requested()) return;
        std::deque<Task>& queue = m_urgent.empty() ? m_usual : m_urgent;
        const Task task = std::move(queue.front());
        queue.pop_front();
        m_busy = true;
        lock.unlock();
        task();
        lock.lock();
        m_busy = false;
        m_changed.notify_all();
    }
}

}  // namespace duelo
