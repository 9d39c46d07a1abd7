// SPDX-License-Identifier: Apache-2.0
// launch: 2x2 blocks of 32x8
// a: 4096 filled
// c: 4096
// n = 64
extern "C" __global__ void kernel(const float* a, float* c, int n) {
    __shared__ float tile[32][33];
    int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) tile[threadIdx.y + k][threadIdx.x] = a[(y + k) * n + x];
    __syncthreads();
    x = blockIdx.y * 32 + threadIdx.x, y = blockIdx.x * 32 + threadIdx.y;
    for (int k = 0; k < 32; k += 8) c[(y + k) * n + x] = tile[threadIdx.x][threadIdx.y + k];
}
