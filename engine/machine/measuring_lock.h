// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "base/result.h"

namespace duelo {

/// The process that is measuring, for the sentence that the other one shows.
struct LockHolder {
    std::int64_t pid = 0;   ///< 0: fill in / not known (yet)
    std::string program{};  ///< "duelo-engine"
    std::string user{};     ///< whose process it is; empty: fill in / not known
    std::string run{};      ///< UUID of the run
    std::string started{};  ///< UTC, ISO 8601
};

/// One measurement at a time on a machine, because two would measure each other.
///
/// The lock is the operating system's on an open file, so it ends with its process however that
/// ends and is never stale; the file only says who has it, and stays there afterwards. The place is
/// $DUELO_LOCK_FILE if set, else one that all users of the machine share:
/// /tmp/duelo-measuring.lock, or %ProgramData%\duelo-measuring.lock. Where that cannot be used (a
/// link, a folder, no right to open it) the temporary folder of this user serves.
class MeasuringLock {
public:
    /// Reasons: "another_measurement" {pid, program, user, run, started}, in local time, where a
    /// text that is not known is empty; "measuring_lock_held" {path} by a program that does not say
    /// who it is, which any user's may do; "lock_unavailable" {path} when no place can be used.
    [[nodiscard]] static Result<MeasuringLock> acquire(LockHolder self);

    /// Returns who says that it has the lock for this run, and takes no lock to find out. Anyone
    /// may have written that: see RunningMeasurement.
    [[nodiscard]] static std::optional<LockHolder> holderOfRun(const std::string& run);

    MeasuringLock(MeasuringLock&& other) noexcept;
    MeasuringLock& operator=(MeasuringLock&&) = delete;
    ~MeasuringLock();

    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    using Handle = std::intptr_t;  ///< file descriptor, or HANDLE on Windows
    MeasuringLock(Handle handle, std::filesystem::path path)
        : m_handle(handle), m_path(std::move(path)) {}
    static Result<MeasuringLock> lockFile(const std::filesystem::path& path);
    /// The first of what stands in it; empty where it is no plain file.
    static std::string textOf(const std::filesystem::path& path);
    static LockHolder holderOf(const std::filesystem::path& path);
    static Reason anotherMeasurement(const std::filesystem::path& path);
    /// Best effort: a lock file of another user may be lockable but not writable.
    void describe(const std::string& text);

    Handle m_handle;
    std::filesystem::path m_path;
};

}  // namespace duelo
