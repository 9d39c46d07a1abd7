// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "gpu/gpu_loader.h"
#include "machine/engine_sheet.h"

namespace duelo {

/// Reads the versions and resolved paths of the libraries that are really loaded, and the threads
/// that they use now (S4-27, S2-64): from the process, never from build files. Leaves out clock and
/// GPU, which LibTorch does not tell. `opened` is wanted all the same: the first question about its
/// configuration makes LibTorch decide, once per process, whether it has a CUDA part, so the caller
/// must have tried to open the GPU before.
[[nodiscard]] EngineSheet readEngineSheet(const Gpu& opened);

/// "two_openmp_runtimes" {libraries} when more than one is loaded: sums may be wrong and threads
/// fight, so nothing should be measured (engine/README.md, DMP-1 step 0); "debug_build" likewise.
[[nodiscard]] std::vector<Reason> engineWarnings(const EngineSheet& sheet);

}  // namespace duelo
