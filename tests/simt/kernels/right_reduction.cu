// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[64];
    part[i] = a[i];
    __syncthreads();
    for (int step = 32; step > 0; step /= 2) {
        if (i < step) part[i] += part[i + step];
        __syncthreads();
    }
    c[i] = part[0];
}
