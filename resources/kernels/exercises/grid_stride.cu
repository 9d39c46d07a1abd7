// SPDX-License-Identifier: Apache-2.0
// Doubles each number of a vector. There are fewer threads than numbers.

// launch: grid 2, block 64
// buffer in: 1000 random
// buffer out: 1000
// value n: 1000
// result out[i]: 2 * in[i]
extern "C" __global__ void twice(const float* in, float* out, int n) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2 * in[i];
}
