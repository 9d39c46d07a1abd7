// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/result.h"

namespace duelo {

/// A file read from front to back, plain or compressed with gzip: its first bytes tell. Never more
/// is unpacked than the caller asks for, so a file that unpacks to terabytes costs nothing.
///
/// Errors of every function carry {path}: file_missing, file_unreadable; gz_damaged when the
/// compressed data are broken or cut short.
class GzFile {
public:
    static Result<GzFile> open(const std::filesystem::path& path);

    /// Fills `out` and returns the number of bytes: fewer than its size only at the end of the
    /// content.
    Result<std::size_t> read(std::span<std::uint8_t> out);

    /// No content is longer than this: the size of a plain file, 1032 times that of a compressed
    /// one, the most that deflate can reach. Lets a false header be refused before memory is taken.
    [[nodiscard]] std::uint64_t mostBytes() const { return m_most_bytes; }

private:
    struct Handle;
    struct Close {
        void operator()(Handle* handle) const;
    };

    GzFile(std::filesystem::path path, std::unique_ptr<Handle, Close> handle);

    std::filesystem::path m_path;
    std::unique_ptr<Handle, Close> m_handle;
    std::uint64_t m_most_bytes = 0;
};

}  // namespace duelo
