// SPDX-License-Identifier: Apache-2.0
#include "experiments/max_pool/params.h"

namespace duelo {

PoolCase poolCase(const Params& work) {
    return {.size = work.integer("size_px"),
            .window = work.integer("window", 2),
            .stride = work.integer("stride", 2),
            .padding = work.integer("padding"),
            .border = work.word<PoolBorder>("border"),
            .input = work.word<PoolInput>("numbers"),
            .seed = static_cast<std::uint64_t>(work.integer("seed"))};
}

}  // namespace duelo
