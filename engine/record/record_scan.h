// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/sha256.h"
#include "plan/spec.h"
#include "record/record_file.h"

namespace duelo {

/// The contents of a record file, and what code needs that goes on writing it.
struct RecordScan {
    RecordLog log;
    Sha256 digest;                  ///< of the lines up to `kept_bytes`, as End counts them
    std::uint64_t kept_bytes = 0;   ///< where an unreadable last line begins, else the whole file
    bool ends_with_newline = true;  ///< of the kept lines
};

/// No file of Duelo is larger. A record in memory takes a hundred times as much as the shortest
/// line: beyond so many for each cell that a plan may have, lines must be as long as Duelo writes
/// them on average (a step of a long training takes 150 bytes).
inline constexpr std::uint64_t kMaxFileBytes = std::uint64_t{1} << 30;
inline constexpr std::size_t kManyRecords = 25 * std::size_t{kMaxCells};
inline constexpr std::uint64_t kLeastLineBytes = 50;

/// The lines that are kept. Results and Progress: those of readResults() and readProgress().
enum class Detail { Lines, Results, Progress };

/// Reasons: those of readRecords().
[[nodiscard]] Result<RecordScan> scanRecords(const std::filesystem::path& path,
                                             Detail detail = Detail::Lines,
                                             const ReadWatch& watch = {});
/// Scans the bytes of a file that is called `name`.
[[nodiscard]] Result<RecordScan> scanRecords(std::string bytes, const std::filesystem::path& name,
                                             Detail detail = Detail::Lines);

}  // namespace duelo
