// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// A file that only grows, one whole write at a time, and that nobody else writes meanwhile.
class AppendFile {
public:
    /// Never overwrites. Reasons: "file_exists", "folder_missing", "not_writable", "write_failed";
    /// all with {path}.
    [[nodiscard]] static Result<AppendFile> create(const std::filesystem::path& path);
    /// Reasons: "file_missing", "not_writable", "write_failed", and "file_in_use" when another
    /// process has it open here; all with {path}.
    [[nodiscard]] static Result<AppendFile> open(const std::filesystem::path& path);

    AppendFile(AppendFile&& other) noexcept;
    AppendFile& operator=(AppendFile&&) = delete;
    ~AppendFile();

    /// All of it or nothing: what a full disk took of it is cut off again.
    /// Reasons: "disk_full", "write_failed"; both with {path}.
    [[nodiscard]] Result<void> append(std::string_view bytes);
    /// Returns when the bytes are on the disk. Same reasons.
    [[nodiscard]] Result<void> sync();
    [[nodiscard]] Result<void> truncate(std::uint64_t size);
    /// Tells whether the path still names this file: nobody deleted, moved or replaced it. Windows
    /// lets nobody do that to an open one.
    [[nodiscard]] bool isInPlace() const;
    [[nodiscard]] std::uint64_t size() const { return m_size; }
    [[nodiscard]] const std::filesystem::path& path() const { return m_path; }

private:
    using Handle = std::intptr_t;  ///< file descriptor, or HANDLE on Windows
    AppendFile(Handle handle, std::filesystem::path path);
    static Result<AppendFile> locked(Handle handle, const std::filesystem::path& path);
    [[nodiscard]] tl::unexpected<Reason> failure(int error) const;

    Handle m_handle;
    std::filesystem::path m_path;
    std::uint64_t m_size = 0;
    bool m_torn = false;  ///< behind m_size stands part of a write that could not be cut off yet
};

}  // namespace duelo
