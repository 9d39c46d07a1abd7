// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "base/file_state.h"

namespace duelo {

/// The digests of files that were hashed before, by what the file system knows of them: hashing
/// half a gigabyte of weights again for each run takes longer than reading them.
///
/// Kept in a file of the user's, who may delete it at any time; it holds no names. What is damaged
/// is passed over, and replaced when something is kept.
class DigestMemory {
public:
    /// Keeps the file in userDataDir().
    DigestMemory();
    explicit DigestMemory(std::filesystem::path file);

    /// 64 hexadecimal digits.
    [[nodiscard]] std::optional<std::string> find(const FileState& state) const;
    /// Nothing is kept of a file that is still changing: see isSettled(). A memory that cannot be
    /// written is no fault of a run.
    void keep(const FileState& state, const std::string& sha256) const;

private:
    const std::filesystem::path m_file;
};

}  // namespace duelo
