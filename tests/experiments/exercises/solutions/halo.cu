// SPDX-License-Identifier: Apache-2.0
// The mean of each number and its two neighbours; beyond the vector stands 0. A block copies its
// piece into shared memory first.

// launch: grid 4, block 64
// buffer in: 256 random
// buffer out: 256
// value n: 256
// result out[i]: ((i > 0 ? in[i - 1] : 0) + in[i] + (i + 1 < n ? in[i + 1] : 0)) / 3
constexpr int kBlock = 64;

extern "C" __global__ void mean(const float* in, float* out, int n) {
    __shared__ float piece[kBlock + 2];
    const int i = blockIdx.x * kBlock + threadIdx.x, k = threadIdx.x + 1;
    piece[k] = in[i];
    if (k == 1) piece[0] = i > 0 ? in[i - 1] : 0;
    if (k == kBlock) piece[k + 1] = i + 1 < n ? in[i + 1] : 0;
    __syncthreads();
    out[i] = (piece[k - 1] + piece[k] + piece[k + 1]) / 3;
}
