// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace duelo {

/// Numbers of threads that have computed at the same time.
struct CountedThreads {
    int of_library = 0;  ///< in a call that LibTorch shares among its threads
    int of_region = 0;   ///< in a parallel region of Duelo's own sources
};

/// Tells LibTorch to use so many threads, and counts those that come. Other systems reach OpenMP in
/// other ways, each of which could silently leave all work to one thread.
[[nodiscard]] CountedThreads countThreads(int told);

}  // namespace duelo
