// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "machine/engine_sheet.h"

namespace duelo {

/// What computes: versions and resolved paths of the libraries that are really loaded, and the
/// threads that they use now (S4-27, S2-64). Read from the process, never from build files.
/// Without clock and GPU, which are not LibTorch's to tell.
[[nodiscard]] EngineSheet readEngineSheet();

/// "two_openmp_runtimes" {libraries} when more than one is loaded: sums may be wrong and threads
/// fight, so nothing should be measured (engine/README.md, DMP-1 step 0); "debug_build" likewise.
[[nodiscard]] std::vector<Reason> engineWarnings(const EngineSheet& sheet);

}  // namespace duelo
