// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "report/kernel_text.h"

namespace duelo {

/// Returns the functions of a source as they are compiled, each beside the one that it goes on
/// from. That of a kernel begins with `returns`, the kernel's word and `suffix` ("static inline
/// void ", "rows", "Heat"), and ends with the first brace alone in its line; further functions of
/// that kernel that follow it belong to it.
[[nodiscard]] std::vector<KernelText> functionTexts(std::string_view source,
                                                    std::span<const std::string_view> kernels,
                                                    const std::string& returns,
                                                    const std::string& suffix);

}  // namespace duelo
