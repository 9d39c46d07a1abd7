// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>

#include "experiments/roofs/fma.h"

/// One text for all instruction sets: each source that includes it is compiled for its own, and
/// nothing here has a name outside of that source.
namespace duelo {

namespace {

template <int N>
struct LanesOf {
    typedef float Type __attribute__((vector_size(N * sizeof(float))));
};

template <int N>
typename LanesOf<N>::Type filledLanes(float value) {
    typename LanesOf<N>::Type lanes{};
    for (int i = 0; i < N; ++i) reinterpret_cast<float*>(&lanes)[i] = value;
    return lanes;
}

template <int N, std::size_t... Chains>
float fmaChains(std::int64_t rounds, float factor, float summand, std::index_sequence<Chains...>) {
    using Lanes = typename LanesOf<N>::Type;
    const Lanes a = filledLanes<N>(factor), b = filledLanes<N>(summand);
    Lanes sums[] = {filledLanes<N>(1.0F / static_cast<float>(Chains + 1))...};
    for (std::int64_t i = 0; i < rounds; ++i) ((sums[Chains] = sums[Chains] * a + b), ...);
    Lanes all = filledLanes<N>(0);
    ((all = all + sums[Chains]), ...);
    return all[0] / kFmaChains;
}

template <int N>
float fmaLoop(std::int64_t rounds, float factor, float summand) {
    return fmaChains<N>(rounds, factor, summand, std::make_index_sequence<kFmaChains>());
}

}  // namespace

}  // namespace duelo
