// SPDX-License-Identifier: Apache-2.0
// launch: 1x1 blocks of 64x1
// a: 64 filled
// c: 64
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    __shared__ float part[64];
    part[i] = a[i];
    __syncwarp();
    c[i] = part[i ^ 1];
}
