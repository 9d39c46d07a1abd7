// SPDX-License-Identifier: Apache-2.0
// Adds two vectors. There are more threads than numbers.

// launch: grid 4, block 256
// buffer a: 1000 random
// buffer b: 1000 random
// buffer c: 1000
// value n: 1000
// result c[i]: a[i] + b[i]
extern "C" __global__ void add(const float* a, const float* b, float* c, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}
