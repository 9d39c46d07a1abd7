// SPDX-License-Identifier: Apache-2.0
// The factors of a dropout layer: 0 or `kept`. Which of them depends on the key (seed, update,
// layer) and the place of the value alone. `update` lies on the device, so that a captured graph
// draws other masks at every replay.
#include "splitmix.h"

using namespace duelo::kernels;

template <int Bits>
__device__ void fill(float* factors, Word count, Word stream, Word threshold, float kept) {
    constexpr Word per_word = 64 / Bits;
    const Word step = Word(gridDim.x) * blockDim.x;
    for (Word i = Word(blockIdx.x) * blockDim.x + threadIdx.x; i < count; i += step) {
        const Word word = dropoutWord(stream, i / per_word);
        factors[i] = dropoutKeeps<Bits>(word, i % per_word, threshold) ? kept : 0.0f;
    }
}

/// At probability 0.5 one bit decides over each value.
extern "C" __global__ void dropout_1(float* factors, Word count, const long long* update, Word seed,
                                     Word layer, Word threshold, float kept) {
    fill<1>(factors, count, dropoutStream(seed, Word(*update), layer), threshold, kept);
}

/// At others 32 do.
extern "C" __global__ void dropout_32(float* factors, Word count, const long long* update,
                                      Word seed, Word layer, Word threshold, float kept) {
    fill<32>(factors, count, dropoutStream(seed, Word(*update), layer), threshold, kept);
}
