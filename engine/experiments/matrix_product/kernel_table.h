// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "experiments/matrix_product/kernels.h"

/// Included by one source for each kind of instructions, so it and what it includes have no
/// function that another source could be linked to instead.
namespace duelo {

namespace {

#include "resources/kernels/vectors.h"

namespace three_loops {
#include "resources/kernels/product_three_loops.h"
}
namespace loop_order {
#include "resources/kernels/product_loop_order.h"
}
namespace blocked {
#include "resources/kernels/product_blocked.h"
}
namespace packed {
#include "resources/kernels/product_packed.h"
}

constexpr ProductKernels tableOf(std::string_view instructions) {
    return {.instructions = instructions,
            .lanes = kLanes,
            .three_loops = three_loops::product,
            .loop_order = loop_order::product,
            .blocked = blocked::product,
            .pack = packed::packColumns,
            .packed = packed::product,
            .strip_columns = packed::kTileColumns,
            .tile_rows = packed::kTileRows,
            .block_rows = packed::kBlockRows,
            .space_values = packed::kBlockRows * packed::kDepth};
}

}  // namespace

}  // namespace duelo
