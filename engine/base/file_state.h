// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>

namespace duelo {

/// The state of a file's content that the file system knows without reading it. Writing into the
/// file or putting another in its place changes it, whatever time is set afterwards: nobody sets
/// `changed_ns` but the system.
struct FileState {
    std::int64_t volume = 0, id = 0;  ///< of the file, whatever it is called; signs mean nothing
    std::int64_t bytes = 0;
    std::int64_t written_ns = 0;  ///< since an epoch of the system's
    std::int64_t changed_ns = 0;  ///< content or attributes; by the same clock
    auto operator<=>(const FileState&) const = default;
};

/// Nothing where it is no regular file or nobody may look. Links are followed.
[[nodiscard]] std::optional<FileState> fileState(const std::filesystem::path& path);

/// Tells whether the latest change is so long ago that another would have another time: clocks of
/// file systems advance in steps, of up to two seconds.
[[nodiscard]] bool isSettled(const FileState& state);

}  // namespace duelo
