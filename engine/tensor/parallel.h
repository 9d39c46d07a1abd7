// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>

namespace duelo::ops {

/// Returns how many threads an operation may use that the calling thread starts.
[[nodiscard]] int get_num_threads();
void set_num_threads(int threads);
/// Has the calling thread's parallel regions get as many threads as set, also where OMP_DYNAMIC
/// lets OpenMP give fewer on a busy computer.
void fix_num_threads();
[[nodiscard]] int get_num_interop_threads();

/// Splits [begin, end) into consecutive parts, one for each thread but none smaller than `grain`,
/// calls `piece` for each on LibTorch's threads, and waits for all. Throws what a piece has thrown.
void parallel_for(std::int64_t begin, std::int64_t end, std::int64_t grain,
                  const std::function<void(std::int64_t begin, std::int64_t end)>& piece);

}  // namespace duelo::ops
