// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/result.h"

namespace duelo::simt::ptx {

/// Tells whether a result depends on which threads come first: `forwards` and `backwards` are what
/// two runs of one launch left, the second with blocks, warps and threads in the other order. Sums
/// in another order differ in their last digits: that much is none. Reason: "simt_order" {kernel,
/// array, index, first, second}.
[[nodiscard]] std::optional<Reason> orderFault(std::span<const float> forwards,
                                               std::span<const float> backwards,
                                               const std::string& kernel, const std::string& array);

}  // namespace duelo::simt::ptx
