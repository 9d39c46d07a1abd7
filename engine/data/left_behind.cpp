// SPDX-License-Identifier: Apache-2.0
#include "data/left_behind.h"

#include <chrono>
#include <future>
#include <mutex>
#include <utility>
#include <vector>

namespace duelo {
namespace {

constexpr auto ask_every = std::chrono::milliseconds(5);

/// Work without anybody who waits for it. The destructor of such a future waits for its end.
class LeftBehind {
public:
    static LeftBehind& instance() {
        static LeftBehind all;
        return all;
    }
    void add(std::future<void> work) {
        const std::lock_guard lock(m_mutex);
        std::erase_if(m_work, [](const std::future<void>& one) {
            return one.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
        });
        m_work.push_back(std::move(work));
    }
    void await() {
        const std::lock_guard lock(m_mutex);
        m_work.clear();
    }

private:
    std::mutex m_mutex;
    std::vector<std::future<void>> m_work;
};

}  // namespace

bool runOrLeaveBehind(std::function<void()> work, const std::stop_token& stop) {
    std::future<void> running = std::async(std::launch::async, std::move(work));
    while (running.wait_for(ask_every) != std::future_status::ready) {
        if (!stop.stop_requested()) continue;
        LeftBehind::instance().add(std::move(running));
        return false;
    }
    running.get();
    return true;
}

void awaitLeftBehind() {
    LeftBehind::instance().await();
}

}  // namespace duelo
