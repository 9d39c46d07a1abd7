// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <vector>

#include "record/record.h"

namespace duelo::testing {

/// The largest run that a plan may ask for: 5 models, 20 sizes and 10 batches, each on 9 thread
/// counts of the CPU and on the GPU, as the engine writes it. Every cell is measured; the GPU is 4
/// times as fast as one thread by construction. Of fewer sizes: 500 cells each.
[[nodiscard]] std::vector<Record> largeRun(std::size_t samples_per_cell, int sizes = 20);

/// Number of cells in the large run.
inline constexpr std::size_t kLargeRunCells = 10'000;

}  // namespace duelo::testing
