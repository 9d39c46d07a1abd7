// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
// finds: simt_barrier
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[64];
    part[i] = a[i];
    if (i < 40) {
        __syncthreads();  // HERE
        c[i] = part[63 - i];
    }
}
