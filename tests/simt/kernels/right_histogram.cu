// SPDX-License-Identifier: Apache-2.0
// launch: 2x1 blocks of 64x1
// a: 128 filled
// c: 8 filled
// n = 128
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ int bins[8];
    if (threadIdx.x < 8) bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&bins[(int)(a[i] * 8) & 7], 1);
    __syncthreads();
    if (threadIdx.x < 8) atomicAdd(&c[threadIdx.x], (float)bins[threadIdx.x]);
}
