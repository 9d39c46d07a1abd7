// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/result.h"

namespace duelo {

/// What computes: versions and resolved paths of the libraries that are really loaded, and the
/// threads that they use now (S4-27, S2-64). Read from the process, never from build files.
///
///     libtorch, openmp, blas, onednn, opencv   versions as the libraries tell them
///     cpu_capability                           the instructions that LibTorch chose
///     threads                                  {intra_op, inter_op}
///     libraries                                [{name, path}] of what is loaded
///     build                                    "release" or "debug"
[[nodiscard]] Json readEngineSheet();

/// "two_openmp_runtimes" {libraries} when more than one is loaded: sums may be wrong and threads
/// fight, so nothing should be measured (engine/README.md, DMP-1 step 0); "debug_build" likewise.
[[nodiscard]] std::vector<Reason> engineWarnings(const Json& sheet);

}  // namespace duelo
