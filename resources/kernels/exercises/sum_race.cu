// SPDX-License-Identifier: Apache-2.0
// Adds up all numbers of a vector.

// launch: grid 4, block 64
// buffer in: 256 random
// buffer sum: 1 zero
// result sum[i]: sum(k, 0, 256, in[k])
extern "C" __global__ void addUp(const float* in, float* sum) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    sum[0] += in[i];
}
