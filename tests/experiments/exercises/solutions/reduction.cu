// SPDX-License-Identifier: Apache-2.0
// Adds up 256 numbers in each block: in every step the first half of the threads adds what the
// second half has.

// launch: grid 3, block 256
// buffer in: 768 random
// buffer sums: 3
// result sums[i]: sum(k, 256 * i, 256 * (i + 1), in[k])
extern "C" __global__ void addUp(const float* in, float* sums) {
    __shared__ float part[256];
    part[threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
    __syncthreads();
    for (int half = 128; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}
