// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 64x1
// a: 250 filled
// c: 250
// n = 250
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[66];
    int t = threadIdx.x + 1;
    part[t] = i < n ? a[i] : 0;
    if (threadIdx.x == 0) part[0] = i > 0 ? a[i - 1] : 0;
    if (threadIdx.x == 63) part[65] = i + 1 < n ? a[i + 1] : 0;
    __syncthreads();
    if (i < n) c[i] = (part[t - 1] + part[t] + part[t + 1]) / 3;
}
