// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "experiments/own_launch.h"

namespace duelo {

/// Returns what is in an array before the launch, the same each time; `place` tells arrays of one
/// launch apart. Empty where there is nothing.
[[nodiscard]] std::vector<double> filledNumbers(const LaunchBuffer& buffer, std::size_t place);

/// Returns numbers as a GPU has them in memory, and back.
[[nodiscard]] std::vector<std::uint8_t> bytesOf(std::span<const double> numbers,
                                                const NumberType& type);
[[nodiscard]] std::vector<double> numbersOf(std::span<const std::uint8_t> bytes,
                                            const NumberType& type);

}  // namespace duelo
