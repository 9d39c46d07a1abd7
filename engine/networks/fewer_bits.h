// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>

namespace duelo {

/// The largest difference between a network's outputs in fewer bits and those in fp32, relative to
/// the largest output.
struct FewerBits {
    double fewer_bits = 0;  ///< in bf16; fp16 and tf32 have more
    double int8 = 0;
};

/// Returns what is known of a network with weights of that origin ("official", "random"); nothing
/// where nobody has measured it.
[[nodiscard]] std::optional<FewerBits> knownFewerBits(std::string_view model,
                                                      std::string_view origin);

}  // namespace duelo
