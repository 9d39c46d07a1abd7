// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <thread>

#include "measure/long_answer.h"

namespace duelo {

/// One question that takes long at a time, beside everything else. start(), cancel() and the
/// destructor belong to one thread.
class BackgroundAnswer {
public:
    /// Told at most four times a second; `total_bytes` is 0 where it is not known.
    using Progress = std::function<void(std::uint64_t done_bytes, std::uint64_t total_bytes)>;
    /// Told once, when isRunning() is false again.
    using Done = std::function<void(const Result<Json>&)>;

    BackgroundAnswer() = default;
    /// Stops the work.
    ~BackgroundAnswer();

    [[nodiscard]] bool isRunning() const { return m_running; }
    /// Both functions are called on the answer's thread and must not throw. Not while isRunning().
    void start(LongAnswer answer, const Json& args, Progress progress, Done done);
    void cancel();
    /// Waits for the end of what was cancelled.
    void wait();

private:
    std::atomic<bool> m_running{false};
    std::jthread m_thread;
};

}  // namespace duelo
