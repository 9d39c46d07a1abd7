// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "record/record_file.h"

namespace duelo {

/// Writes records that are all there already into a new file. Nothing is left of it where that
/// fails. Reasons: those of RecordFile.
[[nodiscard]] Result<void> writeWhole(const std::vector<Record>& records,
                                      const std::filesystem::path& path);

}  // namespace duelo
