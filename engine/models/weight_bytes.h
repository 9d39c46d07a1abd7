// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>

#include "base/memory_block.h"
#include "base/result.h"

namespace duelo {

/// No network in Duelo comes near it, with the state of an optimiser in the file and in fp64.
inline constexpr std::uint64_t kMaxWeightBytes = std::uint64_t{2} << 30;

/// A regular file in memory of its own: what another program does to the file afterwards concerns
/// nobody who reads these bytes. Any path works.
class WeightBytes {
public:
    /// Reasons, all with {path}: "weights_missing", "weights_is_folder", "weights_not_a_file",
    /// "weights_unreadable", "weights_empty", "weights_too_large" {found_bytes, limit_bytes},
    /// "weights_memory" {bytes}, and "weights_truncated" {expected_bytes, found_bytes} for a file
    /// that shrinks while it is read.
    [[nodiscard]] static Result<std::shared_ptr<const WeightBytes>> read(
        const std::filesystem::path& path);

    /// Alignment within the file, up to 64 bytes, is alignment in memory.
    [[nodiscard]] std::span<const std::byte> bytes() const { return {m_block.at(0), m_size}; }

private:
    /// Room for that many bytes.
    explicit WeightBytes(std::size_t size)
        : m_block(static_cast<std::int64_t>(size)), m_size(size) {}

    const MemoryBlock m_block;
    const std::size_t m_size;
};

}  // namespace duelo
