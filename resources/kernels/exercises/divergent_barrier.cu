// SPDX-License-Identifier: Apache-2.0
// Adds to each number its right neighbour in the block; the last one of a block stays as it is.

// launch: grid 2, block 64
// buffer in: 100 random
// buffer out: 100
// value n: 100
// result out[i]: in[i] + (i % 64 < 63 && i + 1 < n ? in[i + 1] : 0)
extern "C" __global__ void neighbours(const float* in, float* out, int n) {
    __shared__ float piece[65];
    const int i = blockIdx.x * 64 + threadIdx.x;
    if (i >= n) return;
    piece[threadIdx.x] = in[i];
    if (threadIdx.x == 63 || i == n - 1) piece[threadIdx.x + 1] = 0;
    __syncthreads();
    out[i] = piece[threadIdx.x] + piece[threadIdx.x + 1];
}
