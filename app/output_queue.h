// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

namespace duelo {

/// The time that a process at its end waits for its last lines to be read.
inline constexpr std::chrono::seconds kLastWords{2};

/// Text on standard output, from any thread, in the order in which it was put. A thread of its own
/// writes it, so that nobody waits for whoever reads it: another program may stop reading a pipe,
/// and a person stops a terminal with a key.
class OutputQueue {
public:
    using Write = std::function<void(const std::string& text)>;

    explicit OutputQueue(Write write = toStandardOutput);
    /// Writes what waits.
    ~OutputQueue();
    OutputQueue(const OutputQueue&) = delete;
    OutputQueue& operator=(const OutputQueue&) = delete;

    /// \returns false, and leaves it out, where more than `most_bytes` would wait then.
    bool put(std::string_view text,
             std::size_t most_bytes = std::numeric_limits<std::size_t>::max());
    /// \returns whether all is written, at the latest after `limit`.
    [[nodiscard]] bool drain(std::chrono::milliseconds limit);

private:
    static void toStandardOutput(const std::string& text);
    void work(const std::stop_token& stop);

    const Write m_write;
    std::mutex m_mutex;
    std::condition_variable_any m_changed;
    std::string m_waiting;
    bool m_writing = false;
    std::jthread m_thread;  ///< last: joined before anything that it uses goes
};

}  // namespace duelo
