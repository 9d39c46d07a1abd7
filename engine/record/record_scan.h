// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "base/sha256.h"
#include "record/record_file.h"

namespace duelo {

/// What both the reader and whoever goes on writing must know of a record file.
struct RecordScan {
    RecordLog log;
    Sha256 digest;                  ///< of the lines up to `kept_bytes`, as End counts them
    std::uint64_t kept_bytes = 0;   ///< where an unreadable last line begins, else the whole file
    bool ends_with_newline = true;  ///< of the kept lines
};

enum class Stages { Kept, Dropped };

/// Reasons: those of readRecords().
[[nodiscard]] Result<RecordScan> scanRecords(const std::filesystem::path& path,
                                             Stages stages = Stages::Kept);

}  // namespace duelo
