// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "base/result.h"

namespace duelo {

/// The file of a photograph, as a plan names it: a path, or a sample of Duelo's. It need not exist
/// unless it is a sample. Reason: "sample_missing" {name}.
[[nodiscard]] Result<std::filesystem::path> photographFile(const std::string& input);

}  // namespace duelo
