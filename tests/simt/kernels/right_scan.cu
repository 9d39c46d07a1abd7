// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float sums[2][64];
    int from = 0;
    sums[0][i] = a[i];
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
        sums[1 - from][i] = sums[from][i] + (i >= step ? sums[from][i - step] : 0);
        from = 1 - from;
        __syncthreads();
    }
    c[i] = sums[from][i];
}
