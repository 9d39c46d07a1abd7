// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <vector>

#include "resources/resources.h"

namespace duelo {

/// A text of resources/kernels, under its name without the folder: so they include each other.
[[nodiscard]] Resource kernelText(std::string_view resource_name);
/// All that they may include.
[[nodiscard]] std::vector<Resource> kernelHeaders();

}  // namespace duelo
