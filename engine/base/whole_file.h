// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"

namespace duelo {

/// A regular file; a named pipe would wait forever. Reasons, both with {path}: "file_missing",
/// "file_unreadable".
[[nodiscard]] Result<std::ifstream> openToRead(const std::filesystem::path& path);

/// Returns all bytes of a regular file. Reasons: those of openToRead(); a disk that fails while it
/// is read is "file_unreadable" too.
[[nodiscard]] Result<std::string> readWhole(const std::filesystem::path& path);

/// Writes bytes to `path`. The file appears whole or not at all: it is made beside its place,
/// brought to the disk and renamed, so a full disk leaves the old file as it was. Nothing is
/// overwritten unless asked.
/// Reasons, all with {path}: "file_exists", "folder_missing", "not_writable", "disk_full",
/// "name_too_long", "target_is_folder", "file_in_use", "write_failed" {message}.
[[nodiscard]] Result<void> writeWhole(std::string_view bytes, const std::filesystem::path& path,
                                      bool overwrite = false);
/// The pieces one after another, for files too large to be put together in memory.
[[nodiscard]] Result<void> writeWhole(std::span<const std::string_view> pieces,
                                      const std::filesystem::path& path, bool overwrite = false);

/// Makes the file of that name, which does not exist; its reasons have a {path}.
using FileWriter = std::function<Result<void>(const std::filesystem::path& temporary)>;
/// For libraries that write files only.
[[nodiscard]] Result<void> writeWhole(const FileWriter& writer, const std::filesystem::path& path,
                                      bool overwrite = false);

/// Checks whether writeWhole() could write there, to be asked before a measurement of minutes.
/// Leaves nothing behind. Same reasons.
[[nodiscard]] Result<void> checkWritable(const std::filesystem::path& path, bool overwrite = false);

}  // namespace duelo
