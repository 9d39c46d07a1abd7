// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dropout.h"

#include <algorithm>
#include <cmath>

#include "resources/kernels/splitmix.h"

namespace duelo {
namespace {

template <int Bits>
void fill(kernels::Word stream, kernels::Word threshold, float kept, float* out,
          std::int64_t count) {
    constexpr std::int64_t per_word = 64 / Bits;
    for (std::int64_t first = 0; first < count; first += per_word) {
        const kernels::Word word =
            kernels::dropoutWord(stream, static_cast<kernels::Word>(first / per_word));
        const std::int64_t here = std::min(per_word, count - first);
        for (std::int64_t i = 0; i < here; ++i)
            out[first + i] =
                kernels::dropoutKeeps<Bits>(word, static_cast<kernels::Word>(i), threshold) ? kept
                                                                                            : 0.0F;
    }
}

}  // namespace

DropoutDraw dropoutDraw(std::uint64_t seed, std::uint64_t layer, double probability) {
    DropoutDraw draw{.seed = seed,
                     .layer = layer,
                     .bits = 1,
                     .threshold = 1,
                     .kept = static_cast<float>(1.0 / (1.0 - probability))};
    if (probability != 0.5) {
        draw.bits = 32;
        draw.threshold = static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
    }
    return draw;
}

void dropoutFactors(const DropoutKey& key, double probability, float* out, std::int64_t count) {
    const DropoutDraw draw = dropoutDraw(key.seed, key.layer, probability);
    const kernels::Word stream = kernels::dropoutStream(key.seed, key.update, key.layer);
    if (draw.bits == 1)
        fill<1>(stream, draw.threshold, draw.kept, out, count);
    else
        fill<32>(stream, draw.threshold, draw.kept, out, count);
}

}  // namespace duelo
