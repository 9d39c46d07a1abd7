// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

namespace duelo {

/// Tells whether both paths lead to one file. A file that does not exist yet is the same only by
/// its path.
[[nodiscard]] bool isSameFile(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace duelo
