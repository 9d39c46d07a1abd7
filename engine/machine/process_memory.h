// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace duelo {

/// Starts the peak anew where the system allows it (Linux), so that peaks belong to one case.
void resetPeakMemory();

/// Largest resident size since resetPeakMemory(), else since the process began; 0 if unknown.
[[nodiscard]] std::int64_t peakMemoryBytes();

/// What a program may still ask for without pushing others out; 0 if unknown.
[[nodiscard]] std::int64_t freeMemoryBytes();

}  // namespace duelo
