// SPDX-License-Identifier: Apache-2.0
// As many multiplications and additions in fp32 as a GPU can do: sums that never leave the
// registers. Each thread has eight that do not wait for each other.
#include "pointers.h"

constexpr int kSums = 8;

extern "C" __global__ void roof_fma(Output results, int rounds, float factor, float summand) {
    float sums[kSums];
    for (int i = 0; i < kSums; ++i) sums[i] = 1.0f / (i + 1);
    for (int round = 0; round < rounds; ++round)
        for (int i = 0; i < kSums; ++i) sums[i] = sums[i] * factor + summand;
    float all = 0;
    for (int i = 0; i < kSums; ++i) all += sums[i];
    results[blockIdx.x * blockDim.x + threadIdx.x] = all / kSums;
}
