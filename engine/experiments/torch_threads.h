// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

#include "experiments/pinned_team.h"

namespace duelo {

/// The calling thread and those that share LibTorch's and oneDNN's calls with it. LibTorch must be
/// set to as many threads.
[[nodiscard]] EachThread torchThreads(std::size_t threads);

}  // namespace duelo
