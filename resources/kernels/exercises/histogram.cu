// SPDX-License-Identifier: Apache-2.0
// Counts how often each number from 0 to 15 stands in a vector.

// launch: grid 4, block 64
// buffer data: 256 random 15
// buffer counts: 16 zero
// value n: 256
// result counts[i]: sum(k, 0, n, data[k] == i)
extern "C" __global__ void histogram(const int* data, int* counts, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) counts[data[i]] += 1;
}
