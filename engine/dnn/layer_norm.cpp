// SPDX-License-Identifier: Apache-2.0
#include "dnn/layer_norm.h"

#include "dnn/row_loops.h"

namespace duelo {

void LayerNorm::run(std::span<void* const> places) const {
    const RowLoops& loops = rowLoops();
    const auto* scale = static_cast<const float*>(places[1]);
    const auto* shift = static_cast<const float*>(places[2]);
#pragma omp parallel for num_threads(threads) schedule(static)
    for (std::int64_t row = 0; row < rows; ++row) {
        const std::int64_t first = row * channels;
        if (bf16)
            loops.normaliseBf16(static_cast<const Bf16*>(places[0]) + first,
                                static_cast<Bf16*>(places[3]) + first, scale, shift, channels, eps);
        else
            loops.normalise(static_cast<const float*>(places[0]) + first,
                            static_cast<float*>(places[3]) + first, scale, shift, channels, eps);
    }
}

}  // namespace duelo
