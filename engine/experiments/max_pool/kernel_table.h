// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/max_pool/kernels.h"

/// Included by one source for each kind of instructions, so it and what it includes have no
/// function that another source could be linked to instead.
namespace duelo {

namespace {

namespace pool_loops {
#include "resources/kernels/pool_loops.h"
}
namespace pool_rows {
#include "resources/kernels/pool_rows.h"
}

constexpr PoolKernels poolTableOf(std::string_view instructions) {
    return {.instructions = instructions, .loops = pool_loops::pool, .rows = pool_rows::pool};
}

}  // namespace

}  // namespace duelo
