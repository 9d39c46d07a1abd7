// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <vector>

#include "record/record_file.h"

namespace duelo {

/// The counterpart of readRecords(), for records that are all there already: into a new file, of
/// which nothing is left where that fails. Reasons: those of RecordFile.
[[nodiscard]] Result<void> writeRecords(const std::vector<Record>& records,
                                        const std::filesystem::path& path);

}  // namespace duelo
