// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "base/result.h"

namespace duelo {

/// A regular file mapped read-only: its bytes cost address space, not memory, until they are
/// touched. Any path works, because it never passes through a narrow string.
///
/// Whoever holds the mapping sees the file as it is on the disk: one that another program shortens
/// meanwhile ends the process on access. Nothing may ever be written through the mapping.
class MappedFile {
public:
    /// Reasons, all with {path}: "weights_missing", "weights_is_folder", "weights_not_a_file",
    /// "weights_unreadable", "weights_empty".
    [[nodiscard]] static Result<std::shared_ptr<const MappedFile>> open(
        const std::filesystem::path& path);

    ~MappedFile();
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// The first byte lies on a page boundary, so alignment within the file is alignment in memory.
    [[nodiscard]] std::span<const std::byte> bytes() const { return m_bytes; }

private:
    explicit MappedFile(std::span<const std::byte> bytes) : m_bytes(bytes) {}
    std::span<const std::byte> m_bytes;
};

}  // namespace duelo
