// SPDX-License-Identifier: Apache-2.0
#include "data/synthetic.h"

namespace duelo {
namespace {

constexpr std::uint64_t golden_gamma = 0x9e3779b97f4a7c15U;

std::uint64_t mix(std::uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

}  // namespace

void fillUniform(std::uint64_t seed, std::uint64_t first, float* out, std::size_t count) {
    // Without this step the streams of two seeds that differ by golden_gamma would overlap.
    const std::uint64_t key = mix(seed + golden_gamma);
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t bits = mix(key + (first + i + 1) * golden_gamma);
        out[i] = static_cast<float>(bits >> 40) * 0x1p-24F;
    }
}

}  // namespace duelo
