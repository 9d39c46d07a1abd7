// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace duelo::symbols {

/// Returns the instruction sets that the processor has, by LibTorch's names such as "avx512_bf16".
[[nodiscard]] std::set<std::string, std::less<>> cpuCapabilities();

}  // namespace duelo::symbols
