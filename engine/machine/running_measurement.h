// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

/// A run of another process, seen and stopped from outside: who started it may be gone.
namespace duelo {

/// A measurement of this user's that another process has under way, as far as that can be proven.
///
/// The lock names a process, but anyone may write its file, and numbers of processes are used
/// again. So on Linux the process is held by a descriptor that always means the same one, must be
/// of this user, and must have the very file of the run open. On Windows the run itself keeps a
/// named event that only its own user can open. Elsewhere nothing is found.
class RunningMeasurement {
public:
    /// `run`: of the file's last header. Null where it is not at work, or not provably.
    [[nodiscard]] static std::shared_ptr<const RunningMeasurement> find(
        const std::string& run, const std::filesystem::path& file);
    RunningMeasurement() = default;
    virtual ~RunningMeasurement() = default;
    RunningMeasurement(const RunningMeasurement&) = delete;
    RunningMeasurement& operator=(const RunningMeasurement&) = delete;

    /// Tells whether its process still lives.
    [[nodiscard]] virtual bool isAlive() const = 0;
    /// Asks it to cancel: it ends its file with what is measured, as after Ctrl+C. Asked a second
    /// time it does not wait for the call at work. \returns false where it cannot be asked.
    virtual bool stop() const = 0;
};

/// The other end: what a run keeps while it is at work, so that it can be stopped from outside
/// where the system has no signals for that.
class StopRequest {
public:
    explicit StopRequest(const std::string& run);
    ~StopRequest();
    StopRequest(const StopRequest&) = delete;
    StopRequest& operator=(const StopRequest&) = delete;

    /// Tells whether somebody has asked since the last call. Always false where signals do it.
    [[nodiscard]] bool wasAsked() const;

private:
    [[maybe_unused]] void* m_event = nullptr;
};

}  // namespace duelo
