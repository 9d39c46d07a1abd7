// SPDX-License-Identifier: Apache-2.0
#include "experiments/training/dropout.h"

#include <algorithm>
#include <cmath>

namespace duelo {
namespace {

constexpr std::uint64_t kGoldenGamma = 0x9e3779b97f4a7c15ULL;

std::uint64_t mix(std::uint64_t x) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
    return x ^ (x >> 31);
}

/// Each part is mixed before the next one is added, so that no two keys share a stream by sums.
std::uint64_t streamOf(const DropoutKey& key) {
    std::uint64_t stream = mix(key.seed + kGoldenGamma);
    stream = mix(stream ^ (key.update + kGoldenGamma));
    return mix(stream ^ ((key.layer + 1) * kGoldenGamma));
}

/// `Bits` of the stream decide over each value: it stays where they reach `threshold`.
template <int Bits>
void fill(std::uint64_t stream, std::uint64_t threshold, float kept, float* out,
          std::int64_t count) {
    constexpr std::int64_t per_word = 64 / Bits;
    constexpr std::uint64_t mask = (std::uint64_t{1} << Bits) - 1;
    for (std::int64_t first = 0, word = 1; first < count; first += per_word, ++word) {
        const std::uint64_t bits = mix(stream + static_cast<std::uint64_t>(word) * kGoldenGamma);
        const std::int64_t here = std::min(per_word, count - first);
        for (std::int64_t i = 0; i < here; ++i)
            out[first + i] = (bits >> (Bits * i) & mask) >= threshold ? kept : 0.0F;
    }
}

}  // namespace

void dropoutFactors(const DropoutKey& key, double probability, float* out, std::int64_t count) {
    const auto kept = static_cast<float>(1.0 / (1.0 - probability));
    const std::uint64_t stream = streamOf(key);
    if (probability == 0.5) {
        fill<1>(stream, 1, kept, out, count);
    } else {
        const auto threshold = static_cast<std::uint64_t>(std::llround(probability * 0x1p32));
        fill<32>(stream, threshold, kept, out, count);
    }
}

}  // namespace duelo
