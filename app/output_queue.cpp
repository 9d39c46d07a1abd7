// SPDX-License-Identifier: Apache-2.0
#include "output_queue.h"

#include <iostream>
#include <utility>

namespace duelo {

OutputQueue::OutputQueue(Write write)
    : m_write(std::move(write)), m_thread([this](const std::stop_token& stop) { work(stop); }) {}

OutputQueue::~OutputQueue() = default;

void OutputQueue::toStandardOutput(const std::string& text) {
    std::cout << text << std::flush;
}

bool OutputQueue::put(std::string_view text, std::size_t most_bytes) {
    {
        const std::lock_guard lock(m_mutex);
        if (m_waiting.size() + text.size() > most_bytes) return false;
        m_waiting += text;
    }
    m_changed.notify_all();
    return true;
}

void OutputQueue::work(const std::stop_token& stop) {
    std::unique_lock lock(m_mutex);
    while (m_changed.wait(lock, stop, [this] { return !m_waiting.empty(); })) {
        const std::string text = std::exchange(m_waiting, {});
        m_writing = true;
        lock.unlock();
        m_write(text);
        lock.lock();
        m_writing = false;
        m_changed.notify_all();
    }
}

bool OutputQueue::drain(std::chrono::milliseconds limit) {
    std::unique_lock lock(m_mutex);
    return m_changed.wait_for(lock, limit, [this] { return m_waiting.empty() && !m_writing; });
}

}  // namespace duelo
