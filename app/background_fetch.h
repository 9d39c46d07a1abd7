// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <thread>

#include "base/result.h"

namespace duelo {

/// One download of official weights at a time, beside everything else. start(), cancel() and the
/// destructor belong to one thread.
class BackgroundFetch {
public:
    /// Told at most four times a second; `total` is 0 where it is not known.
    using Progress = std::function<void(std::uint64_t done, std::uint64_t total)>;
    /// Told once, when isRunning() is false again.
    using Done = std::function<void(const Result<std::filesystem::path>&)>;

    BackgroundFetch() = default;
    /// Stops the download; what has come is kept for the next.
    ~BackgroundFetch();

    [[nodiscard]] bool isRunning() const { return m_running; }
    /// A file that is shipped or was downloaded before is found without network. Both functions are
    /// called on the download's thread and must not throw. Not while isRunning().
    void start(const std::string& model, Progress progress, Done done);
    void cancel();
    /// Waits for the end of a download that was cancelled.
    void wait();

private:
    std::atomic<bool> m_running{false};
    std::jthread m_thread;
};

}  // namespace duelo
