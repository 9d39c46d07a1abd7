// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <utility>

#include <immintrin.h>

#include "experiments/roofs/bf16.h"

namespace duelo {

namespace {

constexpr std::size_t kVectors = 12;  // more than are under way at a time

template <std::size_t... Vectors>
float dotProducts(std::int64_t rounds, std::index_sequence<Vectors...>) {
    const __m512 factor = _mm512_set1_ps(1.0F / 64);
    const __m512bh pairs = _mm512_cvtne2ps_pbh(factor, factor);
    __m512 sums[] = {((void)Vectors, _mm512_setzero_ps())...};
    for (std::int64_t i = 0; i < rounds; ++i)
        ((sums[Vectors] = _mm512_dpbf16_ps(sums[Vectors], pairs, pairs)), ...);
    __m512 all = _mm512_setzero_ps();
    ((all = _mm512_add_ps(all, sums[Vectors])), ...);
    return _mm512_cvtss_f32(all);
}

}  // namespace

float bf16Avx512(std::int64_t rounds) {
    if (rounds == 0) return 1;
    const float sum = dotProducts(rounds, std::make_index_sequence<kVectors>());
    return sum / (2 * kBf16Product * static_cast<float>(rounds) * kVectors);
}

}  // namespace duelo
