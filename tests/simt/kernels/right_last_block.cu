// SPDX-License-Identifier: Apache-2.0
// launch: 4x1 blocks of 32x1
// a: 128 filled
// c: 5
// n = 128
__device__ unsigned done;
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    __shared__ bool last;
    if (threadIdx.x == 0) {
        float sum = 0;
        for (int k = 0; k < 32; ++k) sum += a[blockIdx.x * 32 + k];
        c[blockIdx.x] = sum;
        __threadfence();
        last = atomicAdd(&done, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) c[4] = c[0] + c[1] + c[2] + c[3];
}
