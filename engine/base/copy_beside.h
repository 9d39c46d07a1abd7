// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "base/result.h"

namespace duelo {

/// A copy of a file in a folder, under its name or, where another file has that, one with a number;
/// none where the same is there already. Returns its path. Reasons: those of openToRead() and of
/// writeWhole().
[[nodiscard]] Result<std::filesystem::path> copyBeside(const std::filesystem::path& file,
                                                       const std::filesystem::path& folder);

}  // namespace duelo
