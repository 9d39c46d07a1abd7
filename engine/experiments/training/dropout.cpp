// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dropout.h"

#include <algorithm>
#include <cmath>

#include "resources/kernels/splitmix.h"

namespace duelo {
namespace {

template <int Bits>
void fill(kernels::Word stream, kernels::Word threshold, float kept, float* out, std::int64_t begin,
          std::int64_t end) {
    constexpr std::int64_t per_word = 64 / Bits;
    for (std::int64_t first = begin / per_word * per_word; first < end; first += per_word) {
        const kernels::Word word =
            kernels::dropoutWord(stream, static_cast<kernels::Word>(first / per_word));
        const std::int64_t last = std::min(first + per_word, end);
        for (std::int64_t i = std::max(first, begin); i < last; ++i)
            out[i - begin] =
                kernels::dropoutKeeps<Bits>(word, static_cast<kernels::Word>(i - first), threshold)
                    ? kept
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

void dropoutFactors(const DropoutKey& key, double probability, float* out, std::int64_t count,
                    std::int64_t first) {
    const DropoutDraw draw = dropoutDraw(key.seed, key.layer, probability);
    const kernels::Word stream = kernels::dropoutStream(key.seed, key.update, key.layer);
    if (draw.bits == 1)
        fill<1>(stream, draw.threshold, draw.kept, out, first, first + count);
    else
        fill<32>(stream, draw.threshold, draw.kept, out, first, first + count);
}

}  // namespace duelo
