// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "experiments/pinned_team.h"

namespace duelo {

/// Sets LibTorch to so many threads, of the calling thread's calls. Throws WorkRefused where a
/// parallel region gets fewer: "threads_limited" {threads, given, variables} where the environment
/// has variables that can be the cause, else "threads_not_given" {threads, given}.
void useTorchThreads(int threads);

/// The calling thread and those that share LibTorch's and oneDNN's calls with it. LibTorch must be
/// set to as many threads.
[[nodiscard]] EachThread torchThreads(std::size_t threads);

}  // namespace duelo
