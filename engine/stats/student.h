// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

namespace duelo {

/// Half the width of a 95 % interval in standard errors (Student 1908), for one degree of freedom
/// or more; beyond nine that of nine, which is the wider.
[[nodiscard]] constexpr double studentT95(std::size_t degrees_of_freedom) {
    constexpr std::array<double, 9> t95 = {12.706, 4.303, 3.182, 2.776, 2.571,
                                           2.447,  2.365, 2.306, 2.262};
    return t95[std::clamp<std::size_t>(degrees_of_freedom, 1, t95.size()) - 1];
}

}  // namespace duelo
